"""The game-independent part of `.kgn`, the readable record of a match.

    [Kaiten "1"]
    [Game "sushi_bar"]
    [Rules "1"]
    [Seats "Ana Bo"]
    [Option "hide_covered false"]
    [Date "2024-05-01"]

    {a comment before the first event}
    Rows: sushi 1 5 … / bones -1 -2 …
    1: Ana SSBUR | keep U {a comment after a piece} {and another} | SBUU | take sushi +1
    % a line that another layer owns

A line is the heading that the game's `turn` gives, then pieces of the game's `write`. Comments and
remarks are kept by ply: the number of events before them. In quotes and comments a backslash stands
before a backslash, the closing character, and the letters n and r for line ends.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from games.core.canonical import require_plain
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.setup import Option, OptionValue, Setup, resolve_options

NOTATION_VERSION = "1"
RESERVED_HEADERS = ("Kaiten", "Game", "Rules", "Seats", "Option")
LONGEST_LABEL = 40

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]{0,39}) "((?:[^"\\]|\\.)*)"\][ \t]*\Z')
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}\Z")
COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*)\}")
END_OF_PIECE = re.compile(r"[|{]")
_INTEGER = re.compile(r"-?[0-9]{1,16}\Z")
_ESCAPES = {"n": "\n", "r": "\r", "\\": "\\", '"': '"', "}": "}"}
_LABEL_SIGNS = "-_.'"


@dataclass
class Record:
    """A match as a text file tells it."""

    setup: Setup
    labels: tuple[str, ...]
    events: list[Event]
    headers: dict[str, str] = field(default_factory=dict)
    """Everything about the sitting that is not part of the rules: names, place, date."""
    comments: dict[int, list[str]] = field(default_factory=dict)
    """By ply: 0 stands before the first event, n after the n-th."""
    remarks: dict[int, list[str]] = field(default_factory=dict)
    """By ply, as comments: the `%` lines of other layers, without the sign."""

    def __post_init__(self) -> None:
        self.comments = {ply: list(texts) for ply, texts in self.comments.items() if texts}
        self.remarks = {ply: list(lines) for ply, lines in self.remarks.items() if lines}


def usable_label(text: str) -> bool:
    """Return whether a text can name a seat in notation: one word, no signs that have a meaning."""
    return 0 < len(text) <= LONGEST_LABEL and all(map(_in_label, text))


def labels_from(names: Sequence[str]) -> tuple[str, ...]:
    """Return a usable label for each name, all different; nameless seats are called A, B, …

    The first word of a name is its label: `Ana M.` is `Ana`, and the next Ana is `Ana-2`.
    """
    labels: list[str] = []
    for seat, name in enumerate(names):
        signs = (sign if _in_label(sign) else " " for sign in unicodedata.normalize("NFC", name))
        words = "".join(signs).split()
        label = base = words[0][: LONGEST_LABEL - 3] if words else chr(ord("A") + seat)
        number = 2
        while label in labels:
            label = f"{base}-{number}"
            number += 1
        labels.append(label)
    return tuple(labels)


def unescaped(text: str) -> str:
    """Return what stands in quotes or a comment, or raise `bad_notation`."""

    def plain(match: re.Match[str]) -> str:
        if match[1] not in _ESCAPES:
            raise RuleViolation("bad_notation", text=text[:80])
        return _ESCAPES[match[1]]

    return re.sub(r"\\(.)", plain, text)


def write_record(rules: AnyRules, record: Record) -> str:
    """Return the text of a record of legal events; raise `bad_notation` if no text can hold it."""
    setup = record.setup
    _require_writable(record)
    lines = [
        _header("Kaiten", NOTATION_VERSION),
        _header("Game", setup.game),
        _header("Rules", str(setup.rules)),
        _header("Seats", " ".join(record.labels)),
        *(
            _header("Option", f"{option.name} {_option_text(setup.options[option.name])}")
            for option in rules.options()
        ),
        *(_header(name, value) for name, value in record.headers.items()),
    ]
    body = list(_body(rules, record))
    if body:
        lines += ["", *body]
    return "\n".join(lines) + "\n"


def read_record(text: str, rules_of: Callable[[str], AnyRules]) -> Record:
    """Return the record that a text tells, every event checked.

    Raises RuleViolation `bad_notation` with the `line`, its `text` and, where the rules refused it,
    the code of the refusal as `reason`.
    """
    return _Reader(text, rules_of).record()


class _Reader:
    """Reads one text line by line and remembers where it is."""

    def __init__(self, text: str, rules_of: Callable[[str], AnyRules]) -> None:
        self.lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        self.at = 0
        self.rules_of = rules_of

    def record(self) -> Record:
        try:
            require_plain(self.lines)
            all_headers = self.headers()
            rules, setup, labels = self.setup(all_headers)
            headers = {name: value for name, value in all_headers if name not in RESERVED_HEADERS}
            record = Record(setup=setup, labels=labels, events=[], headers=headers)
            self.body(rules, record)
        except RuleViolation as violation:
            if violation.code == "bad_notation" and "line" in violation.params:
                raise
            self.refuse(violation)
        return record

    def headers(self) -> list[tuple[str, str]]:
        """Read the lines in brackets; `at` stays on the last of them."""
        headers: list[tuple[str, str]] = []
        for number, line in enumerate(self.lines):
            self.at = number
            if not line.strip() and not headers:
                continue
            if not line.startswith("["):
                self.at = number - 1 if headers else number
                break
            match = _HEADER.match(line)
            if match is None:
                self.refuse()
            name = match[1]
            if name != "Option" and any(name == other for other, _ in headers):
                self.refuse()
            headers.append((name, self.unescape(match[2])))
        if not headers or headers[0] != ("Kaiten", NOTATION_VERSION):
            self.at = 0
            self.refuse()
        return headers

    def setup(self, headers: list[tuple[str, str]]) -> tuple[AnyRules, Setup, tuple[str, ...]]:
        named = dict(headers)
        for name in RESERVED_HEADERS[:4]:
            if name not in named:
                self.refuse()
        rules = self.rules_of(named["Game"])
        version = self.integer(named["Rules"])
        if not 1 <= version <= rules.version:
            raise RuleViolation("unknown_rules_version", rules=version, known=rules.version)
        labels = tuple(named["Seats"].split(" "))
        if len(labels) not in rules.seats or not _are_labels(labels):
            self.refuse()
        chosen = self.options(rules, [value for name, value in headers if name == "Option"])
        options = resolve_options(rules.options(), len(labels), chosen)
        return rules, Setup(rules.slug, version, len(labels), options), labels

    def options(self, rules: AnyRules, texts: list[str]) -> dict[str, object]:
        known = {option.name: option for option in rules.options()}
        chosen: dict[str, object] = {}
        for text in texts:
            name, _, value = text.partition(" ")
            if name not in known:
                raise RuleViolation("unknown_option", option=name[:40])
            if name in chosen:
                self.refuse()
            chosen[name] = self.option(known[name], value)
        return chosen

    def option(self, option: Option, text: str) -> object:
        match option.kind:
            case "flag":
                if text not in ("true", "false"):
                    self.refuse()
                return text == "true"
            case "integer":
                return self.integer(text)
            case "table":
                return [self.integer(word) for word in text.split(" ")] if text else []
            case "set":
                return text.split(" ") if text else []
            case _:
                return text

    def body(self, rules: AnyRules, record: Record) -> None:
        state = rules.start(record.setup)
        for number in range(self.at + 1, len(self.lines)):
            self.at = number
            line = self.lines[number]
            ply = len(record.events)
            if line.startswith("%"):
                record.remarks.setdefault(ply, []).append(line[1:].removeprefix(" "))
            elif line.startswith("{") and ply == 0:
                if self.comments(record, line, 0) < len(line):
                    self.refuse()
            elif line.strip():
                self.pieces(rules, state, record, line)

    def pieces(self, rules: AnyRules, state: Any, record: Record, line: str) -> None:
        heading = f"{rules.turn(state)}:"
        if not line.startswith(heading):
            self.refuse()
        at = len(heading)
        while at <= len(line):
            match = END_OF_PIECE.search(line, at)
            stop = match.start() if match else len(line)
            event = rules.read(state, line[at:stop].strip(), record.labels)
            rules.check(state, event)
            rules.apply(state, event)
            record.events.append(event)
            at = self.comments(record, line, stop)
            if at < len(line) and line[at] != "|":
                self.refuse()
            at += 1

    def comments(self, record: Record, line: str, at: int) -> int:
        """Read comments one after the other; return where something else starts."""
        while line[at : at + 1] == "{":
            match = COMMENT.match(line, at)
            if match is None:
                self.refuse()
            record.comments.setdefault(len(record.events), []).append(self.unescape(match[1]))
            at = match.end()
            while line[at : at + 1].isspace():
                at += 1
        return at

    def integer(self, text: str) -> int:
        if not _INTEGER.match(text):
            self.refuse()
        return int(text)

    def unescape(self, text: str) -> str:
        try:
            return unescaped(text)
        except RuleViolation:
            self.refuse()

    def refuse(self, violation: RuleViolation | None = None) -> NoReturn:
        at = min(max(self.at, 0), len(self.lines) - 1)
        details = {"line": at + 1, "text": self.lines[at][:80]}
        if violation is not None and violation.code != "bad_notation":
            details["reason"] = violation.code
        raise RuleViolation("bad_notation", **details) from None


def _body(rules: AnyRules, record: Record) -> Iterator[str]:
    yield from map(_comment, record.comments.get(0, []))
    state = rules.start(record.setup)
    heading, pieces = "", list[str]()
    for ply, event in enumerate(record.events):
        now = rules.turn(state)
        remarks = record.remarks.get(ply, [])
        if pieces and (remarks or now != heading):
            yield f"{heading}: {' | '.join(pieces)}"
            pieces = []
        yield from map(_remark, remarks)
        heading = now
        piece = rules.write(state, event, record.labels)
        pieces.append(" ".join([piece, *map(_comment, record.comments.get(ply + 1, []))]))
        rules.apply(state, event)
    if pieces:
        yield f"{heading}: {' | '.join(pieces)}"
    yield from map(_remark, record.remarks.get(len(record.events), []))


def _require_writable(record: Record) -> None:
    require_plain([record.setup.options, record.headers])
    require_plain([list(record.comments.values()), list(record.remarks.values())])
    if len(record.labels) != record.setup.seats or not _are_labels(record.labels):
        raise RuleViolation("bad_notation", text=" ".join(record.labels)[:80])
    for name in record.headers:
        if name in RESERVED_HEADERS or not _NAME.match(name):
            raise RuleViolation("bad_notation", text=name[:80])
    for ply in (*record.comments, *record.remarks):
        if not 0 <= ply <= len(record.events):
            raise RuleViolation("bad_notation", text=str(ply))
    for line in (line for lines in record.remarks.values() for line in lines):
        if "\n" in line or "\r" in line:
            raise RuleViolation("bad_notation", text=line[:80])


def _are_labels(labels: Sequence[str]) -> bool:
    return all(map(usable_label, labels)) and len(set(labels)) == len(labels)


def _in_label(sign: str) -> bool:
    if sign.isascii():
        return sign.isalnum() or sign in _LABEL_SIGNS
    return unicodedata.category(sign)[0] not in "CZ"


def _option_text(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)


def _header(name: str, value: str) -> str:
    return f'[{name} "{_escape(value, closing=chr(34))}"]'


def _comment(text: str) -> str:
    return "{" + _escape(text, closing="}") + "}"


def _remark(text: str) -> str:
    return f"% {text}" if text else "%"


def _escape(text: str, *, closing: str) -> str:
    text = text.replace("\\", "\\\\").replace(closing, f"\\{closing}")
    return text.replace("\n", "\\n").replace("\r", "\\r")
