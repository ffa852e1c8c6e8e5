"""The rules of a season as its form has them."""

from collections.abc import Mapping
from typing import Any

from tournaments.seasons.rules import SeasonRules
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS

TIE_BREAKS = len(SEASON_TIE_BREAKS)
"""As many as there are: what a season has must fit into its form."""


def form_data(title: str, planned: int, rules: SeasonRules) -> Mapping[str, Any]:
    """Return what a form starts with."""
    data: dict[str, Any] = rules.to_data()
    ties = {f"tie_break_{number}": "" for number in range(1, TIE_BREAKS + 1)}
    ties |= {f"tie_break_{number}": code for number, code in enumerate(rules.tie_breaks, 1)}
    del data["tie_breaks"]
    places = " ".join(str(points) for points in rules.place_points)
    return {**data, **ties, "title": title, "planned": planned, "place_points": places}
