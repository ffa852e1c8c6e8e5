"""Ladders in the admin: begun, changed, frozen and rebuilt through the services alone."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from replays.envelope import Envelope
from tournaments.ladders.admin.forms import LadderForm, PeriodForm, RevisionForm, StartListForm
from tournaments.ladders.commands import Command, Freeze, NewLadder, NewPeriod, Thaw
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors.ladders import with_counts
from tournaments.ladders.services import ladders as services
from tournaments.ladders.services.updates import rebuild_ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.ladders.words import ladder_title
from tournaments.people.admin.base import CommandAdmin, CommandForms, envelope_of
from tournaments.people.admin.clubs import ClubAdmin
from tournaments.people.models import Club

FORMS: Mapping[str, type[Any]] = {
    "revision": RevisionForm,
    "starts": StartListForm,
    "period": PeriodForm,
}


def _count(name: str, description: Any) -> Any:
    """Return a column with what `with_counts` has counted."""
    return admin.display(description=description, ordering=name)(
        lambda _admin, ladder: int(getattr(ladder, name))
    )


@admin.register(Ladder)
class LadderAdmin(CommandAdmin):
    """Ladders; on their page the rules change, a start list comes in, a new period begins."""

    form = LadderForm
    command_template = "tournaments/ladders/admin/direct.html"
    change_form_template = "tournaments/ladders/admin/ladder.html"
    figures = ("players_rated", "matches_rated", "work_waiting")
    list_display = ("name", "club", "system", "status", *figures, "created_at", "frozen_at")
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
        always = ("name", "club", "usual", "status", "system", "rules_text")
        return (*always, *self.figures, "period_of", "version", "created_at", "frozen_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Everything of a ladder that is there comes from its log."""
        return () if obj is None else self.get_fields(request, obj)

    def title_of(self, row: Ladder) -> str:
        return ladder_title(row)

    def view_on_site(self, ladder: Ladder) -> str:
        return reverse("tournaments:ladder", args=[ladder.pk])

    @admin.display(description=_("title"), ordering="title")
    def name(self, ladder: Ladder) -> str:
        return ladder_title(ladder)

    players_rated = _count("player_count", _("players"))
    matches_rated = _count("match_count", _("matches"))
    work_waiting = _count("waiting", _("waiting work"))

    @admin.display(description=_("rules"))
    def rules_text(self, ladder: Ladder) -> str:
        """The rules as the log has them."""
        return format_html("<pre>{}</pre>", json.dumps(ladder.rules, indent=2, ensure_ascii=False))

    def save_model(self, request: HttpRequest, obj: Ladder, form: Any, change: bool) -> None:
        made = services.create_ladder(
            club=form.cleaned_data["club"],
            wanted=NewLadder(title=form.cleaned_data["title"], rules=form.cleaned_data["rules"]),
            envelope=envelope_of(request),
        )
        obj.pk = made.stream_id

    @admin.action(description=_("Freeze"), permissions=["direct"])
    def freeze(self, request: HttpRequest, chosen: QuerySet[Ladder]) -> None:
        """Do the pending updates, then let the numbers stand."""
        self._lead(request, chosen, Freeze())

    @admin.action(description=_("Let it go on"), permissions=["direct"])
    def thaw(self, request: HttpRequest, chosen: QuerySet[Ladder]) -> None:
        self._lead(request, chosen, Thaw())

    @admin.action(description=_("Recalculate everything"), permissions=["direct"])
    def rebuild(self, request: HttpRequest, chosen: QuerySet[Ladder]) -> None:
        """Rate everything again; say how much it was."""

        def rebuilt(ladder_id: UUID) -> str:
            done = rebuild_ladder(ladder_id=ladder_id, now=datetime.now(UTC))
            return str(_("matches rated: %(count)s") % {"count": done.rated})

        self.each(request, chosen, rebuilt)

    def _lead(self, request: HttpRequest, chosen: QuerySet[Ladder], command: Command) -> None:
        self.each(request, chosen, lambda ladder: _do(ladder, command, envelope_of(request)))

    def command_forms(self, request: HttpRequest, row: Ladder, sent: str) -> CommandForms:
        """Ask for other rules, a start list, or a new period."""
        forms = {name: _form(name, name == sent, request, row) for name in FORMS}
        form = forms.get(sent)
        if form is None or not form.is_valid():
            return CommandForms(forms, None)
        return CommandForms(forms, lambda: _do(row.pk, form.wanted(), envelope_of(request)))


def _form(name: str, sent: bool, request: HttpRequest, ladder: Ladder) -> Any:
    return FORMS[name](
        request.POST if sent else None,
        request.FILES if sent else None,
        initial={"title": ladder.title, "rules": ladder.rules} if name == "revision" else None,
        auto_id=f"{name}-%s",
    )


@admin.action(description=_("Set up the usual ladders"), permissions=["change"])
def begin_ladders(_admin: ClubAdmin, request: HttpRequest, chosen: QuerySet[Club]) -> None:
    """Begin the ladder of all games and that of each game where they are not there yet."""
    for club in chosen:
        count = begin_usual_ladders(club_id=club.pk, envelope=envelope_of(request))
        message = _("Ladders begun: %(count)s") % {"count": count}
        messages.success(request, f"{club}: {message}")


ClubAdmin.actions.append(begin_ladders)


def _do(ladder_id: UUID, wanted: Command | NewPeriod, envelope: Envelope) -> None:
    if isinstance(wanted, NewPeriod):
        services.begin_period(ladder_id=ladder_id, wanted=wanted, envelope=envelope)
    else:
        services.lead(ladder_id=ladder_id, command=wanted, envelope=envelope)
