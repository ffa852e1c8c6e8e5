"""What is typed for a field of a command: JSON, or the same without its quotation marks.

`ana,bo` and `[ana, bo]` are lists, `[[ana,bo],[chlo,dan]]` a list of lists, `1:ana,bo` a part with
two fields; `-` is nothing. A text in quotation marks is a text, whatever it looks like.
"""

from collections.abc import Sequence
from typing import Any, get_args, get_origin
from uuid import UUID

import msgspec

from tournaments.naming import is_struct, item_hints, shape_of

_ENDS = ",]}"


def value_of(text: str, hint: Any) -> Any:
    """Return what a text says for a field of this type; whether it fits is judged later."""
    kind = shape_of(hint)
    if kind in (str, UUID):
        told = _scalar(text)
        return told if isinstance(told, str) else text
    if is_list(kind) or is_struct(kind):
        return _fitted(_parts(text), hint)
    told = _scalar(text)
    # A number where only a list or a text will do, such as a split into one table.
    return text if isinstance(told, int) and str in get_args(kind) else told


def values_of(words: Sequence[str], hint: Any) -> list[Any]:
    """Return the list that several words say: one item each, or several between commas."""
    item = item_hints(shape_of(hint), 1)[0]
    inner = shape_of(item)
    if is_list(inner) or is_struct(inner):
        return [_fitted(_parts(word), item) for word in words]
    return [_fitted(part, item) for word in words for part in _listed(word)]


def is_list(kind: Any) -> bool:
    return get_origin(kind) in (tuple, list)


def _fitted(value: Any, hint: Any) -> Any:
    """Return plain data in the shape of a type, where people leave out brackets and names."""
    kind = shape_of(hint)
    if is_struct(kind):
        return _as_struct(_split(value), kind)
    if is_list(kind):
        return _as_list(value, kind)
    if kind in (str, UUID) and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


def _as_struct(value: Any, kind: type[msgspec.Struct]) -> Any:
    hints = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    if isinstance(value, list) and len(value) <= len(hints):
        value = dict(zip(hints, value, strict=False))
    if not isinstance(value, dict):
        return value
    return {name: _fitted(one, hints.get(name)) for name, one in value.items()}


def _as_list(value: Any, kind: Any) -> Any:
    if not _is_long(kind):
        value = _split(value)
        hints = item_hints(kind, len(value)) if isinstance(value, list) else ()
        return [_fitted(*pair) for pair in zip(value, hints, strict=True)] if hints else value
    item = item_hints(kind, 1)[0]
    items = value if isinstance(value, list) else [value]
    if _is_one_item(items, shape_of(item)):
        items = [items]
    return [_fitted(one, item) for one in items]


def _is_long(kind: Any) -> bool:
    """Whether a list may be of any length."""
    return get_origin(kind) is list or get_args(kind)[-1] is Ellipsis


def _is_one_item(items: list[Any], kind: Any) -> bool:
    """Whether the brackets around a list of lists, or of parts, were left out."""
    if not items or any(isinstance(one, list | dict) for one in items):
        return False
    if is_list(kind) and _is_long(kind):
        return True
    return (is_list(kind) or is_struct(kind)) and not all(":" in str(one) for one in items)


def _split(value: Any) -> Any:
    """Return the two parts of `1:ana,bo`; anything else as it is."""
    if isinstance(value, list) and value and isinstance(value[0], str) and ":" in value[0]:
        head, _colon, first = value[0].partition(":")
        return [_scalar(head), [_scalar(first), *value[1:]]]
    if isinstance(value, str) and ":" in value:
        head, _colon, rest = value.partition(":")
        return [_scalar(head), _scalar(rest)]
    return value


def _parts(text: str) -> Any:
    """Return what stands in a text: a list where it has commas or brackets."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        listed = _listed(text)
    return listed[0] if len(listed) == 1 else listed


def _listed(text: str) -> list[Any]:
    reader = _Reader(text)
    items = reader.items("")
    return items if reader.is_at_end else [text]


def _scalar(text: str) -> Any:
    if text.strip() == "-":
        return None
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text.strip()


class _Reader:
    """Reads lists, objects and bare words from left to right."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    @property
    def is_at_end(self) -> bool:
        return self._at >= len(self._text)

    def items(self, end: str) -> list[Any]:
        """Return what stands between commas up to an end, which is read too."""
        found: list[Any] = []
        while not self._ends(end):
            found.append(self._value(_ENDS))
            if not self._took(","):
                self._took(end)
                break
        return found

    def _ends(self, end: str) -> bool:
        self._skip_spaces()
        return self._took(end) if end else self.is_at_end

    def _value(self, ends: str) -> Any:
        self._skip_spaces()
        if self._took("["):
            return self.items("]")
        if self._took("{"):
            return self._pairs()
        if self._text[self._at : self._at + 1] == '"':
            return self._quoted()
        start = self._at
        while not self.is_at_end and self._text[self._at] not in ends:
            self._at += 1
        return _scalar(self._text[start : self._at])

    def _pairs(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._ends("}") and not self.is_at_end:
            name = str(self._value(":" + _ENDS))
            self._took(":")
            found[name] = self._value(_ENDS)
            self._skip_spaces()
            if not self._took(","):
                self._took("}")
                break
        return found

    def _quoted(self) -> str:
        start = self._at
        self._at += 1
        while not self.is_at_end and self._text[self._at] != '"':
            self._at += 2 if self._text[self._at] == "\\" else 1
        self._at += 1
        told = _scalar(self._text[start : self._at])
        self._skip_spaces()
        return str(told)

    def _skip_spaces(self) -> None:
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1

    def _took(self, mark: str) -> bool:
        self._skip_spaces()
        if not mark or not self._text.startswith(mark, self._at):
            return False
        self._at += 1
        return True
