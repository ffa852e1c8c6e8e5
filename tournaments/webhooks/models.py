"""Where a club tells others what happens, and everything it has told or is still to tell."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from replays.models import Queued
from tournaments.people.models import Club


class WebhookKind(models.TextChoices):
    """What a receiver can hear of."""

    MATCHES = "matches", _("matches: begun, ended, agreed upon, opened again")
    ENTRIES = "entries", _("matches: every entry, as the public sees it")
    ROUNDS = "rounds", _("tournaments: rounds announced, and what changes in them")
    RESULTS = "results", _("tournaments: results of tables")
    STAGES = "stages", _("tournaments: their beginning, their stages and their end")


TEST = "test"
"""The kind of what the button sends; nobody asks for it."""


class WebhookState(models.TextChoices):
    ACTIVE = "active", _("sends")
    PAUSED = "paused", _("paused")
    FAILED = "failed", _("paused: the receiver has failed for two days")
    GONE = "gone", _("paused: the receiver says that it is gone")


class Webhook(models.Model):
    """A receiver of a club: what it hears of, and how it has answered lately."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("club")
    )
    address = models.CharField(_("address"), max_length=500)
    kinds = models.JSONField(_("what it hears of"))
    inside = models.BooleanField(_("the receiver belongs to the club"), default=False)
    # In plain text: whoever signs has to know it. Shown once, when it is made.
    secret = models.CharField(max_length=80, editable=False)
    state = models.CharField(
        _("state"), max_length=10, choices=WebhookState, default=WebhookState.ACTIVE
    )
    created_by = models.CharField(_("made by"), max_length=80)
    created_at = models.DateTimeField(_("created"))
    failures = models.PositiveIntegerField(_("failures in a row"), default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    resting_until = models.DateTimeField(_("not tried before"), null=True, blank=True)
    # One worker at a time sends to a receiver, so that it hears everything in order.
    lease = models.UUIDField(null=True, editable=False)
    leased_until = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return self.address


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("waits to be sent")
    HELD = "held", _("held back: visitors may not know it yet")
    DELIVERED = "delivered", _("received")
    GIVEN_UP = "given_up", _("given up")
    WITHHELD = "withheld", _("not sent: not public any more")


class Delivery(Queued):
    """One event for one receiver; these rows are the queue of record.

    `sent_at` and `attempts` say when workers were asked, `tries` how often the receiver was.
    """

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", verbose_name=_("webhook")
    )
    kind = models.CharField(_("kind"), max_length=20)
    stream_kind = models.CharField(_("kind of log"), max_length=20, blank=True)
    stream_id = models.UUIDField(_("log"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), null=True, blank=True)
    type = models.CharField(_("type"), max_length=80, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=DeliveryState, default=DeliveryState.WAITING
    )
    created_at = models.DateTimeField(_("written down"))
    due_at = models.DateTimeField(_("next try"))
    tries = models.PositiveIntegerField(_("tries"), default=0)
    first_tried_at = models.DateTimeField(_("first try"), null=True, blank=True)
    tried_at = models.DateTimeField(_("last try"), null=True, blank=True)
    status = models.PositiveIntegerField(_("status"), null=True, blank=True)
    answer = models.TextField(_("beginning of the answer"), blank=True)
    problem = models.CharField(_("what went wrong"), max_length=60, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-created_at", "-version", "id"]
        indexes = [
            models.Index(fields=["webhook", "state", "created_at"], name="deliveries_in_order"),
            models.Index(fields=["state", "due_at"], name="deliveries_due"),
            models.Index(fields=["stream_id", "state"], name="deliveries_of_stream"),
            models.Index(fields=["created_at"], name="deliveries_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.stream_id or ''} {self.version or ''}".strip()
