"""Positions to try rules on, and short ways to write events."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.registry import rules_of
from games.sushi_roll.components import BAG, KIND_OF, pack
from games.sushi_roll.events import (
    BeltsDealt,
    ChopsticksUsed,
    DiceDrawn,
    DiceRolled,
    DieTaken,
    MenuUsed,
)
from games.sushi_roll.knowledge import sorted_faces
from games.sushi_roll.state import State

RULES = rules_of("sushi_roll")
NAMES = ("Ana", "Bo", "Cy", "Dan", "Eve")


def started(seats: int = 3, **options: Any) -> State:
    """Return the table before the belts are dealt."""
    return RULES.start(make_setup(RULES, seats=seats, options=options))


def choosing(
    *belts: Sequence[str],
    red: int = 0,
    trays: Mapping[int, Sequence[str]] | None = None,
    **options: Any,
) -> State:
    """Return a position in which these belts were just rolled; the red one chooses first."""
    state = started(len(belts), **options)
    state.phase = "choose"
    state.red = red
    state.faces = [sorted_faces(tuple(belt)) for belt in belts]
    state.turn = state.kit.size - len(belts[0]) + 1
    for seat, tray in (trays or {}).items():
        state.trays[seat] = tuple(tray)
    dice = [face for held in (*state.faces, *state.trays) for face in held]
    state.pool = BAG - pack(KIND_OF[face] for face in dice)
    return state


def drawn(seat: int, *dice: str | None) -> DiceDrawn:
    """Return dice out of the bag."""
    return DiceDrawn(seat, dice)


def rolled(seat: int, *faces: str | None) -> DiceRolled:
    """Return a roll."""
    return DiceRolled(seat, faces)


def menu(seat: int, *faces: str | None) -> MenuUsed:
    """Return a menu for dice with these faces."""
    return MenuUsed(seat, faces)


def swap(seat: int, given: str | None, opponent: int, taken: str | None) -> ChopsticksUsed:
    """Return chopsticks: a die given for one taken."""
    return ChopsticksUsed(seat, opponent, given, taken)


def take(seat: int, face: str) -> DieTaken:
    """Return a die kept."""
    return DieTaken(seat, face)


def play(state: State, *events: Event) -> State:
    """Check and apply events one by one."""
    for event in events:
        RULES.check(state, event)
        RULES.apply(state, event)
    return state


def blind(seats: int, red: int = 0) -> State:
    """Return a position in which the dice of the first turn were rolled and nobody noted any."""
    state = play(started(seats), BeltsDealt(red))
    size = state.kit.size
    for order in (DiceDrawn, DiceRolled):
        for step in range(seats):
            play(state, order((red + step) % seats, (None,) * size))
    return state


def refusal(state: State, event: Event) -> RuleViolation:
    """Return why an event is refused; the state must not change."""
    before = state.clone()
    with pytest.raises(RuleViolation) as caught:
        RULES.check(state, event)
    assert state == before
    return caught.value


def code(state: State, event: Event) -> str:
    """Return the code of a refusal."""
    return refusal(state, event).code


def points(state: State, rule: str, number: int = 1) -> list[int]:
    """Return what a rule gave each seat in a round, or at the end for round 0."""
    return [
        sum(line.points for line in lines if (line.rule, line.round) == (rule, number))
        for lines in RULES.outcome(state).breakdown
    ]
