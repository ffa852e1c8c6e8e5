"""Legality and consequences. The rulings are in `rulings.py`.

`check` and `apply` are the hot path of every replay: they compare exact types and look dice up in
tables, and only a refusal takes the longer way.
"""

from collections.abc import Iterator

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.legality import misplaced, require_seat
from games.sushi_bar.components import (
    DICE,
    FACE_ORDER,
    MOST_TURNS,
    PACKED,
    PART_SETS,
    ROWS,
    THROWN,
    THROWS,
    VALUES_OPTION,
    Row,
    blue_of,
    bones_of,
    red_of,
    sushi_of,
)
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.state import State


def check(state: State, event: Event) -> None:
    if type(event) is DiceRolled:
        if state.phase != "throwing":
            raise misplaced(state, event, "throwing")
        if event.dice not in THROWN[state.loose]:
            raise _wrong_throw(state, event)
    elif type(event) is DiceKept:
        if state.phase != "choosing" or event.seat != state.seat:
            raise misplaced(state, event, "choosing")
        if not state.may_keep or event.dice not in PART_SETS[state.rolled]:
            raise _wrong_keep(state, event)
    elif type(event) is PortionTaken:
        _check_take(state, event)
    elif type(event) is PortionStolen:
        _check_steal(state, event)
    elif type(event) is RowsLaid:
        if state.phase != "laying":
            raise misplaced(state, event, "laying")
        _check_rows(state, event)
    else:
        raise RuleViolation("not_expected", type=event.type)


def apply(state: State, event: Event) -> None:
    """Fold one checked event into `state`, with the forced take that may follow from it."""
    if type(event) is DiceRolled:
        state.throw += 1
        state.rolled = event.dice
        state.phase = "choosing"
        if (state.throw == THROWS or state.loose == 1) and not can_act(state):
            _take_by_force(state)
    elif type(event) is DiceKept:
        state.kept += PACKED[event.dice]
        state.rolled = ()
        state.loose = max(0, state.loose - len(event.dice))
        if state.loose:
            state.phase = "throwing"
        elif not can_act(state):
            _take_by_force(state)
    elif type(event) is PortionTaken:
        if event.row == "sushi":
            tile = state.sushi.pop(sushi_of(state.dice) - 1)
            state.sushi_stacks[event.seat].append(tile)
        else:
            tile = state.bones.pop(bones_of(state.dice) - 1)
            state.bone_stacks[event.seat].append(tile)
        _end_turn(state)
    elif type(event) is PortionStolen:
        stacks = stacks_of(state, event.stack)
        stacks[event.seat].append(stacks[event.victim].pop(-event.position))
        _end_turn(state)
    elif type(event) is RowsLaid:
        state.sushi = list(event.sushi)
        state.bones = list(event.bones)
        state.phase = "throwing"


def row_of(state: State, row: Row) -> list[int]:
    """Return a row on the table, left to right."""
    return state.sushi if row == "sushi" else state.bones


def stacks_of(state: State, stack: Row) -> list[list[int]]:
    """Return the stacks of one kind by seat, bottom first."""
    return state.sushi_stacks if stack == "sushi" else state.bone_stacks


def symbols_for(dice: int, row: Row) -> int:
    """Return how many dice show what a row is taken with."""
    return sushi_of(dice) if row == "sushi" else bones_of(dice)


def chopsticks_for(dice: int, stack: Row) -> int:
    """Return how many dice show what a stack is stolen from with (A1: blue sushi, red bones)."""
    return blue_of(dice) if stack == "sushi" else red_of(dice)


def takes(state: State) -> Iterator[Row]:
    """Yield the rows that the dice allow to take from: exactly the k-th portion (A2)."""
    for row in ROWS:
        if 1 <= symbols_for(state.dice, row) <= len(row_of(state, row)):
            yield row


