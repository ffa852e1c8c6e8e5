"""What workers do for clubs: thin wrappers, one service call each; every one may run twice."""

from datetime import UTC, datetime
from uuid import UUID

from celery import shared_task

from tournaments.services import batches, chunks


@shared_task(name=batches.RUN_CHUNK)  # type: ignore[untyped-decorator, unused-ignore]
def run_chunk(chunk_id: str) -> None:
    """Play one chunk of a batch."""
    chunks.run_chunk(chunk_id=UUID(chunk_id))


@shared_task(name="tournaments.tasks.sweep_batches")  # type: ignore[untyped-decorator, unused-ignore]
def sweep_batches() -> None:
    """Send again the chunks that were lost with a broker or a worker."""
    batches.sweep_batches(now=datetime.now(UTC))
