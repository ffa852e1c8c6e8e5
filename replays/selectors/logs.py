"""Logs as the database holds them: one query, however long the match is."""

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.core.errors import RuleViolation
from replays.chain import GENESIS, RecordedEvent, event_hash
from replays.codec import version_in
from replays.errors import CorruptStream, KaitenError, UnknownStream
from replays.log import Log, make_log
from replays.models import Note, StoredEvent, Stream

KIND = "match"

_COLUMNS = (
    "version",
    "type",
    "schema",
    "payload",
    "actor",
    "recorded_at",
    "request_key",
    "hash",
)


def load_log(match_id: UUID, *, version: int | None = None) -> Log:
    """Return a match's log, its chain verified, as it is now or as it was at a version.

    Raises UnknownStream, `no_such_version` or CorruptStream.
    """
    return verified_log(match_id, stored_rows(match_id, version=version))


def verified_log(match_id: UUID, rows: Sequence[RecordedEvent]) -> Log:
    """Return the log that stored rows make, or raise CorruptStream where they make none."""
    _require_chain(match_id, rows)
    try:
        return make_log(match_id, rows)
    except RuleViolation as violation:
        raise CorruptStream(version=version_in(violation), problem=violation.code) from violation


def stored_rows(match_id: UUID, *, version: int | None = None) -> list[RecordedEvent]:
    """Return a match's events exactly as stored, all of them or the first `version`."""
    found = _rows().filter(stream_id=match_id, stream__kind=KIND)
    stored = list(found if version is None else found.filter(version__lte=version))
    if not stored:
        newest, head_hash = _head(match_id)
    else:
        *_, newest, head_hash = stored[0]
    if version is not None and not 1 <= version <= newest:
        raise KaitenError("no_such_version", 404, version=version, last=newest)
    last = newest if version is None else version
    if len(stored) != last:
        raise CorruptStream(version=min(len(stored), last) + 1, problem="gap")
    rows = [RecordedEvent(*values[:-2]) for values in stored]
    if last == newest and rows[-1].hash != head_hash:
        raise CorruptStream(version=last, problem="head_mismatch")
    return rows


@cache
def _rows() -> QuerySet[StoredEvent, tuple[Any, ...]]:
    # Preparing this query takes as long as reading a hundred rows: every call starts from one copy.
    columns = (*_COLUMNS, "stream__version", "stream__head_hash")
    return StoredEvent.objects.order_by("version").values_list(*columns)


def _head(match_id: UUID) -> tuple[int, str]:
    head = Stream.objects.filter(pk=match_id, kind=KIND).values_list("version", "head_hash").first()
    if head is None:
        raise UnknownStream
    return head


def version_of(match_id: UUID) -> int:
    """Return the newest version of a match, or raise UnknownStream."""
    found = Stream.objects.filter(pk=match_id, kind=KIND).values_list("version", flat=True).first()
    if found is None:
        raise UnknownStream
    return found


def notes_of(match_id: UUID) -> QuerySet[Note]:
    """Return the free texts beside a match's log, erased ones too, in the order of versions."""
    return Note.objects.filter(stream_id=match_id).order_by("version", "pk")


def _require_chain(stream_id: UUID, rows: Sequence[RecordedEvent]) -> None:
    previous = GENESIS
    identity = str(stream_id)
    for expected, row in enumerate(rows, 1):
        content = (row.type, row.schema, row.payload)
        envelope = (row.actor, row.recorded_at, row.request_key)
        previous = event_hash(previous, identity, expected, content, envelope)
        if row.hash != previous or row.version != expected:
            raise CorruptStream(version=expected, problem="hash_mismatch")
