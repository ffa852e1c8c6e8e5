"""Legality and consequences. The rulings are in `rulings.py`.

`check` and `apply` are the hot path of every replay: belts whose dice are all known are compared
as packed integers, and only a record with unknown dice takes the longer way of `knowledge`.
"""

from typing import cast

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.legality import misplaced, require_seat
from games.sushi_roll.components import GAINS, UNIT, count, number
from games.sushi_roll.events import (
    BeltsDealt,
    ChopsticksUsed,
    DiceDrawn,
    DiceRolled,
    DieTaken,
    MenuUsed,
)
from games.sushi_roll.knowledge import Dice, less, sorted_faces
from games.sushi_roll.rounds import end_choice, gained, next_seat
from games.sushi_roll.state import Faces, State


def check(state: State, event: Event) -> None:
    if type(event) is DieTaken:
        if state.phase != "choose" or event.seat != state.seat:
            raise misplaced(state, event, "choose")
        if event.face not in state.faces[event.seat]:
            Dice(state).take(event.seat, event.face)
    elif type(event) is DiceRolled:
        _check_roll(state, event)
    elif type(event) is MenuUsed:
        _check_menu(state, event)
    elif type(event) is ChopsticksUsed:
        _check_swap(state, event)
    elif type(event) is DiceDrawn:
        _check_draw(state, event)
    elif type(event) is BeltsDealt:
        if state.phase != "belts":
            raise misplaced(state, event, "belts")
        require_seat(state, event.red)
    else:
        raise RuleViolation("not_expected", type=event.type)


def apply(state: State, event: Event) -> None:
    """Fold one checked event into `state`, with the passing and counting that follow from it."""
    if type(event) is DieTaken:
        _take(state, event.seat, event.face)
    elif type(event) is DiceRolled:
        _put_rolled(state, event)
    elif type(event) is MenuUsed:
        _pick_up(state, event)
    elif type(event) is ChopsticksUsed:
        _swap(state, event)
    elif type(event) is DiceDrawn:
        packed = sum([UNIT[kind] for kind in event.dice if kind is not None])
        state.pool -= packed
        state.kinds[event.seat] = packed
        state.blanks[event.seat] = event.dice.count(None)
        next_seat(state, "roll")
    elif type(event) is BeltsDealt:
        state.red = event.red
        state.phase = "draw"


def dice_to_roll(state: State) -> int:
    if state.phase == "reroll":
        return number(state.picked) + state.picked_blind
    return state.kit.size - state.turn + 1


def _check_roll(state: State, event: DiceRolled) -> None:
    if state.phase not in ("roll", "reroll") or event.seat != state.seat:
        raise misplaced(state, event, "roll", "reroll")
    seat, faces = event.seat, event.faces
    expected = dice_to_roll(state)
    if len(faces) != expected:
        raise RuleViolation("wrong_number_of_dice", expected=expected, found=len(faces))
    if _is_plain(state, seat, faces):
        dice = state.picked if state.phase == "reroll" else state.kinds[seat]
        if _packed(state, faces) == dice:
            return
    if faces[0] is not None:  # else all are unknown
        Dice(state).roll(seat, faces)


def _check_menu(state: State, event: MenuUsed) -> None:
    if state.phase != "choose" or event.seat != state.seat:
        raise misplaced(state, event, "choose")
    if not state.menus[event.seat]:
        raise RuleViolation("no_menu_left")
    if not event.faces:
        raise RuleViolation("nothing_rerolled")
    if _rest(state.faces[event.seat], event.faces) is None:
        Dice(state).pick_up(event.seat, event.faces)


def _check_swap(state: State, event: ChopsticksUsed) -> None:
    if state.phase != "choose" or event.seat != state.seat:
        raise misplaced(state, event, "choose")
    if not state.chopsticks[event.seat]:
        raise RuleViolation("no_chopsticks_left")
    require_seat(state, event.opponent)
    if event.opponent == event.seat:
        raise RuleViolation("own_belt")
    if not state.size(event.opponent):
        raise RuleViolation("belt_empty", opponent=event.opponent)
    if event.given in state.faces[event.seat] and event.taken in state.faces[event.opponent]:
        return
    Dice(state).swap(event.seat, event.opponent, event.given, event.taken)


