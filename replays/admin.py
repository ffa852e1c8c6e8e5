"""The store in the admin: to look at and to verify. Nothing here can be added, changed, deleted."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays import models
from replays.services.notes import erase_note
from replays.services.verify import record_verification

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
else:
    Admin, Inline = admin.ModelAdmin, admin.TabularInline


class NeverDeleted:
    """Events refer to these rows, or logs make them: they stay."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnly(NeverDeleted):
    """Refuses every change, whatever the account may do elsewhere."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, Admin):
    """Lists and shows; counting all events of a long-lived club would only cost time."""

    show_full_result_count = False
    list_per_page = 50


@admin.action(description=_("Verify the log"), permissions=["view"])
def verify(_admin: "ReadOnlyAdmin", request: HttpRequest, chosen: QuerySet[Any]) -> None:
    """Recompute every hash, anchor and rule of the chosen logs and say what was found."""
    intact = 0
    for stream_id in chosen.values_list("pk", flat=True):
        report = record_verification(stream_id=stream_id, now=datetime.now(UTC))
        problem, unjudged = report.problem, report.unjudged
        if problem is not None:
            messages.error(request, f"{stream_id}: {problem.code} @{problem.version}")
        elif unjudged is not None:
            unasked = _("%(log)s: the log is intact; its rules could not be asked (%(code)s).")
            messages.warning(request, unasked % {"log": stream_id, "code": unjudged.code})
        else:
            intact += 1
    if intact:
        words = ngettext("%(count)s log is intact.", "%(count)s logs are intact.", intact)
        messages.success(request, words % {"count": intact})


class SeatInline(ReadOnly, Inline):
    model = models.MatchSeat
    fields = ("seat", "player_id", "place", "score", "reported_place", "reported_score")
    ordering = ("seat",)
    extra = 0


@admin.register(models.Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("id", "game", "title", "status", "result_kind", "source", "created_at")
    list_filter = ("status", "game", "source", "result_kind")
    search_fields = ("id", "title", "content_hash", "seatings__player_id")
    date_hierarchy = "created_at"
    inlines = [SeatInline]
    actions = [verify]


@admin.register(models.Stream)
class StreamAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "version", "head_hash")
    list_filter = ("kind",)
    search_fields = ("id", "head_hash")
    ordering = ("id",)
    actions = [verify]


@admin.register(models.StoredEvent)
class StoredEventAdmin(ReadOnlyAdmin):
    list_display = ("stream_id", "version", "type", "actor", "recorded_at")
    list_filter = ("type",)
    search_fields = ("=stream__id", "=hash", "=actor")
    list_select_related = ("stream",)
    ordering = ("stream", "version")


@admin.register(models.Anchor)
class AnchorAdmin(ReadOnlyAdmin):
    list_display = ("stream_id", "version", "hash")
    search_fields = ("=stream__id", "=hash")
    ordering = ("stream", "version")


@admin.register(models.Request)
class RequestAdmin(ReadOnlyAdmin):
    list_display = ("scope", "key", "stream_id", "first_version", "last_version")
    search_fields = ("=key", "scope", "=stream__id")
    ordering = ("-id",)


@admin.register(models.Outbox)
class OutboxAdmin(ReadOnlyAdmin):
    list_display = ("topic", "stream_id", "version", "created_at", "sent_at", "attempts")
    list_filter = ("topic",)
    ordering = ("created_at", "id")


@admin.register(models.Checkpoint)
class CheckpointAdmin(ReadOnlyAdmin):
    list_display = ("consumer", "stream_id", "version")
    list_filter = ("consumer",)
    ordering = ("consumer", "stream_id")


@admin.register(models.Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    list_display = ("name", "at")
    ordering = ("name",)


@admin.register(models.Pen)
class PenAdmin(ReadOnlyAdmin):
    list_display = ("stream_id", "actor", "since")
    search_fields = ("=stream__id", "actor")
    ordering = ("-since", "stream")


@admin.register(models.Import)
class ImportAdmin(ReadOnlyAdmin):
    list_display = ("stream_id", "source", "actor", "imported_at")
    search_fields = ("=stream__id", "source")
    ordering = ("-imported_at", "stream")


@admin.register(models.Verification)
class VerificationAdmin(ReadOnlyAdmin):
    list_display = ("stream_id", "version", "ok", "problem", "checked_at")
    list_filter = ("ok",)
    ordering = ("ok", "-checked_at", "stream")


@admin.register(models.Note)
class NoteAdmin(ReadOnlyAdmin):
    """Free text beside the logs, which can be erased for good."""

    list_display = ("stream_id", "version", "text", "erased_at")
    search_fields = ("=stream__id", "text")
    ordering = ("-id",)
    actions = ["erase"]

    def has_erase_permission(self, request: HttpRequest) -> bool:
        """Let those erase who may delete notes anywhere else."""
        return request.user.has_perm("replays.delete_note")

    @admin.action(description=_("Erase the text for good"), permissions=["erase"])
    def erase(self, request: HttpRequest, chosen: QuerySet[models.Note]) -> None:
        """Empty the chosen notes; the log keeps their digests."""
        for note in chosen:
            erase_note(match_id=note.stream_id, version=note.version, now=datetime.now(UTC))
        words = ngettext("%(count)s note was erased.", "%(count)s notes were erased.", len(chosen))
        messages.success(request, words % {"count": len(chosen)})
