"""Names instead of numbers and ids: what somebody typed becomes what a command takes.

Which numbers and ids of a command stand for what is said in its types, see `commands.names`.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin
from uuid import UUID

import msgspec

from games.core.errors import RuleViolation
from tournaments.commands import Thing, named_thing
from tournaments.people.names import fold

MOST_LISTED = 8
_folded = lru_cache(maxsize=16_384)(fold)
"""One name after another is looked for among the same people."""
LEAST_OF_ID = 4
"""So many characters of an id are taken for the beginning of one."""


class Named(NamedTuple):
    """Something that people call by a name."""

    value: int | UUID
    label: str
    """How a list of several shows it, so that each can be told from the others."""
    names: tuple[str, ...]
    """What it is called; any of them will do."""


Candidates = Callable[[Thing, Mapping[str, Any]], Iterable[Named]]
"""What there is of a kind; the fields that were given with it may narrow it."""


def found(
    text: str, candidates: Iterable[Named], preferred: Container[int | UUID] = ()
) -> int | UUID:
    """Return what is meant by a name or the beginning of one, accents and capitals aside.

    The whole name comes first, then whole words of it, then how it begins, then how its words
    begin, then how its id begins. Of several that fit alike, it is the only `preferred` one.
    Raises `ambiguous_name` or `unknown_name`, with what there is.
    """
    known = list(candidates)
    wanted = fold(text)
    for fits in (_is_name, _has_words, _begins, _has_beginnings, _has_id) if wanted else ():
        fitting = [one for one in known if fits(wanted, one)]
        for values in ({one.value for one in fitting}, _among(fitting, preferred)):
            if len(values) == 1:
                return values.pop()
        if fitting:
            raise choice_needed(text, fitting)
    near = sorted(known, key=lambda one: -_likeness(wanted, one))
    raise RuleViolation("unknown_name", name=text[:80], candidates=_listed(near))


def choice_needed(text: str, candidates: Sequence[Named]) -> RuleViolation:
    """Return the refusal of a name that could mean several, or nothing there is."""
    code = "ambiguous_name" if candidates else "unknown_name"
    return RuleViolation(code, name=text[:80], candidates=_listed(candidates))


def _among(fitting: Sequence[Named], preferred: Container[int | UUID]) -> set[int | UUID]:
    return {one.value for one in fitting if one.value in preferred}


def _is_name(wanted: str, one: Named) -> bool:
    return any(wanted == _folded(name) for name in one.names)


def _has_words(wanted: str, one: Named) -> bool:
    return any({*wanted.split()} <= {*_folded(name).split()} for name in one.names)


def _begins(wanted: str, one: Named) -> bool:
    return any(_folded(name).startswith(wanted) for name in one.names)


def _has_beginnings(wanted: str, one: Named) -> bool:
    return any(
        all(any(word.startswith(part) for word in _folded(name).split()) for part in wanted.split())
        for name in one.names
    )


def _has_id(wanted: str, one: Named) -> bool:
    typed = wanted.replace(" ", "")
    is_id = isinstance(one.value, UUID) and len(typed) >= LEAST_OF_ID
    return is_id and str(one.value).replace("-", "").startswith(typed)


def _likeness(wanted: str, one: Named) -> float:
    return max(
        (SequenceMatcher(None, wanted, _folded(name)).ratio() for name in one.names), default=0
    )


def _listed(candidates: Sequence[Named]) -> str:
    labels = list(dict.fromkeys(one.label for one in candidates))
    return (", ".join(labels[:MOST_LISTED]) or "–") + (" …" if len(labels) > MOST_LISTED else "")


def resolved(
    struct: type[msgspec.Struct],
    fields: Mapping[str, Any],
    candidates: Candidates,
    around: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the fields of a command with the numbers and ids that their names stand for.

    What is a number already stays one. Stage and round come first: a table may hang on them, also
    on those `around` a part of a command.
    """
    hints = {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
    known = dict(fields)
    for name in sorted(known, key=lambda name: name not in ("stage", "round")):
        if name in hints:
            told = {**(around or {}), **known}
            known[name] = _resolved(hints[name], known[name], candidates, told)
    return known


def _resolved(hint: Any, value: Any, candidates: Candidates, told: Mapping[str, Any]) -> Any:
    thing = named_thing(without_none(hint))
    if thing is not None:
        return _one(thing, value, candidates, told)
    kind = shape_of(hint)
    if isinstance(value, list | tuple) and (items := item_hints(kind, len(value))):
        pairs = zip(items, value, strict=True)
        return [_resolved(item, one, candidates, told) for item, one in pairs]
    if isinstance(value, dict) and is_struct(kind):
        return resolved(kind, value, candidates, told)
    return value


def _one(thing: Thing, value: Any, candidates: Candidates, told: Mapping[str, Any]) -> Any:
    if not isinstance(value, str) or _is_uuid(value):
        return value
    return found(value, candidates(thing, told))


def shape_of(hint: Any) -> Any:
    """Return a type without what is said about it, and without None."""
    one = without_none(hint)
    return shape_of(get_args(one)[0]) if get_origin(one) is Annotated else one


def without_none(hint: Any) -> Any:
    """Return what else a type is that may be None."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    rest = [one for one in get_args(hint) if one is not type(None)]
    return rest[0] if len(rest) == 1 else hint


def item_hints(kind: Any, count: int) -> tuple[Any, ...]:
    """Return the types of so many items of a list; nothing for what is no list."""
    if get_origin(kind) not in (tuple, list):
        return ()
    items = get_args(kind)
    if get_origin(kind) is list or items[-1] is Ellipsis:
        return (items[0],) * count
    return items if len(items) == count else ()


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
