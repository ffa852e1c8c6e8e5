"""What may enter a log: shapes and limits, checked before anything is written."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from games.core.canonical import digest
from games.core.errors import RuleViolation
from games.core.events import Event, decode_payload, encode_payload
from replays.chain import RecordedEvent, first_break, is_timestamp, require_canonical
from replays.envelope import RequestKey
from replays.errors import CorruptStream, InvalidAppend

MOST_EVENTS = 1_000
MOST_IMPORTED_EVENTS = 20_000
LARGEST_PAYLOAD = 256 * 1024
LONGEST_REQUEST_KEY = 200
LARGEST_VERSION = 2**31 - 1

_KIND = re.compile(r"[a-z][a-z_]{0,19}")
_ACTOR = re.compile(r"[!-~]{1,80}")
_SCOPE = re.compile(r"[!-~]{1,120}")
_REQUEST_KEY = re.compile(rf"[!-~]{{1,{LONGEST_REQUEST_KEY}}}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


Read = Callable[[str, int, str], Event]
"""Makes an event of a type, a schema and a payload, or raises RuleViolation."""


class NewEvent(NamedTuple):
    """An event on its way into a log, as the chain seals it; the payload is canonical text."""

    type: str
    schema: int
    payload: str


def new_event(event: Event) -> NewEvent:
    """Return a typed event as it will be stored."""
    return NewEvent(event.type, event.schema, encode_payload(event))


def require_place(*, kind: str, expected_version: int) -> None:
    """Raise InvalidAppend unless the caller names a kind of stream and a version it can have."""
    if not _KIND.fullmatch(kind):
        raise InvalidAppend("invalid_kind")
    if type(expected_version) is not int or not 0 <= expected_version < LARGEST_VERSION:
        raise InvalidAppend("invalid_version")


def require_actor(actor: str) -> None:
    """Raise InvalidAppend unless `actor` is an opaque id such as `user:<uuid>`."""
    if not _ACTOR.fullmatch(actor):
        raise InvalidAppend("invalid_actor")


def require_request_key(request: RequestKey) -> None:
    """Raise InvalidAppend unless key, scope and digest can be stored and compared."""
    if not _REQUEST_KEY.fullmatch(request.key) or not _SCOPE.fullmatch(request.scope):
        raise InvalidAppend("invalid_request_key", limit=LONGEST_REQUEST_KEY)
    if not _DIGEST.fullmatch(request.body_digest):
        raise InvalidAppend("invalid_request_key", limit=LONGEST_REQUEST_KEY)


def require_events(
    events: Sequence[NewEvent] | Sequence[RecordedEvent],
    *,
    limit: int = MOST_EVENTS,
    read: Read = decode_payload,
) -> None:
    """Raise InvalidAppend or RuleViolation unless every event is known, canonical and not huge."""
    if not events:
        raise InvalidAppend("no_events")
    if len(events) > limit:
        raise InvalidAppend("too_many_events", 413, limit=limit)
    for event in events:
        size = _size(event.payload)
        if size is None:
            raise RuleViolation("lone_surrogate")
        if size > LARGEST_PAYLOAD:
            raise InvalidAppend("payload_too_large", 413, limit=LARGEST_PAYLOAD)
        _require_canonical(event.payload)
        read(event.type, event.schema, event.payload)


def require_notes(
    events: Sequence[NewEvent] | Sequence[RecordedEvent], notes: Mapping[int, str]
) -> None:
    """Raise InvalidAppend unless the digest of each note stands in the event it belongs to."""
    for index, text in notes.items():
        size = _size(text)
        if not 0 <= index < len(events) or size is None or "\0" in text:
            raise InvalidAppend("invalid_note")
        if size > LARGEST_PAYLOAD:
            raise InvalidAppend("payload_too_large", 413, limit=LARGEST_PAYLOAD)
        if digest(text) not in events[index].payload:
            raise InvalidAppend("invalid_note")


def require_rows(
    stream_id: UUID, rows: Sequence[RecordedEvent], read: Read = decode_payload
) -> None:
    """Raise unless `rows` are a whole log from version 1, with sound envelopes and right hashes."""
    require_events(rows, limit=MOST_IMPORTED_EVENTS, read=read)
    for row in rows:
        require_actor(row.actor)
        if not is_timestamp(row.recorded_at):
            raise InvalidAppend("invalid_moment")
        if row.request_key and not _REQUEST_KEY.fullmatch(row.request_key):
            raise InvalidAppend("invalid_request_key", limit=LONGEST_REQUEST_KEY)
    problem = first_break(stream_id, rows, {})
    if problem is not None:
        raise CorruptStream(version=problem.version, problem=problem.code)


def _require_canonical(payload: str) -> None:
    try:
        require_canonical(payload)
    except RuleViolation as violation:
        if violation.code != "payload_not_canonical":
            raise
        # A code of the store, not of the rules: its words are ours.
        raise InvalidAppend(violation.code) from None


def _size(text: str) -> int | None:
    """Return how long a text is in UTF-8, or None if a lone surrogate stands in it."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        return None
