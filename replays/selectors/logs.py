"""The logs of matches as the database holds them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from uuid import UUID

from django.db.models import Min, QuerySet

from games.core.errors import RuleViolation
from replays.chain import RecordedEvent, timestamp
from replays.errors import CorruptStream
from replays.log import Log, make_log, version_in
from replays.models import Note, StoredEvent
from replays.selectors import rows as streams

KIND = "match"


def load_log(match_id: UUID, *, version: int | None = None, until: datetime | None = None) -> Log:
    """Return a match's log, its chain verified, as it is now or as it was at a version.

    For whoever knows nothing of what was recorded after a moment, `until` is where it ends.
    Raises UnknownStream, `no_such_version` or CorruptStream.
    """
    rows = stored_rows(match_id, version=version)
    return verified_log(match_id, rows if until is None else _known_by(rows, until))


def verified_log(match_id: UUID, rows: Sequence[RecordedEvent]) -> Log:
    """Return the log that stored rows make, or raise CorruptStream where they make none."""
    streams.require_chain(match_id, rows)
    try:
        return make_log(match_id, rows)
    except RuleViolation as violation:
        raise CorruptStream(version=version_in(violation), problem=violation.code) from violation


def stored_rows(match_id: UUID, *, version: int | None = None) -> list[RecordedEvent]:
    """Return a match's events exactly as stored, all of them or the first `version`."""
    return streams.stored_rows(match_id, KIND, version=version)


def version_of(match_id: UUID, *, until: datetime | None = None) -> int:
    """Return the version that `load_log` would end with, or raise UnknownStream."""
    newest = streams.head_of(match_id, KIND)[0]
    if until is None:
        return newest
    later = StoredEvent.objects.filter(
        stream_id=match_id, version__gt=1, recorded_at__gt=timestamp(until)
    )
    first: int | None = later.aggregate(first=Min("version"))["first"]
    return newest if first is None else first - 1


def _known_by(rows: Sequence[RecordedEvent], moment: datetime) -> list[RecordedEvent]:
    """Return the rows up to the first that was recorded later; that a match began is no secret."""
    last = timestamp(moment)
    return [*rows[:1], *takewhile(lambda row: row.recorded_at <= last, rows[1:])]


def texts_of(match_id: UUID) -> dict[int, str]:
    """Return the free texts that were not erased, by the version of what they belong to."""
    return dict(notes_of(match_id).filter(erased_at=None).values_list("version", "text"))


def notes_of(match_id: UUID) -> QuerySet[Note]:
    """Return the free texts beside a match's log, erased ones too, in the order of versions."""
    return Note.objects.filter(stream_id=match_id).order_by("version", "pk")
