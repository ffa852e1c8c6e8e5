"""Inputs for what commands are made of: people by name, numbers in a row, pairs, groups."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

Choice = tuple[str, str]
"""What stands in a command, and what people read."""
NO_SCORE = frozenset("-–−x")
"""How people write that somebody has none."""


class NumbersField(forms.CharField):
    """Whole numbers with spaces, commas or + between them; a dash for one that may be missing."""

    def __init__(self, *, gaps: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.gaps = gaps

    def prepare_value(self, value: Any) -> Any:
        """Return numbers as they are typed."""
        if isinstance(value, str) or value is None:
            return value
        return " ".join("-" if number is None else str(number) for number in value)

    def clean(self, value: Any) -> list[int | None]:
        """Return the numbers, or say that there is something else between them."""
        return [self._number(word) for word in _words(super().clean(value))]

    def _number(self, word: str) -> int | None:
        if self.gaps and word in NO_SCORE:
            return None
        try:
            return int(word[:12].replace("−", "-"))
        except ValueError:
            raise ValidationError(_("Whole numbers are expected here.")) from None


class LinesField(forms.CharField):
    """Something a line."""

    def __init__(self, *, choices: Sequence[Choice] = (), **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 4, "cols": 40}))
        super().__init__(**kwargs)
        self.choices = list(choices)

    def prepare_value(self, value: Any) -> Any:
        """Return each value as the line that says it."""
        if isinstance(value, str) or value is None:
            return value
        return "\n".join(self.line(one) for one in value)

    def clean(self, value: Any) -> list[Any]:
        """Return what each line says, or raise which of them says nothing."""
        lines = str(super().clean(value) or "").splitlines()
        return [self.read(line.strip()) for line in lines if line.strip()]

    def line(self, value: Any) -> str:
        return str(value)

    def read(self, line: str) -> Any:
        return line

    def _said(self, value: Any) -> str:
        return dict(self.choices).get(str(value), str(value))


class NamesField(LinesField):
    """Somebody a line, by name or number, in an order that says something."""

    def line(self, value: Any) -> str:
        return self._said(value)

    def read(self, line: str) -> str:
        return found(line, self.choices)


class PairsField(LinesField):
    """Somebody a line, and after a colon what belongs to them."""

    def line(self, value: Any) -> str:
        return f"{self._said(value[0])}: {value[1]}"

    def read(self, line: str) -> list[str]:
        name, colon, rest = line.rpartition(":")
        if not colon or not rest.strip():
            raise ValidationError(
                _("“%(line)s” lacks a colon and what follows it."), params=_shown(line)
            )
        return [found(name.strip(), self.choices), rest.strip().replace(",", ".")]


class GroupsField(LinesField):
    """A group a line, with commas between its people."""

    def line(self, value: Any) -> str:
        return ", ".join(self._said(one) for one in value)

    def read(self, line: str) -> list[str]:
        return [found(name.strip(), self.choices) for name in line.split(",") if name.strip()]


def found(text: str, choices: Sequence[Choice]) -> str:
    """Return who is meant by a number, a name, or the beginning of one name only."""
    wanted = text.casefold()
    for value, label in choices:
        if wanted in (value.casefold(), label.casefold(), _bare(value, label)):
            return value
    begun = [value for value, label in choices if _bare(value, label).startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    several = _("“%(line)s” could be several people.")
    raise ValidationError(
        several if begun else _("Nobody here is called “%(line)s”."), params=_shown(text)
    )


def _bare(value: str, label: str) -> str:
    """Return a name without the number before it."""
    return label.removeprefix(f"{value} ").casefold()


def _shown(line: str) -> dict[str, str]:
    return {"line": line[:60]}


def _words(text: Any) -> Iterator[str]:
    yield from str(text or "").replace(",", " ").replace("+", " ").split()
