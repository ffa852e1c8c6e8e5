"""Event classes, their registered wire names, and the way to and from stored text."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import msgspec

from games.core.canonical import canonical_json, require_plain
from games.core.errors import RuleViolation
from games.core.upcasting import upcast


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fact of a match. Subclasses are in the past tense and registered by `event_type`."""

    type: ClassVar[str] = ""
    schema: ClassVar[int] = 0


class Chance(Event, frozen=True):
    """What chance did: dealt, drew, rolled."""


class Choice(Event, frozen=True):
    """What a seat chose."""

    seat: int


class Sighting(Event, frozen=True):
    """What the table saw of hidden things: a hand shown, a question answered or failed."""

    seat: int


E = TypeVar("E", bound=type[Event])

_classes: dict[str, type[Event]] = {}
_decoders: dict[str, msgspec.json.Decoder[Event]] = {}


def event_type(name: str, *, schema: int = 1) -> Callable[[E], E]:
    """Register an event class under its wire name, `<slug>.<past_tense>`, and schema version."""

    def register(cls: E) -> E:
        known = _classes.get(name)
        if known is not None and (known.__module__, known.__qualname__) != (
            cls.__module__,
            cls.__qualname__,
        ):
            raise ValueError(f"event type {name} is taken by {known.__qualname__}")
        cls.type = name
        cls.schema = schema
        _classes[name] = cls
        _decoders[name] = msgspec.json.Decoder(cls)
        return cls

    return register


def event_class(name: str) -> type[Event]:
    """Return the class registered under a wire name, or raise `unknown_event_type`."""
    try:
        return _classes[name]
    except KeyError:
        raise RuleViolation("unknown_event_type", type=name) from None


def event_types(prefix: str) -> tuple[type[Event], ...]:
    """Return the classes whose wire name starts with `prefix.`, in the order of their names."""
    return tuple(cls for name, cls in sorted(_classes.items()) if name.startswith(f"{prefix}."))


def encode_payload(event: Event) -> str:
    return canonical_json(event)


def decode_payload(type_: str, schema: int, payload: str | bytes) -> Event:
    """Return the event stored under a type and schema, upcast to the current schema.

    Raises RuleViolation `unknown_event_type`, `newer_schema` or `malformed_event`.
    """
    cls = event_class(type_)
    if schema != cls.schema:
        return _decode_older(cls, schema, payload)
    try:
        return _decoders[type_].decode(payload)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RuleViolation("malformed_event", type=type_, detail=str(error)) from None


def decode_event(type_: str, data: Any) -> Event:
    """Return the event of the current schema that plain JSON `data` describes, strictly checked."""
    cls = event_class(type_)
    require_plain(data)
    try:
        return msgspec.convert(data, cls)
    except msgspec.ValidationError as error:
        raise RuleViolation("malformed_event", type=type_, detail=str(error)) from None


def _decode_older(cls: type[Event], schema: int, payload: str | bytes) -> Event:
    if not 1 <= schema <= cls.schema:
        raise RuleViolation("newer_schema", type=cls.type, schema=schema, known=cls.schema)
    try:
        data = msgspec.json.decode(payload)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RuleViolation("malformed_event", type=cls.type, detail=str(error)) from None
    try:
        lifted = upcast(cls.type, schema, cls.schema, data)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        # Steps trust the form of what they lift; only a damaged or forged payload has another.
        raise RuleViolation("malformed_event", type=cls.type, detail=repr(error)) from None
    return decode_event(cls.type, lifted)
