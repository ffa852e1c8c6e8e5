"""Receivers of a club: made, changed, paused, resumed and removed by its owners."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.db import transaction

from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.people.models import Club
from tournaments.webhooks.addresses import permitted_ip, read_address
from tournaments.webhooks.models import (
    TEST,
    Delivery,
    DeliveryState,
    Webhook,
    WebhookKind,
    WebhookState,
)
from tournaments.webhooks.selectors.messages import test_body
from tournaments.webhooks.services.queue import QUEUE
from tournaments.webhooks.services.sending import posted
from tournaments.webhooks.signing import new_secret

MOST = 10
"""So many webhooks may a club have."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an owner says of a receiver."""

    address: str
    kinds: Collection[str]
    inside: bool = False


@transaction.atomic
def make_webhook(*, club: Club, wanted: Wanted, envelope: Envelope) -> Webhook:
    """Make a receiver with a secret of its own, which the answer holds and no page shows again.

    Raises `too_many_webhooks` or what `change_webhook` does.
    """
    _require(wanted)
    # Of two made at once, the second one counts the first.
    Club.objects.select_for_update().get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MOST:
        raise KaitenError("too_many_webhooks", 409, limit=MOST)
    return Webhook.objects.create(
        id=uuid4(),
        club=club,
        address=wanted.address,
        kinds=_kinds(wanted.kinds),
        inside=wanted.inside,
        secret=new_secret(),
        created_by=envelope.actor,
        created_at=envelope.now,
    )


@transaction.atomic
def change_webhook(*, webhook: Webhook, wanted: Wanted, now: datetime) -> Webhook:
    """Say anew where a receiver is and what it hears of from now on.

    Raises `webhooks_off`, `webhook_bad_address`, `webhook_host_unknown`, `webhook_not_allowed` or
    `webhook_hears_nothing`.
    """
    _require(wanted)
    moved = wanted.address != webhook.address
    webhook.address, webhook.inside = wanted.address, wanted.inside
    webhook.kinds = _kinds(wanted.kinds)
    webhook.save(update_fields=["address", "kinds", "inside"])
    if moved:
        _start_afresh(webhook, now)
    return webhook


def pause_webhook(*, webhook: Webhook) -> None:
    """Send nothing any more, and write nothing down; what was waiting goes on waiting."""
    Webhook.objects.filter(pk=webhook.pk, state=WebhookState.ACTIVE).update(
        state=WebhookState.PAUSED
    )


@transaction.atomic
def resume_webhook(*, webhook: Webhook, now: datetime) -> None:
    """Send again, beginning with what was waiting."""
    Webhook.objects.filter(pk=webhook.pk).update(state=WebhookState.ACTIVE)
    _start_afresh(webhook, now)


def remove_webhook(*, webhook: Webhook) -> None:
    """Forget a receiver, with everything that was or was to be sent to it."""
    Webhook.objects.filter(pk=webhook.pk).delete()


def renew_secret(*, webhook: Webhook) -> str:
    """Sign with another secret from now on, and return it: no page shows it again."""
    secret = new_secret()
    Webhook.objects.filter(pk=webhook.pk).update(secret=secret)
    return secret


def send_test(*, webhook: Webhook, now: datetime) -> Delivery:
    """Send a receiver a delivery without an event, at once, and return what came back."""
    delivery = Delivery(id=uuid4(), webhook=webhook, kind=TEST, created_at=now, due_at=now)
    reply = posted(delivery, test_body(delivery))
    delivery.state = DeliveryState.DELIVERED if reply.received else DeliveryState.GIVEN_UP
    delivery.tries, delivery.first_tried_at, delivery.tried_at = 1, now, datetime.now(UTC)
    delivery.status, delivery.answer, delivery.problem = reply.status, reply.text, reply.problem
    delivery.save(force_insert=True)
    return delivery


@transaction.atomic
def send_again(*, delivery: Delivery, now: datetime) -> None:
    """Let something that was given up be tried again; raises `delivery_not_given_up`."""
    given_up = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.GIVEN_UP)
    if delivery.kind == TEST or not given_up.update(state=DeliveryState.WAITING):
        raise KaitenError("delivery_not_given_up", 409)
    _made_due(delivery.webhook_id, now, delivery.pk)


def _start_afresh(webhook: Webhook, now: datetime) -> None:
    """Forget how a receiver has failed, and send what waits for it."""
    Webhook.objects.filter(pk=webhook.pk).update(failures=0, failing_since=None, resting_until=None)
    _made_due(webhook.pk, now)


def _made_due(webhook_id: UUID, now: datetime, *only: UUID) -> None:
    waiting = Delivery.objects.filter(webhook=webhook_id, state=DeliveryState.WAITING)
    chosen = waiting.filter(pk__in=only) if only else waiting
    chosen.update(due_at=now, tries=0, first_tried_at=None, sent_at=None, attempts=0)
    active = waiting.filter(webhook__state=WebhookState.ACTIVE)
    transaction.on_commit(lambda: QUEUE.send(active[:1], now=datetime.now(UTC)))


def _require(wanted: Wanted) -> None:
    permitted_ip(read_address(wanted.address))
    if not _kinds(wanted.kinds):
        raise KaitenError("webhook_hears_nothing")


def _kinds(wanted: Collection[str]) -> list[str]:
    return [kind.value for kind in WebhookKind if kind in wanted]
