"""Tournaments in the admin: rows to look at, and everything that is done ends in the services."""

from collections.abc import Callable
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
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.management.base import told
from replays.web.access import actor_of
from tournaments.tournaments.admin.forms import AnyForm, DropForm, ResultForm, TournamentForm
from tournaments.tournaments.admin.rows import EntrantInline, TableInline, stages_and_rounds
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.results import Correct
from tournaments.tournaments.director.commands.rounds import Propose, Publish
from tournaments.tournaments.director.commands.stages import CloseStage, Finish, StartStage
from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
else:
    _Admin = admin.ModelAdmin

Decision = Callable[[State], Command]
PAGE = "tournaments/tournaments/admin/direct.html"


@admin.register(Tournament)
class TournamentAdmin(_Admin):
    """Tournaments: begun here, directed by actions and on a page of their own."""

    form = TournamentForm
    change_form_template = "tournaments/tournaments/admin/tournament.html"
    list_display = ("title", "club", "day", "status", "stage", "round", "entrants", "created_at")
    list_filter = ("status", "open_evening", "club")
    list_select_related = ("club",)
    search_fields = ("title",)
    date_hierarchy = "created_at"
    actions = ["propose", "publish", "advance", "finish"]

    def get_inlines(self, request: HttpRequest, obj: Tournament | None) -> Any:
        """Return the parts of a tournament that is there already."""
        return [TableInline, EntrantInline] if obj is not None else []

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Show a tournament that is there already with its stages and rounds."""
        if (obj := kwargs.get("obj")) is not None:
            context |= stages_and_rounds(obj.pk)
        return super().render_change_form(request, context, *args, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: a row is what the log says; the page of commands adds to the log."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: logs are kept."""
        return False

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Let those direct who may change tournaments anywhere else."""
        return request.user.has_perm("tournaments.change_tournament")

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        """Begin the tournament through its service."""
        made = create_tournament(
            club=form.cleaned_data["club"],
            wanted=NewTournament(form.cleaned_data["title"], str(form.cleaned_data["day"] or "")),
            envelope=_envelope(request),
        )
        obj.pk = made.stream_id

    def get_urls(self) -> list[URLPattern]:
        """Add the page of commands."""
        view = self.admin_site.admin_view(self.direct_page)
        own = path("<uuid:tournament_id>/direct/", view, name="tournaments_tournament_direct")
        return [own, *super().get_urls()]

    @admin.action(description=_("Propose the next round"), permissions=["direct"])
    def propose(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Propose a round of the stage that is played."""
        self._each(request, chosen, lambda state: Propose(stage=_current(state)))

    @admin.action(description=_("Announce the proposal"), permissions=["direct"])
    def publish(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Announce the proposal of the stage that is played."""
        self._each(request, chosen, lambda state: Publish(stage=_current(state)))

    @admin.action(description=_("Close the stage, or start the next"), permissions=["direct"])
    def advance(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Close the stage that is played; where none is, start the next one."""
        self._each(request, chosen, _advancing)

    @admin.action(description=_("Finish the tournament"), permissions=["direct"])
    def finish(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """End the tournament."""
        self._each(request, chosen, lambda state: Finish())

    def _each(self, request: HttpRequest, chosen: QuerySet[Tournament], decision: Decision) -> None:
        for row in chosen:
            with reading(row.pk) as state:
                command = decision(state)
            problem = self._direct(request, row.pk, command)
            if problem:
                messages.error(request, f"{row}: {problem}")
            else:
                messages.success(request, f"{row}: {_('Done.')}")

    def _direct(
        self, request: HttpRequest, tournament_id: UUID, command: Command, note: str = ""
    ) -> str:
        """Do what a command says; return in words why not, or nothing."""
        try:
            direct(
                tournament_id=tournament_id,
                command=command,
                envelope=_envelope(request, note),
            )
        except (KaitenError, RuleViolation) as refusal:
            return told(refusal)
        return ""

    def direct_page(self, request: HttpRequest, tournament_id: UUID) -> HttpResponse:
        """Record, correct, drop, or send any other command; a correction is shown first."""
        if not self.has_direct_permission(request):
            raise PermissionDenied
        row = Tournament.objects.filter(pk=tournament_id).first()
        if row is None:
            raise Http404
        with reading(tournament_id) as state:
            labels = labels_of(state)
            sent = request.POST.get("form", "")
            forms_ = {
                name: made(state, labels, request.POST if sent == name else None)
                for name, made in (("result", ResultForm), ("drop", DropForm), ("any", AnyForm))
            }
            form = forms_.get(sent)
            foreseen: Consequences | None = None
            command: Command | None = None
            if form is not None and form.is_valid():
                command = form.command()
                if isinstance(command, Correct) and "confirmed" not in request.POST:
                    foreseen = _foreseen(form, state, command, tournament_id)
                    command = None
        if form is not None and command is not None:
            problem = self._direct(request, tournament_id, command, form.note())
            if not problem:
                messages.success(request, _("Done."))
                return HttpResponseRedirect(request.path)
            form.add_error(None, ValidationError(problem))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Direct “%(title)s”") % {"title": row.title},
            "tournament": row,
            "forms": forms_,
            "foreseen": foreseen,
            "ladders": [row.sentence for row in foreseen.ladders] if foreseen else [],
            "labels": labels,
            "back": reverse("admin:tournaments_tournament_change", args=[row.pk]),
        }
        return TemplateResponse(request, PAGE, context)


def _foreseen(
    form: forms.Form, state: State, command: Command, tournament_id: UUID
) -> Consequences | None:
    try:
        return foreseen(tournament_id, state, command)
    except RuleViolation as violation:
        form.add_error(None, ValidationError(told(violation)))
        return None


def _advancing(state: State) -> Command:
    running = state.current
    if running is not None and running.status == "running":
        return CloseStage(stage=running.number)
    return StartStage(stage=running.number + 1 if running is not None else 1)


def _current(state: State) -> int:
    return state.current.number if state.current is not None else 1


def _envelope(request: HttpRequest, note: str = "") -> Envelope:
    return Envelope(actor_of(request), datetime.now(UTC), note=note)
