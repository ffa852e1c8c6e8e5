"""Tournaments in the admin: a page to look at, and everything that is done ends in the services."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from replays.envelope import Envelope
from replays.notes import LONGEST_NOTE
from tournaments.people.admin.base import CommandAdmin, envelope_of
from tournaments.people.admin.visibility import LEVEL_ACTIONS
from tournaments.tournaments.admin.forms import TournamentForm
from tournaments.tournaments.admin.page import admin_page, page_context
from tournaments.tournaments.admin.preview import preview_of
from tournaments.tournaments.admin.words import TITLES
from tournaments.tournaments.admin.world import TournamentWorld
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.catalogue import TOURNAMENT_COMMANDS
from tournaments.tournaments.director.commands.corrections import Correct
from tournaments.tournaments.director.commands.rounds import Propose, Publish
from tournaments.tournaments.director.commands.stages import CloseStage, Finish, StartStage
from tournaments.tournaments.director.commands.undoing import Undo
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

Decision = Callable[[State], Command]


@admin.register(Tournament)
class TournamentAdmin(CommandAdmin):
    """Tournaments; their page shows where they stand and offers every command."""

    form = TournamentForm
    catalogue = TOURNAMENT_COMMANDS
    titles = TITLES
    longest_reason = LONGEST_NOTE
    change_form_template = "tournaments/tournaments/admin/tournament.html"
    list_display = ("title", "club", "day", "status", "stage", "round", "entrants", "created_at")
    list_filter = ("status", "open_evening", "club")
    list_select_related = ("club",)
    search_fields = ("title",)
    date_hierarchy = "created_at"
    actions = ["propose", "publish", "advance", "finish", "undo", *LEVEL_ACTIONS]
    fieldsets = (
        (None, {"fields": ("club", "title", "day")}),
        (_("Stages"), {"fields": ("preset", "game", "size", "rounds", "final")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return what is asked for a new tournament; the page of one shows all in its own way."""
        return self.fieldsets if obj is None else ()

    @contextmanager
    def world(self, row: Tournament, asked: Mapping[str, str]) -> Iterator[TournamentWorld]:
        """Fold the tournament and ask for its names once."""
        with reading(row.pk) as state:
            yield TournamentWorld(state, labels_of(state), asked)

    def do(
        self, row: Tournament, command: Command, envelope: Envelope, version: int | None
    ) -> object:
        return direct(
            tournament_id=row.pk, command=command, envelope=envelope, expected_version=version
        )

    def shows_first(self, command: Any) -> bool:
        """A correction is made by somebody who saw what it changes."""
        return isinstance(command, Correct)

    def preview(self, row: Tournament, world: Any, command: Command) -> Mapping[str, Any]:
        return preview_of(row, world.state, command)

    def view_on_site(self, tournament: Tournament) -> str:
        return reverse("tournaments:tournament", args=[tournament.pk])

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Show a tournament that is there already as it stands."""
        row = kwargs.get("obj")
        if row is None:
            return super().render_change_form(request, context, *args, **kwargs)

        def address(name: str) -> str:
            return self.command_address(row.pk, name)

        with reading(row.pk) as state:
            context |= page_context(request, admin_page(row, state, labels_of(state)), address)
            context |= {"title": row.title, "subtitle": None}
            answer: Any = super().render_change_form(request, context, *args, **kwargs)
            page: HttpResponse = answer.render()
            return page

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        data = form.cleaned_data
        wanted = NewTournament(data["title"], str(data["day"] or ""), plan=data["plan"])
        made = create_tournament(club=data["club"], wanted=wanted, envelope=envelope_of(request))
        obj.pk = made.stream_id

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

    @admin.action(description=_("Undo the last command"), permissions=["direct"])
    def undo(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self._decide(request, chosen, lambda _: Undo())

    def _decide(
        self, request: HttpRequest, chosen: QuerySet[Tournament], decision: Decision
    ) -> None:
        def work(tournament_id: UUID) -> None:
            with reading(tournament_id) as state:
                command = decision(state)
            direct(tournament_id=tournament_id, command=command, envelope=envelope_of(request))

        self.each(request, chosen, work)


def _advance_command(state: State) -> Command:
    running = state.current
    if running is not None and running.status == "running":
        return CloseStage(stage=running.number)
    return StartStage(stage=running.number + 1 if running is not None else 1)


def _current(state: State) -> int:
    return state.current.number if state.current is not None else 1
