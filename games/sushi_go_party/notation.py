"""The text form: `R1 T3: Ana squid>wasabi | Bo tempura | Cy chopsticks: maki3 + tofu`.

A piece starts with the seat. `?` is a card that was not noted; alone after `gets` or `draws` it
stands for all of them. `>wasabi` says that a nigiri goes onto a free wasabi. The writer uses the
codes of the box, so that a record is one text everywhere; the reader also takes the names of both
editions, `calamar`, `maki-saumon3`, `cuillère4`, and French verbs.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.spelling import UNKNOWN, key_of, read_hand, refuse, write_hand
from games.sushi_go_party import events as facts
from games.sushi_go_party.checks import MENU_DRAW
from games.sushi_go_party.components import FRUIT_ICONS, NIGIRI, TYPE_OF
from games.sushi_go_party.names import DISH_NAMES, FACE_NAMES, TYPE_WORDS
from games.sushi_go_party.state import State, dish_of, free_wasabi

ON_WASABI = "_on_wasabi"
_CLAIM = ">wasabi"

_VERBS = {
    "gets": ("gets", "reçoit"),
    "copies": ("copies", "copie"),
    "also": ("also", "aussi"),
    "asks": ("asks", "demande"),
    "gives": ("gives", "donne"),
    "has": ("has", "n'a"),
    "draws": ("draws", "pioche"),
    "takes": ("takes", "prend"),
    "packs": ("packs", "emporte"),
}
_ALIASES = {
    "egg": ("omelette",),
    "salmon": ("saumon",),
    "squid": ("calamar",),
    "miso": ("miso",),
    "ice_cream": ("ice cream", "glace"),
    **{face: (f"fruits {icons}",) for face, icons in FRUIT_ICONS.items()},
}
_FRUITS = {"w": ("watermelon", "pastèque"), "o": ("orange",) * 2, "p": ("pineapple", "ananas")}
_IGNORED = "-_'’() "
_TIGHT = re.compile(r"\s*([>=])\s*")


def turn(state: State) -> str:
    if state.phase == "deal":
        return f"R{state.round} deal"
    passes = state.kit.hand_size - 1 if state.phase == "over" else state.passes
    return f"R{state.round} T{passes + 1}"


def write(state: State, event: Event, labels: Sequence[str]) -> str:
    match event:
        case facts.Dealt(seat=seat, cards=cards):
            piece = f"gets {write_hand(cards, state.kit.hand_size)}"
        case facts.CardChosen(seat=seat):
            piece = _choice(state, event)
        case facts.DishCopied(seat=seat, dish=dish):
            piece = f"copies {UNKNOWN if dish is None else dish.replace(ON_WASABI, _CLAIM)}"
        case facts.ExtraChosen(seat=seat, card=card):
            piece = f"also {_laid(state, seat, card)}"
        case facts.SpoonAsked(seat=seat, wanted=wanted):
            piece = f"asks {wanted}"
        case facts.SpoonAnswered(seat=seat, card=None):
            piece = "has none"
        case facts.SpoonAnswered(seat=seat, card=card):
            piece = f"gives {card}"
        case facts.MenuDrawn(seat=seat, cards=cards):
            piece = f"draws {write_hand(cards, MENU_DRAW)}"
        case facts.MenuTaken(seat=seat, card=card):
            piece = f"takes {_laid(state, seat, card)}"
        case facts.BoxPacked(seat=seat, dishes=dishes):
            piece = f"packs {' '.join(dishes) or 'nothing'}"
        case _:
            raise RuleViolation("not_expected", type=event.type)
    return f"{labels[seat]} {piece}".strip()


def read(state: State, text: str, labels: Sequence[str]) -> Event:
    try:
        label, *rest = text.split(maxsplit=1)
        seat = list(labels[: state.seats]).index(label)
        return _read(state, seat, _TIGHT.sub(r"\1", rest[0].strip()))
    except (LookupError, ValueError):
        refuse(text)


def goes_on_wasabi(state: State, seat: int, card: str | None) -> bool:
    return card in NIGIRI and free_wasabi(state, seat) != 0


def _laid(state: State, seat: int, card: str) -> str:
    return f"{card}{_CLAIM}" if goes_on_wasabi(state, seat, card) else card


def _choice(state: State, event: facts.CardChosen) -> str:
    card = UNKNOWN if event.card is None else _laid(state, event.seat, event.card)
    order = "" if event.order is None else f"={event.order}"
    cards = " + ".join([f"{card}{order}", *event.extras])
    if not event.uses:
        return cards
    uses = list(event.uses)
    kind = TYPE_OF.get(uses[0], "")
    if len(uses) == 1 and _usable(state, event.seat, kind) == uses:
        uses = [kind]
    return f"{' '.join(uses)}: {cards}"


def _usable(state: State, seat: int, kind: str) -> list[str]:
    """Return the different dishes of a type before a seat."""
    table = state.tables[seat]
    dishes = (dish_of(laid, table) for laid in table if TYPE_OF.get(laid.face) == kind)
    return list(dict.fromkeys(dishes))


def _read(state: State, seat: int, text: str) -> Event:
    verb, *words = text.split()
    match _VERB_OF.get(_key(verb)), words:
        case None, _:
            return _read_choice(state, seat, text)
        case "gets", cards:
            return facts.Dealt(
                seat, state.round, read_hand(cards, state.kit.hand_size, _FACE_OF, _IGNORED)
            )
        case "copies", [dish]:
            return facts.DishCopied(seat, state.turn, None if dish == UNKNOWN else _dish(dish))
        case "also", [card]:
            return facts.ExtraChosen(seat, _read_laid(state, seat, card))
        case "asks", [wanted]:
            return facts.SpoonAsked(seat, _WANTED_OF[_key(wanted)])
        case "has", [none] if _key(none) in ("none", "rien"):
            return facts.SpoonAnswered(seat, None)
        case "gives", [card]:
            return facts.SpoonAnswered(seat, _FACE_OF[_key(card)])
        case "draws", cards:
            return facts.MenuDrawn(seat, read_hand(cards, MENU_DRAW, _FACE_OF, _IGNORED))
        case "takes", [card]:
            return facts.MenuTaken(seat, _read_laid(state, seat, card))
        case "packs", [none] if _key(none) in ("nothing", "rien"):
            return facts.BoxPacked(seat, ())
        case "packs", [_, *_]:
            return facts.BoxPacked(seat, tuple(map(_dish, words)))
        case _:
            raise ValueError(text)


def _read_choice(state: State, seat: int, text: str) -> facts.CardChosen:
    head, colon, tail = text.partition(":")
    uses = tuple(_use(state, seat, word) for word in head.split()) if colon else ()
    if colon and not uses:
        raise ValueError(text)
    first, *more = (tail if colon else head).split("+")
    word, equals, order = first.strip().partition("=")
    card = None if word == UNKNOWN else _read_laid(state, seat, word)
    extras: list[str] = []
    for word in more:
        extras.append(_read_extra(state, seat, word.strip(), [card, *extras]))
    return facts.CardChosen(
        seat, state.turn, card, uses, tuple(extras), _dish(order) if equals else None
    )


def _use(state: State, seat: int, word: str) -> str:
    """Return the dish that a name means; a type is enough where only one such dish lies there."""
    key = _key(word)
    if key in _DISH_OF:
        return _DISH_OF[key]
    kind = _KIND_OF[key]
    usable = _usable(state, seat, kind)
    if len(usable) > 1:
        raise ValueError(word)
    return usable[0] if usable else kind


def _read_laid(state: State, seat: int, word: str) -> str:
    card = _FACE_OF[_key(word.removesuffix(_CLAIM))]
    if word.endswith(_CLAIM) and not goes_on_wasabi(state, seat, card):
        raise ValueError(word)
    return card


def _read_extra(state: State, seat: int, word: str, before: Iterable[str | None]) -> str:
    """Read a second card; its wasabi may be one that the same choice lays first."""
    card = _FACE_OF[_key(word.removesuffix(_CLAIM))]
    laid_first = card in NIGIRI and any(other in ("wasabi", "special_order") for other in before)
    return card if laid_first else _read_laid(state, seat, word)


def _dish(word: str) -> str:
    if word.endswith(_CLAIM):
        word = word.removesuffix(_CLAIM) + ON_WASABI
    return _DISH_OF[_key(word)]


def _key(word: str) -> str:
    return key_of(word, _IGNORED)


def _spellings_of(face: str) -> Iterator[str]:
    yield face
    yield from FACE_NAMES[face]
    yield from _ALIASES.get(face, ())
    if face in FRUIT_ICONS:
        one, other = tuple(FRUIT_ICONS[face])
        for language, fruit in enumerate(("fruit", "fruits")):
            yield f"{fruit} {_FRUITS[one][language]} {_FRUITS[other][language]}"
            yield f"{fruit} {_FRUITS[other][language]} {_FRUITS[one][language]}"


def _spelled_faces() -> Iterator[tuple[str, str]]:
    for face in FACE_NAMES:
        for spelling in _spellings_of(face):
            yield _key(spelling), face


def _spelled_dishes() -> Iterator[tuple[str, str]]:
    for dish, names in DISH_NAMES.items():
        yield from ((_key(name), dish) for name in (dish, *names))
    own = list(_spelled_faces())
    for key, face in _spelled_faces():
        if face in NIGIRI:
            own += [(f"{key}{on}wasabi", f"{face}{ON_WASABI}") for on in ("on", "sur")]
            own += [(f"wasabi{under}{key}", f"wasabi_under_{face}") for under in ("under", "sous")]
    yield from own
    for (key, dish), copy in product(own, ("copy", "copied", "copie", "copiede")):
        yield f"{copy}{key}", f"copy_{dish}"


_FACE_OF = dict(_spelled_faces())
_DISH_OF = {key: dish for key, dish in _spelled_dishes() if dish in DISH_NAMES}
_KIND_OF = {_key(name): kind for kind, names in TYPE_WORDS.items() for name in (kind, *names)}
_WANTED_OF = {**_FACE_OF, **_KIND_OF}
_VERB_OF = {_key(name): verb for verb, names in _VERBS.items() for name in names}
