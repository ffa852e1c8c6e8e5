"""The rules of a ladder as its form has them."""

from collections.abc import Mapping
from typing import Any

from tournaments.ladders.ratings.rules import LadderRules

USUAL_MARGIN = 10


def form_data(title: str, rules: LadderRules) -> Mapping[str, Any]:
    """Return what a form starts with."""
    data = rules.to_data()
    factors, margin = data.pop("k"), data.pop("margin")
    margin_or_usual = margin or {"share": 50, "full": USUAL_MARGIN}
    return {
        **data,
        **{f"k_{name}": value for name, value in factors.items()},
        "title": title,
        "margin": margin is not None,
        "margin_share": margin_or_usual["share"],
        "margin_full": margin_or_usual["full"],
    }
