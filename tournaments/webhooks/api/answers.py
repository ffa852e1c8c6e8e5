"""Webhooks and deliveries as owners read them."""

from datetime import datetime
from uuid import UUID

from replays.http.answers import Answer
from tournaments.webhooks.models import Delivery, DeliveryState, WebhookKind, WebhookState

STATES = WebhookState.values
DELIVERY_STATES = DeliveryState.values
KINDS = WebhookKind.values


class WebhookAnswer(Answer, frozen=True):
    """A receiver of a club."""

    id: UUID
    """The webhook."""
    address: str
    """Where it is."""
    kinds: list[WebhookKind]
    """What it hears of."""
    inside: bool
    """Whether the receiver belongs to the club: it then hears of everything, and at once."""
    state: WebhookState
    """Whether it is sent to; `failed` and `gone` are pauses that its receiver brought about."""
    failing_since: datetime | None
    """Since when nothing was received; null: all is well."""
    created_at: datetime
    """When it was made."""


class MadeWebhookAnswer(WebhookAnswer, frozen=True):
    """A new receiver with its secret, which nobody can see again."""

    secret: str
    """What deliveries are signed with."""


class WebhooksAnswer(Answer, frozen=True):
    """The receivers of a club."""

    webhooks: list[WebhookAnswer]
    """In the order in which they were made."""


class SecretAnswer(Answer, frozen=True):
    """A new secret, which nobody can see again."""

    secret: str
    """What deliveries are signed with from now on."""


class DeliveryAnswer(Answer, frozen=True):
    """One event for one receiver."""

    id: UUID
    """What the receiver gets as `Kaiten-Id`."""
    kind: str
    """Of which kind of news it is; `test` for a test."""
    stream: UUID | None
    """The match or tournament; null for a test."""
    version: int | None
    """The version of its log; null for a test."""
    type: str
    """What happened, as the log calls it."""
    state: DeliveryState
    """Whether it was received, waits, is held back from visitors, or was given up."""
    created_at: datetime
    """When it was written down."""
    tries: int
    """How often the receiver was asked."""
    tried_at: datetime | None
    """When it was asked last."""
    next_try_at: datetime | None
    """When it is asked again; null for what is over."""
    status: int | None
    """What the receiver answered last; null if it did not."""
    answer: str
    """The beginning of that answer."""
    problem: str
    """The code of what went wrong last; may be empty."""

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryAnswer":
        """Return a delivery as owners know it."""
        open_ = delivery.state in (DeliveryState.WAITING, DeliveryState.HELD)
        return cls.from_object(
            delivery,
            stream=delivery.stream_id,
            state=DeliveryState(delivery.state),
            next_try_at=delivery.due_at if open_ else None,
        )


class DeliveriesAnswer(Answer, frozen=True):
    """The last deliveries of a webhook."""

    deliveries: list[DeliveryAnswer]
    """The newest first, 50 at most."""
