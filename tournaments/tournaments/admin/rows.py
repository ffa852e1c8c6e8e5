"""The parts of a tournament as the admin shows them: rows of projections, never written here."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.people.admin.base import Projected
from tournaments.tournaments.models import (
    TournamentEntrant,
    TournamentRound,
    TournamentStage,
    TournamentTable,
)
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of

if TYPE_CHECKING:
    _Inline = admin.TabularInline[Any, Any]
else:
    _Inline = admin.TabularInline


class TournamentRows(Projected, _Inline):
    """Rows of one tournament, with its entrants by name."""

    extra = 0
    can_delete = False
    labels: dict[int, str]

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        """Remember who is who, asked for once for all rows."""
        self.labels = {}
        if obj is not None:
            with reading(obj.pk) as state:
                self.labels = labels_of(state)
        return super().get_formset(request, obj, **kwargs)

    def named(self, numbers: list[int]) -> str:
        """Return entrants by number and name."""
        return ", ".join(f"{number} {self.labels.get(number, '?')}" for number in numbers)


class StageInline(TournamentRows):
    """The stages of a tournament."""

    model = TournamentStage
    fields = readonly_fields = ("number", "format", "status", "seeded")

    @admin.display(description=_("entrants, best seed first"))
    def seeded(self, row: TournamentStage) -> str:
        """Who plays in the stage."""
        return self.named(row.seeds)


class EntrantInline(TournamentRows):
    """The entrants of a tournament."""

    model = TournamentEntrant
    fields = readonly_fields = (
        "number",
        "label",
        "present",
        "dropped",
        "affiliation",
        "fixed_tables",
        "place",
    )

    @admin.display(description=_("public name"))
    def label(self, row: TournamentEntrant) -> str:
        """The public name."""
        return self.labels.get(row.number, "?")


class RoundInline(TournamentRows):
    """The rounds of a tournament."""

    model = TournamentRound
    fields = readonly_fields = ("stage", "number", "with_bye", "missing")

    @admin.display(description=_("byes"))
    def with_bye(self, row: TournamentRound) -> str:
        """Who has a bye."""
        return self.named(row.byes)

    @admin.display(description=_("absent"))
    def missing(self, row: TournamentRound) -> str:
        """Who misses the round."""
        return self.named(row.absent)


class TableInline(TournamentRows):
    """The tables of a tournament."""

    model = TournamentTable
    fields = readonly_fields = (
        "stage",
        "round",
        "number",
        "seated",
        "status",
        "kind",
        "origin",
        "called",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[TournamentTable]:
        """Return tables with their seats."""
        return super().get_queryset(request).prefetch_related("seats")

    @admin.display(description=_("seats"))
    def seated(self, row: TournamentTable) -> str:
        """Who sits there, with places and scores once there are some."""
        return " · ".join(
            self.named([seat.entrant])
            + (f" ({seat.place})" if seat.place is not None else "")
            + (f" {seat.score}" if seat.score is not None else "")
            for seat in row.seats.all()
        )
