"""Ladders in the admin: begun, changed, frozen and rebuilt through the services alone."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.management.base import told
from tournaments.ladders.admin.forms import LadderForm, PeriodForm, RevisionForm, StartListForm
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors.counts import with_counts
from tournaments.ladders.services import ladders as services
from tournaments.ladders.services.updates import rebuild_ladder
from tournaments.ladders.words import ladder_title

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
else:
    _Admin = admin.ModelAdmin

PAGE = "tournaments/ladders/admin/direct.html"
FORMS: Mapping[str, tuple[type[Any], Callable[..., Any]]] = {
    "revision": (RevisionForm, services.revise_ladder),
    "starts": (StartListForm, services.list_starts),
    "period": (PeriodForm, services.begin_period),
}


@admin.register(Ladder)
class LadderAdmin(_Admin):
    """Ladders: begun here, then directed by actions and on a page of their own."""

    form = LadderForm
    change_form_template = "tournaments/ladders/admin/ladder.html"
    list_display = (
        "name",
        "club",
        "system",
        "status",
        "players_rated",
        "matches_rated",
        "work_waiting",
        "created_at",
        "frozen_at",
    )
    list_filter = ("status", "system", "usual", "club")
    list_select_related = ("club",)
    search_fields = ("title", "club__name")
    actions = ["freeze", "thaw", "rebuild"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ladder]:
        """Return ladders with how much they hold."""
        return with_counts(super().get_queryset(request))

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return what is asked for a new ladder, or everything of one that is there."""
        if obj is None:
            return ("club", "title", "rules")
        asked = ("name", "club", "usual", "status", "system", "rules_text", "players_rated")
        rest = ("matches_rated", "work_waiting", "period_of", "version", "created_at", "frozen_at")
        return (*asked, *rest)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Everything of a ladder that is there comes from its log."""
        return () if obj is None else self.get_fields(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: a row is what the log says; the page of commands adds to the log."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: logs are kept."""
        return False

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Let those direct who may change ladders anywhere else."""
        return request.user.has_perm("tournaments.change_ladder")

    def view_on_site(self, ladder: Ladder) -> str:
        """Lead to the page of the ladder."""
        return reverse("tournaments:ladder", args=[ladder.pk])

    @admin.display(description=_("title"), ordering="title")
    def name(self, ladder: Ladder) -> str:
        """The title, that of a usual ladder in the reader's language."""
        return ladder_title(ladder)

    @admin.display(description=_("players"), ordering="player_count")
    def players_rated(self, ladder: Any) -> int:
        """How many players have a rating."""
        return int(ladder.player_count)

    @admin.display(description=_("matches"), ordering="match_count")
    def matches_rated(self, ladder: Any) -> int:
        """How many matches are rated."""
        return int(ladder.match_count)

    @admin.display(description=_("waiting work"), ordering="waiting")
    def work_waiting(self, ladder: Any) -> int:
        """How many changes the workers have yet to follow."""
        return int(ladder.waiting)

    @admin.display(description=_("rules"))
    def rules_text(self, ladder: Ladder) -> str:
        """The rules as the log has them."""
        return format_html("<pre>{}</pre>", json.dumps(ladder.rules, indent=2, ensure_ascii=False))

    def save_model(self, request: HttpRequest, obj: Ladder, form: Any, change: bool) -> None:
        """Begin the ladder through its service."""
        made = services.create_ladder(
            club=form.cleaned_data["club"],
            title=form.cleaned_data["title"],
            rules=form.cleaned_data["rules"],
            actor=_actor(request),
            now=datetime.now(UTC),
        )
        obj.pk = made.stream_id

    @admin.action(description=_("Freeze"), permissions=["direct"])
    def freeze(self, request: HttpRequest, chosen: QuerySet[Ladder]) -> None:
        """Rate what is owed, then let the numbers stand."""
        self._each(request, chosen, _appending(services.freeze_ladder, request))

    @admin.action(description=_("Let it go on"), permissions=["direct"])
    def thaw(self, request: HttpRequest, chosen: QuerySet[Ladder]) -> None:
        """Let frozen ladders go on."""
        self._each(request, chosen, _appending(services.thaw_ladder, request))

    @admin.action(description=_("Rate everything anew"), permissions=["direct"])
    def rebuild(self, request: HttpRequest, chosen: QuerySet[Ladder]) -> None:
        """Rate everything again; say how much it was."""

        def rebuilt(ladder_id: UUID) -> str:
            done = rebuild_ladder(ladder_id=ladder_id, now=datetime.now(UTC))
            return str(_("matches rated: %(count)s") % {"count": done.rated})

        self._each(request, chosen, rebuilt)

    def _each(
        self, request: HttpRequest, chosen: QuerySet[Ladder], work: Callable[[UUID], str]
    ) -> None:
        for row in chosen:
            try:
                done = work(row.pk)
            except (KaitenError, RuleViolation) as refusal:
                messages.error(request, f"{ladder_title(row)}: {told(refusal)}")
            else:
                messages.success(request, f"{ladder_title(row)}: {done}")

    def get_urls(self) -> list[URLPattern]:
        """Add the page of commands."""
        view = self.admin_site.admin_view(self.direct_page)
        own = path("<uuid:ladder_id>/direct/", view, name="tournaments_ladder_direct")
        return [own, *super().get_urls()]

    def direct_page(self, request: HttpRequest, ladder_id: UUID) -> HttpResponse:
        """Change the rules, take in a start list, or begin a new period."""
        if not self.has_direct_permission(request):
            raise PermissionDenied
        ladder = Ladder.objects.filter(pk=ladder_id).first()
        if ladder is None:
            raise Http404
        sent = request.POST.get("form", "")
        asked = {name: _form(name, name == sent, request, ladder) for name in FORMS}
        form = asked.get(sent)
        if form is not None and form.is_valid():
            try:
                FORMS[sent][1](
                    ladder_id=ladder_id,
                    actor=_actor(request),
                    now=datetime.now(UTC),
                    **form.fields_of(),
                )
            except (KaitenError, RuleViolation) as refusal:
                form.add_error(None, ValidationError(told(refusal)))
            else:
                messages.success(request, _("Done."))
                return HttpResponseRedirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Direct “%(title)s”") % {"title": ladder_title(ladder)},
            "forms": asked,
            "back": reverse("admin:tournaments_ladder_change", args=[ladder.pk]),
        }
        return TemplateResponse(request, PAGE, context)


def _form(name: str, sent: bool, request: HttpRequest, ladder: Ladder) -> Any:
    made: type[forms.Form] = FORMS[name][0]
    return made(
        request.POST if sent else None,
        request.FILES if sent else None,
        initial={"title": ladder.title, "rules": ladder.rules} if name == "revision" else None,
        auto_id=f"{name}-%s",
    )


def _appending(service: Callable[..., Any], request: HttpRequest) -> Callable[[UUID], str]:
    def work(ladder_id: UUID) -> str:
        service(ladder_id=ladder_id, actor=_actor(request), now=datetime.now(UTC))
        return str(_("Done."))

    return work


def _actor(request: HttpRequest) -> str:
    return f"user:{request.user.pk}"
