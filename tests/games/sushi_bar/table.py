"""Positions at the sushi bar, laid out by hand."""

from collections.abc import Sequence
from typing import Any

from games.core.events import Event
from games.core.matches import make_setup
from games.registry import rules_of
from games.sushi_bar.components import BONE_VALUES, FACES, SUSHI_VALUES, Dice
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.state import State

RULES = rules_of("sushi_bar")
_FACE_OF = dict(zip("SBUR", FACES, strict=True))


def dice(letters: str) -> Dice:
    """Return dice from letters: S sushi, B bone, U blue, R red."""
    return tuple(_FACE_OF[letter] for letter in letters)


def rolled(letters: str) -> DiceRolled:
    """Return a throw."""
    return DiceRolled(dice(letters))


def kept(seat: int, letters: str) -> DiceKept:
    """Return dice set aside."""
    return DiceKept(seat, dice(letters))


def table(
    *,
    seats: int = 3,
    seat: int = 0,
    sushi: Sequence[int] = SUSHI_VALUES,
    bones: Sequence[int] = BONE_VALUES,
    sushi_stacks: dict[int, list[int]] | None = None,
    bone_stacks: dict[int, list[int]] | None = None,
    **options: Any,
) -> State:
    """Return a position in which a seat is about to throw; the rest of the box is out of play."""
    state = RULES.start(make_setup(RULES, seats=seats, options=options))
    RULES.apply(state, RowsLaid(tuple(sushi), tuple(bones)))
    state.seat = seat
    for held, stacks in ((sushi_stacks, state.sushi_stacks), (bone_stacks, state.bone_stacks)):
        for owner, tiles in (held or {}).items():
            stacks[owner] = list(tiles)
    return state


def play(state: State, *events: Event) -> State:
    """Check and apply events one by one."""
    for event in events:
        RULES.check(state, event)
        RULES.apply(state, event)
    return state


def portions(state: State) -> list[Event]:
    """Return what may be taken or stolen now."""
    return [
        choice
        for choice in RULES.choices(state, state.seat)
        if isinstance(choice, PortionTaken | PortionStolen)
    ]


def keeps(state: State) -> list[DiceKept]:
    """Return what may be set aside now."""
    return [choice for choice in RULES.choices(state, state.seat) if isinstance(choice, DiceKept)]
