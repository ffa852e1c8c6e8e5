"""The text form: `R1 T2: Ana rolls egg maki2 ? | Ana menu egg | Ana rerolls squid | Ana takes …`.

A piece starts with the seat. `?` is a die or face that nobody noted; alone after `draws`, `rolls`
or `rerolls` it stands for all of them. `>wasabi` says that a nigiri goes onto a free wasabi: it is
written for the reader and, where it is given, compared on reading. The writer uses the codes of
the box, so that a record is one text everywhere; the reader also takes French names and verbs.
"""

from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.spelling import UNKNOWN, key_of, read_hand, refuse, write_hand
from games.sushi_roll import events as facts
from games.sushi_roll.components import FACES, KINDS, NIGIRI
from games.sushi_roll.rules import dice_to_roll
from games.sushi_roll.scoring import dishes
from games.sushi_roll.state import State

_CLAIM = ">wasabi"
_WITH = ("with", "avec")
_VERBS = {
    "red": ("red", "rouge"),
    "draws": ("draws", "pioche"),
    "rolls": ("rolls", "lance"),
    "rerolls": ("rerolls", "relance"),
    "menu": ("menu",),
    "swaps": ("swaps", "échange"),
    "takes": ("takes", "prend"),
}
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


def write(state: State, event: Event, labels: Sequence[str]) -> str:
    match event:
        case facts.BeltsDealt(red=seat):
            piece = "red"
        case facts.DiceDrawn(seat=seat, dice=dice):
            piece = f"draws {write_hand(dice, state.kit.size)}"
        case facts.DiceRolled(seat=seat, faces=faces):
            verb = "rerolls" if state.phase == "reroll" else "rolls"
            piece = f"{verb} {write_hand(faces, dice_to_roll(state))}"
        case facts.MenuUsed(seat=seat, faces=faces):
            piece = f"menu {' '.join(face or UNKNOWN for face in faces)}"
        case facts.ChopsticksUsed(seat=seat, opponent=opponent, given=given, taken=taken):
            piece = f"swaps {given or UNKNOWN} with {labels[opponent]} {taken or UNKNOWN}"
        case facts.DieTaken(seat=seat, face=face):
            piece = f"takes {face}{_CLAIM if goes_on_wasabi(state, seat, face) else ''}"
        case _:
            raise RuleViolation("not_expected", type=event.type)
    return f"{labels[seat]} {piece}"


def read(state: State, text: str, labels: Sequence[str]) -> Event:
    try:
        label, verb, *words = text.split()
        names = list(labels[: state.seats])
        return _read(state, names, names.index(label), _VERB_OF[key_of(verb)], words)
    except (LookupError, ValueError):
        refuse(text)


def goes_on_wasabi(state: State, seat: int, face: str) -> bool:
    return face in NIGIRI and "wasabi" in dishes(state.trays[seat])


def _read(state: State, names: list[str], seat: int, verb: str, words: list[str]) -> Event:
    match verb, words:
        case "red", []:
            return facts.BeltsDealt(seat)
        case "draws", [_, *_]:
            return facts.DiceDrawn(seat, read_hand(words, state.kit.size, _KIND_READ))
        case "rolls" | "rerolls", [_, *_]:
            if (verb == "rerolls") != (state.phase == "reroll"):
                raise ValueError(verb)
            return facts.DiceRolled(seat, read_hand(words, dice_to_roll(state), _FACE_READ))
        case "menu", [_, *_]:
            return facts.MenuUsed(seat, tuple([_read_face(word) for word in words]))
        case "swaps", [given, between, opponent, taken] if between in _WITH:
            other = names.index(opponent)
            return facts.ChopsticksUsed(seat, other, _read_face(given), _read_face(taken))
        case "takes", [word]:
            face = _FACE_READ[key_of(word.removesuffix(_CLAIM))]
            if word.endswith(_CLAIM) and not goes_on_wasabi(state, seat, face):
                raise ValueError(word)
            return facts.DieTaken(seat, face)
        case _:
            raise ValueError(verb)


def _read_face(word: str) -> str | None:
    return None if word == UNKNOWN else _FACE_READ[key_of(word)]


def _spellings(codes: Sequence[str]) -> dict[str, str]:
    spellings = {}
    for code in codes:
        name = code.rstrip("123")
        spellings[key_of(code)] = code
        spellings[key_of(_FRENCH.get(name, name) + code.removeprefix(name))] = code
    return spellings


_FACE_READ = _spellings(FACES)
_KIND_READ = _spellings(KINDS)
_VERB_OF = {key_of(name): verb for verb, names in _VERBS.items() for name in names}
