"""The queue of record of what receivers are to get: one task per receiver sends what is due."""

from datetime import datetime, timedelta

from django.db.models import Q

from replays.selectors.health import not_done_in_time
from replays.services.queue import Queue
from tournaments.webhooks.models import Delivery, DeliveryState, WebhookState

SEND = "tournaments.tasks.send_webhook"


def _due(now: datetime) -> Q:
    lost = not_done_in_time(now, first=timedelta(seconds=30), last=timedelta(minutes=10))
    rested = Q(webhook__resting_until=None) | Q(webhook__resting_until__lte=now)
    ready = Q(due_at__lte=now, webhook__state=WebhookState.ACTIVE)
    return ready & rested & (Q(sent_at=None) | lost)


QUEUE = Queue(Delivery, SEND, _due, argument="webhook_id", pending=Q(state=DeliveryState.WAITING))
