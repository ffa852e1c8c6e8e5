"""Positions at the sushi boat, laid out by hand.

Plates are letters as in the notation: `BS` is salmon on blue, `-` an empty slot. On the shipped
board slots 0 to 5 go up the left side (rows 6 to 1), 6 and 7 are in the tunnel, and slots 8 to 13
come down the right side (rows 1 to 6).
"""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.words import say
from games.registry import rules_of
from games.sushi_boat.notation import LETTERS
from games.sushi_boat.state import NOWHERE, State

RULES = rules_of("sushi_boat")
PLATE = {letters: plate for plate, letters in LETTERS.items()}
BELT = "BS BP BO BC BT BM BK RS RP RO RC RT RM RK"
TRASH = "GS GP GO"
STAFF = {
    "L1": "neko",
    "R1": "momoko",
    "L3": "yuki",
    "R3": "satsuki",
    "L5": "hiroshi",
    "R5": "neko",
    "L6": "momoko",
}
ANA, BO, CY, DEE, EVE = range(5)


def plates(text: str) -> tuple[str, ...]:
    """Return plates from letters."""
    return tuple(PLATE[word] for word in text.split())


def laid(text: str) -> list[str | None]:
    """Return slots of a belt from letters; `-` is empty."""
    return [PLATE.get(word) for word in text.split()]


def table(
    *,
    seats: int = 3,
    seat: int = 0,
    phase: str = "act",
    at: str | None = "L2",
    turn: int | None = None,
    belt: str = BELT,
    trash: str = TRASH,
    staff: dict[str, str] = STAFF,
    pawns: dict[int, str] | None = None,
    yen: dict[int, int] | None = None,
    stacks: dict[int, str] | None = None,
    hands: dict[int, list[str]] | None = None,
    discard: tuple[str, ...] = (),
    bag: str | None = None,
    **options: Any,
) -> State:
    """Return a position in the middle of a turn; the other plates of the box are in the bag."""
    state = RULES.start(make_setup(RULES, seats=seats, options=options))
    index = state.kit.board.index
    state.phase = phase
    state.seat = seat
    state.turn = turn if turn is not None else seats + 1 + seat
    state.moved = phase == "act"
    state.staff = list(staff.values())
    state.belt = laid(belt)
    state.trash = list(plates(trash))
    state.discard = list(discard)
    if at is not None and phase == "act":
        state.pawns[seat] = index[at]
    for owner, space in (pawns or {}).items():
        state.pawns[owner] = index[space]
    for owner, held in (yen or {}).items():
        state.yen[owner] = held
    for owner, text in (stacks or {}).items():
        state.stacks[owner] = list(plates(text))
    for owner, dishes in (hands or {}).items():
        state.hands[owner] = list(dishes)
    _fill_bag(state, bag)
    return state


def _fill_bag(state: State, bag: str | None) -> None:
    """Put into the bag what is told, or else what lies nowhere else."""
    state.bag = dict.fromkeys(state.bag, 0)
    if bag is not None:
        for plate in plates(bag):
            state.bag[plate] += 1
    else:
        placed = [*state.belt, *state.trash, *(p for stack in state.stacks for p in stack)]
        state.bag = {p: max(0, n - placed.count(p)) for p, n in state.kit.plates.items()}
    state.bag_size = sum(state.bag.values())


def play(state: State, *events: Event) -> State:
    """Check and apply events one by one."""
    for event in events:
        RULES.check(state, event)
        RULES.apply(state, event)
    return state


def refusal(state: State, event: Event) -> str:
    """Return the code with which an event is refused; it has words, and nothing has changed."""
    before = state.clone()
    with pytest.raises(RuleViolation) as caught:
        RULES.check(state, event)
    assert state == before
    told = say(RULES.words, f"code.{caught.value.code}", "fr", **caught.value.params)
    assert "{" not in told
    assert not told.startswith("code.")
    return caught.value.code


def offered(state: State, *kinds: type[Event], seat: int | None = None) -> list[Event]:
    """Return the choices of these kinds that the active seat has, or another one."""
    who = state.seat if seat is None else seat
    return [choice for choice in RULES.choices(state, who) if isinstance(choice, kinds)]


def pawn(state: State, seat: int) -> str | None:
    """Return the name of the space where a pawn is."""
    space = state.pawns[seat]
    return None if space == NOWHERE else state.kit.board.names[space]


def letters(items: Any) -> str:
    """Return plates as letters."""
    return " ".join("-" if plate is None else LETTERS[plate] for plate in items)
