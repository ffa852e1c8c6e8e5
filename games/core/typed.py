"""Notation as people type it: without headings, in any case, a seat left out where one acts.

A text is read piece by piece on from a state. Where it cannot go on, the problem names the word,
what is wrong with it and what would have been legal there; what comes after it is not read.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.core.completion import continuations, fold_text
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.legality import allows
from games.core.notation import COMMENT, END_OF_PIECE, unescaped
from games.core.spelling import key_of

MOST_SUGGESTED = 8
LONGEST_PIECE = 1000


class Entry(NamedTuple):
    """One event, and where it stands in the text: line from 1, columns from 0."""

    event: Event
    line: int
    start: int
    end: int


class Problem(NamedTuple):
    """The first word that cannot be what happened."""

    line: int
    start: int
    end: int
    violation: RuleViolation
    legal: tuple[str, ...]
    """Some of what could stand there instead, as whole pieces."""
    event: Event | None = None
    """What it means where it can be read, and the rules refuse it."""


class Typed(NamedTuple):
    """What a text means, as far as it can be read."""

    entries: tuple[Entry, ...]
    problem: Problem | None
    state: Any
    """The state after the entries."""
    comments: dict[int, list[str]]
    """By the number of entries before them, as in a record."""
    remarks: dict[int, list[str]]

    @property
    def events(self) -> list[Event]:
        return [entry.event for entry in self.entries]


def read_typed(rules: AnyRules, state: Any, text: str, labels: Sequence[str]) -> Typed:
    """Return what a text means in a state, up to the first thing that is wrong with it."""
    reader = _Reader(rules, state.clone(), labels)
    problem = reader.read(text)
    return Typed(tuple(reader.entries), problem, reader.state, reader.comments, reader.remarks)


def read_piece(rules: AnyRules, state: Any, text: str, labels: Sequence[str]) -> Event:
    """Return the event that a piece means however it is spelled, or raise `bad_notation`.

    The plainest spelling that is legal counts; one that would mean two legal things means nothing.
    """
    readable: Event | None = None
    for spellings in _spellings(rules, state, text, labels):
        meant: list[Event] = []
        for spelling in spellings:
            event = _read(rules, state, spelling, labels)
            if event is not None and event not in meant:
                meant.append(event)
        legal = [event for event in meant if allows(rules.check, state, event)]
        if len(legal) == 1:
            return legal[0]
        if legal:
            break
        readable = readable or next(iter(meant), None)
    if readable is None:
        raise RuleViolation("bad_notation", text=text[:80])
    return readable


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, however they end."""
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


