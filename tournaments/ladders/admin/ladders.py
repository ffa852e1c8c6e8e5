"""Ladders in the admin: begun, changed, frozen and rebuilt through the services alone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from replays.envelope import Envelope
from tournaments.ladders.admin.forms import NewLadderForm
from tournaments.ladders.admin.world import TITLES, LadderWorld
from tournaments.ladders.commands import (
    LADDER_COMMANDS,
    Command,
    Freeze,
    NewLadder,
    NewPeriod,
    Thaw,
)
from tournaments.ladders.models import Ladder
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.selectors.ladders import with_counts
from tournaments.ladders.selectors.states import ladder_state
from tournaments.ladders.services import ladders as services
from tournaments.ladders.services.updates import rebuild_ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.ladders.web import words
from tournaments.ladders.web.forms import LadderForm
from tournaments.ladders.words import ladder_title
from tournaments.people.admin.base import CommandAdmin, envelope_of
from tournaments.people.admin.clubs import ClubAdmin
from tournaments.people.admin.visibility import LEVEL_ACTIONS
from tournaments.people.models import Club


def _count(name: str, description: Any) -> Any:
    """Return a column with what `with_counts` has counted."""
    return admin.display(description=description, ordering=name)(
        lambda _admin, ladder: int(getattr(ladder, name))
    )


@admin.register(Ladder)
class LadderAdmin(CommandAdmin):
    """Ladders; on their page the rules change, a start list comes in, a new period begins."""

    form = NewLadderForm
    catalogue = LADDER_COMMANDS
    titles = TITLES
    extras = {"new_period": NewPeriod}
    change_form_template = "tournaments/ladders/admin/ladder.html"
    figures = ("players_rated", "matches_rated", "work_waiting")
    list_display = ("name", "club", "system", "status", *figures, "created_at", "frozen_at")
    list_filter = ("status", "system", "usual", "club")
    list_select_related = ("club",)
    search_fields = ("title", "club__name")
    actions = ["freeze", "thaw", "rebuild", *LEVEL_ACTIONS]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ladder]:
        """Return ladders with how much they hold."""
        return with_counts(super().get_queryset(request))

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return what is asked for a new ladder, or everything of one that is there."""
        if obj is None:
            return ("club", *LadderForm.base_fields)
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
        """What counts, how it is rated and what becomes of who is away."""
        rules = rules_from_data(ladder.rules)
        zone = ZoneInfo(ladder.club.time_zone)
        sentences = (*words.counting(rules, zone), *words.rating(rules), *words.absence(rules))
        return format_html_join("", "<p>{}</p>", ((sentence,) for sentence in sentences))

    def save_model(self, request: HttpRequest, obj: Ladder, form: Any, change: bool) -> None:
        made = services.create_ladder(
            club=form.cleaned_data["club"],
            wanted=NewLadder(title=form.cleaned_data["title"], rules=form.rules()),
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

    @contextmanager
    def world(self, row: Ladder, asked: Mapping[str, str]) -> Iterator[LadderWorld]:
        yield LadderWorld(row, ladder_state(row.pk))

    def do(self, row: Ladder, command: Any, envelope: Envelope, version: int | None) -> object:
        """Lead the ladder, or let another one go on from it."""
        if isinstance(command, NewPeriod):
            return services.begin_period(ladder_id=row.pk, wanted=command, envelope=envelope)
        return services.lead(
            ladder_id=row.pk, command=command, envelope=envelope, expected_version=version
        )

    def _lead(self, request: HttpRequest, chosen: QuerySet[Ladder], command: Command) -> None:
        envelope = envelope_of(request)
        self.each(
            request,
            chosen,
            lambda ladder: services.lead(ladder_id=ladder, command=command, envelope=envelope),
        )


@admin.action(description=_("Set up the usual ladders"), permissions=["change"])
def begin_ladders(_admin: ClubAdmin, request: HttpRequest, chosen: QuerySet[Club]) -> None:
    """Begin the ladder of all games and that of each game where they are not there yet."""
    for club in chosen:
        count = begin_usual_ladders(club_id=club.pk, envelope=envelope_of(request))
        message = _("Ladders begun: %(count)s") % {"count": count}
        messages.success(request, f"{club}: {message}")


ClubAdmin.actions.append(begin_ladders)
