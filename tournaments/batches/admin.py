"""Batches in the admin: to look at and to stop."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from replays.admin import Admin, ReadOnly
from replays.errors import KaitenError
from tournaments.batches.models import Batch
from tournaments.batches.selectors.batches import with_done
from tournaments.batches.services.batches import stop_batch


@admin.register(Batch)
class BatchAdmin(ReadOnly, Admin):
    """Batches: started on a page that knows games, seats and options; cancelled there or here."""

    change_list_template = "tournaments/batches/admin/batches.html"
    list_display = ("page", "bots", "progress", "status", "club", "created_at", "ended_at")
    list_display_links = None
    list_filter = ("status", "game", "club")
    list_select_related = ("club",)
    actions = ["cancel"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Batch]:
        """Return batches with the number of matches that are done."""
        return with_done(super().get_queryset(request))

    def has_cancel_permission(self, request: HttpRequest) -> bool:
        """Let those cancel who may change batches anywhere else."""
        return request.user.has_perm("tournaments.change_batch")

    @admin.display(description=_("game"), ordering="game")
    def page(self, batch: Batch) -> str:
        """The game, leading to the page of the batch."""
        address = reverse("tournaments:batch", args=[batch.pk])
        return format_html('<a href="{}">{}</a>', address, batch.game)

    @admin.display(description=_("progress"))
    def progress(self, batch: Any) -> str:
        return f"{batch.done} / {batch.matches}"

    @admin.action(description=_("Cancel the batch"), permissions=["cancel"])
    def cancel(self, request: HttpRequest, chosen: QuerySet[Batch]) -> None:
        for batch in chosen:
            try:
                stop_batch(batch_id=batch.pk, now=datetime.now(UTC))
            except KaitenError as error:
                messages.error(request, f"{batch}: {error.message}")
            else:
                words = _("The batch is cancelled. What was played stays.")
                messages.success(request, f"{batch}: {words}")
