"""Is the store in order? What the health check, the admin and the operator's commands look at."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet

from replays.models import Anchor, Heartbeat, Outbox, StoredEvent, Stream

WORKER = "worker"
LATE = timedelta(minutes=5)


def worker_heartbeat() -> datetime | None:
    """Return when a worker last took its heartbeat from the queue, or None if none ever did."""
    return Heartbeat.objects.filter(name=WORKER).values_list("at", flat=True).first()


def late_work(*, now: datetime) -> QuerySet[Outbox]:
    """Return what is owed to subscribers for longer than a working queue would need."""
    return Outbox.objects.filter(created_at__lte=now - LATE).order_by("created_at", "id")


def not_done_in_time(now: datetime, *, first: timedelta, last: timedelta) -> Q:
    """Return the condition of rows that a worker should have done: each sending waits longer.

    `first` is the wait after the first sending; it doubles up to `last`.
    """
    due, waited, attempts = Q(), first, 1
    while waited < last:
        due |= Q(attempts=attempts, sent_at__lte=now - waited)
        waited, attempts = waited * 2, attempts + 1
    return due | Q(attempts__gte=attempts, sent_at__lte=now - last)


def traced_streams() -> Iterator[UUID]:
    """Yield the id of every stream of which a trace is left, be it without a head, in order."""
    heads = Stream.objects.order_by().values_list("pk", flat=True)
    events = StoredEvent.objects.order_by().values_list("stream_id", flat=True)
    anchors = Anchor.objects.order_by().values_list("stream_id", flat=True)
    return heads.union(events, anchors).order_by("pk").iterator()
