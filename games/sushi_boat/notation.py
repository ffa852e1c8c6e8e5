"""The text form of a turn: `7: Ana tempura red | draw BS RO | to L3 | eat 3 BS | neko GT | end`.

A plate is two letters: its colour (B, R, G, Y, W) and its type (S salmon, P shrimp, O octopus,
C California, T tuna, M omelette, K cucumber). The card that opens a turn names the seat. The plate
after a slot follows from the position: it is written for the reader and compared on reading.
"""

import re
from collections.abc import Callable, Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.spelling import refuse
from games.sushi_boat import events as facts
from games.sushi_boat.challenge import TAKOYAKI
from games.sushi_boat.components import CARDS, COLOURS, DISHES, PLATES, STAFF, TYPES
from games.sushi_boat.state import State

_COLOUR_LETTERS = dict(zip(COLOURS, "BRGYW", strict=True))
_TYPE_LETTERS = dict(zip(TYPES, "SPOCTMK", strict=True))
LETTERS = {
    plate: _COLOUR_LETTERS[plate.partition("_")[0]] + _TYPE_LETTERS[plate.partition("_")[2]]
    for plate in PLATES
}
_PLATE_OF = {letters: plate for plate, letters in LETTERS.items()}
_COLOUR_OF = {letter: colour for colour, letter in _COLOUR_LETTERS.items()}
_SLOT = re.compile(r"[0-9]{1,2}\Z", re.ASCII)
_PLAIN: dict[str, Callable[[int], Event]] = {
    "order": facts.OrderPlaced,
    "satsuki": facts.SatsukiAsked,
    "yen": facts.YenTaken,
    "miso": facts.MisoPlayed,
    "gyoza": facts.GyozaPlayed,
    "end": facts.TurnEnded,
}
_DRAWN: dict[str, Callable[[tuple[str, ...]], Event]] = {
    "draw": facts.PlatesDrawn,
    "brings": facts.SatsukiDrew,
}
_ON_SLOT: dict[str, Callable[[int, int], Event]] = {
    "eat": facts.PlateEaten,
    "tempura": facts.TempuraPlayed,
    "edamame": facts.EdamamePlayed,
}
_WORD = {cls: word for table in (_PLAIN, _DRAWN, _ON_SLOT) for word, cls in table.items()}


def turn(state: State) -> str:
    return "Setup" if state.phase in ("staff", "belt") else str(state.turn)


def write(state: State, event: Event, labels: Sequence[str]) -> str:
    match event:
        case facts.StaffPlaced(tiles=tiles):
            return f"staff {' '.join(tiles)}"
        case facts.BeltFilled(belt=belt, trash=trash):
            return f"belt {_letters(belt)} / trash {_letters(trash)}"
        case facts.CardRevealed(card=card):
            return f"{labels[state.seat]} {card.replace('_', ' ')}"
        case facts.GuessPlaced(seat=seat, placed=placed):
            return f"{labels[seat]} guesses {_cubes(placed)}"
        case facts.TakoyakiGuessed(seat=seat, cubes=cubes):
            return f"{labels[seat]} takoyaki {_cubes(cubes)}"
        case facts.PawnBoughtOut(owner=owner):
            return f"buy out {labels[owner]}"
        case _:
            return _write_turn(state, event)


def _write_turn(state: State, event: Event) -> str:
    """Return what happens in a turn that its card has opened: it needs no label."""
    word = _WORD.get(type(event))
    match event:
        case facts.PlatesDrawn(plates=plates) | facts.SatsukiDrew(plates=plates):
            return f"{word} {_letters(plates)}"
        case facts.PawnMoved(space=space):
            return f"to {space}"
        case (
            facts.PlateEaten(slot=slot)
            | facts.TempuraPlayed(slot=slot)
            | facts.EdamamePlayed(slot=slot)
        ):
            return f"{word} {slot} {_at(state, slot)}"
        case facts.PlateFetched(slot=slot):
            return f"{state.tile} {slot} {_at(state, slot)}"
        case facts.TrashSearched(plate=plate):
            return f"neko {LETTERS[plate]}"
        case facts.DishFetched():
            return f"momoko {state.discard[-1]}"
        case facts.PlateKept(plate=plate, end=end):
            return f"keep {LETTERS[plate]} {end}"
        case facts.YakitoriPlayed(slots=slots):
            return f"yakitori {slots[0]} {slots[1]}"
        case facts.MochiPlayed(spaces=spaces):
            return f"mochi {spaces[0]} {spaces[1]}"
        case facts.DishDiscarded(dish=dish):
            return f"discard {dish}"
        case _ if word is not None:
            return word
        case _:
            raise RuleViolation("not_expected", type=event.type)


