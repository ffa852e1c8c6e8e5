"""Phase 3: vans drive, take customers and stop at the park."""

from games.sushi_express.cards import lay_down, table_allows
from games.sushi_express.components import (
    CUSTOMER_ORDER,
    FURTHER,
    HIGHEST,
    LOWEST,
    PARK,
    SUSHI_EXPRESS,
    TILES,
)
from games.sushi_express.events import CustomerTaken, ParkCameFirst, VanMoved
from games.sushi_express.rounds import settle_row
from games.sushi_express.state import State


def destination(state: State, seat: int, steps: int) -> tuple[int, bool]:
    """Return where a van arrives and whether it reaches or passes Sushi Express (A10, A21).

    Tiles with another van on them are not counted; its own tile is free once it has left.
    """
    start = state.vans[seat]
    taken = [tile for other, tile in enumerate(state.vans) if other != seat]
    tile, served = start, False
    while steps:
        tile = (tile + 1) % TILES
        if tile == SUSHI_EXPRESS:
            served = True
        if tile not in taken:
            steps -= 1
    return tile, served


def highest_pawn(state: State) -> bool:
    """Let the top pawn of the highest box act; False when no pawn is left."""
    boxes = state.boxes
    for box in range(HIGHEST, LOWEST - 1, -1):
        if boxes[box]:
            state.acting = boxes[box][-1]
            return True
    return False


def take_pawn_back(state: State) -> None:
    box = state.bets[state.acting]
    state.boxes[box] = state.boxes[box][:-1]


def next_driver(state: State) -> None:
    """Let the highest pawn drive; without a pawn the row is settled."""
    if not highest_pawn(state):
        settle_row(state)
    elif table_allows(state, state.acting, FURTHER):
        state.phase = "move"
    else:
        _drive(state, 0)


def apply_moved(state: State, event: VanMoved) -> None:
    if event.further:
        lay_down(state, event.seat, FURTHER, event.further)
    _drive(state, event.further)


def _drive(state: State, further: int) -> None:
    seat = state.acting
    tile, served = destination(state, seat, state.bets[seat] + further)
    state.vans[seat] = tile
    take_pawn_back(state)
    state.customer_due = served
    state.park_due = tile == PARK and state.pile > 0
    settle_drive(state)


def settle_drive(state: State) -> None:
    """Go on with what a drive has earned, then with the next van."""
    if state.customer_due:
        kinds = [kind for kind, count in enumerate(state.row) if count]
        if len(kinds) > 1:
            state.phase = "customer"
            return
        _take_customer(state, kinds[0])
    if state.park_due:
        state.phase = "draw"
    else:
        next_driver(state)


def _take_customer(state: State, kind: int) -> None:
    state.row[kind] -= 1
    state.tables[state.acting][kind] += 1
    state.customer_due = False


def apply_taken(state: State, event: CustomerTaken) -> None:
    _take_customer(state, CUSTOMER_ORDER[event.customer])
    settle_drive(state)


def apply_park(state: State, _event: ParkCameFirst) -> None:
    """Draw before the customer is chosen."""
    state.phase = "draw"
