"""Webhooks of tests: made, sent by hand as a worker would, and checked as a receiver would."""

import hashlib
import hmac
from datetime import UTC, datetime
from typing import Any

from replays.envelope import Envelope
from replays.models import Outbox
from replays.services.outbox import consume
from tests.services.receiver import Got, Receiver
from tournaments.people.models import Club
from tournaments.webhooks.models import Delivery, Webhook, WebhookKind
from tournaments.webhooks.services import noticing
from tournaments.webhooks.services.sending import send_due
from tournaments.webhooks.services.webhooks import Wanted, make_webhook

EVERYTHING = WebhookKind.values


def make_hook(
    club: Club, receiver: Receiver, kinds: list[str] = EVERYTHING, *, inside: bool = False
) -> Webhook:
    """Return a webhook of a club that hears of everything unless told otherwise."""
    return make_hook_at(club, receiver.address(), kinds, inside=inside)


def make_hook_at(
    club: Club, address: str, kinds: list[str] = EVERYTHING, *, inside: bool = False
) -> Webhook:
    """Return a webhook of a club that goes to an address."""
    return make_webhook(
        club=club,
        wanted=Wanted(address, kinds, inside),
        envelope=Envelope("cli", datetime.now(UTC)),
    )


def notice() -> None:
    """Do what the outbox owes the webhooks, in the order in which it was written down."""
    for row in Outbox.objects.filter(topic=noticing.TOPIC).order_by("created_at", "version"):
        consume(outbox_id=row.id)


def deliver(webhook: Webhook) -> None:
    """Do what workers would do now for one receiver."""
    notice()
    send_due(webhook_id=webhook.id)


def is_signed(got: Got, secret: str) -> bool:
    """Check a request as docs/webhooks.md says, from scratch."""
    signed = got.headers["Kaiten-Timestamp"].encode() + b"." + got.raw
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(got.headers["Kaiten-Signature"], f"v1={expected}")


def now_due(delivery: Delivery) -> None:
    """Let the wait of a delivery and of its receiver be over."""
    past = datetime(2020, 1, 1, tzinfo=UTC)
    Delivery.objects.filter(pk=delivery.pk).update(due_at=past)
    Webhook.objects.filter(pk=delivery.webhook_id).update(resting_until=past)


def told(receiver: Receiver) -> list[tuple[Any, ...]]:
    """Return what a receiver has got: stream, version and type of each, in order."""
    bodies = [got.body for got in receiver.all()]
    return [(body["stream"], body["version"], body["event"]["type"]) for body in bodies]
