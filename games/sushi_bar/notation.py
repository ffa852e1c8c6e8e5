"""The text form of a turn: `3: Ana SSBUR | keep U | SBUU | keep UU | SU | steal sushi 3 Bo +4`.

Dice are letters: S sushi, B bone, U blue chopsticks, R red ones. The first throw of a turn names
the seat. What the rules derive (the portion's value, a forced take) is written for the reader and,
where it is given, compared on reading.
"""

import re
from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.spelling import refuse
from games.sushi_bar.components import FACES, Face, Row
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.rules import apply, is_legal, row_of, stacks_of, symbols_for
from games.sushi_bar.state import State

LETTERS: dict[Face, str] = dict(zip(FACES, "SBUR", strict=True))
_FACE_OF = {letter: face for face, letter in LETTERS.items()}
_ROWS: dict[str, Row] = {"sushi": "sushi", "bones": "bones"}
_DICE = re.compile(r"[SBUR]{1,5}\Z")
_NUMBER = re.compile(r"[+-]?[0-9]{1,4}\Z")


def turn(state: State) -> str:
    return "Rows" if state.phase == "laying" else str(state.turn)


def write(state: State, event: Event, labels: Sequence[str]) -> str:
    if isinstance(event, RowsLaid):
        return f"sushi {_numbers(event.sushi)} / bones {_numbers(event.bones)}"
    if isinstance(event, DiceRolled):
        who = f"{labels[state.seat]} " if state.throw == 0 else ""
        return f"{who}{_letters(event.dice)}{_forced(state, event)}"
    if isinstance(event, DiceKept):
        return f"keep {_letters(event.dice)}{_forced(state, event)}"
    if isinstance(event, PortionTaken):
        return f"take {event.row} {portion(state, event):+d}"
    if isinstance(event, PortionStolen):
        tile = portion(state, event)
        return f"steal {event.stack} {event.position} {labels[event.victim]} {tile:+d}"
    raise RuleViolation("not_expected", type=event.type)


def read(state: State, text: str, labels: Sequence[str]) -> Event:
    words = text.split()
    if not words:
        refuse(text)
    if state.phase == "laying":
        return _read_rows(words, text)
    if state.phase == "throwing":
        return _read_throw(state, words, labels, text)
    match words:
        case ["keep", dice, *rest]:
            event: Event = DiceKept(state.seat, _dice(dice, text))
            _compare_forced(state, event, rest, text)
        case ["take", row, *rest] if row in _ROWS:
            event = PortionTaken(state.seat, _ROWS[row])
            _compare(portion(state, event), rest, text)
        case ["steal", stack, place, victim, *rest] if stack in _ROWS and victim in labels:
            seat = labels.index(victim)
            event = PortionStolen(state.seat, seat, _ROWS[stack], _number(place, text))
            _compare(portion(state, event), rest, text)
        case _:
            refuse(text)
    return event


def portion(state: State, event: Event) -> int | None:
    """Return the value of the portion that an event takes or steals, None where there is none."""
    if isinstance(event, PortionTaken):
        return _at(row_of(state, event.row), symbols_for(state.dice, event.row) - 1)
    if isinstance(event, PortionStolen) and 0 <= event.victim < state.seats:
        tiles = stacks_of(state, event.stack)[event.victim]
        return _at(tiles, len(tiles) - event.position)
    return None


def forced_portion(state: State, event: Event) -> int | None:
    """Return the value that a throw or setting dice aside forces its seat to take, if it does."""
    left = len(state.sushi) + len(state.bones)
    after = state.clone()
    apply(after, event)
    if len(after.sushi) + len(after.bones) == left:
        return None
    stacks = after.bone_stacks if len(after.bones) < len(state.bones) else after.sushi_stacks
    return stacks[state.seat][-1]


def _read_rows(words: list[str], text: str) -> RowsLaid:
    if words[0] != "sushi" or "/" not in words:
        refuse(text)
    cut = words.index("/")
    if words[cut + 1 : cut + 2] != ["bones"]:
        refuse(text)
    return RowsLaid(
        tuple(_number(word, text) for word in words[1:cut]),
        tuple(_number(word, text) for word in words[cut + 2 :]),
    )


def _read_throw(state: State, words: list[str], labels: Sequence[str], text: str) -> DiceRolled:
    if state.throw == 0 and words[0] == labels[state.seat] and len(words) > 1:
        words = words[1:]
    dice, *rest = words
    event = DiceRolled(_dice(dice, text))
    _compare_forced(state, event, rest, text)
    return event


def _compare(tile: int | None, rest: list[str], text: str) -> None:
    """Refuse a written value that is not the portion's; what is illegal is left to `check`."""
    if len(rest) > 1 or (rest and tile is not None and _number(rest[0], text) != tile):
        refuse(text)


def _compare_forced(state: State, event: Event, rest: list[str], text: str) -> None:
    """Refuse a written forced take that does not follow; what is illegal is left to `check`."""
    match rest:
        case []:
            return
        case ["forced", value]:
            written = _number(value, text)
            if is_legal(state, event) and forced_portion(state, event) != written:
                refuse(text)
        case _:
            refuse(text)


def _forced(state: State, event: Event) -> str:
    tile = forced_portion(state, event)
    return "" if tile is None else f" forced {tile:+d}"


def _at(tiles: list[int], index: int) -> int | None:
    return tiles[index] if 0 <= index < len(tiles) else None


def _letters(dice: tuple[Face, ...]) -> str:
    return "".join(LETTERS[die] for die in dice)


def _numbers(tiles: tuple[int, ...]) -> str:
    return " ".join(map(str, tiles))


def _dice(text: str, whole: str) -> tuple[Face, ...]:
    if not _DICE.match(text):
        refuse(whole)
    return tuple(_FACE_OF[letter] for letter in text)


def _number(text: str, whole: str) -> int:
    if not _NUMBER.match(text):
        refuse(whole)
    return int(text)
