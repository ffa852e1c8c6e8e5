"""Side dishes: each is played from the hand in step 3 and then lies before its seat (A12, A14)."""

from typing import cast

from games.core.errors import RuleViolation
from games.sushi_boat import events as facts
from games.sushi_boat.belt import push_on
from games.sushi_boat.components import DISHES
from games.sushi_boat.state import State


def check_tempura(state: State, event: facts.TempuraPlayed) -> None:
    _require_held(state, "tempura")
    _require_plate(state, event.slot)


def apply_tempura(state: State, event: facts.TempuraPlayed) -> None:
    _eat(state, "tempura")
    fallen = push_on(state.belt, event.slot)
    if fallen is not None:
        state.trash.append(fallen)
    state.yen[state.seat] += 1


def check_edamame(state: State, event: facts.EdamamePlayed) -> None:
    _require_held(state, "edamame")
    if not state.stacks[state.seat]:
        raise RuleViolation("stack_empty")
    _require_plate(state, event.slot)


def apply_edamame(state: State, event: facts.EdamamePlayed) -> None:
    _eat(state, "edamame")
    stack = state.stacks[state.seat]
    plate = cast(str, state.belt[event.slot])
    state.belt[event.slot] = stack[-1]
    stack[-1] = plate
    state.yen[state.seat] += 1


def check_miso(state: State, _event: facts.MisoPlayed) -> None:
    """Raise if there is no Miso in the hand; it may always be eaten (A26)."""
    _require_held(state, "miso")


def apply_miso(state: State, _event: facts.MisoPlayed) -> None:
    _eat(state, "miso")
    if state.discard:
        state.hands[state.seat].append(state.discard.pop())


def check_gyoza(state: State, _event: facts.GyozaPlayed) -> None:
    _require_held(state, "gyoza")


def apply_gyoza(state: State, _event: facts.GyozaPlayed) -> None:
    """Lay the Gyoza down: its point is counted at the end."""
    _eat(state, "gyoza")


def check_yakitori(state: State, event: facts.YakitoriPlayed) -> None:
    _require_held(state, "yakitori")
    if len(event.slots) != 2 or event.slots[0] == event.slots[1]:
        raise RuleViolation("not_two_plates")
    for slot in event.slots:
        _require_plate(state, slot)


def apply_yakitori(state: State, event: facts.YakitoriPlayed) -> None:
    _eat(state, "yakitori")
    one, other = event.slots
    belt = state.belt
    belt[one], belt[other] = belt[other], belt[one]
    state.yen[state.seat] += 1


def check_mochi(state: State, event: facts.MochiPlayed) -> None:
    _require_held(state, "mochi")
    if len(event.spaces) != 2 or event.spaces[0] == event.spaces[1]:
        raise RuleViolation("not_two_tiles")
    board = state.kit.board
    for name in event.spaces:
        space = board.index.get(name)
        if space is None:
            raise RuleViolation("no_such_space", space=name[:20], option="layout")
        if board.tile[space] < 0:
            raise RuleViolation("no_staff_there", space=[name], option="layout")


def apply_mochi(state: State, event: facts.MochiPlayed) -> None:
    _eat(state, "mochi")
    board = state.kit.board
    one, other = (board.tile[board.index[name]] for name in event.spaces)
    staff = state.staff
    staff[one], staff[other] = staff[other], staff[one]


def check_discard(state: State, event: facts.DishDiscarded) -> None:
    if event.dish not in DISHES:
        raise RuleViolation("no_such_card", card=event.dish[:30])
    if event.dish not in state.hands[state.seat]:
        raise RuleViolation("not_in_hand", dish=[event.dish])


def apply_discard(state: State, event: facts.DishDiscarded) -> None:
    """Lay a card from the hand onto the discard pile, without its effect."""
    state.hands[state.seat].remove(event.dish)
    state.discard.append(event.dish)
    state.phase = "act"


def _eat(state: State, dish: str) -> None:
    state.hands[state.seat].remove(dish)
    state.eaten[state.seat].append(dish)


def _require_held(state: State, dish: str) -> None:
    if dish not in state.hands[state.seat]:
        raise RuleViolation("not_in_hand", dish=[dish])


def _require_plate(state: State, slot: int) -> None:
    """A slot that side dishes reach (A10), with a plate."""
    if not 0 <= slot < len(state.belt):
        raise RuleViolation("no_such_slot", slot=slot, last=len(state.belt) - 1, option="layout")
    if not state.kit.in_reach[slot]:
        raise RuleViolation("slot_hidden", slot=slot, option="layout")
    if state.belt[slot] is None:
        raise RuleViolation("slot_empty", slot=slot)
