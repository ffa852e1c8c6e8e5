"""Streams of a kind that no projection follows: what the tests of the store write."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from games.core.canonical import digest
from replays.chain import RecordedEvent
from replays.envelope import RequestKey
from replays.events import LogAnnotated, MatchVoided
from replays.models import Stream
from replays.services.append import (
    Appended,
    NewEvent,
    WholeLog,
    append_events,
    import_rows,
    new_event,
)
from tests.envelopes import enveloped

KIND = "test"
NOW = datetime(2026, 11, 16, 1, 43, 0, 123456, tzinfo=UTC)


def remark(target: int = 1) -> NewEvent:
    """Return an event that nothing subscribes to."""
    return new_event(LogAnnotated(target=target, note=None))


def ending() -> NewEvent:
    """Return an event after which a stream is verified in the background."""
    return new_event(MatchVoided(note=None))


def key(name: str = "k", *, body: str = "body", scope: str = "api:user:1") -> RequestKey:
    return RequestKey(scope=scope, key=name, body_digest=digest(body))


def append(stream_id: UUID, version: int, *events: NewEvent, **fields: Any) -> Appended:
    """Append to a test stream, by default one remark."""
    fields = {"kind": KIND, "actor": "user:1", "now": NOW} | fields
    return append_events(
        stream_id=stream_id,
        expected_version=version,
        events=events or (remark(version),),
        **enveloped(fields),
    )


def import_log(stream_id: UUID, rows: list[RecordedEvent], **fields: Any) -> Appended:
    """Import a log into a test stream."""
    usual: dict[str, Any] = {"kind": KIND, "actor": "cli", "now": NOW, "source": "a file"}
    given = usual | fields
    notes = given.pop("notes", {})
    log = WholeLog(stream_id, given.pop("kind"), rows, notes)
    return import_rows(log=log, **enveloped(given))


def make_stream(*calls: int) -> UUID:
    """Return a new stream written by one append call per number, of that many remarks."""
    stream_id, version = uuid4(), 0
    for count in calls or (1,):
        events = [remark(version + offset) for offset in range(count)]
        version = append(stream_id, version, *events).last_version
    return stream_id


def version_of(stream_id: UUID) -> int:
    return Stream.objects.values_list("version", flat=True).get(pk=stream_id)
