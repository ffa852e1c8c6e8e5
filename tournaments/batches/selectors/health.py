"""Do batches move on? What the sweep, the health check and the admin look at."""

from datetime import datetime, timedelta

import msgspec
from django.db.models import Count, Q

from replays.selectors.health import not_done_in_time
from tournaments.batches.models import BatchStatus, Chunk

PATIENCE = timedelta(seconds=15)
"""How long a chunk that was sent once may wait for a worker before it is sent again."""
LONGEST_PATIENCE = timedelta(seconds=30)
"""The same for one that was sent before: what a broker forgot is back within a minute."""


class ChunkWork(msgspec.Struct, frozen=True):
    """The chunks of all running batches that are not done."""

    waiting: int
    playing: int
    stale: int


def chunk_work(*, now: datetime) -> ChunkWork:
    """Return how many chunks wait, are being played, or seem to have been lost."""
    leased = Q(leased_until__gte=now)
    counts = Chunk.objects.filter(done=False, batch__status=BatchStatus.RUNNING).aggregate(
        playing=Count("pk", filter=leased),
        stale=Count("pk", filter=stale(now)),
        all=Count("pk"),
    )
    waiting = counts["all"] - counts["playing"] - counts["stale"]
    return ChunkWork(waiting=waiting, playing=counts["playing"], stale=counts["stale"])


def stale(now: datetime) -> Q:
    """Return the condition of chunks that were sent, but that nobody seems to be playing."""
    unleased = Q(leased_until=None) | Q(leased_until__lt=now)
    due = not_done_in_time(now, first=PATIENCE, last=LONGEST_PATIENCE)
    # A lease that ran out says that a worker died: there is nothing to wait for.
    died = Q(leased_until__lt=now)
    return unleased & Q(sent_at__isnull=False) & (due | died)
