"""Work owed to subscribers: relayed after commit, consumed once, swept until it is done."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from replays import subscriptions
from replays.errors import RulesMissing
from replays.models import Checkpoint, Outbox
from replays.selectors.health import not_done_in_time
from replays.services.queue import Queue

logger = logging.getLogger(__name__)

CONSUME = "replays.tasks.consume"
FIRST_RETRY = timedelta(seconds=60)
LAST_RETRY = timedelta(hours=1)

QUEUE = Queue(
    Outbox,
    CONSUME,
    lambda now: Q(sent_at=None) | not_done_in_time(now, first=FIRST_RETRY, last=LAST_RETRY),
)


def relay(outbox_ids: Sequence[UUID]) -> int:
    """Hand new rows to the workers and return how many went out; never raises."""
    return QUEUE.send_new(outbox_ids, now=datetime.now(UTC))


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
        claimed = Outbox.objects.select_for_update(skip_locked=skip).filter(pk=row.pk).first()
        return claimed is not None and _passed(claimed, handler)


def _consumed_outside(row: Outbox, handler: subscriptions.Handler) -> bool:
    reached = Checkpoint.objects.filter(consumer=row.topic, stream_id=row.stream_id)
    behind = not reached.filter(version__gte=row.version).exists()
    if behind:
        try:
            handler(row.stream_id, row.version)
        except Later as later:
            # As it was read: of several at once that were told to wait, one is sent again.
            unchanged = Outbox.objects.filter(pk=row.pk, attempts=row.attempts)
            QUEUE.send(unchanged, now=datetime.now(UTC), wait=later.seconds)
            return False
        except RulesMissing as missing:
            # The game may be installed again: the row is not ours to throw away.
            logger.warning("%s of %s waits: %s", row.topic, row.stream_id, missing)
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
