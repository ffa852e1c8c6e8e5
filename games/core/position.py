"""States that can be cloned without saying how: the way follows from the types of their fields.

A dataclass or msgspec struct already has equality and a repr. `clone` is on the hot path of bots,
so it is written out once per class, as a person would write it, and not looked up at every call.
"""

import dataclasses
import types
from collections.abc import Mapping
from typing import Any, Literal, Self, Union, get_args, get_origin, get_type_hints

import msgspec

_SHARED = (int, str, bool, bytes, float, type(None))
"""What never changes may be in two states at once."""


class Position:
    """A base for the state of a match: a dataclass or msgspec struct of plain values and lists."""

    __slots__ = ()

    def clone(self) -> Self:
        """Return an equal state that shares nothing mutable with this one."""
        write_clone(type(self))
        return self.clone()

    def told(self, *names: str) -> dict[str, Any]:
        """Return some of what a state holds as plain data, for `to_data`."""
        return {name: _plain(getattr(self, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return list(value)
    return dict(value) if isinstance(value, dict) else value


def write_clone(cls: Any) -> None:
    """Give a class of states the `clone` that follows from the types of its fields."""
    hints = get_type_hints(cls)
    names = (
        [field.name for field in dataclasses.fields(cls)] if dataclasses.is_dataclass(cls) else []
    )
    names = names or list(cls.__struct_fields__)
    copies = {name: _copy_of(hints[name], f"self.{name}") for name in names}
    if issubclass(cls, msgspec.Struct):
        body = f"return cls({', '.join(copies.values())})"
    else:
        lines = [f"twin.{name} = {copy}" for name, copy in copies.items()]
        body = "\n    ".join(["twin = cls.__new__(cls)", *lines, "return twin"])
    scope: dict[str, Any] = {"cls": cls}
    exec(f"def clone(self):\n    {body}", scope)  # noqa: S102  (from the names of fields alone)
    cls.clone = scope["clone"]


def _copy_of(kind: Any, value: str, depth: int = 0) -> str:
    """Return the expression that copies a value of a type; raise TypeError if there is none."""
    origin, args = get_origin(kind) or kind, get_args(kind)
    if _is_shared(kind):
        return value
    if origin is list or origin is dict:
        inner = args[-1] if args else Any
        if _is_shared(inner):
            return f"{value}[:]" if origin is list else f"{value}.copy()"
        item = f"item{depth}"
        copied = _copy_of(inner, item, depth + 1)
        if origin is list:
            return f"[{copied} for {item} in {value}]"
        return f"{{key: {copied} for key, {item} in {value}.items()}}"
    if origin is set:
        return f"{value}.copy()"
    if hasattr(origin, "clone"):
        return f"{value}.clone()"
    raise TypeError(f"a clone cannot copy {kind}: write `clone` by hand")


def _is_shared(kind: Any) -> bool:
    origin, args = get_origin(kind) or kind, get_args(kind)
    if kind in _SHARED or origin is Literal or isinstance(kind, type(Literal)):
        return True
    if origin in (Union, types.UnionType):
        return all(map(_is_shared, args))
    if origin in (tuple, frozenset):
        return all(_is_shared(arg) for arg in args if arg is not ...)
    if not isinstance(origin, type):
        return False
    if issubclass(origin, msgspec.Struct):
        return origin.__struct_config__.frozen
    if issubclass(origin, tuple):  # a named tuple
        return True
    params = getattr(origin, "__dataclass_params__", None)
    return origin is types.MappingProxyType or origin is Mapping or bool(params and params.frozen)
