"""Ladders: listed, begun, read, changed; start lists; frozen, gone on with, rebuilt."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.actors import require_somebody
from replays.http.conditional import etag_of, expected_version, stamp
from replays.http.idempotency import request_key
from replays.http.pagination import CursorPagination
from replays.http.parsers import StrictJSONParser
from replays.http.schema import IDEMPOTENCY_KEY, IF_MATCH, refusals
from replays.http.views import ApiView
from replays.services.append import Appended
from tournaments.ladders.api import bodies as bodies
from tournaments.ladders.api import shapes as shapes
from tournaments.ladders.api.answers import LadderAnswer, UsualAnswer, WorkedAnswer
from tournaments.ladders.models import LadderStatus
from tournaments.ladders.selectors.counts import counted_ladder, with_counts
from tournaments.ladders.selectors.ladders import ladder_list, ladder_of
from tournaments.ladders.services import ladders as services
from tournaments.ladders.services.updates import rebuild_ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.people.api.access import CLUB, choice_of, permitted
from tournaments.people.models import Club
from tournaments.people.policy import TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name

WRITE = [IF_MATCH, IDEMPOTENCY_KEY]
WRITTEN: dict[Any, Any] = {
    200: LadderAnswer,
    **refusals(401, 403, 404, 409, 412, 413, 415, 422, 428),
}
BEGUN: dict[Any, Any] = {201: LadderAnswer, **refusals(401, 403, 404, 409, 413, 415, 422)}


class InOrder(CursorPagination):
    """That of all games first, then those of single games, then the club's own."""

    ordering = ("-usual", "created_at", "id")


