"""A bot that takes what the game's own evaluation likes best."""

from typing import Any

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.rng import Rng, pick


class GreedyBot:
    """Picks the choice that is worth most now; among equals the generator decides."""

    name = "greedy"

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        best: list[Event] = []
        most = 0
        for choice in rules.choices(view, seat):
            worth = rules.evaluate(view, seat, choice)
            if not best or worth > most:
                best, most = [choice], worth
            elif worth == most:
                best.append(choice)
        return pick(rng, best)
