"""Seasons: listed, begun, read; evenings added, moved and removed; closed and opened again."""

from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.errors import KaitenError
from replays.http.actors import require_somebody
from replays.http.conditional import etag_of, expected_version, stamp
from replays.http.fields import Id, StrictSerializer, Text, WholeNumber
from replays.http.idempotency import request_key
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, IF_MATCH, refusals
from replays.http.views import ApiView
from tournaments.people.api.access import CLUB, permitted
from tournaments.people.policy import TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.seasons.api import answers as answers
from tournaments.seasons.commands import LONGEST_TITLE, read_season_command
from tournaments.seasons.models import Season, SeasonStatus
from tournaments.seasons.selectors.seasons import season_list, season_of, season_view
from tournaments.seasons.services import create_season, lead

WRITE = [IF_MATCH, IDEMPOTENCY_KEY]
WRITTEN: dict[Any, Any] = {
    200: answers.SeasonAnswer,
    **refusals(401, 403, 404, 412, 413, 415, 422, 428),
}
RULES_HELP = (
    "All optional: `points_by` (place, sum, average), `place_points`, `share_ties`, "
    "`least_matches`, `attendance`, `best`, `least_evenings`, `tie_breaks`."
)
EXAMPLE = OpenApiExample(
    "Ten evenings, the best six count",
    value={"title": "Winter", "planned": 10, "rules": {"best": 6, "attendance": "1/2"}},
    request_only=True,
)


class NewSeason(StrictSerializer):
    """A season to begin."""

    title = Text(max_length=LONGEST_TITLE)
    planned = WholeNumber(required=False, default=0, help_text="How many evenings; 0: unknown.")
    rules = serializers.DictField(required=False, default=dict, help_text=RULES_HELP)


class SeasonRevision(StrictSerializer):
    """What to change of a season; what is not sent stays. Rules are replaced as a whole."""

    title = Text(max_length=LONGEST_TITLE, required=False)
    planned = WholeNumber(required=False)
    rules = serializers.DictField(required=False, help_text=RULES_HELP)


class NewEvening(StrictSerializer):
    """A tournament of the club that counts from now on."""

    tournament = Id()
    position = WholeNumber(required=False, help_text="From 1; left out, the latest evening.")


class Position(StrictSerializer):
    """Where an evening stands from now on."""

    position = WholeNumber(help_text="From 1.")


