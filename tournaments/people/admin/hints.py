"""Types of fields, taken apart."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from tournaments.commands import named_thing

PLACE = ("stage", "round", "table")
"""Fields that together say one thing, and are asked for as one."""
EMPTY: tuple[Any, ...] = (None, "", (), [], {})
"""What says nothing."""


def place_of(fields: Mapping[str, msgspec.structs.FieldInfo]) -> tuple[str, ...]:
    """Return the fields that are asked for as one place: a round or a table, not a stage alone."""
    place: list[str] = []
    for name in PLACE:
        if (
            name not in fields
            or not fields[name].required
            or named_thing(fields[name].type) != name
        ):
            break
        place.append(name)
    return tuple(place) if len(place) > 1 else ()


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """Return what a field holds where nothing is said; None: nothing."""
    made = field.default_factory is not msgspec.NODEFAULT
    default = field.default_factory() if made else field.default
    return None if default in EMPTY or default is msgspec.NODEFAULT else default


def bare(hint: Any) -> Any:
    """Return a type without what is said about it."""
    return bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def without_none(hint: Any) -> tuple[Any, bool]:
    """Return a type without None, and whether it had it."""
    plain = bare(hint)
    if get_origin(plain) not in (Union, UnionType) or NoneType not in get_args(plain):
        return hint, False
    rest = [one for one in get_args(plain) if one is not NoneType]
    return (rest[0] if len(rest) == 1 else Union[tuple(rest)]), True  # noqa: UP007  (made here)


def item_of(hint: Any) -> Any:
    """Return the type of the values of a tuple of any length; None of anything else."""
    plain = bare(hint)
    args = get_args(plain)
    return args[0] if get_origin(plain) is tuple and args[-1] is ... else None
