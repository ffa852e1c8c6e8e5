"""Seasons: listed, begun, read; evenings added, moved and removed; closed and opened again."""

from functools import partial
from uuid import UUID

from django.urls import URLPattern, reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.envelope import Envelope
from replays.http.conditional import etag_of, stamped
from replays.http.idempotency import envelope_of
from replays.http.schema import IDEMPOTENCY_KEY, operation, refusals
from replays.http.views import ApiView, ListView
from tournaments.people.api.access import CLUB, InClub, OfClub, choice_of, onlooker_of
from tournaments.people.api.commands import (
    CommandEndpoint,
    CommandTarget,
    body_of,
    command_paths,
    example_of,
)
from tournaments.people.rights import TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.seasons import commands
from tournaments.seasons.api.answers import STATUSES, SeasonAnswer, SeasonTableAnswer, seasons
from tournaments.seasons.commands import Command, NewSeason
from tournaments.seasons.selectors.seasons import season_list, season_of, season_view
from tournaments.seasons.services import create_season, lead
from tournaments.tournaments.models import Tournament

SEASON = {"season_id": "The id of the season."}
STATUS = OpenApiParameter(
    "status", str, enum=STATUSES, description="Whether a season goes on or is closed."
)
NEW_SEASON = body_of(NewSeason)


class SeasonsView(OfClub, ListView):
    """The seasons of a club."""

    requires = {"POST": TOURNAMENT_WRITE}
    parameters = frozenset({"status"})

    @operation(
        "seasons_list",
        "List the seasons of a club, newest first",
        list[SeasonAnswer],
        404,
        parameters=[CLUB, STATUS],
    )
    def get(self, request: Request, club: str) -> Response:
        """List seasons, newest first, page by page; their tables are at their own addresses."""
        status = choice_of(request, "status", STATUSES)
        home, onlooker = club_by_name(club).id, onlooker_of(request)
        rows = onlooker.listed(season_list(club_id=home, status=status), home)
        return self.paged(rows, partial(seasons, onlooker=onlooker))

    @extend_schema(
        operation_id="seasons_create",
        summary="Begin a season",
        request=NEW_SEASON,
        parameters=[CLUB, IDEMPOTENCY_KEY],
        examples=[example_of(NewSeason, NEW_SEASON)],
        responses={201: SeasonAnswer, **refusals(401, 403, 404, 413, 415, 422)},
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin a season without evenings; Location is where it is found."""
        home = club_by_name(club)
        wanted = NewSeason(**NEW_SEASON.read(request))
        made = create_season(club=home, wanted=wanted, envelope=envelope_of(request))
        response = _answer(request, made.stream_id)
        response.status_code = status.HTTP_201_CREATED
        response.headers["Location"] = reverse("api-season", args=[made.stream_id])
        return response


class SeasonView(InClub):
    """One season."""

    address = SEASON

    @operation("seasons_read", "Read one season", SeasonAnswer, 404)
    def get(self, request: Request, season_id: UUID) -> Response:
        """Return a season; its ETag is what a write takes as If-Match."""
        return _answer(request, season_id)


class SeasonTableView(ApiView):
    """The table of a season."""

    address = SEASON

    @operation("seasons_table", "Read the table of a season", SeasonTableAnswer, 404)
    def get(self, request: Request, season_id: UUID) -> Response:
        """Return the table: as it stands, or frozen with what a correction would change."""
        # Without an ETag: the table also follows its evenings.
        named = onlooker_of(request).visible(Tournament.objects.all())
        return stamped(SeasonTableAnswer.from_view(season_view(season_id, named)))


def _answer(request: Request, season_id: UUID) -> Response:
    row = season_of(season_id)
    [answer] = seasons([row], onlooker_of(request))
    return stamped(answer, etag_of(row.version))


def _lead(
    season_id: UUID, command: Command, envelope: Envelope, expected_version: int | None
) -> None:
    lead(season_id=season_id, command=command, envelope=envelope, expected_version=expected_version)


TARGET = CommandTarget(
    "season",
    lambda season_id: season_of(season_id).club_id,
    _lead,
    commands.SEASON_COMMANDS.read,
    _answer,
    {200: SeasonAnswer, **refusals(401, 403, 404, 412, 413, 415, 422)},
    {**SEASON, "tournament_id": "The id of the tournament that is an evening of it."},
)
EVENING = "/evenings/<uuid:tournament_id>"
REVISION = body_of(commands.Revise, "SeasonRevision")
NEW_EVENING = body_of(commands.AddEvening, "NewEvening")
POSITION = body_of(commands.MoveEvening, "Position", without=["tournament"])
ENDPOINTS = (
    CommandEndpoint(commands.Revise, "", "api-season", "patch", REVISION, view=SeasonView),
    CommandEndpoint(commands.AddEvening, "/evenings", "api-season-evenings", body=NEW_EVENING),
    CommandEndpoint(commands.RemoveEvening, EVENING, "api-season-evening", "delete"),
    CommandEndpoint(
        commands.MoveEvening, f"{EVENING}/move", "api-season-evening-move", body=POSITION
    ),
    CommandEndpoint(commands.Close, "/close", "api-season-close"),
    CommandEndpoint(commands.Reopen, "/reopen", "api-season-reopen"),
)


def season_paths(prefix: str) -> list[URLPattern]:
    """Return the address of a season and those of its commands."""
    return command_paths(TARGET, prefix, ENDPOINTS)