def read(state: State, text: str, labels: Sequence[str]) -> Event:
    words = text.split()
    if not words:
        refuse(text)
    match state.phase:
        case "staff" | "belt":
            return _read_setup(words, text)
        case "reveal":
            return _read_card(state, words, labels, text)
        case "guess" | "takoyaki":
            return _read_guess(state, words, labels, text)
        case _:
            return _read_turn(state, words, labels, text)


def _read_setup(words: list[str], text: str) -> Event:
    match words:
        case ["staff", *tiles] if all(tile in STAFF for tile in tiles):
            return facts.StaffPlaced(tuple(tiles))
        case ["belt", *rest] if "/" in rest:
            cut = rest.index("/")
            if rest[cut + 1 : cut + 2] == ["trash"]:
                belt, trash = rest[:cut], rest[cut + 2 :]
                return facts.BeltFilled(_plates(belt, text), _plates(trash, text))
    refuse(text)


def _read_card(state: State, words: list[str], labels: Sequence[str], text: str) -> Event:
    if words[0] == labels[state.seat] and len(words) > 1:
        words = words[1:]
    card = "_".join(words)
    if card not in CARDS:
        refuse(text)
    return facts.CardRevealed(card)


def _read_guess(state: State, words: list[str], labels: Sequence[str], text: str) -> Event:
    match words:
        case [label, "guesses", *cubes] if label in labels and cubes:
            placed = TAKOYAKI if cubes == list(TAKOYAKI) else _colours(cubes, text)
            return facts.GuessPlaced(labels.index(label), state.challenge, placed)
        case [label, "takoyaki", *cubes] if label in labels and cubes:
            laid = _colours(cubes, text)
            return facts.TakoyakiGuessed(labels.index(label), state.challenge, laid)
    refuse(text)


def _read_turn(state: State, words: list[str], labels: Sequence[str], text: str) -> Event:
    seat = state.seat
    match words:
        case [word, *plates] if word in _DRAWN:
            return _DRAWN[word](_plates(plates, text))
        case ["to", space]:
            return facts.PawnMoved(seat, space)
        case ["buy", "out", owner] if owner in labels:
            return facts.PawnBoughtOut(seat, labels.index(owner))
        case [word, slot, *plate] if word in _ON_SLOT:
            return _ON_SLOT[word](seat, _slot(state, slot, plate, text))
        case ["hiroshi" | "yuki" | "neko" | "momoko", *_]:
            return _read_staff(state, words, text)
        case ["keep", plate, end]:
            return facts.PlateKept(seat, _plates([plate], text)[0], end)
        case ["yakitori", one, other]:
            slots = (_slot(state, one, [], text), _slot(state, other, [], text))
            return facts.YakitoriPlayed(seat, slots)
        case ["mochi", one, other]:
            return facts.MochiPlayed(seat, (one, other))
        case ["discard", dish] if dish in DISHES:
            return facts.DishDiscarded(seat, dish)
        case [word] if word in _PLAIN:
            return _PLAIN[word](seat)
    refuse(text)


def _read_staff(state: State, words: list[str], text: str) -> Event:
    match words:
        case ["hiroshi" | "yuki" as tile, slot, *plate] if tile == state.tile:
            return facts.PlateFetched(state.seat, _slot(state, slot, plate, text))
        case ["neko", plate]:
            return facts.TrashSearched(state.seat, _plates([plate], text)[0])
        case ["momoko"]:
            return facts.DishFetched(state.seat)
        case ["momoko", dish] if state.discard[-1:] == [dish]:
            return facts.DishFetched(state.seat)
    refuse(text)


def _slot(state: State, word: str, plate: list[str], text: str) -> int:
    """Return a slot; refuse a written plate that is not the one that lies there."""
    if not _SLOT.match(word) or len(plate) > 1:
        refuse(text)
    slot = int(word)
    if plate and slot < len(state.belt) and plate[0] != _at(state, slot):
        refuse(text)
    return slot


def _at(state: State, slot: int) -> str:
    plate = state.belt[slot]
    return "-" if plate is None else LETTERS[plate]


def _letters(plates: Sequence[str]) -> str:
    return " ".join(LETTERS[plate] for plate in plates)


def _plates(words: Sequence[str], text: str) -> tuple[str, ...]:
    if not all(word in _PLATE_OF for word in words):
        refuse(text)
    return tuple(_PLATE_OF[word] for word in words)


def _cubes(placed: tuple[str, ...] | None) -> str:
    if placed is None:
        return "?"
    return " ".join(_COLOUR_LETTERS.get(cube, cube) for cube in placed)


def _colours(words: Sequence[str], text: str) -> tuple[str, ...] | None:
    if list(words) == ["?"]:
        return None
    if not all(word in _COLOUR_OF for word in words):
        refuse(text)
    return tuple(_COLOUR_OF[word] for word in words)
