"""The text form of a turn: `3: Ana SSBUR | keep U | SBUU | keep UU | SU | steal sushi 3 Bo +4`.

Dice are letters: S sushi, B bone, U blue chopsticks, R red ones. The first throw of a turn names
the seat. What the rules derive (the portion's value, a forced take) is written for the reader and,
where it is given, compared on reading.
"""

from games.core.events import Event
from games.core.legality import allows
from games.core.phrases import SEAT, Part, Phrases, many, note, number, one_of
from games.sushi_bar.components import FACES
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.rules import apply, check, row_of, stacks_of, symbols_for
from games.sushi_bar.state import State

LETTERS = dict(zip(FACES, "SBUR", strict=True))
_FACE_OF = {letter: face for face, letter in LETTERS.items()}
_DICE = Part(
    lambda dice, *_: "".join([LETTERS[die] for die in dice]),
    lambda word, *_: tuple([_FACE_OF[letter] for letter in word]),
    "[SBUR]{1,5}",
)
_VALUE = number("[+-]?[0-9]{1,4}")
_SIGNED = number(_VALUE.pattern, "+d")


def turn(state: State) -> str:
    return "Rows" if state.phase == "laying" else str(state.turn)


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


def _at(tiles: list[int], index: int) -> int | None:
    return tiles[index] if 0 <= index < len(tiles) else None


_PHRASES = Phrases(
    {
        "values": many(_VALUE),
        "dice": _DICE,
        "row": one_of(("sushi", "bones")),
        "place": _VALUE,
        "thrower": note(lambda state, _event: None if state.throw else state.seat, SEAT),
        "portion": note(portion, _SIGNED, lambda *at: portion(*at) is None),
        "forced": note(forced_portion, _SIGNED, lambda *at: not allows(check, *at)),
    },
    {
        DiceKept: "keep {dice}[ forced {forced}]",
        PortionTaken: "take {row}[ {portion}]",
        PortionStolen: "steal {stack:row} {position:place} {victim:seat}[ {portion}]",
    },
    {
        "laying": {RowsLaid: "sushi[ {sushi:values}] / bones[ {bones:values}]"},
        "throwing": {DiceRolled: "[{thrower} ]{dice}[ forced {forced}]"},
    },
)
write, read = _PHRASES.write, _PHRASES.read