def steals(state: State) -> Iterator[tuple[int, Row, int]]:
    """Yield victim, stack and deepest position (1 is the top) of the steals in reach (A1, A6)."""
    for stack in ROWS:
        chopsticks = chopsticks_for(state.dice, stack)
        if chopsticks >= 3:
            for victim, tiles in enumerate(stacks_of(state, stack)):
                if tiles and victim != state.seat:
                    yield victim, stack, len(tiles) if chopsticks >= 4 else 1


def can_act(state: State) -> bool:
    dice = state.kept + PACKED[state.rolled]
    if 1 <= dice & 7 <= len(state.sushi) or 1 <= dice >> 3 & 7 <= len(state.bones):
        return True
    return next(steals(state), None) is not None


def forced(state: State) -> tuple[Row, int]:
    """Return the row and index of the forced take (A5).

    The most negative bone, or the lowest sushi when no bone is left; of equals the leftmost.
    """
    if state.bones:
        return "bones", state.bones.index(min(state.bones))
    return "sushi", state.sushi.index(min(state.sushi))


def _take_by_force(state: State) -> None:
    row, index = forced(state)
    stacks_of(state, row)[state.seat].append(row_of(state, row).pop(index))
    _end_turn(state)


def _end_turn(state: State) -> None:
    state.kept = 0
    state.rolled = ()
    if not (state.sushi or state.bones) or state.turn == MOST_TURNS:
        state.phase = "over"
        state.loose = 0
        return
    state.phase = "throwing"
    state.throw = 0
    state.loose = DICE
    state.turn += 1
    state.seat = (state.seat + 1) % state.seats


def _wrong_throw(state: State, event: DiceRolled) -> RuleViolation:
    if len(event.dice) != state.loose:
        return RuleViolation("wrong_number_of_dice", expected=state.loose, found=len(event.dice))
    unknown = [die for die in event.dice if die not in FACE_ORDER]
    return RuleViolation("no_such_face", face=unknown[0][:20])


def _wrong_keep(state: State, event: DiceKept) -> RuleViolation:
    if not state.may_keep:
        return RuleViolation("no_throw_left")
    if not event.dice:
        return RuleViolation("nothing_set_aside")
    return RuleViolation("dice_not_thrown", thrown=list(state.rolled))


def _check_take(state: State, event: PortionTaken) -> None:
    if state.phase != "choosing" or event.seat != state.seat:
        raise misplaced(state, event, "choosing")
    if event.row not in ROWS:
        raise RuleViolation("no_such_row", row=event.row[:20])
    count = symbols_for(state.dice, event.row)
    if count == 0:
        raise RuleViolation("symbol_not_thrown", row=event.row)
    left = len(row_of(state, event.row))
    if count > left:
        raise RuleViolation("row_too_short", row=event.row, count=count, left=left)


def _check_steal(state: State, event: PortionStolen) -> None:
    if state.phase != "choosing" or event.seat != state.seat:
        raise misplaced(state, event, "choosing")
    if event.stack not in ROWS:
        raise RuleViolation("no_such_row", row=event.stack[:20])
    require_seat(state, event.victim)
    if event.victim == state.seat:
        raise RuleViolation("own_stack")
    chopsticks = chopsticks_for(state.dice, event.stack)
    if chopsticks < 3:
        raise RuleViolation("too_few_chopsticks", stack=event.stack, found=chopsticks)
    tiles = stacks_of(state, event.stack)[event.victim]
    if not tiles:
        raise RuleViolation("stack_empty", stack=event.stack, victim=event.victim)
    if not 1 <= event.position <= len(tiles):
        raise RuleViolation("no_such_position", position=event.position, tiles=len(tiles))
    if chopsticks == 3 and event.position != 1:
        raise RuleViolation("only_the_top", position=event.position)


def _check_rows(state: State, event: RowsLaid) -> None:
    for row, laid, expected in (
        ("sushi", event.sushi, state.sushi_values),
        ("bones", event.bones, state.bone_values),
    ):
        if tuple(sorted(laid)) != expected:
            raise RuleViolation(
                "not_the_portions", row=row, expected=list(expected), option=VALUES_OPTION[row]
            )
