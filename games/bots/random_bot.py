"""A bot that plays anything legal."""

from typing import Any

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.rng import Rng


class RandomBot:
    """Picks any legal choice, each equally likely."""

    name = "random"

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        return rules.random_choice(view, seat, rng)
