"""Legality and consequences. The rulings A1 to A14 are in `docs/games/sushi_roll.md`.

`check` and `apply` are the hot path of every replay: belts whose dice are all known are compared
as packed integers, and only a record with unknown dice takes the longer way of `knowledge`.
"""

from typing import cast

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.legality import misplaced
from games.sushi_roll.components import GAINS, UNIT, count, number
from games.sushi_roll.events import (
    BeltsDealt,
    ChopsticksUsed,
    DiceDrawn,
    DiceRolled,
    DieTaken,
    MenuUsed,
)
from games.sushi_roll.knowledge import (
    Belt,
    belt_of,
    less,
    put_back,
    rolled,
    shown,
    sorted_faces,
    swapped,
    without,
)
from games.sushi_roll.rounds import end_choice, gained, next_seat
from games.sushi_roll.state import Faces, State


def check(state: State, event: Event) -> None:
    if type(event) is DieTaken:
        if state.phase != "choose" or event.seat != state.seat:
            raise misplaced(state, event, "choose")
        if event.face not in state.faces[event.seat]:
            without(state, belt_of(state, event.seat), event.face)
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
        if not 0 <= event.red < state.seats:
            raise RuleViolation("no_such_seat", seat=event.red)
    else:
        raise RuleViolation("not_expected", type=event.type)


def apply(state: State, event: Event) -> None:
    """Fold one checked event into `state`, with the passing and counting that follow from it."""
    if type(event) is DieTaken:
        _take(state, event.seat, event.face)
    elif type(event) is DiceRolled:
        _put_rolled(state, event)
    elif type(event) is MenuUsed:
        belt, hand, blind = in_hand(state, event)
        put_back(state, event.seat, belt)
        state.picked, state.picked_blind = hand, blind
        state.menus[event.seat] -= 1
        state.phase = "reroll"
    elif type(event) is ChopsticksUsed:
        mine, theirs = swapped(state, event.seat, event.opponent, event.given, event.taken)
        put_back(state, event.seat, mine)
        put_back(state, event.opponent, theirs)
        state.chopsticks[event.seat] -= 1
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


def in_hand(state: State, event: MenuUsed) -> tuple[Belt, int, int]:
    """Return the belt less the named dice of a menu, these packed, and the number of unnamed ones.

    The unnamed ones stay where the record has them, among the dice without a known face.
    """
    belt = belt_of(state, event.seat)
    left: list[str | None] = list(belt.faces)
    try:
        for face in event.faces:
            left.remove(face)
    except ValueError:  # some die is not known by its face
        return _in_hand_of_unknown(state, belt, event)
    return Belt(cast(Faces, tuple(left)), *belt[1:]), _packed(state, event.faces), 0


def _in_hand_of_unknown(state: State, belt: Belt, event: MenuUsed) -> tuple[Belt, int, int]:
    hand = 0
    for face in event.faces:
        if face is not None:
            belt = without(state, belt, face)
            hand += state.kit.unit[face]
    blind = event.faces.count(None)
    if blind > belt.hidden:
        raise RuleViolation("die_is_known", belt=shown(belt))
    return belt, hand, blind


def _check_roll(state: State, event: DiceRolled) -> None:
    if state.phase not in ("roll", "reroll") or event.seat != state.seat:
        raise misplaced(state, event, "roll", "reroll")
    seat, faces = event.seat, event.faces
    expected = dice_to_roll(state)
    if len(faces) != expected:
        raise RuleViolation("wrong_number_of_dice", expected=expected, found=len(faces))
    if not _is_plain(state, seat, faces) or _packed(state, faces) != (
        state.picked if state.phase == "reroll" else state.kinds[seat]
    ):
        _after_roll(state, event)


def _check_menu(state: State, event: MenuUsed) -> None:
    if state.phase != "choose" or event.seat != state.seat:
        raise misplaced(state, event, "choose")
    if not state.menus[event.seat]:
        raise RuleViolation("no_menu_left")
    if not event.faces:
        raise RuleViolation("nothing_rerolled")
    in_hand(state, event)


def _check_swap(state: State, event: ChopsticksUsed) -> None:
    if state.phase != "choose" or event.seat != state.seat:
        raise misplaced(state, event, "choose")
    if not state.chopsticks[event.seat]:
        raise RuleViolation("no_chopsticks_left")
    if not 0 <= event.opponent < state.seats:
        raise RuleViolation("no_such_seat", seat=event.opponent)
    if event.opponent == event.seat:
        raise RuleViolation("own_belt")
    if not state.size(event.opponent):
        raise RuleViolation("belt_empty", opponent=event.opponent)
    if event.given in state.faces[event.seat] and event.taken in state.faces[event.opponent]:
        return
    swapped(state, event.seat, event.opponent, event.given, event.taken)


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
    if state.phase == "reroll":
        return not state.picked_blind and None not in faces
    return not state.blanks[seat] and None not in faces


def _packed(state: State, faces: tuple[str | None, ...]) -> int:
    """Return the dice that show these faces, packed; -1 if some face is on no die."""
    unit = state.kit.unit
    try:
        return sum([unit[face] for face in cast(Faces, faces)])
    except KeyError:
        return -1


def _after_roll(state: State, event: DiceRolled) -> Belt:
    belt = belt_of(state, event.seat)
    if state.phase == "reroll":
        return rolled(state, belt, state.picked, state.picked_blind, event.faces)
    return rolled(state, belt._replace(kinds=0), belt.kinds, belt.blanks, event.faces)


def _put_rolled(state: State, event: DiceRolled) -> None:
    seat, faces = event.seat, event.faces
    if state.phase == "reroll":
        if _is_plain(state, seat, faces):
            state.faces[seat] = sorted_faces((*state.faces[seat], *cast(Faces, faces)))
        else:
            put_back(state, seat, _after_roll(state, event))
        state.picked = state.picked_blind = 0
        state.phase = "choose"
        return
    if _is_plain(state, seat, faces):
        state.faces[seat] = cast(Faces, faces)
        state.kinds[seat] = 0
    else:
        put_back(state, seat, _after_roll(state, event))
    next_seat(state, "choose")


def _take(state: State, seat: int, face: str) -> None:
    faces = state.faces[seat]
    if face in faces:
        state.faces[seat] = less(faces, face)
    else:
        put_back(state, seat, without(state, belt_of(state, seat), face))
    if face in GAINS:
        sort, tokens = gained(state, face)
        held: list[int] = getattr(state, sort)
        held[seat] += tokens
    state.trays[seat] += (face,)
    end_choice(state)
