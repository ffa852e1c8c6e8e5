"""The logs of matches as the database holds them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from django.db.models import Min, QuerySet

from games.core.errors import RuleViolation
from games.core.events import schema_of
from replays.chain import GENESIS, RecordedEvent, timestamp
from replays.errors import CorruptStream
from replays.installed import missing_rules
from replays.kept import Kept
from replays.log import Log, make_log, version_in
from replays.models import Note, StoredEvent, Verification
from replays.questions import Question
from replays.selectors import rows as streams

KIND = "match"


def load_log(match_id: UUID, *, version: int | None = None, until: datetime | None = None) -> Log:
    """Return a match's log, its chain verified, as it is now or as it was at a version.

    For whoever knows nothing of what was recorded after a moment, `until` is where it ends.
    Raises UnknownStream, `no_such_version` or CorruptStream.
    """
    rows = stored_rows(match_id, version=version)
    if version is None and until is None:
        return _newest_log(match_id, rows)
    return verified_log(match_id, rows if until is None else _known_by(rows, until))


class _Verified(NamedTuple):
    """What was read of a match, the log that it makes, and the schemas of its types of events."""

    rows: list[RecordedEvent]
    log: Log
    schemas: dict[str, int]


_verified: Kept[_Verified] = Kept(limit=64)


def _newest_log(match_id: UUID, rows: list[RecordedEvent]) -> Log:
    """Return the log of all rows; those that were read before and are the same are known good."""
    known = _verified.find(match_id)
    if known is not None and not _is_same(known, rows):
        known = None
    if known is not None and len(rows) == len(known.rows):
        return known.log
    log = verified_log(match_id, rows, known)
    if log.missing is None:
        added = log.entries[len(known.rows) if known else 0 :]
        schemas = {entry.event.type: entry.event.schema for entry in added}
        _verified.keep(match_id, _Verified(rows, log, (known.schemas if known else {}) | schemas))
    return log


def _is_same(known: _Verified, rows: list[RecordedEvent]) -> bool:
    """Say whether rows begin with those that are known, and are still read in the same way."""
    setup = known.log.setup
    return (
        rows[: len(known.rows)] == known.rows
        and missing_rules(setup.game, setup.rules) is None
        and all(schema_of(type_) == schema for type_, schema in known.schemas.items())
    )


def verified_log(
    match_id: UUID, rows: Sequence[RecordedEvent], known: _Verified | None = None
) -> Log:
    """Return the log that stored rows make, or raise CorruptStream where they make none."""
    first, end = (len(known.rows), known.rows[-1].hash) if known else (0, GENESIS)
    streams.require_chain(match_id, rows[first:], first, end)
    try:
        return make_log(match_id, rows, known.log if known else None)
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


def last_check(match_id: UUID) -> Verification | None:
    """Return what was found when the log of a match was last checked; None if it never was."""
    return _CHECKS.answer(match_id)


_CHECKS = Question(UUID, lambda id_: Verification.objects.filter(pk=id_).order_by())


def texts_of(match_id: UUID) -> dict[int, str]:
    """Return the free texts that were not erased, by the version of what they belong to."""
    return dict(notes_of(match_id).filter(erased_at=None).values_list("version", "text"))


def notes_of(match_id: UUID) -> QuerySet[Note]:
    """Return the free texts beside a match's log, erased ones too, in the order of versions."""
    return Note.objects.filter(stream_id=match_id).order_by("version", "pk")
