"""The parts of a tournament as the admin shows them: rows and the folded state, only to look at."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from replays.admin import ReadOnly
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.state import Table
from tournaments.tournaments.models import TournamentEntrant, TournamentTable
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of

if TYPE_CHECKING:
    _Inline = admin.TabularInline[Any, Any]
else:
    _Inline = admin.TabularInline


def stages_and_rounds(tournament_id: UUID) -> dict[str, Any]:
    with reading(tournament_id) as state:
        labels = labels_of(state)
        stages = state.stages.values()
        return {
            "stages": [
                (stage.number, stage.rules.format, stage.status, _named(labels, stage.seeds))
                for stage in stages
            ],
            "rounds": [
                (stage.number, row.number, _named(labels, row.byes), _named(labels, row.absent))
                for stage in stages
                for row in stage.rounds.values()
            ],
        }


def _named(labels: Mapping[int, str], entrants: Iterable[int]) -> str:
    return ", ".join(f"{number} {labels.get(number, '?')}" for number in entrants)


class TournamentRows(ReadOnly, _Inline):
    """Rows of one tournament, with its entrants by name."""

    extra = 0
    can_delete = False
    labels: dict[int, str]
    seats: dict[UUID, str]

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        """Remember who is who and sits where, asked for once for all rows."""
        self.labels, self.seats = {}, {}
        if obj is not None:
            with reading(obj.pk) as state:
                self.labels = labels_of(state)
                self.seats = {
                    table.match: _seats(table, self.labels)
                    for stage in state.stages.values()
                    for row in stage.rounds.values()
                    for table in row.tables.values()
                }
        return super().get_formset(request, obj, **kwargs)


class EntrantInline(TournamentRows):
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
        return self.labels.get(row.number, "?")


class TableInline(TournamentRows):
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

    @admin.display(description=_("seats"))
    def seated(self, row: TournamentTable) -> str:
        """Who sits there, with places and scores once there are some."""
        return self.seats.get(row.match_id, "")


def _seats(table: Table, labels: Mapping[int, str]) -> str:
    return " · ".join(
        _named(labels, [entrant]) + _brought(table.result, seat, entrant)
        for seat, entrant in enumerate(table.entrants)
    )


def _brought(result: Reported | None, seat: int, entrant: int) -> str:
    if result is None:
        return ""
    if entrant in result.absent:
        return f" ({gettext('absent')})"
    place = f" ({result.places[seat]})" if result.places is not None else ""
    return place + (f" {result.scores[seat]}" if result.scores is not None else "")
