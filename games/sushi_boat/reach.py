"""What the active seat can reach: spaces, plates and members of the staff."""

from collections.abc import Iterator

from games.sushi_boat.layout import Board
from games.sushi_boat.state import ASK, EAT, MAY_ACT, NOWHERE, State

FETCHERS = ("hiroshi", "yuki")


def is_free(state: State, space: int) -> bool:
    """Tell whether the active pawn may move to a space (A19)."""
    kit, pawns = state.kit, state.pawns
    if space in pawns or (kit.seats < 4 and kit.board.four_plus[space]):
        return False
    if kit.seats == 2:
        other = pawns[1 - state.seat]
        bits = kit.board.row_bits
        return other == NOWHERE or not bits[space] & bits[other]
    return True


def free_spaces(state: State) -> Iterator[int]:
    for space in range(len(state.kit.board.names)):
        if is_free(state, space):
            yield space


def may_do(state: State, action: int) -> bool:
    """Tell whether the seat may still perform one of the three actions in this turn (A4)."""
    return MAY_ACT[state.actions] and not state.actions & action


def eatable(state: State) -> list[int]:
    slots = state.kit.board.slots[state.pawns[state.seat]]
    return [slot for slot in slots if state.belt[slot] is not None]


def near(board: Board, tile: str, space: int) -> tuple[int, ...]:
    """Return the slots that Hiroshi, or Yuki and Takeshi, reach from a space."""
    return board.opposite[space] if tile == "hiroshi" else board.beside[space]


def fetchable(state: State) -> list[int]:
    slots = near(state.kit.board, state.tile, state.pawns[state.seat])
    in_reach = state.kit.in_reach
    return [slot for slot in slots if in_reach[slot] and state.belt[slot] is not None]


def on_belt(state: State) -> list[int]:
    """Return the slots with a plate that side dishes reach (A10)."""
    in_reach = state.kit.in_reach
    return [slot for slot, plate in enumerate(state.belt) if plate is not None and in_reach[slot]]


def can_ask(state: State) -> bool:
    """Tell whether the member of the staff here can do something for 1 yen (A15, A25, A26)."""
    if not state.yen[state.seat] or not may_do(state, ASK):
        return False
    match state.tile:
        case "hiroshi" | "yuki":
            return bool(fetchable(state))
        case "neko":
            return bool(state.trash)
        case "momoko":
            return bool(state.discard)
        case "satsuki":
            return state.bag_size + len(state.trash) > 0
        case _:
            return False


def can_eat(state: State) -> bool:
    return may_do(state, EAT) and bool(eatable(state))


def can_order(state: State) -> bool:
    return state.yen[state.seat] > 0 and state.bag_size + len(state.trash) > 0


def buyable(state: State) -> list[int]:
    """Return the seats whose pawns the active seat can buy out (A28)."""
    if not state.yen[state.seat]:
        return []
    return [
        seat for seat, space in enumerate(state.pawns) if space != NOWHERE and seat != state.seat
    ]
