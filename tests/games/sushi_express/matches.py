"""Random matches over every number of seats and every option."""

from collections.abc import Iterator
from typing import Any

from games.core.events import Event
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick, shuffle
from games.core.setup import Setup
from games.registry import rules_of
from games.sushi_express.components import OTHER_COLOURS
from games.sushi_express.events import RowDecided

RULES = rules_of("sushi_express")


def drawn_setup(seed: int | str) -> Setup:
    """Return a setup: seats at random, in every second one colours of another box."""
    rng = SeededRng(f"setup/{seed}")
    seats = 3 + rng.below(4)
    options: dict[str, object] = {}
    if rng.below(2):
        colours = list(OTHER_COLOURS)
        shuffle(rng, colours)
        options["other_colours"] = colours[:6]
    return make_setup(RULES, seats=seats, options=options)


def positions(setup: Setup, seed: int | str, *, events: list[Event] | None = None) -> Iterator[Any]:
    """Play a random match through `check` and `apply`; yield the state after every event.

    In every third match the row is always kept, so that matches are as long as they get. The state
    is valid until the next is asked for; `events` collects what happened.
    """
    rng = SeededRng(f"play/{seed}")
    thrifty = rng.below(3) == 0
    state = RULES.start(setup)
    yield state
    while needs := RULES.needs(state):
        need = pick(rng, needs)
        if need.seat is None:
            event = RULES.sample(state, need, rng)
        elif thrifty and need.kind == "row":
            event = RowDecided(need.seat, "keep")
        else:
            event = pick(rng, list(RULES.choices(state, need.seat)))
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
