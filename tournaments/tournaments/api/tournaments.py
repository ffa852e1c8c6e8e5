"""Tournaments: listed, begun, read; who plays and what happened, page by page."""

from functools import partial
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays import actions
from replays.http.actors import actor_of
from replays.http.fields import StrictSerializer, Text
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, operation
from replays.http.views import ListView
from tournaments.commands import LONGEST_TITLE
from tournaments.people.api.access import CLUB, OfClub, choice_of, onlooker_of
from tournaments.people.policy import may
from tournaments.people.rights import TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.tournaments.api.access import OfTournament, answered, organises, state_or_refusal
from tournaments.tournaments.api.presets import PlanField
from tournaments.tournaments.director.presets import PresetPlan
from tournaments.tournaments.director.rewinding import undone_in
from tournaments.tournaments.models import TournamentEntrant, TournamentStatus
from tournaments.tournaments.selectors.logs import (
    LogEntryAnswer,
    LogReader,
    log_entries,
    logged_events,
)
from tournaments.tournaments.selectors.tournaments import (
    EntrantAnswer,
    TournamentAnswer,
    TournamentDetailAnswer,
    entrant_views,
    labels_of,
    tournament_of,
    tournament_view,
    tournaments_of,
)
from tournaments.tournaments.services import tournaments as services

STATUS = OpenApiParameter(
    "status",
    str,
    enum=TournamentStatus.values,
    description="Only tournaments that are planned, running or finished.",
)


class NewTournament(StrictSerializer):
    """A tournament to begin; everything else of it is said by commands."""

    title = Text(max_length=LONGEST_TITLE, help_text="What it is called.")
    day = Text(
        required=False,
        allow_blank=True,
        default="",
        help_text="The day it is held on, such as 2026-01-31.",
    )
    seed = Text(
        max_length=services.LONGEST_SEED,
        required=False,
        allow_null=True,
        default=None,
        help_text="Decides every lot; left out, the tournament gets its own.",
    )
    plan = PlanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Its stages by a preset; left out, they are set one by one.",
    )


class ByNumber(CursorPagination):
    """In the order of entry."""

    ordering = ("number", "id")


class ByVersion(CursorPagination):
    """The newest first."""

    ordering = ("-version", "id")


class TournamentsView(OfClub, ListView):
    """The tournaments of a club."""

    requires = {"POST": TOURNAMENT_WRITE}
    parameters = frozenset({"status"})

    @operation(
        "tournaments_list",
        "List the tournaments of a club, newest first",
        list[TournamentAnswer],
        404,
        parameters=[CLUB, STATUS],
    )
    def get(self, request: Request, club: str) -> Response:
        """List tournaments and open evenings, newest first, page by page."""
        home, onlooker = club_by_name(club), onlooker_of(request)
        tournaments = onlooker.listed(tournaments_of(home), home.id)
        if requested := choice_of(request, "status", TournamentStatus.values):
            tournaments = tournaments.filter(status=requested)
        return self.paged(
            tournaments, lambda rows: map(TournamentAnswer.from_row, onlooker.mark(rows))
        )

    @operation(
        "tournaments_create",
        "Begin a tournament",
        {201: TournamentDetailAnswer},
        *(401, 403, 404, 413, 415, 422),
        request=NewTournament,
        parameters=[CLUB, IDEMPOTENCY_KEY],
        example=(
            "An evening by a preset",
            {"title": "Friday evening", "day": "2026-01-30", "plan": PresetPlan.example},
        ),
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin a tournament without entrants, with the stages of its plan if there is one;
        Location is where it is found."""
        home = club_by_name(club)
        wanted = services.NewTournament(**NewTournament.read(request))
        created = services.create_tournament(
            club=home, wanted=wanted, envelope=envelope_of(request)
        )
        response = _detail(request, created.stream_id)
        response.status_code = status.HTTP_201_CREATED
        response.headers["Location"] = reverse("api-tournament", args=[created.stream_id])
        return response


class TournamentView(OfTournament):
    """One tournament."""

    @operation(
        "tournaments_read", "Read one tournament with its stages", TournamentDetailAnswer, 404
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return a tournament as it stands; its ETag is what a command takes as If-Match."""
        return _detail(request, tournament_id)


class EntrantsView(OfTournament, ListView):
    """Who plays."""

    pagination_class = ByNumber

    @operation("tournaments_entrants", "List the entrants", list[EntrantAnswer], 404)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List the entrants in the order of entry, page by page."""
        organiser = organises(request, tournament_of(tournament_id).club_id)
        rows = TournamentEntrant.objects.filter(tournament_id=tournament_id)
        return self.paged(rows, partial(entrant_views, organiser=organiser))


class EventsView(OfTournament, ListView):
    """The audit log."""

    pagination_class = ByVersion

    @operation("tournaments_events", "List what happened", list[LogEntryAnswer], 404)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List the events, newest first; who did them is for the club, and why for organisers."""
        club_id = tournament_of(tournament_id).club_id
        actors = may(actor_of(request), actions.READ_ACTORS, club_id)
        reader = LogReader(organises(request, club_id), actors)
        with state_or_refusal(tournament_id) as state:
            labels, undone = labels_of(state), undone_in(state.log)
        return self.paged(
            logged_events(tournament_id),
            lambda rows: log_entries(tournament_id, rows, labels, reader=reader, undone=undone),
        )


def _detail(request: Request, tournament_id: UUID) -> Response:
    [row] = onlooker_of(request).mark([tournament_of(tournament_id)])
    organiser = organises(request, row.club_id)
    with state_or_refusal(row.id) as state:
        view = tournament_view(row, state, organiser=organiser)
        return answered(view, state, organiser=organiser)
