"""What forms of commands know of where they stand: words, choices, and what was sent to them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import get_language

from replays.http.structs import field_words
from tournaments.commands import Thing
from tournaments.people.admin.inputs import Choice

Struct = type[msgspec.Struct]
Word = str | Promise


class Words(NamedTuple):
    """What the fields of commands are called, and the values of those with a choice.

    A name is looked up as `Struct.field`, then as `field`.
    """

    labels: Mapping[str, Word]
    helps: Mapping[str, Word] = {}
    values: Mapping[str, Mapping[str, Word]] = {}

    def label(self, struct: Struct, name: str) -> str:
        return str(self.labels.get(f"{struct.__name__}.{name}") or self.labels.get(name, name))

    def help(self, struct: Struct, name: str) -> str:
        """Return a few words below an input; in English those of the struct itself serve."""
        known = str(self.helps.get(f"{struct.__name__}.{name}") or self.helps.get(name, ""))
        if known or not (get_language() or "").startswith("en"):
            return known
        return field_words(struct).get(name, "")


class Section(NamedTuple):
    """Inputs that stand together under a heading; the first of a form has none."""

    legend: Word
    fields: list[forms.BoundField]
    errors: list[Any]


class Part(Protocol):
    """A part of a form that is a form itself."""

    def is_valid(self) -> bool: ...

    def value(self) -> Any:
        """Return what it says as plain data; None: nothing."""

    def sections(self, legend: Word = "") -> list[Section]: ...


class Sent(NamedTuple):
    """What was sent to a form, under which names, and what it starts with."""

    data: Any = None
    files: Any = None
    prefix: str = ""
    start: Any = {}

    def below(self, name: str, start: Any = None) -> "Sent":
        """Return the same for a form inside the form."""
        prefix = f"{self.prefix}-{name}" if self.prefix else name
        return self._replace(prefix=prefix, start=start or {})

    def read(self, name: str) -> str:
        """Return what an input was sent with; nothing while nothing was sent."""
        key = f"{self.prefix}-{name}" if self.prefix else name
        return str(self.data.get(key, "")) if self.data is not None else ""


class World:
    """What there is to choose from where a command is sent; each noun has its own."""

    words = Words({})

    def choices(self, thing: Thing, struct: Struct) -> Sequence[Choice]:
        """Return everything of a kind by name."""
        raise NotImplementedError

    def places(self, depth: int) -> Sequence[Choice]:
        """Return the rounds (depth 2) or tables (depth 3) there are, such as 1/3/2."""
        raise NotImplementedError

    def start(self, struct: Struct, asked: Mapping[str, str]) -> Mapping[str, Any]:
        """Return what the inputs of a command start with; `asked` stands in the address."""
        return {}

    def part(self, struct: Struct, name: str, sent: Sent) -> Part | None:
        """Return a form of its own for a field that its type does not describe."""
        return None


class FormPart:
    """A form of a page that asks for what a field holds."""

    def __init__(self, form: forms.Form, value: Callable[[], Any]) -> None:
        self._form, self._value = form, value

    def is_valid(self) -> bool:
        return self._form.is_valid()

    def value(self) -> Any:
        return self._value()

    def sections(self, legend: Word = "") -> list[Section]:
        errors = list(self._form.non_field_errors())
        return [Section(legend, list(self._form.visible_fields()), errors)]


class NotAsked:
    """A field that is left as it is."""

    def is_valid(self) -> bool:
        return True

    def value(self) -> None:
        return None

    def sections(self, legend: Word = "") -> list[Section]:
        return []
