"""Structs as OpenAPI 3.0: what a field is called, holds and means is written once, in the struct.

A field is explained by the text below it, as everywhere in this project, or by the
`Meta(description=...)` of its type where one type means the same in many structs.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from datetime import date, datetime
from enum import EnumMeta
from fractions import Fraction
from functools import cache
from itertools import pairwise
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeGuard, Union, get_args, get_origin
from uuid import UUID

import msgspec

from games.core.canonical import LARGEST_INTEGER

Schema = dict[str, Any]
Struct = type[msgspec.Struct]

_PLAIN: dict[object, Schema] = {
    Any: {},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    float: {"type": "number", "format": "double"},
    UUID: {"type": "string", "format": "uuid"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    Fraction: {"type": "string"},
}
_WHOLE = {"minimum": -LARGEST_INTEGER, "maximum": LARGEST_INTEGER}
_BOUNDS = {"ge": "minimum", "le": "maximum", "pattern": "pattern"}
_LENGTHS = {"string": "Length", "array": "Items"}


def answer_schema(struct: Struct, refer: Callable[[Struct], Schema] | None = None) -> Schema:
    """Return what is answered: every field is there but those that may be `UNSET`."""
    types = _Types(refer or answer_schema, {"type": "integer"})
    fields = msgspec.structs.fields(struct)
    required = [
        field.encode_name for field in fields if msgspec.UnsetType not in get_args(field.type)
    ]
    return {
        "type": "object",
        **_described(struct_words(struct)),
        "properties": {field.encode_name: types.field(struct, field) for field in fields},
        **({"required": sorted(required)} if required else {}),
    }


def body_schema(struct: Struct) -> Schema:
    """Return what a request sends, written out in place: what has a default may be left out."""
    types = _Types(body_schema, {"type": "integer"} | _WHOLE)
    fields = msgspec.structs.fields(struct)
    required = [field.encode_name for field in fields if field.required]
    closed = struct.__struct_config__.forbid_unknown_fields
    return {
        "title": struct.__name__,
        **_described(struct_words(struct)),
        "type": "object",
        "properties": {
            field.encode_name: types.field(struct, field) | _default(field) for field in fields
        },
        **({"required": required} if required else {}),
        **({"additionalProperties": False} if closed else {}),
    }


class _Types(msgspec.Struct, frozen=True):
    """How a type is described where structs and whole numbers are described like this."""

    struct: Callable[[Struct], Schema]
    integer: Schema

    def field(self, struct: Struct, field: msgspec.structs.FieldInfo) -> Schema:
        """Return a field with the text below it, or with the words of its type."""
        return _with(self.value(field.type), _described(field_words(struct).get(field.name, "")))

    def value(self, hint: Any) -> Schema:
        """Return a type as a schema without references beside other keys."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(args[0], args[1:])
        if origin in (Union, UnionType):
            return self._either([one for one in args if one is not msgspec.UnsetType])
        if origin is Literal or isinstance(hint, EnumMeta):
            return _choices(args if origin is Literal else [one.value for one in hint])
        if origin is tuple and args[-1] is not ...:
            # OpenAPI 3.0 cannot say which kind of value stands at which place.
            many = {"minItems": len(args), "maxItems": len(args)}
            kinds = [self.value(kind) for kind in dict.fromkeys(args)]
            items = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
            return {"type": "array", **many, "items": items}
        if origin in (tuple, list):
            return {"type": "array", "items": self.value(args[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.value(args[1])}
        if is_struct(hint):
            return self.struct(hint)
        return dict(self.integer if hint is int else _PLAIN[hint])

    def _annotated(self, hint: Any, extras: tuple[Any, ...]) -> Schema:
        schema = self.value(hint)
        for extra in extras:
            if isinstance(extra, msgspec.Meta):
                schema = _with(schema, dict(_meta(extra, schema)))
        return schema

    def _either(self, options: list[Any]) -> Schema:
        rest = [self.value(option) for option in options if option is not NoneType]
        schema = rest[0] if len(rest) == 1 else {"anyOf": rest}
        if len(rest) == len(options):
            return schema
        if "enum" in schema:
            schema = schema | {"enum": [*schema["enum"], None]}
        return _with(schema, {"nullable": True})


def _choices(values: Any) -> Schema:
    kind = {str: "string", int: "integer"}[type(values[0])]
    return {"type": kind, "enum": list(values)}


def _meta(meta: msgspec.Meta, schema: Schema) -> Iterator[tuple[str, Any]]:
    for name, key in _BOUNDS.items():
        if (bound := getattr(meta, name)) is not None:
            yield key, bound
    for side in ("min", "max"):
        if (length := getattr(meta, f"{side}_length")) is not None:
            yield side + _LENGTHS[schema["type"]], length
    yield from (meta.extra_json_schema or {}).items()
    yield from _described(meta.description or "").items()


def _default(field: msgspec.structs.FieldInfo) -> Schema:
    if field.required:
        return {}
    has_factory = field.default_factory is not msgspec.NODEFAULT
    default = field.default_factory() if has_factory else field.default
    return {"default": msgspec.json.decode(msgspec.json.encode(default))}


def _described(text: str) -> Schema:
    return {"description": text} if text else {}


def _with(schema: Schema, more: Schema) -> Schema:
    """Return a schema with more keys; OpenAPI 3.0 ignores what stands beside a reference."""
    if "$ref" in schema and more:
        return {"allOf": [schema], **more}
    return schema | more


def is_struct(hint: Any) -> TypeGuard[Struct]:
    """Say whether this is a struct to describe."""
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


def struct_words(struct: Struct) -> str:
    """Return what a struct says of itself."""
    return inspect.cleandoc(struct.__doc__ or "")


@cache
def field_words(struct: Struct) -> dict[str, str]:
    """Return the text that is written below each field of a struct and of its bases."""
    words: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if cls is not msgspec.Struct and issubclass(cls, msgspec.Struct):
            words |= _module_words(sys.modules[cls.__module__]).get(cls.__name__, {})
    return words


@cache
def _module_words(module: ModuleType) -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(module))
    return {node.name: dict(_words(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _words(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(node.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, inspect.cleandoc(text)
            case _:
                pass
