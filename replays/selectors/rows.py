"""The rows of one stream, as stored: one query, however long it is, and the check of its chain."""

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from replays.chain import GENESIS, RecordedEvent, event_hash
from replays.errors import CorruptStream, KaitenError, UnknownStream
from replays.models import StoredEvent, Stream
from replays.questions import Question

_COLUMNS = (*RecordedEvent.__struct_fields__, "stream__version", "stream__head_hash")


def stored_rows(
    stream_id: UUID, kind: str, *, since: int = 1, version: int | None = None
) -> list[RecordedEvent]:
    """Return the events of a stream from one version on, as it is now or was at a later one.

    No rows if it is not as long as that. Raises UnknownStream, `no_such_version` or CorruptStream.
    """
    stored = _stored(stream_id, kind, since, version)
    newest, head_hash = stored[0][-2:] if stored else head_of(stream_id, kind)
    if version is not None and not 1 <= version <= newest:
        raise KaitenError("no_such_version", 404, version=version, last=newest)
    last: int = newest if version is None else version
    wanted = max(last + 1 - since, 0)
    if len(stored) != wanted:
        raise CorruptStream(version=since + min(len(stored), wanted), problem="gap")
    rows = [RecordedEvent(*values[:-2]) for values in stored]
    if rows and last == newest and rows[-1].hash != head_hash:
        raise CorruptStream(version=last, problem="head_mismatch")
    return rows


def head_of(stream_id: UUID, kind: str) -> tuple[int, str]:
    """Return the newest version of a stream and its hash, or raise UnknownStream."""
    head = _heads(kind).answer(stream_id)
    if head is None:
        raise UnknownStream(kind=kind)
    return head


def require_chain(
    stream_id: UUID, rows: Sequence[RecordedEvent], version: int = 0, previous: str = GENESIS
) -> None:
    """Raise CorruptStream unless rows are sealed onto each other and onto what comes before."""
    identity = str(stream_id)
    for expected, row in enumerate(rows, version + 1):
        content = (row.type, row.schema, row.payload)
        envelope = (row.actor, row.recorded_at, row.request_key)
        previous = event_hash(previous, identity, expected, content, envelope)
        if row.hash != previous or row.version != expected:
            raise CorruptStream(version=expected, problem="hash_mismatch")


@cache
def _heads(kind: str) -> Question[tuple[int, str]]:
    heads = Stream.objects.filter(kind=kind).order_by().values_list("version", "head_hash")
    return Question(UUID, lambda stream_id: heads.filter(pk=stream_id))


@cache
def _whole(kind: str) -> Question[tuple[Any, ...]]:
    rows = _rows().filter(stream__kind=kind)
    return Question(UUID, lambda stream_id: rows.filter(stream_id=stream_id))


@cache
def _rows() -> QuerySet[StoredEvent, tuple[Any, ...]]:
    return StoredEvent.objects.order_by("version").values_list(*_COLUMNS)


def _stored(
    stream_id: UUID, kind: str, since: int, version: int | None
) -> Sequence[tuple[Any, ...]]:
    if since <= 1 and version is None:
        return _whole(kind).answers(stream_id)
    bounds = {"version__gte": since} if version is None else {"version__range": (since, version)}
    return list(_rows().filter(stream_id=stream_id, stream__kind=kind, **bounds))
