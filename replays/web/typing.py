"""What was typed, as a page shows it: the entries in words, the wrong word, what may follow."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.core.completion import continuations
from games.core.contract import AnyRules
from games.core.notation import END_OF_PIECE
from games.core.typed import Problem, Typed, lines_of
from replays.web.access import language
from replays.web.refusals import message_of
from replays.web.suspects import Refused, sentence_of

MOST_OFFERED = 24
MOST_TOLD = 40
AROUND = 48
"""How many characters are shown on either side of a wrong word."""


@dataclass(frozen=True, slots=True)
class WrongWord:
    """The first word that is wrong, with its surroundings."""

    line: int
    before: str
    word: str
    after: str
    why: str
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypedText:
    """A text that was typed, and what came of it."""

    text: str = ""
    sentences: tuple[str, ...] = ()
    more: int = 0
    """How many entries were read beside those that are told."""
    wrong: WrongWord | None = None
    error: str = ""
    offers: tuple[str, ...] = ()
    refused: Refused | None = None

    def with_error(self, error: str) -> "TypedText":
        return replace(self, error=error, offers=())

    def with_way_out(self, refused: Refused | None) -> "TypedText":
        return replace(self, refused=refused)

    def moved_by(self, lines: int) -> "TypedText":
        """Return the same with lines counted from the beginning of a longer text."""
        wrong = self.wrong and replace(self.wrong, line=self.wrong.line + lines)
        return replace(self, wrong=wrong)

    @property
    def count(self) -> int:
        return len(self.sentences) + self.more


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text is read on: the rules and a state, the seats' names, and their words."""

    rules: AnyRules
    start: Any
    labels: list[str]
    words: Sequence[str]

    def told(self, text: str, typed: Typed, *, while_typing: bool = False) -> TypedText:
        """Return a text in words; while somebody types, its last word is not called wrong yet."""
        rules, state, sentences = self.rules, self.start.clone(), list[str]()
        for entry in typed.entries[:MOST_TOLD]:
            sentences.append(sentence_of(rules, state, entry.event, self.labels))
            rules.apply(state, entry.event)
        problem, offers = typed.problem, tuple[str, ...]()
        if while_typing and (problem is None or _is_last(text, problem)):
            offers = self.offered(text, typed)
            if problem is not None and problem.event is None and offers:
                problem = None
        return TypedText(
            text=text,
            sentences=tuple(sentences),
            more=len(typed.entries) - len(sentences),
            wrong=wrong_word(rules, text, problem) if problem else None,
            offers=offers,
        )

    def offered(self, text: str, typed: Typed) -> tuple[str, ...]:
        """Return what the last piece of a text may become."""
        piece, state = last_piece(text), typed.state
        if piece.strip() and typed.problem is None:  # an entry already: what else it could be
            state = self.start.clone()
            for event in typed.events[:-1]:
                self.rules.apply(state, event)
        found = continuations(self.rules, state, self.words, piece.lstrip(), MOST_OFFERED)
        return () if found == (piece.strip(),) else found


def last_piece(text: str) -> str:
    """Return what is being typed: what stands behind the last bar or comment of the last line."""
    return re.split(END_OF_PIECE, lines_of(text)[-1])[-1]


def _is_last(text: str, problem: Problem) -> bool:
    """Say whether what is wrong is still being typed."""
    lines = lines_of(text)
    in_piece = problem.start >= len(lines[-1]) - len(last_piece(text))
    return problem.line == len(lines) and in_piece


def wrong_word(rules: AnyRules, text: str, problem: Problem) -> WrongWord:
    line = lines_of(text)[problem.line - 1]
    start, end = problem.start, problem.end
    before, after = line[max(0, start - AROUND) : start], line[end : end + AROUND]
    return WrongWord(
        line=problem.line,
        before=f"…{before}" if start > AROUND else before,
        word=line[start:end],
        after=f"{after}…" if len(line) > end + AROUND else after,
        why=message_of(problem.violation, rules, language()),
        legal=problem.legal,
    )
