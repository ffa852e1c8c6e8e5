"""The text form: `R1 T2: Ana rolls egg maki2 ? | Ana menu egg | Ana rerolls squid | Ana takes …`.

A piece starts with the seat. `?` is a die or face that nobody noted; alone after `draws`, `rolls`
or `rerolls` it stands for all of them. `>wasabi` says that a nigiri goes onto a free wasabi: it is
written for the reader and, where it is given, compared on reading. The writer uses the codes of
the box, so that a record is one text everywhere; the reader also takes French names and verbs.
"""

from collections.abc import Sequence

from games.core.phrases import Phrases, alone, many, note, spelled
from games.core.spelling import key_of
from games.sushi_roll import events as facts
from games.sushi_roll.components import FACES, KINDS, NIGIRI
from games.sushi_roll.rules import dice_to_roll
from games.sushi_roll.scoring import dishes
from games.sushi_roll.state import State

_FRENCH = {
    "dumpling": "ravioli",
    "egg": "omelette",
    "salmon": "saumon",
    "squid": "calamar",
    "chopsticks": "baguettes",
    "appetizer": "hors-d'œuvre",
    "nigiri": "sushi",
    "special": "spécial",
}


def turn(state: State) -> str:
    if state.phase == "belts":
        return "Belts"
    if state.phase == "draw":
        return f"R{state.round} draw"
    return f"R{state.round} T{state.turn}"


def goes_on_wasabi(state: State, seat: int, face: str) -> bool:
    return face in NIGIRI and "wasabi" in dishes(state.trays[seat])


def _wasabi(state: State, event: facts.DieTaken) -> str | None:
    return "wasabi" if goes_on_wasabi(state, event.seat, event.face) else None


def _spellings(codes: Sequence[str]) -> dict[str, str]:
    spellings = {}
    for code in codes:
        name = code.rstrip("123")
        spellings[key_of(code)] = code
        spellings[key_of(_FRENCH.get(name, name) + code.removeprefix(name))] = code
    return spellings


_FACE = alone(spelled(_spellings(FACES)))
_PHRASES = Phrases(
    {
        "dice": alone(
            many(alone(spelled(_spellings(KINDS)))), lambda state: (None,) * state.kit.size
        ),
        "faces": many(_FACE),
        "rolled": alone(many(_FACE), lambda state: (None,) * dice_to_roll(state)),
        "face": _FACE,
        "known": spelled(_spellings(FACES), "[^ >]+"),
        "rolls": note(
            lambda state, _event: "rerolls" if state.phase == "reroll" else "rolls",
            spelled(
                {"rolls": "rolls", "lance": "rolls", "rerolls": "rerolls", "relance": "rerolls"}
            ),
        ),
        "wasabi": note(_wasabi),
    },
    {
        facts.BeltsDealt: "{red:seat} {red|rouge}",
        facts.DiceDrawn: "{seat} {draws|pioche} {dice}",
        facts.DiceRolled: "{seat} {rolls} {faces:rolled}",
        facts.MenuUsed: "{seat} {menu|menu} {faces}",
        facts.ChopsticksUsed: (
            "{seat} {swaps|échange} {given:face} {with|avec} {opponent:seat} {taken:face}"
        ),
        facts.DieTaken: "{seat} {takes|prend} {face:known}[>{wasabi}]",
    },
)
write, read = _PHRASES.write, _PHRASES.read