def _check_draw(state: State, event: DiceDrawn) -> None:
    if state.phase != "draw" or event.seat != state.seat:
        raise misplaced(state, event, "draw")
    if len(event.dice) != state.kit.size:
        raise RuleViolation("wrong_number_of_dice", expected=state.kit.size, found=len(event.dice))
    for kind in dict.fromkeys(event.dice):
        if kind is None:
            continue
        if kind not in UNIT:
            raise RuleViolation("no_such_die", die=kind[:20])
        drawn, left = event.dice.count(kind), count(state.pool, kind)
        if drawn > left:
            raise RuleViolation("not_in_bag", kinds=[kind], found=drawn, left=left)


def _is_plain(state: State, seat: int, faces: tuple[str | None, ...]) -> bool:
    """Tell whether nothing is unknown, neither of the dice nor of the throw."""
    if faces[-1] is None:
        return False
    if state.phase == "reroll":
        return not state.picked_blind
    return not state.blanks[seat] and state.worlds is None


def _packed(state: State, faces: tuple[str | None, ...]) -> int:
    """Return the dice that show these faces, packed; -1 if some face is on no die."""
    unit = state.kit.unit
    try:
        return sum([unit[face] for face in cast(Faces, faces)])
    except KeyError:
        return -1


def _rest(faces: Faces, gone: tuple[str | None, ...]) -> Faces | None:
    """Return a belt's faces less those of a menu; None if some die is not known by its face."""
    left: list[str | None] = list(faces)
    try:
        for face in gone:
            left.remove(face)
    except ValueError:
        return None
    return cast(Faces, tuple(left))


def _pick_up(state: State, event: MenuUsed) -> None:
    seat = event.seat
    left = _rest(state.faces[seat], event.faces)
    if left is not None:
        state.faces[seat] = left
        state.picked = _packed(state, event.faces)
    else:
        dice = Dice(state)
        state.picked, state.picked_blind = dice.pick_up(seat, event.faces)
        dice.put_back()
    state.menus[seat] -= 1
    state.phase = "reroll"


def _swap(state: State, event: ChopsticksUsed) -> None:
    seat, opponent, given, taken = event.seat, event.opponent, event.given, event.taken
    mine, theirs = state.faces[seat], state.faces[opponent]
    if given in mine and taken in theirs:
        state.faces[seat] = sorted_faces((*less(mine, given), taken))
        state.faces[opponent] = sorted_faces((*less(theirs, taken), given))
    else:
        Dice(state).swap(seat, opponent, given, taken).put_back()
    state.chopsticks[seat] -= 1


def _put_rolled(state: State, event: DiceRolled) -> None:
    seat, faces, again = event.seat, event.faces, state.phase == "reroll"
    if not _is_plain(state, seat, faces):
        if again or faces[0] is not None:
            Dice(state).roll(seat, faces).put_back()
    elif again:
        state.faces[seat] = sorted_faces((*state.faces[seat], *cast(Faces, faces)))
    else:
        state.faces[seat] = cast(Faces, faces)
        state.kinds[seat] = 0
    if again:
        state.picked = state.picked_blind = 0
        state.phase = "choose"
    else:
        next_seat(state, "choose")


def _take(state: State, seat: int, face: str) -> None:
    faces = state.faces[seat]
    if face in faces:
        state.faces[seat] = less(faces, face)
    else:
        Dice(state).take(seat, face).put_back()
    if face in GAINS:
        sort, tokens = gained(state, face)
        held: list[int] = getattr(state, sort)
        held[seat] += tokens
    state.trays[seat] += (face,)
    end_choice(state)
