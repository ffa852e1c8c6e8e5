"""The webhooks of clubs, and what was sent to each."""

from uuid import UUID

from django.db.models import QuerySet

from replays.errors import KaitenError
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook, WebhookState

SHOWN = 50
"""How many of the last deliveries a page or an answer shows."""


def webhooks_of(club_id: UUID) -> QuerySet[Webhook]:
    """Return the webhooks of a club in the order in which they were made."""
    return Webhook.objects.filter(club_id=club_id).order_by("created_at", "id")


def webhook_of(club_id: UUID, webhook_id: UUID) -> Webhook:
    """Return a webhook of a club, or raise `unknown_webhook`."""
    webhook = Webhook.objects.select_related("club").filter(pk=webhook_id, club=club_id).first()
    if webhook is None:
        raise KaitenError("unknown_webhook", 404)
    return webhook


def last_deliveries(webhook: Webhook) -> list[Delivery]:
    """Return what was sent last or is to be sent, the newest first."""
    return list(webhook.deliveries.order_by("-created_at", "-version", "id")[:SHOWN])


def delivery_of(webhook: Webhook, delivery_id: UUID) -> Delivery:
    """Return a delivery of a webhook, or raise `unknown_delivery`."""
    delivery = webhook.deliveries.filter(pk=delivery_id).first()
    if delivery is None:
        raise KaitenError("unknown_delivery", 404)
    return delivery


def waiting_of(webhook: Webhook) -> int:
    """Return how many deliveries of a webhook are still to be sent."""
    return webhook.deliveries.filter(state__in=[DeliveryState.WAITING, DeliveryState.HELD]).count()


def given_up_webhooks() -> QuerySet[Webhook]:
    """Return the webhooks that are paused because their receivers failed."""
    return Webhook.objects.filter(state__in=[WebhookState.FAILED, WebhookState.GONE])
