"""Rules as the plain data of an event: fractions as text, and a code for what is off."""

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import fraction_from_data

Rules = TypeVar("Rules")


def rules_to_data(rules: object) -> dict[str, Any]:
    """Return every field of rules: strings, integers, booleans, lists; fractions as text."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules, enc_hook=str))
    return data


def rules_from_data(usual: Rules, data: object, what: str) -> Rules:
    """Return the usual rules with the fields that are given; a strange one is refused."""
    if not isinstance(data, Mapping):
        raise RuleViolation("bad_rules_data", field=what)
    kind: Any = type(usual)
    hints = _hints(kind)
    fields: dict[str, Any] = {}
    for name, value in data.items():
        if name not in hints:
            raise RuleViolation("bad_rules_data", field=f"{what}.{name}")
        before = getattr(usual, name)
        try:
            if hasattr(before, "from_data"):
                fields[name] = before.from_data(value)
            elif is_dataclass(before):
                fields[name] = rules_from_data(before, value, name)
            else:
                fields[name] = _value(value, hints[name])
        except msgspec.ValidationError:
            raise RuleViolation("bad_rules_data", field=f"{what}.{name}") from None
    return replace(usual, **fields)  # type: ignore[type-var]


@cache
def _hints(rules: type[Any]) -> dict[str, Any]:
    return get_type_hints(rules)


def _value(value: object, hint: Any) -> Any:
    match get_args(hint):
        # msgspec tells no enumeration from a fraction: both are text.
        case (type() as words, type() as number) if number is Fraction and issubclass(
            words, StrEnum
        ):
            matching = [word for word in words if word.value == value]
            return matching[0] if matching else fraction_from_data(value)
        case _:
            return msgspec.convert(value, hint, dec_hook=lambda _, data: fraction_from_data(data))