class SeasonsView(ApiView):
    """The seasons of a club."""

    parameters = frozenset({"status", "cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = CursorPagination

    @extend_schema(
        operation_id="seasons_list",
        tags=["seasons"],
        summary="List the seasons of a club, newest first",
        parameters=[CLUB, OpenApiParameter("status", str, enum=SeasonStatus.values)],
        responses={(200, "application/json"): answers.SeasonAnswer(many=True), **refusals(404)},
    )
    def get(self, request: Request, club: str) -> Response:
        """List seasons, newest first, page by page; their tables are at their own addresses."""
        asked = request.query_params.get("status", "")
        if asked and asked not in SeasonStatus.values:
            known = ", ".join(SeasonStatus.values)
            raise KaitenError("bad_choice", 400, parameter="status", known=known)
        found = season_list(club_id=club_by_name(club).id, status=asked)
        paginator = CursorPagination()
        page = paginator.paginate_queryset(found, request, self)
        response = paginator.get_paginated_response([answers.season(row) for row in page or []])
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="seasons_create",
        tags=["seasons"],
        summary="Begin a season",
        request=NewSeason,
        parameters=[CLUB, IDEMPOTENCY_KEY],
        examples=[EXAMPLE],
        responses={201: answers.SeasonAnswer, **refusals(401, 403, 404, 413, 415, 422)},
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin a season without evenings; Location is where it is found."""
        require_somebody(request)
        home = club_by_name(club)
        actor = permitted(request, TOURNAMENT_WRITE, home.id)
        body = NewSeason(data=request.data)
        body.is_valid(raise_exception=True)
        made = create_season(
            **body.validated_data,
            club=home,
            actor=actor,
            now=datetime.now(UTC),
            request=request_key(request),
        )
        response = _answer(season_of(made.stream_id))
        response.status_code = status.HTTP_201_CREATED
        response.headers["Location"] = reverse("api-season", args=[made.stream_id])
        return response


class LedView(ApiView):
    """An address that sends a season one of its commands."""

    def led(self, request: Request, season_id: UUID, name: str, fields: dict[str, Any]) -> Response:
        """Do what a command says and answer with the season as it is then."""
        season = season_of(season_id)
        actor = permitted(request, TOURNAMENT_WRITE, season.club_id)
        lead(
            season_id=season_id,
            command=read_season_command(name, fields),
            actor=actor,
            now=datetime.now(UTC),
            expected_version=expected_version(request),
            request=request_key(request),
        )
        return _answer(season_of(season_id))


class SeasonView(LedView):
    """One season."""

    @extend_schema(
        operation_id="seasons_read",
        tags=["seasons"],
        summary="Read one season",
        responses={200: answers.SeasonAnswer, **refusals(404)},
    )
    def get(self, request: Request, season_id: UUID) -> Response:
        """Return a season; its ETag is what a write takes as If-Match."""
        return _answer(season_of(season_id))

    @extend_schema(
        operation_id="seasons_revise",
        tags=["seasons"],
        summary="Change the title, the rules or the number of evenings",
        request=SeasonRevision,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def patch(self, request: Request, season_id: UUID) -> Response:
        """Change what was sent; a closed season is `season_closed`."""
        require_somebody(request)
        body = SeasonRevision(data=request.data)
        body.is_valid(raise_exception=True)
        return self.led(request, season_id, "revise", dict(body.validated_data))


class SeasonTableView(ApiView):
    """The table of a season."""

    @extend_schema(
        operation_id="seasons_table",
        tags=["seasons"],
        summary="Read the table of a season",
        responses={200: answers.SeasonTableAnswer, **refusals(404)},
    )
    def get(self, request: Request, season_id: UUID) -> Response:
        """Return the table: as it stands, or frozen with what a correction would change."""
        response = Response(answers.season_table(season_view(season_id)))
        # Without an ETag: the table also follows its evenings.
        stamp(response, None)
        return response


class EveningsView(LedView):
    """The evenings of a season."""

    @extend_schema(
        operation_id="seasons_add_evening",
        tags=["seasons"],
        summary="Let a tournament count",
        request=NewEvening,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def post(self, request: Request, season_id: UUID) -> Response:
        """Add a tournament or open evening of the season's club."""
        require_somebody(request)
        body = NewEvening(data=request.data)
        body.is_valid(raise_exception=True)
        return self.led(request, season_id, "add_evening", _plain(body.validated_data))


class EveningView(LedView):
    """One evening of a season."""

    @extend_schema(
        operation_id="seasons_remove_evening",
        tags=["seasons"],
        summary="Let an evening count no more",
        request=None,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def delete(self, request: Request, season_id: UUID, tournament_id: UUID) -> Response:
        """Remove an evening; the tournament itself stays as it is."""
        require_somebody(request)
        return self.led(request, season_id, "remove_evening", {"tournament": str(tournament_id)})


class MoveEveningView(LedView):
    """The place of an evening in the order."""

    @extend_schema(
        operation_id="seasons_move_evening",
        tags=["seasons"],
        summary="Move an evening in the order",
        request=Position,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def post(self, request: Request, season_id: UUID, tournament_id: UUID) -> Response:
        """Put an evening at another position."""
        require_somebody(request)
        body = Position(data=request.data)
        body.is_valid(raise_exception=True)
        fields = {"tournament": str(tournament_id), **body.validated_data}
        return self.led(request, season_id, "move_evening", fields)


class CloseSeasonView(LedView):
    """The end of a season."""

    @extend_schema(
        operation_id="seasons_close",
        tags=["seasons"],
        summary="Name the champion and freeze the table",
        request=None,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def post(self, request: Request, season_id: UUID) -> Response:
        """Close a season whose evenings are all over."""
        require_somebody(request)
        return self.led(request, season_id, "close", {})


class ReopenSeasonView(LedView):
    """A closed season that goes on."""

    @extend_schema(
        operation_id="seasons_reopen",
        tags=["seasons"],
        summary="Open a closed season again",
        request=None,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def post(self, request: Request, season_id: UUID) -> Response:
        """Go on with a closed season, or count it again after a correction."""
        require_somebody(request)
        return self.led(request, season_id, "reopen", {})


def _answer(season: Season) -> Response:
    response = Response(answers.season(season))
    stamp(response, etag_of(season.version))
    return response


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {name: str(value) if isinstance(value, UUID) else value for name, value in data.items()}
