"""The one way into the log, in SQL of its own: a move costs six statements."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial, wraps
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any, ParamSpec
from uuid import UUID, uuid4

import msgspec
from django.db import OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper

from games.core.canonical import digest
from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays import errors, subscriptions
from replays.chain import GENESIS, RecordedEvent, sealed, timestamp
from replays.envelope import Envelope, RequestKey
from replays.events import read_event
from replays.models import Import, Note, Outbox
from replays.outages import is_contended
from replays.records.whole import WholeLog
from replays.services import admission
from replays.services.admission import NewEvent, new_event
from replays.services.outbox import relay

__all__ = [
    "Appended",
    "NewEvent",
    "WholeLog",
    "answered_once",
    "append_events",
    "find_request",
    "import_rows",
    "new_event",
]

P = ParamSpec("P")

_CLAIM_REQUEST = """
INSERT INTO replays_request (scope, "key", body_digest, stream_id, first_version, last_version)
VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (scope, "key") DO NOTHING"""
_FIRST_ANSWER = """
SELECT r.body_digest, r.stream_id, r.first_version, r.last_version, e.hash
FROM replays_request r
LEFT JOIN replays_storedevent e ON e.stream_id = r.stream_id AND e.version = r.last_version
WHERE r.scope = %s AND r."key" = %s"""
_HEAD = "SELECT kind, version, head_hash FROM replays_stream WHERE id = %s"
_START_STREAM = """
INSERT INTO replays_stream (id, kind, version, head_hash)
VALUES (%s, %s, %s, %s) ON CONFLICT (id) DO NOTHING"""
_SWAP_HEAD = """
UPDATE replays_stream SET version = %s, head_hash = %s
WHERE id = %s AND version = %s AND head_hash = %s"""
_INSERT_EVENTS = """
INSERT INTO replays_storedevent
(stream_id, version, type, schema, payload, actor, recorded_at, request_key, hash) VALUES """
_ONE_EVENT = "(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
_INSERT_ANCHOR = "INSERT INTO replays_anchor (stream_id, version, hash) VALUES (%s, %s, %s)"
_EVENTS_PER_STATEMENT = 200


class Appended(msgspec.Struct, frozen=True):
    """What an append call wrote, or what its first twin wrote when `repeated`."""

    stream_id: UUID
    first_version: int
    last_version: int
    head_hash: str
    repeated: bool


def append_events(  # noqa: PLR0913  (the one way in: where, what, and what goes with it)
    *,
    stream_id: UUID,
    kind: str,
    expected_version: int,
    events: Sequence[NewEvent],
    envelope: Envelope,
    notes: Mapping[int, str] = MappingProxyType({}),
    beside: Callable[[], None] | None = None,
    head: str | None = None,
) -> Appended:
    """Append all of `events` or none, if the stream is still at `expected_version`.

    `expected_version` 0 starts the stream. A request key that was answered before gets the first
    answer again. `notes` holds free text by index in `events`; each event carries its digest.
    `beside` writes the caller's own rows in the same transaction; what it raises undoes everything.
    `head` is the hash at `expected_version`, where the caller has just read it.
    Raises StreamConflict, RequestReused, UnknownStream, InvalidAppend, StoreBusy or RuleViolation.
    """
    admission.require_place(kind=kind, expected_version=expected_version)
    admission.require_actor(envelope.actor)
    admission.require_events(events)
    request = envelope.request
    if request is not None:
        admission.require_request_key(request)
    if notes:
        admission.require_notes(events, notes)
    sealing = (envelope.actor, timestamp(envelope.now), request.key if request is not None else "")
    last_version = expected_version + len(events)
    key = _key(stream_id)

    def seal(previous: str) -> list[RecordedEvent]:
        return sealed(stream_id, events, sealing, version=expected_version, previous=previous)

    # A log that begins here is hashed before the transaction: on SQLite that holds up all writers.
    recorded = seal(GENESIS) if expected_version == 0 else []
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            if request is not None:
                answered = _claim(cursor, request, key, expected_version + 1, last_version)
                if answered is not None:
                    return answered
            if expected_version and head is None:
                head = _head(cursor, key, kind, expected_version)
            recorded = recorded or seal(head or GENESIS)
            _move_head(cursor, key, kind, (expected_version, head), recorded[-1])
            _insert(cursor, key, recorded)
            if notes:
                _keep_notes(stream_id, expected_version, notes)
            _notify_subscribers(stream_id, kind, recorded)
            _lead(stream_id, kind, recorded)
            if beside is not None:
                beside()
    except OperationalError as error:
        raise _typed(error) from error
    return Appended(stream_id, expected_version + 1, last_version, recorded[-1].hash, False)


def import_rows(  # noqa: PLR0913  (what, whence, and how it may be)
    *,
    log: WholeLog,
    envelope: Envelope,
    source: str,
    restored: bool = False,
    unread_too: bool = False,
    extending: bool = False,
) -> Appended:
    """Store a whole log as it came; the envelope is of the import.

    The same log again is a no-op (`repeated`); another log under the same id is StreamDiffers.
    `restored` says that a backup brings back what was here before. With `unread_too` events may
    be of a game that is not installed; otherwise every one must be known here. With `extending`
    a stored log may be the beginning of this one, byte for byte: then the rest is appended.

    Raises CorruptStream at the first row whose hash is wrong.
    """
    stream_id, kind, rows = log.stream_id, log.kind, log.rows
    admission.require_place(kind=kind, expected_version=0)
    admission.require_actor(envelope.actor)
    admission.require_rows(stream_id, rows, read_event if unread_too else decode_payload)
    admission.require_notes(rows, log.notes)
    newest = rows[-1]
    key = _key(stream_id)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            try:
                _move_head(cursor, key, kind, (0, None), newest)
            except errors.StreamConflict:
                cursor.execute(_HEAD, [key])
                known_kind, version, head = cursor.fetchone()
                if (known_kind, version, head) == (kind, newest.version, newest.hash):
                    return Appended(stream_id, 1, version, head, True)
                if not extending or known_kind != kind or not log.continues(version, head):
                    raise errors.StreamDiffers from None
                _move_head(cursor, key, kind, (version, head), newest)
                rows = rows[version:]
            _insert(cursor, key, rows)
            texts = {at: text for at, text in log.notes.items() if at + 1 >= rows[0].version}
            _keep_notes(stream_id, 0, texts)
            Import.objects.update_or_create(
                stream_id=stream_id,
                defaults={
                    "actor": envelope.actor,
                    "imported_at": envelope.now,
                    "source": source[:200],
                    "restored": restored,
                },
            )
            _notify_subscribers(stream_id, kind, rows)
            if not restored:
                _lead(stream_id, kind, rows)
    except OperationalError as error:
        raise _typed(error) from error
    return Appended(stream_id, rows[0].version, newest.version, newest.hash, False)


def answered_once(service: Callable[P, Appended]) -> Callable[P, Appended]:
    """Make a service give the request that its `envelope` names its first answer again.

    Asked before the service judges anything, because what the request did may be what makes it
    illegal the second time; and once more after a refusal, for the twin that came in between.
    """
    if signature(service).parameters["envelope"].kind is not Parameter.KEYWORD_ONLY:
        raise TypeError(f"{service.__qualname__} must take envelope by keyword only")

    @wraps(service)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Appended:
        envelope = kwargs["envelope"]
        request = envelope.request if isinstance(envelope, Envelope) else None
        if request is None:
            return service(*args, **kwargs)
        first = find_request(request)
        if first is not None:
            return first
        try:
            return service(*args, **kwargs)
        except (errors.KaitenError, RuleViolation):
            first = find_request(request)
            if first is None:
                raise
            return first

    return answer


def find_request(request: RequestKey) -> Appended | None:
    """Return what a request key was answered with before, or None; raise RequestReused."""
    admission.require_request_key(request)
    with connection.cursor() as cursor:
        return _first_answer(cursor, request)


def _claim(
    cursor: CursorWrapper, request: RequestKey, key: UUID | str, first: int, last: int
) -> Appended | None:
    # Writing the key before anything else makes its twins wait here, not at the stream.
    cursor.execute(
        _CLAIM_REQUEST, [request.scope, request.key, request.body_digest, key, first, last]
    )
    if cursor.rowcount:
        return None
    return _first_answer(cursor, request)


def _first_answer(cursor: CursorWrapper, request: RequestKey) -> Appended | None:
    cursor.execute(_FIRST_ANSWER, [request.scope, request.key])
    row = cursor.fetchone()
    if row is None:
        return None
    body_digest, answered_id, first, last, head_hash = row
    if body_digest != request.body_digest:
        raise errors.RequestReused
    if head_hash is None:
        raise errors.CorruptStream(version=last, problem="gap")
    return Appended(UUID(str(answered_id)), first, last, head_hash, True)


def _head(cursor: CursorWrapper, key: UUID | str, kind: str, expected_version: int) -> str:
    cursor.execute(_HEAD, [key])
    row = cursor.fetchone()
    if row is None or row[0] != kind:
        raise errors.UnknownStream(kind=kind)
    if row[1] != expected_version:
        raise errors.StreamConflict(expected=expected_version, actual=row[1])
    head_hash: str = row[2]
    return head_hash


def _move_head(
    cursor: CursorWrapper,
    key: UUID | str,
    kind: str,
    standing: tuple[int, str | None],
    newest: RecordedEvent,
) -> None:
    expected, head = standing
    if expected == 0:
        cursor.execute(_START_STREAM, [key, kind, newest.version, newest.hash])
    else:
        cursor.execute(_SWAP_HEAD, [newest.version, newest.hash, key, expected, head])
    if not cursor.rowcount:
        cursor.execute(_HEAD, [key])
        raise errors.StreamConflict(expected=expected, actual=cursor.fetchone()[1])


def _insert(cursor: CursorWrapper, key: UUID | str, recorded: Sequence[RecordedEvent]) -> None:
    for start in range(0, len(recorded), _EVENTS_PER_STATEMENT):
        rows = recorded[start : start + _EVENTS_PER_STATEMENT]
        values: list[Any] = []
        for row in rows:
            values.append(key)
            values.extend(msgspec.structs.astuple(row))
        cursor.execute(_INSERT_EVENTS + ", ".join([_ONE_EVENT] * len(rows)), values)
    cursor.execute(_INSERT_ANCHOR, [key, recorded[-1].version, recorded[-1].hash])


def _keep_notes(stream_id: UUID, expected_version: int, notes: Mapping[int, str]) -> None:
    Note.objects.bulk_create(
        Note(
            stream_id=stream_id,
            version=expected_version + 1 + index,
            digest=digest(text),
            text=text,
        )
        for index, text in notes.items()
    )


def _notify_subscribers(stream_id: UUID, kind: str, recorded: Sequence[RecordedEvent]) -> None:
    """Run the projections, write what is owed to subscribers, and see to both after the commit."""
    for project in subscriptions.projections_of(kind):
        project(stream_id, recorded)
    versions_by_topic = {
        topic: row.version for row in recorded for topic in subscriptions.topics_for(row.type)
    }
    if topics := subscriptions.topics_wanting(versions_by_topic, stream_id, recorded):
        rows = Outbox.objects.bulk_create(
            Outbox(
                id=uuid4(),
                topic=topic,
                stream_id=stream_id,
                version=versions_by_topic[topic],
                # By the clock: what is written down now is not late, whenever it happened.
                created_at=datetime.now(UTC),
            )
            for topic in topics
        )
        ids = [row.id for row in rows]
        transaction.on_commit(partial(relay, ids), robust=True)
    if wakeups := subscriptions.wakeups():
        version = recorded[-1].version
        for wakeup in wakeups:
            transaction.on_commit(partial(wakeup, stream_id, version), robust=True)


def _lead(stream_id: UUID, kind: str, recorded: Sequence[RecordedEvent]) -> None:
    for follow in subscriptions.followers_of(kind):
        follow(stream_id, recorded)


def _key(stream_id: UUID) -> UUID | str:
    # As Django's UUIDField stores it: SQLite has no type for it.
    return stream_id if connection.features.has_native_uuid_field else stream_id.hex


def _typed(error: OperationalError) -> Exception:
    return errors.StoreBusy() if is_contended(error) else error
