"""Moving, the three actions and what yen buy: what is wrong with them and what they do."""

from typing import cast

from games.core.errors import RuleViolation
from games.core.legality import require_seat
from games.sushi_boat import events as facts
from games.sushi_boat.chances import SATSUKI_DRAWS
from games.sushi_boat.components import HAND_LIMIT
from games.sushi_boat.reach import FETCHERS, fetchable, is_free, near
from games.sushi_boat.state import ASK, EARN, EAT, MAY_ACT, NOWHERE, State

ENDS = ("top", "bottom")


def check_move(state: State, event: facts.PawnMoved) -> None:
    board = state.kit.board
    space = board.index.get(event.space)
    if space is None:
        raise RuleViolation("no_such_space", space=event.space[:20], option="layout")
    if is_free(state, space):
        return
    if state.seats < 4 and board.four_plus[space]:
        raise RuleViolation("space_for_four", space=[event.space], option="layout")
    if state.pawns[state.seat] == space:
        raise RuleViolation("pawn_must_move", space=[event.space])
    if space in state.pawns:
        raise RuleViolation("space_occupied", space=[event.space])
    raise RuleViolation("row_occupied", space=[event.space], option="layout")


def apply_move(state: State, event: facts.PawnMoved) -> None:
    state.pawns[state.seat] = state.kit.board.index[event.space]
    state.moved = True
    state.phase = "act"


def check_buy_out(state: State, event: facts.PawnBoughtOut) -> None:
    require_seat(state, event.owner)
    if event.owner == state.seat:
        raise RuleViolation("own_pawn")
    if state.pawns[event.owner] == NOWHERE:
        raise RuleViolation("pawn_not_on_board")
    _require_yen(state)


def apply_buy_out(state: State, event: facts.PawnBoughtOut) -> None:
    state.yen[state.seat] -= 1
    state.yen[event.owner] += 1
    state.pawns[event.owner] = NOWHERE


def check_order(state: State, _event: facts.OrderPlaced) -> None:
    _require_yen(state)
    if not state.bag_size and not state.trash:
        raise RuleViolation("no_plates_left")


def apply_order(state: State, _event: facts.OrderPlaced) -> None:
    state.yen[state.seat] -= 1
    state.due = 1
    state.phase = "order"


def check_eat(state: State, event: facts.PlateEaten) -> None:
    _require_action(state, EAT)
    if event.slot not in state.kit.board.slots[state.pawns[state.seat]]:
        raise RuleViolation("slot_not_next_to_pawn", slot=event.slot, option="layout")
    if state.belt[event.slot] is None:
        raise RuleViolation("slot_empty", slot=event.slot)


def apply_eat(state: State, event: facts.PlateEaten) -> None:
    state.actions |= EAT
    _take(state, event.slot)


def check_fetch(state: State, event: facts.PlateFetched) -> None:
    _require_staff(state, FETCHERS)
    if event.slot in fetchable(state):
        return
    if event.slot not in near(state.kit.board, state.tile, state.pawns[state.seat]):
        raise RuleViolation(
            "slot_out_of_reach", slot=event.slot, staff=[state.tile], option="layout"
        )
    if state.belt[event.slot] is None:
        raise RuleViolation("slot_empty", slot=event.slot)
    raise RuleViolation("slot_hidden", slot=event.slot, option="layout")


def apply_fetch(state: State, event: facts.PlateFetched) -> None:
    _pay_staff(state)
    _take(state, event.slot)


def check_trash(state: State, event: facts.TrashSearched) -> None:
    _require_staff(state, ("neko",))
    if not state.trash:
        raise RuleViolation("trash_empty")
    if event.plate not in state.trash:
        raise RuleViolation("not_in_trash", trash=list(dict.fromkeys(state.trash)))


def apply_trash(state: State, event: facts.TrashSearched) -> None:
    _pay_staff(state)
    state.trash.remove(event.plate)
    state.stacks[state.seat].append(event.plate)


def check_dish(state: State, _event: facts.DishFetched) -> None:
    _require_staff(state, ("momoko",))
    if not state.discard:
        raise RuleViolation("discard_empty")


def apply_dish(state: State, _event: facts.DishFetched) -> None:
    _pay_staff(state)
    state.hands[state.seat].append(state.discard.pop())
    if len(state.hands[state.seat]) > HAND_LIMIT:
        state.phase = "discard"


def check_ask(state: State, _event: facts.SatsukiAsked) -> None:
    _require_staff(state, ("satsuki",))
    if not state.bag_size and not state.trash:
        raise RuleViolation("no_plates_left")


def apply_ask(state: State, _event: facts.SatsukiAsked) -> None:
    """Pay the bank; two plates are drawn next, or the last one (A25)."""
    _pay_staff(state)
    state.due = min(SATSUKI_DRAWS, state.bag_size + len(state.trash))
    state.phase = "satsuki"


def check_keep(state: State, event: facts.PlateKept) -> None:
    if event.plate not in state.drawn:
        raise RuleViolation("not_drawn", drawn=list(state.drawn))
    if event.end not in ENDS:
        raise RuleViolation("no_such_end", end=event.end[:20])


def apply_keep(state: State, event: facts.PlateKept) -> None:
    stack = state.stacks[state.seat]
    if event.end == "top":
        stack.append(event.plate)
    else:
        stack.insert(0, event.plate)
    back = list(state.drawn)
    back.remove(event.plate)
    for plate in back:
        state.bag[plate] += 1
        state.bag_size += 1
    state.drawn = ()
    state.phase = "act"


def check_yen(state: State, _event: facts.YenTaken) -> None:
    _require_action(state, EARN)


def apply_yen(state: State, _event: facts.YenTaken) -> None:
    state.actions |= EARN
    state.yen[state.seat] += 1


def check_end(state: State, event: facts.TurnEnded) -> None:
    """Raise nothing: after moving a seat may end its turn at any time (A4)."""


def apply_end(state: State, _event: facts.TurnEnded) -> None:
    """Hand the turn on; after the turn of the last card the match is over (A21)."""
    state.actions = 0
    state.moved = False
    if state.turn == state.kit.turns:
        state.phase = "over"
        return
    state.turn += 1
    state.seat = (state.seat + 1) % state.kit.seats
    state.phase = "reveal"


def _take(state: State, slot: int) -> None:
    state.stacks[state.seat].append(cast(str, state.belt[slot]))
    state.belt[slot] = None


def _pay_staff(state: State) -> None:
    state.actions |= ASK
    state.yen[state.seat] -= 1


def _require_yen(state: State) -> None:
    if not state.yen[state.seat]:
        raise RuleViolation("no_yen")


def _require_action(state: State, action: int) -> None:
    if state.actions & action:
        raise RuleViolation("action_done")
    if not MAY_ACT[state.actions]:
        raise RuleViolation("two_actions_done")


def _require_staff(state: State, staff: tuple[str, ...]) -> None:
    if state.tile not in staff:
        raise RuleViolation("staff_not_here", staff=list(staff), option="layout")
    _require_action(state, ASK)
    _require_yen(state)
