"""Tournaments in the admin: rows to look at, and everything that is done ends in the services."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.management.base import refusal_line
from tournaments.people.admin.base import CommandAdmin, CommandForms, envelope_of
from tournaments.tournaments.admin.forms import (
    AnyForm,
    CommandForm,
    DropForm,
    ResultForm,
    TournamentForm,
)
from tournaments.tournaments.admin.rows import EntrantInline, TableInline, stages_and_rounds
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.corrections import Correct
from tournaments.tournaments.director.commands.rounds import Propose, Publish
from tournaments.tournaments.director.commands.stages import CloseStage, Finish, StartStage
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

Decision = Callable[[State], Command]


@admin.register(Tournament)
class TournamentAdmin(CommandAdmin):
    """Tournaments; on their page results are recorded and any other command is sent."""

    form = TournamentForm
    command_template = "tournaments/tournaments/admin/direct.html"
    change_form_template = "tournaments/tournaments/admin/tournament.html"
    list_display = ("title", "club", "day", "status", "stage", "round", "entrants", "created_at")
    list_filter = ("status", "open_evening", "club")
    list_select_related = ("club",)
    search_fields = ("title",)
    date_hierarchy = "created_at"
    actions = ["propose", "publish", "advance", "finish"]

    def get_inlines(self, request: HttpRequest, obj: Tournament | None) -> Any:
        return [TableInline, EntrantInline] if obj is not None else []

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Show a tournament that is there already with its stages and rounds."""
        if (obj := kwargs.get("obj")) is not None:
            context |= stages_and_rounds(obj.pk)
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        created = create_tournament(
            club=form.cleaned_data["club"],
            wanted=NewTournament(form.cleaned_data["title"], str(form.cleaned_data["day"] or "")),
            envelope=envelope_of(request),
        )
        obj.pk = created.stream_id

    @admin.action(description=_("Propose the next round"), permissions=["direct"])
    def propose(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self._decide(request, chosen, lambda state: Propose(stage=_current(state)))

    @admin.action(description=_("Announce the proposal"), permissions=["direct"])
    def publish(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self._decide(request, chosen, lambda state: Publish(stage=_current(state)))

    @admin.action(description=_("Close the stage, or start the next"), permissions=["direct"])
    def advance(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Close the stage that is played; where none is, start the next one."""
        self._decide(request, chosen, _advance_command)

    @admin.action(description=_("Finish the tournament"), permissions=["direct"])
    def finish(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self._decide(request, chosen, lambda _: Finish())

    def _decide(
        self, request: HttpRequest, chosen: QuerySet[Tournament], decision: Decision
    ) -> None:
        def work(tournament_id: UUID) -> None:
            with reading(tournament_id) as state:
                command = decision(state)
            direct(tournament_id=tournament_id, command=command, envelope=envelope_of(request))

        self.each(request, chosen, work)

    def command_forms(self, request: HttpRequest, row: Tournament, sent: str) -> CommandForms:
        """Ask for a result, a drop, or any other command; a correction is shown first."""
        with reading(row.pk) as state:
            labels = labels_of(state)
            forms = {
                name: form_class(state, labels, request.POST if sent == name else None)
                for name, form_class in (
                    ("result", ResultForm),
                    ("drop", DropForm),
                    ("any", AnyForm),
                )
            }
            form = forms.get(sent)
            if form is None or not form.is_valid():
                return CommandForms(forms, None)
            command, envelope = form.command(), envelope_of(request, form.note())
            if isinstance(command, Correct) and "confirmed" not in request.POST:
                return CommandForms(forms, None, _foreseen_changes(form, state, command, row.pk))
        return CommandForms(
            forms, lambda: direct(tournament_id=row.pk, command=command, envelope=envelope)
        )


def _foreseen_changes(
    form: CommandForm, state: State, command: Command, tournament_id: UUID
) -> dict[str, object]:
    """Return what a correction would change; why it cannot be made stands on its form."""
    try:
        changes = foreseen(tournament_id, state, command)
    except RuleViolation as violation:
        form.add_error(None, ValidationError(refusal_line(violation)))
        return {}
    return {"foreseen": changes, "ladders": [ladder.sentence for ladder in changes.ladders]}


def _advance_command(state: State) -> Command:
    running = state.current
    if running is not None and running.status == "running":
        return CloseStage(stage=running.number)
    return StartStage(stage=running.number + 1 if running is not None else 1)


def _current(state: State) -> int:
    return state.current.number if state.current is not None else 1
