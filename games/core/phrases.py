"""A notation from one table of phrases, `BetPlaced: "{seat} bets {box}[ {same}]"`, for both ways.

`{box}` is a field of the event in the game's spelling of that name, `{box:number}` in another one;
`{gets|reçoit}` a word that is written the first way and read in each. A part in brackets may be
missing. A note is no field but what the rules derive: it is written for the reader and, where it is
given, compared on reading. Fields that a phrase does not name are those of the state.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.spelling import UNKNOWN, key_of, refuse

Labels = Sequence[str]
Tell = Callable[[Any, Any], Any]
Whole = Callable[[Any], Any]
Table = Mapping[type[Event], str]


class Part(NamedTuple):
    """How a value is written and read; what has no meaning raises LookupError or ValueError."""

    write: Callable[[Any, Any, Labels], str]
    read: Callable[[str, Any, Labels], Any]
    pattern: str = "[^ ]+"
    missing: Any = None  # the value for which a part in brackets is left out
    tell: Tell | None = None  # what a note derives from state and event
    unless: Tell | None = None  # when it is not compared, so that `check` can say what is illegal


WORD = Part(lambda word, *_: word, lambda word, *_: word)
SEAT = Part(lambda seat, _, labels: labels[seat], lambda word, _, labels: labels.index(word))


def note(tell: Tell, spelling: Part = WORD, unless: Tell | None = None) -> Part:
    return spelling._replace(tell=tell, unless=unless)


def number(pattern: str, form: str = "d", missing: int | None = None) -> Part:
    return Part(lambda value, *_: format(value, form), lambda word, *_: int(word), pattern, missing)


def one_of(names: Mapping[Any, str] | Iterable[str]) -> Part:
    """Spell values by their names, or codes as they are."""
    written = names if isinstance(names, Mapping) else {name: name for name in names}
    meant = {name: value for value, name in written.items()}
    return Part(lambda value, *_: written[value], lambda word, *_: meant[word])


def spelled(meant: Mapping[str, Any], pattern: str = "[^ ]+") -> Part:
    """Write codes as they are; read what the key of a word means."""
    return Part(lambda code, *_: code, lambda word, *_: meant[key_of(word)], pattern)


def many(one: Part, between: str = " ", times: str = "*") -> Part:
    """Spell a tuple: one item and so many `times` another."""
    return Part(
        lambda items, *at: between.join([one.write(item, *at) for item in items]),
        lambda text, *at: tuple([one.read(word, *at) for word in text.split(between)]),
        f"{one.pattern}(?:{re.escape(between)}{one.pattern}){times}",
        missing=(),
    )


def alone(part: Part, whole: Whole = lambda _state: None, word: str = UNKNOWN) -> Part:
    """Spell the value that a word alone stands for in a state by it, any other one as before."""
    return part._replace(
        write=lambda value, *at: word if value == whole(at[0]) else part.write(value, *at),
        read=lambda text, *at: whole(at[0]) if text == word else part.read(text, *at),
    )


def _word(*names: str) -> Part:
    keys = {*names, *map(key_of, names)}
    word = Part(lambda *_: names[0], lambda word, *_: word in keys or key_of(word) in keys)
    return note(lambda *_: True, word)


class _Phrase:
    """A phrase taken apart: what stands always, and parts with what stands in their brackets."""

    def __init__(self, cls: type[Event], text: str, known: Mapping[str, Part]) -> None:
        *pieces, self.end = re.split(r"(\[.*?\]|\{.*?\})", text)
        self.cls, self.parts, pattern = cls, list[tuple[str, Part, str, str, str, bool]](), ""
        for always, piece in zip(pieces[::2], pieces[1::2], strict=True):
            before, inner, after = re.split("[{}]", piece.strip("[]"))
            name, _, spelling = inner.partition(":")
            part = _word(*name.split("|")) if "|" in name else known[spelling or name]
            self.parts.append((name, part, always, before, after, piece[0] == "["))
            found = f"(?:{re.escape(before)}({part.pattern}){re.escape(after)})"
            pattern += re.escape(always) + found + "?" * (piece[0] == "[")
        self.match = re.compile(pattern + re.escape(self.end)).fullmatch
        numbered = [(number, part, name) for number, (name, part, *_) in enumerate(self.parts)]
        self.fields = [each for each in numbered if each[1].tell is None]
        self.notes = [(number, part, part.tell) for number, part, _ in numbered if part.tell]
        self.given = set(cls.__struct_fields__).difference(name for *_, name in self.fields)

    def write(self, state: Any, event: Event, labels: Labels) -> str:
        text = ""
        for name, part, always, before, after, optional in self.parts:
            value = part.tell(state, event) if part.tell else getattr(event, name)
            text += always
            if not optional or value != part.missing:
                text += before + part.write(value, state, labels) + after
        return text + self.end

    def read(self, words: Sequence[str | None], state: Any, labels: Labels) -> Event:
        fields = {name: getattr(state, name) for name in self.given}
        for number, part, name in self.fields:
            word = words[number]
            fields[name] = part.missing if word is None else part.read(word, state, labels)
        event = self.cls(**fields)
        for number, part, tell in self.notes:
            word = words[number]
            if word is None or (part.unless is not None and part.unless(state, event)):
                continue
            if tell(state, event) != part.read(word, state, labels):
                raise ValueError(word)
        return event


class Phrases:
    """Writes and reads the events of a game; some phases have a table of their own."""

    def __init__(
        self, parts: Mapping[str, Part], table: Table, phases: Mapping[str, Table] | None = None
    ) -> None:
        self._written: dict[type[Event], _Phrase] = {}
        self._read: dict[str, dict[str, list[_Phrase]]] = {}
        for names, phrases in {"": table, **(phases or {})}.items():
            known: dict[str, list[_Phrase]] = {}
            self._read |= dict.fromkeys(names.split(" "), known)
            for cls, text in phrases.items():
                phrase = self._written[cls] = _Phrase(cls, text, {"seat": SEAT, **parts})
                first = re.findall(r"^(?:\{[\w:]+\} )?(?:\{(?=\w+\|))?([^{}\[ ]+)", text)
                for word in "".join(first).split("|"):
                    known.setdefault(key_of(word), []).append(phrase)

    def write(self, state: Any, event: Event, labels: Labels) -> str:
        """Return the notation of an event."""
        if type(event) not in self._written:
            raise RuleViolation("not_expected", type=event.type)
        return self._written[type(event)].write(state, event, labels)

    def read(self, state: Any, text: str, labels: Labels) -> Event:
        """Return the event that a piece means, or raise `bad_notation`."""
        words = text.split()
        line, phase = " ".join(words), getattr(state, "phase", "")
        known = self._read.get(phase) or self._read[""]
        for key in (str, key_of):
            for word in (*words[1::-1], ""):
                for phrase in known.get(key(word), ()):
                    if match := phrase.match(line):
                        try:
                            return phrase.read(match.groups(), state, labels)
                        except (LookupError, ValueError):
                            continue
        refuse(text)
