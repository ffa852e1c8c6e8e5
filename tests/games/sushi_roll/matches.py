"""Random matches over every number of seats and every option, dice of other boxes included."""

from collections.abc import Iterator
from typing import Any

from games.core.events import Event
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick
from games.core.setup import Setup
from games.registry import rules_of
from games.sushi_roll.components import DICE, SIDES

RULES = rules_of("sushi_roll")


def drawn_setup(seed: int | str) -> Setup:
    """Return a setup: seats at random, and half of the time dice and options at random."""
    rng = SeededRng(f"setup/{seed}")
    seats = 2 + rng.below(4)
    options: dict[str, object] = {}
    if rng.below(2):
        options["dessert_cap"] = bool(rng.below(2))
        for die in DICE:
            sides = [0] * len(die.faces)
            for _ in range(SIDES):
                sides[rng.below(len(sides))] += 1
            options[f"{die.kind}_faces"] = sides
    return make_setup(RULES, seats=seats, options=options)


def positions(setup: Setup, seed: int | str, *, events: list[Event] | None = None) -> Iterator[Any]:
    """Play a random match through `check` and `apply`; yield the state after every event.

    Half of the time a seat takes a die, so that tokens last; `events` collects what happened.
    """
    rng = SeededRng(f"play/{seed}")
    state = RULES.start(setup)
    yield state
    while needs := RULES.needs(state):
        (need,) = needs
        if need.seat is None:
            event = RULES.sample(state, need, rng)
        else:
            choices = list(RULES.choices(state, need.seat))
            faces = len({*state.faces[need.seat]})
            event = pick(rng, choices[:faces] if rng.below(2) and faces else choices)
        RULES.check(state, event)
        RULES.apply(state, event)
        if events is not None:
            events.append(event)
        yield state


def played(setup: Setup, seed: int | str) -> tuple[list[Event], Any]:
    """Return the events and the last state of a random match."""
    events: list[Event] = []
    last = None
    for state in positions(setup, seed, events=events):
        last = state
    return events, last
