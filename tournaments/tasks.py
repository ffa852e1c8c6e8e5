"""What workers do for clubs: thin wrappers, one service call each; every one may run twice."""

from datetime import UTC, datetime
from uuid import UUID

from celery import shared_task

from tournaments.batches.services import batches, chunks
from tournaments.ladders.services import scheduling
from tournaments.ladders.services import updates as ladder_updates
from tournaments.people.services import reset_mails
from tournaments.webhooks.services import queue as webhooks
from tournaments.webhooks.services import sending


@shared_task(name=batches.RUN_CHUNK)
def run_chunk(chunk_id: str) -> None:
    """Play one chunk of a batch."""
    chunks.run_chunk(chunk_id=UUID(chunk_id))


@shared_task(name="tournaments.tasks.sweep_batches")
def sweep_batches() -> None:
    """Send again the chunks that were lost with a broker or a worker."""
    batches.sweep_batches(now=datetime.now(UTC))


@shared_task(name=scheduling.UPDATE_LADDER)
def update_ladder(ladder_id: str) -> None:
    """Bring the ratings of one ladder up to date."""
    ladder_updates.catch_up(ladder_id=UUID(ladder_id), now=datetime.now(UTC))


@shared_task(name="tournaments.tasks.sweep_ladders")
def sweep_ladders() -> None:
    """Ask again for ladders whose tasks were lost with a broker or a worker."""
    scheduling.QUEUE.sweep(now=datetime.now(UTC))


@shared_task(name=reset_mails.SEND_RESET)
def send_reset(request_id: str) -> None:
    """Mail the links that somebody who forgot a password asked for."""
    reset_mails.send_reset(request_id=UUID(request_id))


@shared_task(name="tournaments.tasks.sweep_resets")
def sweep_resets() -> None:
    """Send again what was lost with a broker, a worker or a mail server."""
    reset_mails.sweep_requests(now=datetime.now(UTC))


@shared_task(name=webhooks.SEND)
def send_webhook(webhook_id: str) -> None:
    """Send one receiver what it is to get."""
    sending.send_due(webhook_id=UUID(webhook_id))


@shared_task(name="tournaments.tasks.sweep_webhooks")
def sweep_webhooks() -> None:
    """Send what is due again or was lost, and forget what is old."""
    sending.sweep_deliveries(now=datetime.now(UTC))
