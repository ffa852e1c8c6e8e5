"""A bot that tries its choices in many worlds that its view allows, and sees what becomes of them.

Choices that look best to the game's own evaluation enter a race (sequential halving): all of them
are tried equally often, the worse half drops out, and those that are left share what is left of the
budget. The budget is a number of simulations, never a time: the same view and the same generator
give the same choice on every machine.
"""

from dataclasses import dataclass
from math import isqrt
from typing import Any

from games.bots.simulation import Simulations
from games.core.contract import AnyRules
from games.core.events import Event
from games.core.rng import Rng, shuffle

MOST_SIMULATIONS = 10_000
WIDEST = 12
"""How many choices are ever tried."""
TRUST = 20
"""How many simulations the game's own evaluation weighs."""


@dataclass(slots=True)
class Candidate:
    """A choice in the race: what the evaluation says, and the sum of what simulations gave."""

    choice: Event
    worth: int
    total: int = 0

    def promise(self, others: int) -> int:
        """Return what to rank by among choices that were tried equally often."""
        return self.total + TRUST * others * self.worth


class SearchBot:
    """Chooses with so many simulations for each of its choices."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.name = f"search:{budget}"

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        candidates = _candidates(rules, view, seat, rng, width_of(self.budget))
        if len(candidates) == 1:
            return candidates[0].choice
        simulations = Simulations(rules, view, seat, rng)
        left = self.budget
        while len(candidates) > 1:
            races = (len(candidates) - 1).bit_length()
            each = left // (races * len(candidates))
            left -= each * len(candidates)
            for _ in range(each):
                simulations.next_world()
                for candidate in candidates:
                    candidate.total += simulations.value(candidate.choice)
            candidates.sort(key=lambda candidate: -candidate.promise(simulations.others))
            del candidates[(len(candidates) + 1) // 2 :]
        return candidates[0].choice


def width_of(budget: int) -> int:
    """Return how many choices a budget can tell apart: 6 for 64 simulations."""
    return min(2 + isqrt(budget) // 2, WIDEST)


def _candidates(rules: AnyRules, view: Any, seat: int, rng: Rng, width: int) -> list[Candidate]:
    """Return the choices that look best, best first; among equals the generator decides."""
    choices = list(rules.choices(view, seat))
    shuffle(rng, choices)
    candidates = [Candidate(choice, rules.evaluate(view, seat, choice)) for choice in choices]
    candidates.sort(key=lambda candidate: -candidate.worth)
    return candidates[:width]
