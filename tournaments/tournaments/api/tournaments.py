"""Tournaments: listed, begun, read; who plays and what happened, page by page."""

from typing import ClassVar
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.errors import KaitenError
from replays.http.actors import require_somebody
from replays.http.conditional import stamp
from replays.http.fields import StrictSerializer, Text
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, refusals
from replays.http.views import ApiView
from tournaments.commands import LONGEST_TITLE
from tournaments.people.api.access import permitted
from tournaments.people.policy import TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.tournaments.api.access import OfTournament, looking, organises, stamp_state
from tournaments.tournaments.models import Tournament, TournamentEntrant, TournamentStatus
from tournaments.tournaments.selectors.logs import LogEntryAnswer, log_entries, logged_events
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

CLUB = OpenApiParameter(
    "club", str, OpenApiParameter.PATH, description="The short name or the id of a club."
)
STATUS = OpenApiParameter(
    "status",
    str,
    enum=TournamentStatus.values,
    description="Only tournaments that are planned, running or finished.",
)
EXAMPLE = OpenApiExample(
    "An evening",
    value={"title": "Friday evening", "day": "2026-01-30"},
    request_only=True,
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


class ByNumber(CursorPagination):
    """In the order of entry."""

    ordering = ("number", "id")


class ByVersion(CursorPagination):
    """The newest first."""

    ordering = ("-version", "id")


class TournamentsView(ApiView):
    """The tournaments of a club."""

    parameters = frozenset({"status", "cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = CursorPagination

    @extend_schema(
        operation_id="tournaments_list",
        tags=["tournaments"],
        summary="List the tournaments of a club, newest first",
        parameters=[CLUB, STATUS],
        responses={
            (200, "application/json"): list[TournamentAnswer],
            **refusals(404),
        },
    )
    def get(self, request: Request, club: str) -> Response:
        """List tournaments and open evenings, newest first, page by page."""
        found = tournaments_of(club_by_name(club))
        if asked := _status(request):
            found = found.filter(status=asked)
        paginator = CursorPagination()
        page = paginator.paginate_queryset(found, request, self)
        rows = [TournamentAnswer.from_row(row) for row in page or []]
        response = paginator.get_paginated_response(rows)
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="tournaments_create",
        tags=["tournaments"],
        summary="Begin a tournament",
        request=NewTournament,
        parameters=[CLUB, IDEMPOTENCY_KEY],
        examples=[EXAMPLE],
        responses={
            201: TournamentDetailAnswer,
            **refusals(401, 403, 404, 413, 415, 422),
        },
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin a tournament without stages and entrants; Location is where it is found."""
        require_somebody(request)
        home = club_by_name(club)
        permitted(request, TOURNAMENT_WRITE, home.id)
        body = NewTournament(data=request.data)
        body.is_valid(raise_exception=True)
        made = services.create_tournament(
            club=home,
            wanted=services.NewTournament(**body.validated_data),
            envelope=envelope_of(request),
        )
        response = _detail(tournament_of(made.stream_id), organiser=True)
        response.status_code = status.HTTP_201_CREATED
        response.headers["Location"] = reverse("api-tournament", args=[made.stream_id])
        return response


class TournamentView(OfTournament):
    """One tournament."""

    @extend_schema(
        operation_id="tournaments_read",
        tags=["tournaments"],
        summary="Read one tournament with its stages",
        responses={200: TournamentDetailAnswer, **refusals(404)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return a tournament as it stands; its ETag is what a command takes as If-Match."""
        row = tournament_of(tournament_id)
        return _detail(row, organiser=organises(request, row.club_id))


class EntrantsView(OfTournament):
    """Who plays."""

    parameters = frozenset({"cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = ByNumber

    @extend_schema(
        operation_id="tournaments_entrants",
        tags=["tournaments"],
        summary="List the entrants",
        responses={(200, "application/json"): list[EntrantAnswer], **refusals(404)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List the entrants in the order of entry, page by page."""
        organiser = organises(request, tournament_of(tournament_id).club_id)
        rows = TournamentEntrant.objects.filter(tournament_id=tournament_id)
        paginator = ByNumber()
        page = paginator.paginate_queryset(rows, request, self) or []
        response = paginator.get_paginated_response(entrant_views(page, organiser=organiser))
        stamp(response, None)
        return response


class EventsView(OfTournament):
    """The audit log."""

    parameters = frozenset({"cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = ByVersion

    @extend_schema(
        operation_id="tournaments_events",
        tags=["tournaments"],
        summary="List what happened",
        responses={(200, "application/json"): list[LogEntryAnswer], **refusals(404)},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List the events, newest first; who did them and why is for organisers."""
        organiser = organises(request, tournament_of(tournament_id).club_id)
        paginator = ByVersion()
        page = paginator.paginate_queryset(logged_events(tournament_id), request, self) or []
        with looking(tournament_id) as state:
            labels = labels_of(state)
        entries = log_entries(tournament_id, page, labels, organiser=organiser)
        response = paginator.get_paginated_response(entries)
        stamp(response, None)
        return response


def _detail(row: Tournament, *, organiser: bool) -> Response:
    with looking(row.id) as state:
        response = Response(tournament_view(row, state, organiser=organiser))
        stamp_state(response, state, organiser=organiser)
    return response


def _status(request: Request) -> str:
    sent = request.query_params.get("status", "")
    if sent and sent not in TournamentStatus.values:
        known = ", ".join(TournamentStatus.values)
        raise KaitenError("bad_choice", 400, parameter="status", known=known)
    return sent
