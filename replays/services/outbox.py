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


class Later(Exception):
    """Raised by an `outside` handler that has nothing to do before so many seconds are over."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def consume(*, outbox_id: UUID) -> bool:
    """Run the handler of one row, its checkpoint and the row's removal in one transaction.

    A handler that was subscribed `outside` runs before that transaction and holds up nobody.
    Returns whether the handler ran. Harmless to run twice, also at the same time.
    """
    row = Outbox.objects.filter(pk=outbox_id).first()
    if row is None:
        return False
    subscription = subscriptions.subscription(row.topic)
    if subscription is None:
        # Another release may know the topic: the row is not ours to throw away.
        logger.warning("no subscriber for topic %s", row.topic)
        return False
    if subscription.outside:
        return _consumed_outside(row, subscription.handler)
    return _consumed_inside(row, subscription.handler)


def _consumed_inside(row: Outbox, handler: subscriptions.Handler) -> bool:
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        mine = Outbox.objects.select_for_update(skip_locked=skip).filter(pk=row.pk).first()
        return mine is not None and _passed(mine, handler)


def _consumed_outside(row: Outbox, handler: subscriptions.Handler) -> bool:
    reached = Checkpoint.objects.filter(consumer=row.topic, stream_id=row.stream_id)
    behind = not reached.filter(version__gte=row.version).exists()
    if behind:
        try:
            handler(row.stream_id, row.version)
        except Later as later:
            _send(row, datetime.now(UTC), wait=later.seconds)
            return False
    # Whoever dies before this leaves the row, and the sweep has the handler run again.
    with transaction.atomic():
        _passed(row)
    return behind


def _passed(row: Outbox, handler: subscriptions.Handler | None = None) -> bool:
    """Move the checkpoint past a row and remove it; say whether the checkpoint was behind."""
    checkpoint, _ = Checkpoint.objects.select_for_update().get_or_create(
        consumer=row.topic, stream_id=row.stream_id
    )
    behind = checkpoint.version < row.version
    if behind:
        if handler is not None:
            handler(row.stream_id, row.version)
        checkpoint.version = row.version
        checkpoint.save(update_fields=["version"])
    row.delete()
    return behind


def _send(row: Outbox, now: datetime, *, wait: float = 0) -> bool:
    # Claimed before it is sent: of two sweeps at once, one sends. Whoever dies in between leaves
    # a row that is due again later.
    mine = Outbox.objects.filter(pk=row.pk, attempts=row.attempts)
    if not mine.update(sent_at=now, attempts=F("attempts") + 1):
        return False
    try:
        current_app.send_task(CONSUME, args=[str(row.pk)], retry=False, countdown=wait or None)
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
