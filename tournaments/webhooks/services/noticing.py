"""Deliveries: written down in a worker as soon as something happens that a receiver hears of."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max, Min

from replays import subscriptions
from replays.chain import RecordedEvent
from replays.models import Anchor, Checkpoint, Outbox, StoredEvent, Stream
from replays.selectors.logs import load_log
from replays.services.verify import ENDINGS
from tournaments.webhooks.addresses import webhooks_are_possible
from tournaments.webhooks.kinds import CHANGED_LATER, kind_of, may_be_news
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook
from tournaments.webhooks.selectors.visibility import hearing, is_shown
from tournaments.webhooks.services.queue import QUEUE

TOPIC = "webhooks"


class News(NamedTuple):
    """One event that was appended."""

    version: int
    type: str
    ended: bool
    """Whether its match had ended before it, or has with it."""


def subscribe() -> None:
    """Hear of everything that a receiver may hear of."""
    subscriptions.subscribe(TOPIC, may_be_news, on_appended, wanted=is_wanted)


def is_wanted(stream_id: UUID, _appended: Sequence[RecordedEvent]) -> bool:
    """Say whether a club has a receiver that may hear of a log."""
    return webhooks_are_possible() and hearing(stream_id).exists()


def on_appended(stream_id: UUID, version: int) -> None:
    """Write down what each receiver is to get of a log, and have it sent once that is committed."""
    webhooks = [
        webhook
        for webhook in hearing(stream_id).select_related("club")
        if is_shown(webhook, stream_id)
    ]
    if not webhooks:
        return
    news = list(_news(stream_id, version))
    now = datetime.now(UTC)
    kind = Stream.objects.values_list("kind", flat=True).get(pk=stream_id)
    rows = [row for webhook in webhooks for row in _deliveries(webhook, stream_id, kind, news, now)]
    Delivery.objects.bulk_create(rows, ignore_conflicts=True, batch_size=200)
    own = Delivery.objects.filter(stream_id=stream_id)
    if any(one.type in ENDINGS for one in news):
        # Whoever had to wait for the end of a match need not wait any longer.
        held = own.filter(state=DeliveryState.HELD)
        held.update(state=DeliveryState.WAITING, due_at=now, sent_at=None)
    due = own.filter(state=DeliveryState.WAITING, due_at__lte=now, sent_at=None)
    transaction.on_commit(lambda: QUEUE.send(due, now=datetime.now(UTC)))


def delivery_id(webhook_id: UUID, stream_id: UUID, version: int) -> UUID:
    """Return the id under which a receiver gets an event, whenever that is."""
    return uuid5(webhook_id, f"{stream_id}/{version}")


def _deliveries(
    webhook: Webhook, stream_id: UUID, stream_kind: str, news: Sequence[News], now: datetime
) -> Iterator[Delivery]:
    for version, type_, ended in news:
        kind = kind_of(type_, webhook.kinds, ended=ended)
        if kind is not None:
            yield Delivery(
                id=delivery_id(webhook.id, stream_id, version),
                webhook=webhook,
                kind=kind,
                stream_kind=stream_kind,
                stream_id=stream_id,
                version=version,
                type=type_,
                created_at=now,
                due_at=now,
            )


def _news(stream_id: UUID, version: int) -> Iterator[News]:
    """Yield what was appended since the first append that this topic is still owed.

    Not since its checkpoint: that stands where it did when the club last had a receiver.
    """
    owed = Outbox.objects.filter(topic=TOPIC, stream_id=stream_id, version__lte=version)
    first = owed.aggregate(first=Min("version"))["first"] or version
    anchors = Anchor.objects.filter(stream_id=stream_id, version__lt=first)
    reached = Checkpoint.objects.filter(consumer=TOPIC, stream_id=stream_id)
    known = [
        anchors.aggregate(last=Max("version"))["last"] or 0,
        *reached.values_list("version", flat=True),
    ]
    stored = StoredEvent.objects.filter(
        stream_id=stream_id, version__gt=max(known), version__lte=version
    )
    rows = list(stored.order_by("version").values_list("version", "type"))
    changed = any(type_ in CHANGED_LATER for _, type_ in rows)
    nodes = load_log(stream_id, version=version).nodes if changed else ()
    for at, type_ in rows:
        ended = bool(nodes) and (nodes[at - 1].life.ended or nodes[at].life.ended)
        yield News(at, type_, ended)
