"""The work in hand: what waits in the broker, what is owed, what seems to be lost."""

from datetime import datetime

import msgspec
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from config.celery import app
from replays.models import Outbox
from replays.selectors.health import late_work, worker_heartbeat
from replays.services import outbox
from tournaments.batches.selectors.health import ChunkWork, chunk_work
from tournaments.batches.services import batches
from tournaments.ladders.services import scheduling
from tournaments.people.services import reset_mails
from tournaments.webhooks.services import queue as webhooks

QUEUES = (outbox.QUEUE, batches.QUEUE, scheduling.QUEUE, reset_mails.QUEUE, webhooks.QUEUE)


class Work(msgspec.Struct, frozen=True):
    """Numbers for whoever watches; none of them alone says that something is wrong."""

    queue: int | None
    """Tasks that wait in the broker, or None if it does not answer."""
    owed: int
    """Pieces of work the outbox holds for subscribers."""
    late: int
    """Those of them that should have been done long ago."""
    chunks: ChunkWork
    heartbeat: datetime | None

    @property
    def stale(self) -> bool:
        """Whether anything had to wait for longer than a working queue needs."""
        return bool(self.late or self.chunks.stale)


def work_in_hand(*, now: datetime) -> Work:
    """Return what there is to do and when a worker last showed that it lives."""
    return Work(
        queue=queue_length(),
        owed=Outbox.objects.count(),
        late=late_work(now=now).count(),
        chunks=chunk_work(now=now),
        heartbeat=worker_heartbeat(),
    )


def queue_length() -> int | None:
    """Return how many tasks wait in the broker, or None if it does not answer."""
    try:
        with app.connection_for_read() as connection:
            # Not passive: whether an empty queue exists is a question Redis answers wrongly when
            # keys have a prefix, and declaring it once more changes nothing.
            queue = connection.default_channel.queue_declare(app.conf.task_default_queue)
            return int(queue.message_count)
    except (OperationalError, RedisError, OSError):
        return None
