"""Event classes, their registered wire names, and the way to and from stored text."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

import msgspec

from games.core.canonical import canonical_json, require_plain
from games.core.errors import RuleViolation
from games.core.upcasting import steps, upcast


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


class Unordered:
    """A part of events with a field that has no order, named with the places of its items.

    When an event is made they are put into that of the box, strange ones after them and unknown
    ones last: equal facts are equal events with one content hash, however a client sent them.
    """

    __slots__ = ()
    unordered: ClassVar[tuple[str, Mapping[Any, int]]]
    _settled: ClassVar[tuple[str, "_Settled"]]

    def __post_init__(self) -> None:
        name, settled = self._settled
        items = getattr(self, name)
        if (ordered := settled[items]) is not items and ordered != items:
            msgspec.structs.force_setattr(self, name, ordered)  # type: ignore[arg-type]


class _Settled(dict[Any, Any]):
    """Items → the same in their order, worked out when they are first met."""

    def __init__(self, places: Mapping[Any, int]) -> None:
        self.places = places

    def __missing__(self, items: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        if len(self) >= _MOST_SETTLED:
            self.clear()
        self[items] = None if items is None else tuple(sorted(items, key=self._place))
        settled: tuple[Any, ...] | None = self[items]
        return settled

    def _place(self, item: Any) -> tuple[Any, ...]:
        unknown = item is None
        return unknown, self.places.get(item, len(self.places)), "" if unknown else item


_MOST_SETTLED = 16384


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
            raise ValueError(
                f"event type {name} is taken by {known.__module__}.{known.__qualname__}"
            )
        cls.type = name
        cls.schema = schema
        if issubclass(cls, Unordered):
            cls._settled = (cls.unordered[0], _Settled(cls.unordered[1]))
        _classes[name] = cls
        _decoders[name] = msgspec.json.Decoder(cls)
        return cls

    return register


@contextmanager
def all_or_nothing() -> Iterator[Callable[[], set[str]]]:
    """Forget every type and upcaster that was registered inside, if the block raises.

    What it yields returns the types that were registered, or given an upcaster, so far.
    """
    registries: tuple[dict[Any, Any], ...] = (_classes, _decoders, steps)
    before = [(registry, dict(registry)) for registry in registries]
    known, lifted = {*_classes}, {*steps}
    try:
        yield lambda: ({*_classes} - known) | {type_ for type_, _ in {*steps} - lifted}
    except BaseException:
        for registry, kept in before:
            registry.clear()
            registry.update(kept)
        raise


def event_class(name: str) -> type[Event]:
    """Return the class registered under a wire name, or raise `unknown_event_type`."""
    try:
        return _classes[name]
    except KeyError:
        raise RuleViolation("unknown_event_type", type=name) from None


def schema_of(name: str) -> int | None:
    """Return the schema by which the type of a wire name is known here, if it is."""
    known = _classes.get(name)
    return known.schema if known is not None else None


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
