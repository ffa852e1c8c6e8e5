"""Laws of simulation: the quick words say what needs and choices say."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import prod
from typing import TypeVar

from games.core.rng import SeededRng
from games.testing.play import Sitting

T = TypeVar("T")

PROPOSED = 6
MOST_BRANCHES = 60
"""So many choices at most have their chances worked out one by one."""


class Branch:
    """A generator that gives numbers of a list and, past its end, 0; it notes what was asked."""

    def __init__(self, given: tuple[int, ...]) -> None:
        self.given = given
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        place = len(self.bounds) - 1
        return self.given[place] if place < len(self.given) else 0


def distribution(draw: Callable[[Branch], T]) -> dict[T, Fraction]:
    """Return everything that luck can make of a draw, each with its exact chance."""
    chances: dict[T, Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        branch = Branch(waiting.pop())
        result = draw(branch)
        chance = Fraction(1, prod(branch.bounds))
        chances[result] = chances.get(result, Fraction(0)) + chance
        taken = [*branch.given, *[0] * (len(branch.bounds) - len(branch.given))]
        for place in range(len(branch.given), len(branch.bounds)):
            waiting += [(*taken[:place], other) for other in range(1, branch.bounds[place])]
    return chances


def law_simulation_agrees(sitting: Sitting) -> None:
    """In every state the awaited are those of the needs, and what is drawn is a choice."""
    rules, rng = sitting.rules, SeededRng("simulation")
    for state, _ in sitting.states():
        awaited = rules.awaited(state)
        assert awaited == tuple(need.seat for need in rules.needs(state))
        before = state.clone()
        for seat in awaited:
            if seat is None:
                continue
            choices = list(rules.choices(state, seat))
            assert rules.random_choice(state, seat, rng) in choices
            proposed = rules.proposals(state, seat, rng, PROPOSED)
            assert all(choice in choices for choice in proposed)
            assert len(proposed) == min(len(choices), PROPOSED)
            assert all(choice not in proposed[:place] for place, choice in enumerate(proposed))
        assert state == before, "drawing a choice changed the state"
    assert rules.awaited(sitting.last) == ()


def law_random_choices_are_fair(sitting: Sitting, most: int) -> None:
    """Every choice of a seat is drawn, each with the same chance: worked out, not counted."""
    rules = sitting.rules
    for state, _ in sitting.some_states(most):
        for seat in rules.awaited(state):
            choices = [] if seat is None else list(rules.choices(state, seat))
            if seat is None or len(choices) > MOST_BRANCHES:
                continue
            drawn = distribution(partial(rules.random_choice, state, seat))
            assert drawn == dict.fromkeys(choices, Fraction(1, len(choices)))
