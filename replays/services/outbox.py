"""Work owed to subscribers: relayed after commit, consumed once, swept until it is done."""

import logging
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from celery import current_app
from django.db import connection, transaction
from django.db.models import F, Q

from replays import subscriptions
from replays.models import Checkpoint, Outbox

logger = logging.getLogger(__name__)

CONSUME = "replays.tasks.consume"
FIRST_RETRY = timedelta(seconds=60)
LAST_RETRY = timedelta(hours=1)
_STEPS = 7
_SWEPT_AT_ONCE = 1_000


def relay(outbox_ids: Iterable[UUID]) -> int:
    """Hand rows to the workers and return how many went out; never raises.

    A row that cannot be sent now (no broker, no database) stays, and the sweep finds it.
    """
    sent = 0
    try:
        for outbox_id in outbox_ids:
            row = Outbox.objects.filter(pk=outbox_id).first()
            if row is not None and _send(row, datetime.now(UTC)):
                sent += 1
    except Exception:
        # Whoever wrote the row has committed: what failed here must not fail them.
        logger.warning("outbox rows wait for the sweep", exc_info=True)
    return sent


def sweep(*, now: datetime) -> int:
    """Send every row that was never sent or not done in time; return how many went out."""
    sent = 0
    for row in Outbox.objects.filter(_due(now)).order_by("created_at", "id")[:_SWEPT_AT_ONCE]:
        try:
            sent += _send(row, now)
        except Exception:
            # Without a broker the rest would fail as well, each after its own timeout.
            logger.warning("the sweep stops: no broker", exc_info=True)
            break
    return sent


def consume(*, outbox_id: UUID) -> bool:
    """Run the handler of one row, its checkpoint and the row's removal in one transaction.

    Returns whether the handler ran. Harmless to run twice, also at the same time.
    """
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        row = Outbox.objects.select_for_update(skip_locked=skip).filter(pk=outbox_id).first()
        if row is None:
            return False
        subscription = subscriptions.subscription(row.topic)
        if subscription is None:
            # Another release may know the topic: the row is not ours to throw away.
            logger.warning("no subscriber for topic %s", row.topic)
            return False
        checkpoint, _ = Checkpoint.objects.select_for_update().get_or_create(
            consumer=row.topic, stream_id=row.stream_id
        )
        behind = checkpoint.version < row.version
        if behind:
            subscription.handler(row.stream_id, row.version)
            checkpoint.version = row.version
            checkpoint.save(update_fields=["version"])
        row.delete()
        return behind


def _send(row: Outbox, now: datetime) -> bool:
    # Claimed before it is sent: of two sweeps at once, one sends. Whoever dies in between leaves
    # a row that is due again later.
    mine = Outbox.objects.filter(pk=row.pk, attempts=row.attempts)
    if not mine.update(sent_at=now, attempts=F("attempts") + 1):
        return False
    try:
        current_app.send_task(CONSUME, args=[str(row.pk)], retry=False)
    except Exception:
        Outbox.objects.filter(pk=row.pk, sent_at=now).update(sent_at=None)
        raise
    return True


def _due(now: datetime) -> Q:
    due = Q(sent_at=None)
    for attempts in range(1, _STEPS + 1):
        waited = min(FIRST_RETRY * 2 ** (attempts - 1), LAST_RETRY)
        these = Q(attempts__gte=attempts) if attempts == _STEPS else Q(attempts=attempts)
        due |= these & Q(sent_at__lte=now - waited)
    return due
