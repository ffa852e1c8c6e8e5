"""The notation of a game that has none of its own: `Ana card_played card=7 to=Bo`.

A piece is the label of the seat (where an event has one), the name of the event and its fields.
Numbers and simple words stand as they are, `?` is unknown, a list is in parentheses; anything else
is quoted, with the signs that have a meaning in `.kgn` escaped as JSON escapes them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.spelling import UNKNOWN, refuse

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_INTEGER = re.compile(r"-?[0-9]{1,16}\Z")
_ITEM = re.compile(r'"(?:[^"\\]|\\.)*"|[^,]+')
_CONSTANTS: dict[str, Any] = {UNKNOWN: None, "yes": True, "no": False}
_NAMES = {None: UNKNOWN, True: "yes", False: "no"}
_ESCAPED = {sign: f"\\u{ord(sign):04x}" for sign in "|{}(), :"}


def write(slug: str, event: Event, labels: Sequence[str], seats: Sequence[str] = ()) -> str:
    """Return the notation of an event; `seats` names the fields that are seats of the table."""
    data = msgspec.to_builtins(event)
    seat = data.pop("seat", None)
    start = [] if seat is None else [labels[seat]]
    fields = [
        f"{name}={labels[value] if name in seats and type(value) is int else _text(value)}"
        for name, value in data.items()
    ]
    return " ".join([*start, event.type.removeprefix(f"{slug}."), *fields])


def read(slug: str, text: str, labels: Sequence[str], seats: Mapping[str, Sequence[str]]) -> Event:
    """Return the event that a piece means, or raise `bad_notation`; `seats` is by type of event."""
    words = text.split(" ")
    try:
        data: dict[str, Any] = {}
        if "=" not in "".join(words[1:2]) != "":  # only the name of an event follows a label
            data["seat"] = labels.index(words.pop(0))
        type_ = f"{slug}.{words[0]}"
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if not equals or name in data:
                refuse(text)
            seat = name in seats.get(type_, ()) and value in labels
            data[name] = labels.index(value) if seat else _value(value)
        return decode_event(type_, data)
    except (RuleViolation, ValueError, RecursionError):
        refuse(text)


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return _NAMES[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        simple = _WORD.match(value) and value not in _CONSTANTS
        return value if simple else _quoted(value)
    if isinstance(value, list | tuple) and not any(isinstance(v, list | Mapping) for v in value):
        return f"({','.join(map(_text, value))})"
    return f"~{_quoted(json.dumps(value))}"


def _value(text: str) -> Any:
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.match(text):
        return int(text)
    if text[:1] == "(" and text[-1:] == ")":
        items = _ITEM.findall(text[1:-1])
        if ",".join(items) != text[1:-1]:
            raise ValueError(text)
        return list(map(_value, items))
    if text[:1] == '"':
        return json.loads(text)
    if text[:2] == '~"':
        return json.loads(json.loads(text[1:]))
    if not _WORD.match(text):
        raise ValueError(text)
    return text


def _quoted(text: str) -> str:
    return "".join(_ESCAPED.get(sign, sign) for sign in json.dumps(text))
