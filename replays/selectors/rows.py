"""The rows of one stream, as stored: one query, however long it is, and the check of its chain."""

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from replays.chain import GENESIS, RecordedEvent, event_hash
from replays.errors import CorruptStream, KaitenError, UnknownStream
from replays.models import StoredEvent, Stream

# Preparing a query takes as long as reading a hundred rows: every call starts from one copy.
_COLUMNS = (*RecordedEvent.__struct_fields__, "stream__version", "stream__head_hash")


def stored_rows(
    stream_id: UUID, kind: str, *, since: int = 1, version: int | None = None
) -> list[RecordedEvent]:
    """Return the events of a stream from one version on, as it is now or was at a later one.

    No rows if it is not as long as that. Raises UnknownStream, `no_such_version` or CorruptStream.
    """
    bounds = {"version__gte": since} if since > 1 else {}
    if version is not None:
        bounds["version__lte"] = version
    stored = list(_rows().filter(stream_id=stream_id, stream__kind=kind, **bounds))
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
    head = next(iter(_heads().filter(pk=stream_id, kind=kind)), None)
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
def _heads() -> QuerySet[Stream, tuple[int, str]]:
    return Stream.objects.order_by().values_list("version", "head_hash")


@cache
def _rows() -> QuerySet[StoredEvent, tuple[Any, ...]]:
    return StoredEvent.objects.order_by("version").values_list(*_COLUMNS)
