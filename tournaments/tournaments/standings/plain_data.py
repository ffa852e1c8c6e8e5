"""Rules read back from the plain data of an event, field by field, with a code for what is off."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import fraction_from_data

Kind = TypeVar("Kind", bound=StrEnum)


class Fields:
    """The fields of one mapping; a missing field takes its default, a strange one is refused."""

    def __init__(self, data: object, what: str, names: Collection[str]) -> None:
        if not isinstance(data, Mapping):
            raise RuleViolation("bad_rules_data", field=what)
        for name in data:
            if name not in names:
                raise RuleViolation("bad_rules_data", field=f"{what}.{name}")
        self._data = data
        self._what = what

    def has(self, name: str) -> bool:
        """Whether the field was given."""
        return name in self._data

    def raw(self, name: str) -> object:
        """Return the field as it is."""
        return self._data[name]

    def flag(self, name: str, default: bool) -> bool:
        """Return a boolean field."""
        value = self._data.get(name, default)
        if not isinstance(value, bool):
            raise self._refusal(name)
        return value

    def whole(self, name: str, default: int) -> int:
        """Return an integer field."""
        value = self._data.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._refusal(name)
        return value

    def maybe_whole(self, name: str, default: int | None) -> int | None:
        """Return an integer field that may be null."""
        if self._data.get(name, default) is None:
            return None
        return self.whole(name, 0)

    def fraction(self, name: str, default: Fraction) -> Fraction:
        """Return a field of points."""
        return fraction_from_data(self._data[name]) if self.has(name) else default

    def fractions(self, name: str, default: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        """Return a field that is a list of points."""
        if not self.has(name):
            return default
        value = self._data[name]
        if not isinstance(value, list):
            raise self._refusal(name)
        return tuple(fraction_from_data(item) for item in value)

    def codes(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """Return a field that is a list of strings."""
        value = self._data.get(name, list(default))
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._refusal(name)
        return tuple(value)

    def choice(self, name: str, kind: type[Kind], default: Kind) -> Kind:
        """Return a field that is one value of an enumeration."""
        value = self._data.get(name, default.value)
        if value not in [member.value for member in kind]:
            raise self._refusal(name)
        return kind(value)

    def _refusal(self, name: str) -> RuleViolation:
        return RuleViolation("bad_rules_data", field=f"{self._what}.{name}")
