"""A bot that plays anything legal."""

from typing import Any

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.rng import Rng, pick


class RandomBot:
    """Picks any legal choice, each equally likely."""

    name = "random"

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        return pick(rng, tuple(rules.choices(view, seat)))
