"""A file of a tournament held against what is here: what of it is new, and who its people are."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from replays.models import StoredEvent, Stream
from replays.records.whole import WholeLog


class FileStanding(StrEnum):
    """What a file has beside what is here."""

    NEW = "new"
    CONTINUES = "continues"
    HERE = "here"
    OLDER = "older"
    DIFFERS = "differs"


STANDING_WORDS = {
    FileStanding.NEW: _("the tournament is not here yet"),
    FileStanding.CONTINUES: _("its beginning is here; the rest is added"),
    FileStanding.HERE: _("all of it is here already"),
    FileStanding.OLDER: _("an earlier copy of what is here"),
    FileStanding.DIFFERS: _("went on here and there, or is another one: cannot be imported"),
}


@dataclass(frozen=True, slots=True)
class Compared:
    """A file beside what is here, log by log."""

    standing: FileStanding
    events: int
    """How many events of it are not here yet."""
    matches_here: int
    """How many of its matches are here already, whole or in part."""
    differing: UUID | None = None
    """The first log that went on here by itself, or began otherwise."""


def compare(logs: Iterable[WholeLog]) -> Compared:
    """Return how the logs of a tournament, its own first, stand to those stored here."""
    own, *matches = logs
    heads = Stream.objects.in_bulk([log.stream_id for log in (own, *matches)])
    standings = {log.stream_id: _standing(log, heads.get(log.stream_id)) for log in (own, *matches)}
    fresh = sum(
        len(log.rows) - (heads[log.stream_id].version if log.stream_id in heads else 0)
        for log in (own, *matches)
        if standings[log.stream_id] in (FileStanding.NEW, FileStanding.CONTINUES)
    )
    here = sum(log.stream_id in heads for log in matches)
    stopped = [
        id_
        for id_, one in standings.items()
        if one == FileStanding.DIFFERS or (one == FileStanding.OLDER and fresh)
    ]
    if stopped:
        return Compared(FileStanding.DIFFERS, 0, here, stopped[0])
    if older := [id_ for id_, one in standings.items() if one == FileStanding.OLDER]:
        return Compared(FileStanding.OLDER, 0, here, older[0])
    standing = standings[own.stream_id]
    if standing == FileStanding.HERE and fresh:
        standing = FileStanding.CONTINUES
    return Compared(standing, fresh, here)


def _standing(log: WholeLog, stored: Stream | None) -> FileStanding:
    if stored is None:
        return FileStanding.NEW
    if stored.kind != log.kind:
        return FileStanding.DIFFERS
    last = log.rows[-1]
    if (stored.version, stored.head_hash) == (last.version, last.hash):
        return FileStanding.HERE
    if log.continues(stored.version, stored.head_hash):
        return FileStanding.CONTINUES
    past = StoredEvent.objects.filter(stream_id=stored.pk, version=last.version, hash=last.hash)
    return FileStanding.OLDER if past.exists() else FileStanding.DIFFERS
