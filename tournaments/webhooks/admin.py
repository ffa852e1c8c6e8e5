"""Webhooks in the admin: to look at. Owners see to them on the pages of their club."""

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from replays.admin import Admin, ReadOnly, ReadOnlyAdmin
from tournaments.webhooks.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, Admin):
    """Where clubs tell others what happens; secrets are shown nowhere."""

    list_display = ("page", "club", "state", "failures", "failing_since", "created_at")
    list_display_links = None
    list_filter = ("state", "club")
    list_select_related = ("club",)

    @admin.display(description=_("address"), ordering="address")
    def page(self, webhook: Webhook) -> str:
        """The address, leading to the page of the webhook."""
        where = reverse("tournaments:webhook", args=[webhook.club_id, webhook.pk])
        return format_html('<a href="{}">{}</a>', where, webhook.address)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """What was sent, and what is still to be sent."""

    list_display = ("id", "webhook", "kind", "type", "state", "tries", "status", "due_at")
    list_filter = ("state", "kind")
    list_select_related = ("webhook",)
