"""A tournament as it stands: standings, rounds, proposal, bracket, cut, and lists as files."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.viewer import PUBLIC
from replays.api.access import number_of
from replays.http.conditional import etag_of, stamp
from replays.http.schema import operation
from tournaments.people.api.access import onlooker_of
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE
from tournaments.spreadsheets import CSV_TYPE
from tournaments.tournaments.api.access import (
    OfTournament,
    answered,
    missing_as_404,
    organises,
    reader_of,
    stage_or_current,
    state_or_refusal,
)
from tournaments.tournaments.director.rules import MOST_ROUNDS, MOST_STAGES
from tournaments.tournaments.selectors.advice import AdviceAnswer, advice_on
from tournaments.tournaments.selectors.brackets import BracketAnswer, bracket_view
from tournaments.tournaments.selectors.csv import LISTS, tournament_csv
from tournaments.tournaments.selectors.cuts import CutAnswer, cut_view
from tournaments.tournaments.selectors.proposals import ProposalAnswer, proposal_view
from tournaments.tournaments.selectors.rounds import RoundsAnswer, hidden_matches, round_views
from tournaments.tournaments.selectors.standings import (
    StandingsAnswer,
    standings_view,
    usual_stage,
)
from tournaments.tournaments.selectors.tournaments import labels_of

STAGE = OpenApiParameter(
    "stage", int, description="The number of a stage, by default the one played last."
)
STAGE_OR_ALL = OpenApiParameter(
    "stage",
    int,
    description="The number of a stage, or 0 for the whole tournament with what every stage "
    "brought everybody. By default the whole tournament once a second stage has begun, before "
    "that the stage that is played.",
)
NEXT_STAGE = OpenApiParameter("stage", int, description="By default the next that is planned.")
REFUSED = (404, 409, 422)

_LISTED = {
    "players": "Export the entrants as CSV",
    "pairings": "Export the pairings of every round as CSV",
    "standings": "Export the standings as CSV",
}


def stage_or_all(request: Request) -> int | None:
    """Return the stage that `stage` names, 0 for the whole tournament; None if it is left out."""
    return number_of(request, "stage", least=0, most=MOST_STAGES)


class OfStage(OfTournament):
    """A view of one stage."""

    parameters = frozenset({"stage"})


class StandingsView(OfStage):
    """The standings of a stage."""

    @operation(
        "tournaments_standings",
        "Read the standings",
        StandingsAnswer,
        *REFUSED,
        parameters=[STAGE_OR_ALL],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return everybody's place, what decided it, and what each round brought."""
        with state_or_refusal(tournament_id) as state:
            number = stage_or_all(request)
            if number is None:
                number = usual_stage(state)
            return answered(standings_view(tournament_id, state, number, labels_of(state)), state)


class RoundsView(OfTournament):
    """The announced rounds."""

    parameters = frozenset({"stage", "round"})

    @operation(
        "tournaments_rounds",
        "Read the announced rounds",
        RoundsAnswer,
        *REFUSED,
        parameters=[
            OpenApiParameter("stage", int, description="Only rounds of this stage."),
            OpenApiParameter("round", int, description="Only rounds with this number."),
        ],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return the tables of each round, who sits there and how they fared, and the byes.

        Those at a table and organisers also read who has reported what.
        """
        stage = number_of(request, "stage", least=1, most=MOST_STAGES)
        number = number_of(request, "round", least=1, most=MOST_ROUNDS)
        with state_or_refusal(tournament_id) as state:
            reader = reader_of(request, state)
            views = round_views(state, labels_of(state), reader, stage=stage, number=number)
            answer = RoundsAnswer(tournament_id, state.title, state.version, views)
            return answered(answer, state, organiser=reader.organiser, own=reader.own)


class AdviceView(OfTournament):
    """What could be done now."""

    requires = {"GET": TOURNAMENT_READ_PRIVATE}

    @operation(
        "tournaments_advice",
        "Ask what to do next",
        AdviceAnswer,
        *(401, 403, 404, 409, 422),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return the next step, the repair of a round that does not fit any more, and tables for
        those who are free at an open evening."""
        with state_or_refusal(tournament_id) as state:
            advice = advice_on(tournament_id, state, labels_of(state))
            return answered(advice, state, organiser=True)


class ProposalView(OfStage):
    """The round that is proposed."""

    @operation(
        "tournaments_proposal",
        "Read the proposal at hand with its figures and reasons",
        ProposalAnswer,
        *REFUSED,
        parameters=[STAGE],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return the proposed tables and why; nobody but organisers learns of a proposal."""
        with state_or_refusal(tournament_id) as state, missing_as_404():
            organiser = organises(request, state.club)
            number = stage_or_current(request, state)
            view = proposal_view(
                tournament_id, state, number, labels_of(state), organiser=organiser
            )
            return answered(view, state, organiser=organiser)


class BracketView(OfStage):
    """The bracket of an elimination."""

    @operation("tournaments_bracket", "Read a bracket", BracketAnswer, *REFUSED, parameters=[STAGE])
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return every table of an elimination, where it stands and who sits or will sit there."""
        with state_or_refusal(tournament_id) as state, missing_as_404():
            number = stage_or_current(request, state)
            hidden = hidden_matches(state, onlooker_of(request))
            view = bracket_view(tournament_id, state, number, labels_of(state), hidden)
            return answered(view, state)


class CutView(OfStage):
    """The cut before a stage."""

    @operation(
        "tournaments_cut",
        "Read who goes on to a stage",
        CutAnswer,
        *REFUSED,
        parameters=[NEXT_STAGE],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return who is in, who is tied on the line and by which tie-break, and the alternates."""
        requested = number_of(request, "stage", least=1, most=MOST_STAGES)
        with state_or_refusal(tournament_id) as state, missing_as_404():
            planned = [stage.number for stage in state.stages.values() if stage.status == "planned"]
            number = requested or next(iter(planned), max(state.stages, default=1))
            return answered(cut_view(tournament_id, state, number, labels_of(state)), state)


class ListFileView(OfTournament):
    """A list for a spreadsheet."""

    kind: ClassVar[str]

    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Return one of the lists, a line per entrant or seat."""
        with state_or_refusal(tournament_id) as state:
            stage = stage_or_all(request) if self.parameters else None
            text = tournament_csv(self.kind, state, labels_of(state), stage)
            response = HttpResponse(text.encode(), content_type=CSV_TYPE)
            stamp(response, etag_of(state.version, PUBLIC))
        name = f"{tournament_id}-{self.kind}.csv"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


def _view_of(kind: str) -> type[ListFileView]:
    described = operation(
        f"tournaments_{kind}_csv",
        _LISTED[kind],
        {(200, "text/csv"): OpenApiResponse(str, "A line per entrant or seat.")},
        *REFUSED,
        parameters=[STAGE_OR_ALL] if kind == "standings" else [],
    )
    parameters = frozenset({"stage"} if kind == "standings" else ())
    members = {"kind": kind, "parameters": parameters}
    view = type(f"{kind.title()}FileView", (ListFileView,), members)
    return extend_schema_view(get=described)(view)


def list_paths(prefix: str) -> list[URLPattern]:
    """Return the addresses of the lists below that of a tournament."""
    return [
        path(f"{prefix}/{kind}.csv", _view_of(kind).as_view(), name=f"api-tournament-{kind}-csv")
        for kind in LISTS
    ]
