"""`.kgn` as people write it by hand: headers missing or loosely spelled, moves as they are typed.

What is missing is filled in from outside; what comes of it is a text that `read_kgn` takes. No I/O.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID, uuid5

from games.core.canonical import digest
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.notation import (
    COMMENT,
    RESERVED_HEADERS,
    Record,
    read_record,
    unescaped,
    usable_label,
    write_record,
)
from games.core.setup import OptionValue, Setup, with_box
from games.core.spelling import key_of
from games.core.typed import Typed, lines_of, read_typed
from games.core.words import LANGUAGES, say
from replays.records.kgn import NAMESPACE

_HEADER = re.compile(r"\s*\[\s*([A-Za-z][A-Za-z0-9_-]{0,39})\b\s*[:=]?\s*(.*?)\s*\]\s*\Z")
_NAMES = {key_of(name): name for name in (*RESERVED_HEADERS, "Date", "Match", "Club")}
_PLAYER = re.compile(r"player([1-8])\Z")
_WORD = re.compile(r"[^\W\d_][\w.'-]*\Z")
MOST_SEATS = 8


class Handwritten(NamedTuple):
    """A text taken apart: headers by name, options one by one, and the lines of the moves."""

    headers: dict[str, str]
    options: tuple[str, ...]
    body: str
    first_line: int
    """The number of the first line of the body in the text."""

    @property
    def is_whole(self) -> bool:
        """True for a file that names its match or tells its life, and so is no new match."""
        told = any(line.startswith(("% {", '% "', "%{")) for line in lines_of(self.body))
        return "Match" in self.headers or told

    def names(self) -> list[str]:
        """Return what the headers call the players, an empty text where they do not."""
        found = [self.headers.get(f"Player{seat}", "") for seat in range(1, MOST_SEATS + 1)]
        return [_without_id(name) for name in found]


class Sheet(NamedTuple):
    """Everything that a text does not have to say: which game, who sits where."""

    rules: AnyRules
    seat_words: tuple[str, ...]
    box: Mapping[str, OptionValue] = {}


def take_apart(text: str) -> Handwritten:
    """Return the headers and the moves of a text; a header that is spelled wrong is ignored."""
    lines = lines_of(text)
    headers: dict[str, str] = {}
    options: list[str] = []
    body = next((at for at, line in enumerate(lines) if _is_move(line)), len(lines))
    for line in lines[:body]:
        found = _HEADER.match(line)
        if found is None:
            continue
        name, value = _named(found[1]), _value(found[2])
        if name == "Option":
            options.append(value)
        else:
            headers.setdefault(name, value)
    return Handwritten(headers, tuple(options), "\n".join(lines[body:]), body + 1)


def game_of(name: str, games: Iterable[AnyRules]) -> AnyRules | None:
    """Return the game that a header means: by its code, or by its name in any language."""
    for rules in games:
        names = [rules.slug, *(say(rules.words, "game.name", language) for language in LANGUAGES)]
        if key_of(name) in map(key_of, names):
            return rules
    return None


def guess_words(written: Handwritten, rules: AnyRules | None) -> tuple[str, ...]:
    """Return what the moves seem to call the seats: the words that pieces begin with."""
    if "Seats" in written.headers:
        return tuple(written.headers["Seats"].replace(",", " ").split())
    known = {key_of(word) for word in _spoken(rules)} if rules else set()
    words: dict[str, str] = {}
    for line in lines_of(COMMENT.sub("", written.body)):
        _, colon, rest = line.partition(":")
        for piece in (rest if colon and "|" not in line.partition(":")[0] else line).split("|"):
            word = next(iter(piece.split()), "")
            if _WORD.match(word) and len(piece.split()) > 1 and key_of(word) not in known:
                words.setdefault(key_of(word), word)
    return tuple(words.values())[:MOST_SEATS]


def setup_of(written: Handwritten, sheet: Sheet) -> Setup:
    """Return the setup of a text, or raise what is wrong with its seats or its options.

    What it does not say of the box is as the club's is.
    """
    rules, seats = sheet.rules, len(sheet.seat_words)
    bare = make_setup(rules, seats=seats, options={})  # says how many seats there can be
    if not all(map(usable_label, sheet.seat_words)) or len({*sheet.seat_words}) != seats:
        raise RuleViolation("bad_notation", text=" ".join(sheet.seat_words)[:80])
    if not written.options:
        return make_setup(rules, seats=seats, options=with_box(rules.options(), sheet.box, {}))
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"') for text in written.options]
    head = "\n".join(
        [
            '[Kaiten "1"]',
            f'[Game "{rules.slug}"]',
            f'[Rules "{rules.version}"]',
            f'[Seats "{" ".join(sheet.seat_words)}"]',
            *(f'[Option "{text}"]' for text in quoted),
        ]
    )
    chosen = read_record(head, lambda _: rules).setup.options
    named = {text.partition(" ")[0] for text in written.options}
    said = {name: value for name, value in chosen.items() if name in named}
    return make_setup(rules, seats=bare.seats, options=with_box(rules.options(), sheet.box, said))


def read_moves(written: Handwritten, sheet: Sheet, setup: Setup) -> Typed:
    """Return what the moves of a text mean, up to the first wrong word."""
    return read_typed(sheet.rules, sheet.rules.start(setup), written.body, sheet.seat_words)


def write_whole(
    sheet: Sheet,
    setup: Setup,
    typed: Typed,
    players: Sequence[tuple[UUID | None, str]],
    date: str = "",
) -> str:
    """Return the record of a text that was read to its end, with its players by id and name."""
    headers = {"Date": date} if date else {}
    headers |= {
        f"Player{seat}": f"{player} {name}".rstrip() if player else "-"
        for seat, (player, name) in enumerate(players, 1)
    }
    record = Record(setup, sheet.seat_words, typed.events, headers, typed.comments)
    return write_record(sheet.rules, record)


def guest_id(written: Handwritten, seat: int, name: str) -> UUID:
    """Return the id of a guest of a text: the same one whenever the same text is sent."""
    return uuid5(NAMESPACE, f"guest/{digest(written.body)}/{seat}/{name}")


def _is_move(line: str) -> bool:
    return bool(line.strip()) and _HEADER.match(line) is None


def _named(name: str) -> str:
    player = _PLAYER.match(key_of(name))
    return f"Player{player[1]}" if player else _NAMES.get(key_of(name), name)


def _value(text: str) -> str:
    bare = text.removeprefix('"').removesuffix('"') if text.startswith('"') else text
    try:
        return unescaped(bare)
    except RuleViolation:
        return bare


def _without_id(name: str) -> str:
    first, _, rest = name.partition(" ")
    try:
        UUID(first)
    except ValueError:
        return "" if name == "-" else name
    return rest


def _spoken(rules: AnyRules) -> list[str]:
    """Return the words of a game that stand in its pieces, none of which is a seat's."""
    names = [name.rpartition(".")[2] for name in rules.words if name.startswith("component.")]
    return [*names, *(word for name in names for word in name.split("_"))]
