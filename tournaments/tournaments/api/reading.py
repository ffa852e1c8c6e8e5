"""A tournament as it stands: standings, rounds, proposal, bracket, cut, and lists as files."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from replays.api.access import number_of
from replays.http.schema import refusals
from replays.http.views import ApiView
from tournaments.spreadsheets import CSV_TYPE
from tournaments.tournaments.api import answers as answers
from tournaments.tournaments.api import shapes as shapes
from tournaments.tournaments.api.access import (
    answered,
    finding,
    looking,
    organises,
    stage_asked,
    stamp_state,
)
from tournaments.tournaments.director.commands.setup import MOST_ROUNDS, MOST_STAGES
from tournaments.tournaments.selectors.csv import LISTS, tournament_csv
from tournaments.tournaments.selectors.tournaments import (
    bracket_view,
    cut_view,
    labels_of,
    overall_rows,
    proposal_view,
    round_views,
    standings_rows,
    tie_break_codes,
)

STAGE = OpenApiParameter(
    "stage", int, description="The number of a stage, by default the one played last."
)

_LISTED = {
    "players": "Export the entrants as CSV",
    "pairings": "Export the pairings of every round as CSV",
    "standings": "Export the standings of the stage played last as CSV",
}


class StandingsView(ApiView):
    """The standings of a stage."""

    parameters = frozenset({"stage"})

    @extend_schema(
        operation_id="tournaments_standings",
        tags=["tournaments"],
        summary="Read the standings",
        parameters=[
            OpenApiParameter(
                "stage",
                int,
                description="By default the stage played last; 0 for the whole tournament.",
            )
        ],
        responses={200: answers.StandingsAnswer, **refusals(404, 409, 422)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return everybody's place, what decided it, and what each round brought."""
        with looking(tournament_id) as state:
            number = stage_asked(request, state, least=0)
            labels = labels_of(state)
            if number and state.stages:
                rows = standings_rows(state, number, labels)
                codes = tie_break_codes(state.stages[number])
            else:
                rows, codes = overall_rows(state, labels), ()
            body = {
                "stage": number if state.stages else 0,
                "tie_breaks": shapes.tie_breaks(codes),
                "standings": [shapes.standing(row) for row in rows],
            }
            return answered(tournament_id, state, body)


class RoundsView(ApiView):
    """The announced rounds."""

    parameters = frozenset({"stage", "round"})

    @extend_schema(
        operation_id="tournaments_rounds",
        tags=["tournaments"],
        summary="Read the announced rounds",
        parameters=[
            OpenApiParameter("stage", int, description="Only rounds of this stage."),
            OpenApiParameter("round", int, description="Only rounds with this number."),
        ],
        responses={200: answers.RoundsAnswer, **refusals(404, 409, 422)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return the tables of each round, who sits there and how they fared, and the byes."""
        stage = number_of(request, "stage", least=1, most=MOST_STAGES)
        number = number_of(request, "round", least=1, most=MOST_ROUNDS)
        with looking(tournament_id) as state:
            views = round_views(state, labels_of(state), stage=stage, number=number)
            body = {"rounds": [shapes.round_(view) for view in views]}
            return answered(tournament_id, state, body)


class ProposalView(ApiView):
    """The round that is proposed."""

    parameters = frozenset({"stage"})

    @extend_schema(
        operation_id="tournaments_proposal",
        tags=["tournaments"],
        summary="Read the proposal at hand with its figures and reasons",
        parameters=[STAGE],
        responses={200: answers.ProposalAnswer, **refusals(404, 409, 422)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return the proposed tables and why; the public learns nothing of constraints."""
        with looking(tournament_id) as state, finding():
            organiser = organises(request, state.club)
            view = proposal_view(state, stage_asked(request, state), organiser=organiser)
            body = shapes.proposal(view, organiser=organiser)
            return answered(tournament_id, state, body, organiser=organiser)


class BracketView(ApiView):
    """The bracket of an elimination."""

    parameters = frozenset({"stage"})

    @extend_schema(
        operation_id="tournaments_bracket",
        tags=["tournaments"],
        summary="Read a bracket",
        parameters=[STAGE],
        responses={200: answers.BracketAnswer, **refusals(404, 409, 422)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return every table of an elimination, where it stands and who sits or will sit there."""
        with looking(tournament_id) as state, finding():
            view = bracket_view(state, stage_asked(request, state), labels_of(state))
            return answered(tournament_id, state, shapes.bracket(view))


class CutView(ApiView):
    """The cut before a stage."""

    parameters = frozenset({"stage"})

    @extend_schema(
        operation_id="tournaments_cut",
        tags=["tournaments"],
        summary="Read who goes on to a stage",
        parameters=[
            OpenApiParameter("stage", int, description="By default the next that is planned.")
        ],
        responses={200: answers.CutAnswer, **refusals(404, 409, 422)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return who is in, who is tied on the line and by which tie-break, and the alternates."""
        asked = number_of(request, "stage", least=1, most=MOST_STAGES)
        with looking(tournament_id) as state, finding():
            planned = [stage.number for stage in state.stages.values() if stage.status == "planned"]
            number = asked or next(iter(planned), max(state.stages, default=1))
            return answered(tournament_id, state, shapes.cut(cut_view(state, number)))


class ListFileView(ApiView):
    """A list for a spreadsheet."""

    kind: ClassVar[str]

    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Return one of the lists, a line per entrant or seat."""
        with looking(tournament_id) as state:
            text = tournament_csv(self.kind, state, labels_of(state))
            response = HttpResponse(text.encode(), content_type=CSV_TYPE)
            stamp_state(response, state)
        name = f"{tournament_id}-{self.kind}.csv"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


def _view_of(kind: str) -> type[ListFileView]:
    described = extend_schema(
        operation_id=f"tournaments_{kind}_csv",
        tags=["tournaments"],
        summary=_LISTED[kind],
        responses={(200, "text/csv"): OpenApiTypes.STR, **refusals(404, 409, 422)},
    )
    made = type(f"{kind.title()}FileView", (ListFileView,), {"kind": kind})
    return extend_schema_view(get=described)(made)


def list_paths(prefix: str) -> list[URLPattern]:
    """Return the addresses of the lists below that of a tournament."""
    return [
        path(f"{prefix}/{kind}.csv", _view_of(kind).as_view(), name=f"api-tournament-{kind}-csv")
        for kind in LISTS
    ]
