"""The webhooks of a club, for its owners; a token needs the scope admin."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.answers import Answer
from replays.http.conditional import stamped
from replays.http.fields import Choice, Flag, StrictSerializer, Text
from replays.http.idempotency import envelope_of
from replays.http.schema import operation
from tournaments.people.api.access import CLUB, OfClub
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.webhooks.addresses import LONGEST
from tournaments.webhooks.api.answers import (
    DeliveriesAnswer,
    DeliveryAnswer,
    MadeWebhookAnswer,
    SecretAnswer,
    WebhookAnswer,
    WebhooksAnswer,
)
from tournaments.webhooks.models import Webhook, WebhookKind
from tournaments.webhooks.selectors.webhooks import (
    delivery_of,
    last_deliveries,
    webhook_of,
    webhooks_of,
)
from tournaments.webhooks.services import webhooks as services

F = TypeVar("F", bound=Callable[..., Any])

READ = (401, 403, 404)
WRITTEN = (*READ, 409, 413, 415, 422)
BOARD = (
    "A board in the club's window",
    {"address": "https://hooks.example.org/kaiten", "kinds": ["rounds", "results"]},
)
FEWER = "Results alone", {"kinds": ["results"]}
_ADDRESS = "Where it is: http or https, at a host that the operator of the server allows."
_INSIDE = (
    "Whether the receiver belongs to the club: it hears also of what is unlisted or for the club "
    "only, and without the delay of visitors."
)


def _kinds(**options: Any) -> serializers.ListField:
    child = Choice(choices=WebhookKind.values)
    return serializers.ListField(child=child, help_text="What it is to hear of.", **options)


def acts(name: str, summary: str, answer: type[Answer], *refused: int) -> Callable[[F], F]:
    """Describe an operation that needs no body."""
    return operation(name, summary, answer, *READ, *refused, request=None, parameters=[CLUB])


class NewWebhook(StrictSerializer):
    """A receiver to be made."""

    address = Text(max_length=LONGEST, help_text=_ADDRESS)
    kinds = _kinds()
    inside = Flag(required=False, default=False, help_text=_INSIDE)


class ChangedWebhook(StrictSerializer):
    """What is to be changed of a receiver; what is not sent stays."""

    address = Text(max_length=LONGEST, required=False, help_text=_ADDRESS)
    kinds = _kinds(required=False)
    inside = Flag(required=False, help_text=_INSIDE)


class OfWebhooks(OfClub):
    """A view of a club's webhooks, for its owners."""

    requires = dict.fromkeys(["GET", "POST", "PATCH", "DELETE"], CLUB_WRITE)
    address = {"webhook_id": "The id of the webhook.", "delivery_id": "The id of the delivery."}


class WebhooksView(OfWebhooks):
    """The receivers of a club."""

    @operation("webhooks_list", "List webhooks", WebhooksAnswer, *READ, parameters=[CLUB])
    def get(self, request: Request, club: str) -> Response:
        """Return the receivers of a club; their secrets stand nowhere."""
        rows = webhooks_of(club_by_name(club).id)
        return stamped(WebhooksAnswer([WebhookAnswer.from_object(row) for row in rows]))

    @operation(
        "webhooks_create",
        "Make a webhook",
        {201: MadeWebhookAnswer},
        *WRITTEN,
        request=NewWebhook,
        parameters=[CLUB],
        example=BOARD,
    )
    def post(self, request: Request, club: str) -> Response:
        """Make a receiver; its secret is in the answer and nowhere else."""
        wanted = services.Wanted(**NewWebhook.read(request))
        made = services.make_webhook(
            club=club_by_name(club), wanted=wanted, envelope=envelope_of(request)
        )
        return Response(MadeWebhookAnswer.from_object(made), status=201)


class WebhookView(OfWebhooks):
    """One receiver."""

    @operation("webhooks_read", "Read a webhook", WebhookAnswer, *READ, parameters=[CLUB])
    def get(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Return a receiver and how it does."""
        return stamped(WebhookAnswer.from_object(_webhook(club, webhook_id)))

    @operation(
        "webhooks_change",
        "Change a webhook",
        WebhookAnswer,
        *WRITTEN,
        request=ChangedWebhook,
        parameters=[CLUB],
        example=FEWER,
    )
    def patch(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Say where a receiver is and what it hears of from now on."""
        webhook = _webhook(club, webhook_id)
        now_is = {name: getattr(webhook, name) for name in ("address", "kinds", "inside")}
        wanted = services.Wanted(**now_is | ChangedWebhook.read(request))
        changed = services.change_webhook(webhook=webhook, wanted=wanted, now=datetime.now(UTC))
        return Response(WebhookAnswer.from_object(changed))

    @operation("webhooks_remove", "Remove a webhook", {204: None}, *READ, parameters=[CLUB])
    def delete(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Forget a receiver, with everything that was or was to be sent to it."""
        services.remove_webhook(webhook=_webhook(club, webhook_id))
        return Response(status=204)


class PauseView(OfWebhooks):
    """A receiver that is sent nothing."""

    @acts("webhooks_pause", "Pause a webhook", WebhookAnswer)
    def post(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Send nothing any more; what happens meanwhile is not sent later."""
        services.pause_webhook(webhook=_webhook(club, webhook_id))
        return Response(WebhookAnswer.from_object(_webhook(club, webhook_id)))


class ResumeView(OfWebhooks):
    """A receiver that is sent to again."""

    @acts("webhooks_resume", "Resume a webhook", WebhookAnswer)
    def post(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Send again, beginning with what was waiting."""
        services.resume_webhook(webhook=_webhook(club, webhook_id), now=datetime.now(UTC))
        return Response(WebhookAnswer.from_object(_webhook(club, webhook_id)))


class SecretView(OfWebhooks):
    """The secret of a receiver."""

    @acts("webhooks_renew", "Renew the secret", SecretAnswer)
    def post(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Sign with a new secret from now on; it is in the answer and nowhere else."""
        return Response(SecretAnswer(services.renew_secret(webhook=_webhook(club, webhook_id))))


class TestView(OfWebhooks):
    """Whether a receiver answers."""

    @acts("webhooks_test", "Send a test", DeliveryAnswer)
    def post(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Send a delivery of the kind `test` at once and say what came back."""
        sent = services.send_test(webhook=_webhook(club, webhook_id), now=datetime.now(UTC))
        return Response(DeliveryAnswer.of(sent))


class DeliveriesView(OfWebhooks):
    """What a receiver has got."""

    @operation(
        "webhooks_deliveries",
        "List the last deliveries",
        DeliveriesAnswer,
        *READ,
        parameters=[CLUB],
    )
    def get(self, request: Request, club: str, webhook_id: UUID) -> Response:
        """Return what was sent last or is to be sent."""
        rows = last_deliveries(_webhook(club, webhook_id))
        return stamped(DeliveriesAnswer([DeliveryAnswer.of(row) for row in rows]))


class AgainView(OfWebhooks):
    """A delivery that was given up."""

    @acts("webhooks_again", "Send a delivery again", DeliveryAnswer, 409)
    def post(self, request: Request, club: str, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Try something again that was given up."""
        webhook = _webhook(club, webhook_id)
        delivery = delivery_of(webhook, delivery_id)
        services.send_again(delivery=delivery, now=datetime.now(UTC))
        return Response(DeliveryAnswer.of(delivery_of(webhook, delivery_id)))


def _webhook(club: str, webhook_id: UUID) -> Webhook:
    return webhook_of(club_by_name(club).id, webhook_id)
