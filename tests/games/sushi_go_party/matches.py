"""Random matches over every menu, every number of seats and every option."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick, shuffle
from games.core.setup import Setup
from games.registry import rules_of
from games.sushi_go_party.components import A_LA_CARTE, COMPOSITION, MENUS, TYPES

RULES = rules_of("sushi_go_party")


def drawn_setup(seed: int | str) -> Setup:
    """Return a setup: a preset or a menu à la carte, seats it is legal for, options at random."""
    rng = SeededRng(f"setup/{seed}")
    while True:
        seats, options = 2 + rng.below(7), _drawn_options(rng)
        with suppress(RuleViolation):  # some cards are not for so many seats
            return make_setup(RULES, seats=seats, options=options)


def _drawn_options(rng: SeededRng) -> dict[str, object]:
    menu = pick(rng, (*MENUS, A_LA_CARTE, A_LA_CARTE, A_LA_CARTE, A_LA_CARTE))
    options: dict[str, object] = {"menu": menu}
    if menu == A_LA_CARTE:
        options["cards"] = _drawn_cards(rng)
    if rng.below(2):
        for option in RULES.options():
            if option.kind == "flag":
                options[option.name] = bool(rng.below(2))
            elif option.kind == "choice" and option.name != "menu":
                options[option.name] = pick(rng, option.choices)
    return options


def _drawn_cards(rng: SeededRng) -> list[str]:
    cards: list[str] = []
    for group, number in COMPOSITION.items():
        names = [kind.name for kind in TYPES if kind.group == group]
        shuffle(rng, names)
        cards += names[:number]
    return cards


def positions(setup: Setup, seed: int | str, *, events: list[Event] | None = None) -> Iterator[Any]:
    """Play a random match through `check` and `apply`; yield the state after every event.

    The state is valid until the next is asked for; `events` collects what happened.
    """
    rng = SeededRng(f"play/{seed}")
    state = RULES.start(setup)
    yield state
    while needs := RULES.needs(state):
        need = pick(rng, needs)
        if need.seat is None:
            event = RULES.sample(state, need, rng)
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
