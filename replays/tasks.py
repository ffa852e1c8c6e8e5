"""What workers do for the store: thin wrappers, one service call each; every one may run twice."""

from datetime import UTC, datetime
from uuid import UUID

from celery import shared_task

from replays.selectors.health import WORKER
from replays.services import heartbeat as heartbeats
from replays.services import outbox
from replays.services.rebuild import complete_bare_rows


@shared_task(name="replays.tasks.consume")
def consume(outbox_id: str) -> None:
    """Do the work one outbox row stands for."""
    outbox.consume(outbox_id=UUID(outbox_id))


@shared_task(name="replays.tasks.sweep")
def sweep() -> None:
    """Send again what was never sent or not done in time; complete what lacked its rules."""
    now = datetime.now(UTC)
    outbox.QUEUE.sweep(now=now)
    complete_bare_rows(now=now)


@shared_task(name="replays.tasks.heartbeat")
def heartbeat() -> None:
    """Say that a worker takes tasks from the queue."""
    heartbeats.beat(name=WORKER, now=datetime.now(UTC))
