"""Deliveries on their way: in order for each receiver, tried again with patience, then given up.

One worker at a time sends to a receiver. Whoever dies loses nothing: the row still waits, the lease
runs out, and the sweep has the same delivery sent again, under the same id.
"""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook, WebhookState
from tournaments.webhooks.selectors.messages import Held, Withheld, body_of
from tournaments.webhooks.services.backoff import GIVEN_UP_AFTER, OVERTAKEN_AFTER, wait_after
from tournaments.webhooks.services.posting import Reply, post
from tournaments.webhooks.services.queue import QUEUE
from tournaments.webhooks.signing import signed_headers

LEASE = timedelta(seconds=40)
"""Longer than one delivery can take."""
AT_ONCE = 50
TURN = timedelta(seconds=15)
"""After so many deliveries, or so long, other tasks have their turn."""
KEPT = timedelta(days=30)


def send_due(*, webhook_id: UUID) -> None:
    """Send a receiver what it is to get now; a long row of it in several tasks."""
    while True:
        lease = uuid4()
        if not _leased(webhook_id, lease, Q(leased_until=None) | Q(leased_until__lte=_now())):
            return  # whoever sends looks once more when it is through
        try:
            through = _send_some(webhook_id, lease)
        finally:
            Webhook.objects.filter(pk=webhook_id, lease=lease).update(lease=None, leased_until=None)
        if not through:
            QUEUE.send(_in_order(webhook_id)[:1], now=_now())
            return
        if _next(webhook_id) is None:
            return


def sweep_deliveries(*, now: datetime) -> None:
    """Send what was lost or is due by now, and forget what is old."""
    Delivery.objects.filter(created_at__lt=now - KEPT).delete()
    held = Delivery.objects.filter(state=DeliveryState.HELD, due_at__lte=now)
    held.update(state=DeliveryState.WAITING, sent_at=None)
    QUEUE.sweep(now=now)


def posted(delivery: Delivery, body: bytes) -> Reply:
    """Send the body of a delivery, signed at this moment."""
    webhook = delivery.webhook
    timestamp = int(_now().timestamp())
    return post(webhook.address, body, signed_headers(webhook.secret, delivery.id, timestamp, body))


def _send_some(webhook_id: UUID, lease: UUID) -> bool:
    """Send what is due, as far as a turn goes; say whether nothing is left."""
    started = _now()
    for _ in range(AT_ONCE):
        delivery = _next(webhook_id)
        if delivery is None:
            return True
        if _now() - started > TURN:
            return False
        if not _leased(webhook_id, lease, Q(lease=lease)):
            return True
        _send(delivery)
    return False


def _leased(webhook_id: UUID, lease: UUID, free: Q) -> bool:
    rows = Webhook.objects.filter(free, pk=webhook_id)
    return bool(rows.update(lease=lease, leased_until=_now() + LEASE))


def _in_order(webhook_id: UUID) -> QuerySet[Delivery]:
    waiting = Delivery.objects.filter(webhook=webhook_id, state=DeliveryState.WAITING)
    return waiting.order_by("created_at", "stream_id", "version")


def _next(webhook_id: UUID) -> Delivery | None:
    """Return what a receiver is to get now: the oldest, unless that has to wait a little.

    What was refused several times holds up nothing that comes after it.
    """
    now = _now()
    overtaken = Q(tries__gte=OVERTAKEN_AFTER, due_at__gt=now)
    first = _in_order(webhook_id).exclude(overtaken).select_related("webhook__club").first()
    if first is None or first.due_at > now or first.webhook.state != WebhookState.ACTIVE:
        return None
    resting_until = first.webhook.resting_until
    return None if resting_until is not None and resting_until > now else first


def _send(delivery: Delivery) -> None:
    now = _now()
    try:
        body = body_of(delivery, now)
    except Held as held:
        _noted(delivery, state=DeliveryState.HELD, due_at=held.until)
        return
    except Withheld:
        _noted(delivery, state=DeliveryState.WITHHELD)
        return
    except (KaitenError, RuleViolation) as error:
        # A log that cannot be read will not be readable by waiting.
        _noted(delivery, state=DeliveryState.GIVEN_UP, problem=error.code)
        return
    reply = posted(delivery, body)
    with transaction.atomic():
        if reply.received:
            _note_success(delivery, reply)
        else:
            _note_failure(delivery, reply, _now())


def _note_success(delivery: Delivery, reply: Reply) -> None:
    _noted(delivery, state=DeliveryState.DELIVERED, **_tried(delivery, reply, _now()))
    Webhook.objects.filter(pk=delivery.webhook_id).update(
        failures=0, failing_since=None, resting_until=None
    )


def _note_failure(delivery: Delivery, reply: Reply, now: datetime) -> None:
    """Put a delivery off, or give it up; let its receiver rest, or pause it."""
    tried = _tried(delivery, reply, now)
    due_at = now + wait_after(delivery.tries + 1)
    gone = reply.problem == "receiver_gone"
    over = gone or due_at > (delivery.first_tried_at or now) + GIVEN_UP_AFTER
    state = DeliveryState.GIVEN_UP if over else DeliveryState.WAITING
    _noted(delivery, state=state, due_at=due_at, sent_at=None, attempts=0, **tried)
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or now
    webhook.resting_until = now + wait_after(webhook.failures)
    if webhook.state == WebhookState.ACTIVE:
        if gone:
            webhook.state = WebhookState.GONE
        elif webhook.resting_until > webhook.failing_since + GIVEN_UP_AFTER:
            webhook.state = WebhookState.FAILED
    webhook.save(update_fields=["failures", "failing_since", "resting_until", "state"])


def _tried(delivery: Delivery, reply: Reply, now: datetime) -> dict[str, object]:
    return {
        "tries": delivery.tries + 1,
        "first_tried_at": delivery.first_tried_at or now,
        "tried_at": now,
        "status": reply.status,
        "answer": reply.text,
        "problem": reply.problem,
    }


def _noted(delivery: Delivery, **fields: object) -> None:
    Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING).update(**fields)


def _now() -> datetime:
    return datetime.now(UTC)
