"""Games that a process does not know, or not well enough, as if other packages were installed."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from games import registry
from games.core import events

Absence = Callable[[str], AbstractContextManager[None]]


@contextmanager
def without(slug: str) -> Iterator[None]:
    """Know neither the rules of a game nor its events inside the block."""
    with _put_back():
        del registry._rules[slug]
        for cls in events.event_types(slug):
            del events._classes[cls.type], events._decoders[cls.type]
        yield


@contextmanager
def with_older_rules(slug: str) -> Iterator[None]:
    """Know only versions of the rules that came before those of any match."""
    rules = registry.rules_of(slug)
    newer = rules.version
    rules.version = 0
    try:
        yield
    finally:
        rules.version = newer


@contextmanager
def with_older_schemas(slug: str) -> Iterator[None]:
    """Know every event of a game by a schema before the one it was written with."""
    newer = {cls: cls.schema for cls in events.event_types(slug)}
    for cls in newer:
        cls.schema = 0
    try:
        yield
    finally:
        for cls, schema in newer.items():
            cls.schema = schema


@contextmanager
def with_fewer_events(slug: str) -> Iterator[None]:
    """Know the rules of a game, but none of its events."""
    with _put_back():
        for cls in events.event_types(slug):
            del events._classes[cls.type], events._decoders[cls.type]
        yield


@contextmanager
def _put_back() -> Iterator[None]:
    known: tuple[dict[str, Any], ...] = (registry._rules, events._classes, events._decoders)
    kept = [dict(names) for names in known]
    try:
        yield
    finally:
        for names, before in zip(known, kept, strict=True):
            names.clear()
            names.update(before)


ABSENCES: dict[str, tuple[Absence, str]] = {
    "gone": (without, "game_not_installed"),
    "older rules": (with_older_rules, "game_outdated"),
    "older schemas": (with_older_schemas, "game_outdated"),
    "fewer events": (with_fewer_events, "game_outdated"),
}
"""Each way in which a game can be missing, with the code of it."""