class _Reader:
    """Reads a text line by line into the state it was given."""

    def __init__(self, rules: AnyRules, state: Any, labels: Sequence[str]) -> None:
        self.rules, self.state, self.labels = rules, state, labels
        self.entries: list[Entry] = []
        self.comments: dict[int, list[str]] = {}
        self.remarks: dict[int, list[str]] = {}

    def read(self, text: str) -> Problem | None:
        for number, line in enumerate(lines_of(text), 1):
            if line.lstrip().startswith("%"):
                remark = line.lstrip()[1:].removeprefix(" ")
                self.remarks.setdefault(len(self.entries), []).append(remark)
            elif problem := self.read_line(number, line):
                return problem
        return None

    def read_line(self, number: int, line: str) -> Problem | None:
        at = self.heading(line)
        while at < len(line):
            found = END_OF_PIECE.search(line, at)
            stop = found.start() if found else len(line)
            piece = line[at:stop]
            if piece.strip():
                start = at + len(piece) - len(piece.lstrip())
                if problem := self.read_one(number, start, piece.strip()):
                    return problem
            at = stop
            while line[at : at + 1] == "{":
                comment = COMMENT.match(line, at)
                if comment is None:
                    return self.problem(number, at, line[at:], _unreadable(line[at:]))
                try:
                    words = unescaped(comment[1])
                except RuleViolation as violation:
                    return self.problem(number, at, comment[0], violation)
                self.comments.setdefault(len(self.entries), []).append(words)
                at = comment.end()
                at += len(line[at:]) - len(line[at:].lstrip())
            at += line[at : at + 1] == "|"
        return None

    def heading(self, line: str) -> int:
        """Return where the pieces of a line begin: behind the heading of the turn, if it has it."""
        words = [re.escape(word) for word in self.rules.turn(self.state).split()]
        found = re.match(r"\s*".join(["", *words, ":"]), line, re.IGNORECASE)
        return found.end() if found else 0

    def read_one(self, number: int, start: int, piece: str) -> Problem | None:
        rules, state = self.rules, self.state
        event: Event | None = None
        try:
            if not rules.needs(state):
                raise RuleViolation("reported_only" if rules.reported_only else "match_over")
            if len(piece) > LONGEST_PIECE:
                raise _unreadable(piece)
            event = read_piece(rules, state, piece, self.labels)
            rules.check(state, event)
        except RuleViolation as violation:
            if event is not None or violation.code != "bad_notation":
                return self.problem(number, start, piece, violation)._replace(event=event)
            return self.unreadable(number, start, piece)
        rules.apply(state, event)
        self.entries.append(Entry(event, number, start, start + len(piece)))
        return None

    def unreadable(self, number: int, start: int, piece: str) -> Problem:
        """Return what is wrong with a piece that means nothing: its heading, or which word."""
        heading, colon, rest = piece.partition(":")
        if colon and rest.strip():
            try:
                event = read_piece(self.rules, self.state, rest.strip(), self.labels)
                self.rules.check(self.state, event)
            except RuleViolation:
                pass
            else:
                violation = RuleViolation("wrong_heading", heading=self.rules.turn(self.state))
                return self.problem(number, start, heading, violation)
        named = [f"{label} {piece}" for label in self.labels]
        if any(_read(self.rules, self.state, text, self.labels) for text in named):
            legal = self.continued(piece) or self.continued("")
            missing = RuleViolation("seat_missing")
            return Problem(number, start, start + len(piece), missing, legal)
        for word in re.finditer(r"\S+", piece):
            if not self.continued(piece[: word.end()]):
                offset, text = start + word.start(), word[0]
                legal = self.continued(piece[: word.start()])
                return Problem(number, offset, offset + len(text), _unreadable(text), legal)
        legal = self.continued(piece)
        if legal:
            violation = RuleViolation("unfinished_notation", text=piece[-80:])
            return Problem(number, start, start + len(piece), violation, legal)
        return self.problem(number, start, piece, _unreadable(piece))

    def continued(self, start: str) -> tuple[str, ...]:
        return continuations(self.rules, self.state, self.labels, start, MOST_SUGGESTED)

    def problem(self, number: int, start: int, text: str, violation: RuleViolation) -> Problem:
        return Problem(number, start, start + len(text), violation, self.continued(""))


def _unreadable(text: str) -> RuleViolation:
    return RuleViolation("bad_notation", text=text.strip()[:80])


def _read(rules: AnyRules, state: Any, text: str, labels: Sequence[str]) -> Event | None:
    try:
        return rules.read(state, text, labels)
    except RuleViolation:
        return None


def _spellings(
    rules: AnyRules, state: Any, text: str, labels: Sequence[str]
) -> Iterator[list[str]]:
    """Yield ways in which a piece may have been meant, those that change more of it later."""
    yield [text]
    words = text.split()
    yield [" ".join(words)]
    named = [_label(word, labels) or word for word in words]
    yield [" ".join(named)]
    cased = _cased(named, labels)
    yield cased
    needs = rules.needs(state)
    if needs and (words and words[0] not in labels):
        who = {need.performer if need.seat is None else need.seat for need in needs}
        seats = [seat for seat in who if seat is not None]
        if len(who) == len(seats) == 1:
            label = labels[seats[0]]
            yield [f"{label} {spelling}" for spelling in (" ".join(named), *cased)]
    said = fold_text(text)
    likely = continuations(rules, state, labels, said, MOST_SUGGESTED)
    yield [spelling for spelling in likely if fold_text(spelling) == said]


def _cased(words: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Return a piece in small letters, in capitals, and with its first word alone in small ones."""

    def spelled(*change: Any) -> str:
        ways = iter(change)
        way = next(ways)
        said: list[str] = []
        for word in words:
            if word in labels:
                said.append(word)
                continue
            said.append(way(word))
            way = next(ways, way)
        return " ".join(said)

    return [spelled(str.lower), spelled(str.upper), spelled(str.lower, str.upper)]


def _label(word: str, labels: Sequence[str]) -> str | None:
    """Return the label that a word means but for its case and accents, if it is one alone."""
    if word in labels:
        return word
    found = [label for label in labels if key_of(label) == key_of(word)]
    if not found:
        found = [label for label in labels if fold_text(label) == fold_text(word)]
    return found[0] if len(found) == 1 else None
