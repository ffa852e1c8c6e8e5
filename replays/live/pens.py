"""How a recorder stands: how far the match is, and who has its pen."""

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from replays.live.callers import Caller
from replays.live.changes import Mark
from replays.live.spectators import mark as match_mark
from replays.models import Pen


def recorder_mark(caller: Caller, match_id: UUID) -> Mark | None:
    """Return how the recorder of a match stands for somebody; None if they know of no match."""
    mark = match_mark(caller, match_id)
    if mark is None:
        return None
    since = since_of([match_id]).get(match_id)
    return mark._replace(word=mark_of(mark.word, since))


def mark_of(version: object, since: object | None) -> str:
    """Return the mark of a recorder at a version whose pen was taken at a moment, or never."""
    return f"{version}.{since}" if since is not None else str(version)


def since_of(topics: Collection[UUID]) -> Mapping[UUID, object]:
    """Return for the matches among some topics when their pens changed hands."""
    taken = Pen.objects.filter(pk__in=topics).values_list("pk", "since")
    return {match_id: micros(since) for match_id, since in taken}


def micros(moment: datetime) -> int:
    """Return a moment as the number that stands for it in a mark."""
    return int(moment.timestamp() * 1_000_000)
