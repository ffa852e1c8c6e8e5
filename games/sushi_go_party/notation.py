"""The text form: `R1 T3: Ana squid>wasabi | Bo tempura | Cy chopsticks: maki3 + tofu`.

A piece starts with the seat. `?` is a card that was not noted; alone after `gets` or `draws` it
stands for all of them. `>wasabi` says that a nigiri goes onto a free wasabi. The writer uses the
codes of the box, so that a record is one text everywhere; the reader also takes the names of both
editions, `calamar`, `maki-saumon3`, `cuillère4`, and French verbs.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from games.core.events import Event
from games.core.phrases import Part, Phrases, alone, many, note, spelled
from games.core.spelling import UNKNOWN, key_of
from games.sushi_go_party import events as facts
from games.sushi_go_party.checks import MENU_DRAW
from games.sushi_go_party.components import FRUIT_ICONS, NIGIRI, TYPE_OF
from games.sushi_go_party.names import DISH_NAMES, FACE_NAMES, TYPE_WORDS
from games.sushi_go_party.packing import OTHER, SAME, UNDER, plainest
from games.sushi_go_party.state import State, dish_of, free_wasabi

ON_WASABI = "_on_wasabi"
_CLAIM = ">wasabi"

_ALIASES = {
    "egg": ("omelette",),
    "salmon": ("saumon",),
    "squid": ("calamar",),
    "miso": ("miso",),
    "ice_cream": ("ice cream", "glace"),
    **{face: (f"fruits {icons}",) for face, icons in FRUIT_ICONS.items()},
}
_FRUITS = {"w": ("watermelon", "pastèque"), "o": ("orange",) * 2, "p": ("pineapple", "ananas")}
_UNDER = {
    **dict.fromkeys(("under", "sous"), UNDER),
    **dict.fromkeys(("undersame", "underthesame", "souslememe"), SAME),
    **dict.fromkeys(("underother", "underanother", "sousunautre"), OTHER),
}
_TIGHT = re.compile(r"\s*([>=])\s*")


def turn(state: State) -> str:
    if state.phase == "deal":
        return f"R{state.round} deal"
    passes = state.kit.hand_size - 1 if state.phase == "over" else state.passes
    return f"R{state.round} T{passes + 1}"


def write(state: State, event: Event, labels: Sequence[str]) -> str:
    if isinstance(event, facts.CardChosen):
        return f"{labels[event.seat]} {_choice(state, event)}"
    return _PHRASES.write(state, event, labels)


def read(state: State, text: str, labels: Sequence[str]) -> Event:
    tight = _TIGHT.sub(r"\1", text)
    try:
        label, choice = tight.split(maxsplit=1)
        return _read_choice(state, labels.index(label, 0, state.seats), choice)
    except (LookupError, ValueError):
        event = _PHRASES.read(state, tight, labels[: state.seats])
    if isinstance(event, facts.BoxPacked):
        return facts.BoxPacked(event.seat, plainest(state, event.seat, event.dishes))
    return event


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
    key = key_of(word)
    if key in _DISH_OF:
        return _DISH_OF[key]
    kind = _KIND_OF[key]
    usable = _usable(state, seat, kind)
    if len(usable) > 1:
        raise ValueError(word)
    return usable[0] if usable else kind


def _read_laid(state: State, seat: int, word: str) -> str:
    card = _FACE_OF[key_of(word.removesuffix(_CLAIM))]
    if word.endswith(_CLAIM) and not goes_on_wasabi(state, seat, card):
        raise ValueError(word)
    return card


def _read_extra(state: State, seat: int, word: str, before: Iterable[str | None]) -> str:
    """Read a second card; its wasabi may be one that the same choice lays first."""
    card = _FACE_OF[key_of(word.removesuffix(_CLAIM))]
    laid_first = card in NIGIRI and any(other in ("wasabi", "special_order") for other in before)
    return card if laid_first else _read_laid(state, seat, word)


def _dish(word: str) -> str:
    if word.endswith(_CLAIM):
        word = word.removesuffix(_CLAIM) + ON_WASABI
    return _DISH_OF[key_of(word)]


def _read_packed(words: list[str]) -> tuple[str, ...]:
    nothing = [key_of(word) for word in words] in (["nothing"], ["rien"])
    return () if nothing else tuple([_dish(word) for word in words])


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
            yield key_of(spelling), face


def _spelled_dishes() -> Iterator[tuple[str, str]]:
    for dish, names in DISH_NAMES.items():
        yield from ((key_of(name), dish) for name in (dish, *names))
    own = list(_spelled_faces())
    for key, face in _spelled_faces():
        if face in NIGIRI:
            own += [(f"{key}{on}wasabi", f"{face}{ON_WASABI}") for on in ("on", "sur")]
            own += [(f"wasabi{word}{key}", f"{name}{face}") for word, name in _UNDER.items()]
    yield from own
    for (key, dish), copy in product(own, ("copy", "copied", "copie", "copiede")):
        yield f"{copy}{key}", f"copy_{dish}"


_FACE_OF = dict(_spelled_faces())
_DISH_OF = {key: dish for key, dish in _spelled_dishes() if dish in DISH_NAMES}
_KIND_OF = {key_of(name): kind for kind, names in TYPE_WORDS.items() for name in (kind, *names)}
_CARDS = many(alone(spelled(_FACE_OF)))
_DISH = Part(lambda dish, *_: dish.replace(ON_WASABI, _CLAIM), lambda word, *_: _dish(word))
_PHRASES = Phrases(
    {
        "card": spelled(_FACE_OF, "[^ >]+"),
        "wasabi": note(
            lambda state, event: "wasabi" if goes_on_wasabi(state, event.seat, event.card) else None
        ),
        "dealt": alone(_CARDS, lambda state: (None,) * state.kit.hand_size),
        "drawn": alone(_CARDS, lambda _: (None,) * MENU_DRAW),
        "dish": alone(_DISH),
        "wanted": spelled({**_FACE_OF, **_KIND_OF}),
        "gives": note(
            lambda _state, event: "has" if event.card is None else "gives",
            spelled({"gives": "gives", "donne": "gives", "has": "has", "na": "has"}),
        ),
        "given": spelled({**_FACE_OF, "none": None, "rien": None})._replace(
            write=lambda card, *_: card or "none"
        ),
        "packed": Part(
            lambda dishes, *_: " ".join(dishes) or "nothing",
            lambda text, *_: _read_packed(text.split()),
            many(_DISH).pattern,
        ),
    },
    {
        facts.Dealt: "{seat} {gets|reçoit}[ {cards:dealt}]",
        facts.DishCopied: "{seat} {copies|copie} {dish}",
        facts.ExtraChosen: "{seat} {also|aussi} {card}[>{wasabi}]",
        facts.SpoonAsked: "{seat} {asks|demande} {wanted}",
        facts.SpoonAnswered: "{seat} {gives} {card:given}",
        facts.MenuDrawn: "{seat} {draws|pioche}[ {cards:drawn}]",
        facts.MenuTaken: "{seat} {takes|prend} {card}[>{wasabi}]",
        facts.BoxPacked: "{seat} {packs|emporte} {dishes:packed}",
    },
)