class LaddersView(ApiView):
    """The ladders of a club."""

    parameters = frozenset({"status", "cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = InOrder

    @extend_schema(
        operation_id="ladders_list",
        tags=["ladders"],
        summary="List the ladders of a club",
        parameters=[CLUB, OpenApiParameter("status", str, enum=LadderStatus.values)],
        responses={(200, "application/json"): LadderAnswer(many=True), **refusals(404)},
    )
    def get(self, request: Request, club: str) -> Response:
        """List ladders, that of all games first, page by page; tables have their own addresses."""
        asked = choice_of(request, "status", LadderStatus.values)
        found = with_counts(ladder_list(club_id=club_by_name(club).id, status=asked))
        paginator = InOrder()
        page = paginator.paginate_queryset(found, request, self)
        response = paginator.get_paginated_response([shapes.ladder(row) for row in page or []])
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="ladders_create",
        tags=["ladders"],
        summary="Begin a ladder",
        request=bodies.NewLadder,
        parameters=[CLUB, IDEMPOTENCY_KEY],
        examples=[bodies.NEW_LADDER],
        responses=BEGUN,
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin a ladder of the club's own; the workers then rate what its rules ask for."""
        home, actor = _club(request, club)
        body = bodies.NewLadder(data=request.data)
        body.is_valid(raise_exception=True)
        made = services.create_ladder(
            **body.validated_data,
            club=home,
            actor=actor,
            now=datetime.now(UTC),
            request=request_key(request),
        )
        return _begun(made)


class UsualLaddersView(ApiView):
    """The ladders every club has."""

    @extend_schema(
        operation_id="ladders_usual",
        tags=["ladders"],
        summary="Begin the usual ladders of a club",
        request=None,
        parameters=[CLUB],
        responses={200: UsualAnswer, **refusals(401, 403, 404)},
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin the ladder of all games and that of each game, those that are not there yet."""
        home, actor = _club(request, club)
        begun = begin_usual_ladders(club_id=home.id, now=datetime.now(UTC), actor=actor)
        usual = with_counts(ladder_list(club_id=home.id)).exclude(usual="")
        response = Response({"begun": begun, "ladders": [shapes.ladder(row) for row in usual]})
        stamp(response, None)
        return response


class LedView(ApiView):
    """An address that changes one ladder."""

    def led(
        self, request: Request, ladder_id: UUID, service: Callable[..., Appended], **fields: Any
    ) -> Response:
        """Call the service at the version the caller saw; answer with the ladder as it is then."""
        actor = _writer(request, ladder_id)
        service(
            ladder_id=ladder_id,
            actor=actor,
            now=datetime.now(UTC),
            expected_version=expected_version(request),
            request=request_key(request),
            **fields,
        )
        return _answer(ladder_id)


class LadderView(LedView):
    """One ladder."""

    @extend_schema(
        operation_id="ladders_read",
        tags=["ladders"],
        summary="Read one ladder",
        responses={200: LadderAnswer, **refusals(404)},
    )
    def get(self, request: Request, ladder_id: UUID) -> Response:
        """Return its rules, its status and how much it holds; the ETag is for If-Match."""
        return _answer(ladder_id)

    @extend_schema(
        operation_id="ladders_revise",
        tags=["ladders"],
        summary="Change the title or single rules",
        request=bodies.LadderRevision,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def patch(self, request: Request, ladder_id: UUID) -> Response:
        """Change what was sent; everything is then rated anew. A frozen one is `ladder_frozen`."""
        require_somebody(request)
        body = bodies.LadderRevision(data=request.data)
        body.is_valid(raise_exception=True)
        return self.led(request, ladder_id, services.revise_ladder, **body.validated_data)


class StartListView(LedView):
    """Where players begin."""

    parser_classes = [StrictJSONParser, bodies.ListParser]

    @extend_schema(
        operation_id="ladders_start_list",
        tags=["ladders"],
        summary="Take in a club's old list",
        request={"application/json": bodies.StartList, "text/csv": OpenApiTypes.STR},
        parameters=WRITE,
        examples=[bodies.START_LIST],
        responses=WRITTEN,
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Let players begin at the ratings of a list, the whole of it or nothing."""
        require_somebody(request)
        body = bodies.StartList(data=request.data)
        body.is_valid(raise_exception=True)
        return self.led(request, ladder_id, services.list_starts, **body.validated_data)


class FreezeView(LedView):
    """A ladder whose numbers stand."""

    @extend_schema(
        operation_id="ladders_freeze",
        tags=["ladders"],
        summary="Rate what is owed, then let the numbers stand",
        request=None,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Freeze a ladder; matches entered later are kept, unrated."""
        require_somebody(request)
        return self.led(request, ladder_id, services.freeze_ladder)


class ThawView(LedView):
    """A frozen ladder that goes on."""

    @extend_schema(
        operation_id="ladders_thaw",
        tags=["ladders"],
        summary="Let a frozen ladder go on",
        request=None,
        parameters=WRITE,
        responses=WRITTEN,
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Go on with a frozen ladder, with all that was entered meanwhile."""
        require_somebody(request)
        return self.led(request, ladder_id, services.thaw_ladder)


class PeriodsView(ApiView):
    """New periods of a ladder."""

    @extend_schema(
        operation_id="ladders_begin_period",
        tags=["ladders"],
        summary="Begin a new period",
        request=bodies.NewPeriod,
        parameters=[IDEMPOTENCY_KEY],
        responses=BEGUN,
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Freeze a ladder and begin another from it, everybody drawn towards the mean."""
        require_somebody(request)
        actor = _writer(request, ladder_id)
        body = bodies.NewPeriod(data=request.data)
        body.is_valid(raise_exception=True)
        made = services.begin_period(
            **body.validated_data,
            ladder_id=ladder_id,
            actor=actor,
            now=datetime.now(UTC),
            request=request_key(request),
        )
        return _begun(made)


class RebuildView(ApiView):
    """A ladder made again."""

    @extend_schema(
        operation_id="ladders_rebuild",
        tags=["ladders"],
        summary="Rate everything again from nothing",
        request=None,
        responses={200: WorkedAnswer, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Rebuild a ladder; if anything differs, its notes say so."""
        require_somebody(request)
        _writer(request, ladder_id)
        done = rebuild_ladder(ladder_id=ladder_id, now=datetime.now(UTC))
        worked = {"ladder": str(ladder_id), "matches": done.rated, "moved": len(done.moves)}
        return Response(worked)


def _club(request: Request, club: str) -> tuple[Club, str]:
    require_somebody(request)
    home = club_by_name(club)
    return home, permitted(request, TOURNAMENT_WRITE, home.id)


def _writer(request: Request, ladder_id: UUID) -> str:
    return permitted(request, TOURNAMENT_WRITE, ladder_of(ladder_id).club_id)


def _answer(ladder_id: UUID) -> Response:
    row = counted_ladder(ladder_id)
    response = Response(shapes.ladder(row))
    stamp(response, etag_of(row.version, language=get_language() or "en"))
    return response


def _begun(made: Appended) -> Response:
    response = _answer(made.stream_id)
    response.status_code = status.HTTP_201_CREATED
    response.headers["Location"] = reverse("api-ladder", args=[made.stream_id])
    return response
