"""Ladders: listed, begun, read, changed; start lists; frozen, gone on with, rebuilt."""

from datetime import UTC, datetime
from functools import partial
from uuid import UUID

from django.http import HttpResponse
from django.urls import URLPattern, reverse
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.envelope import Envelope
from replays.http.actors import actor_of
from replays.http.conditional import etag_of, stamped
from replays.http.idempotency import envelope_of
from replays.http.live import changes, streams
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, operation, refusals
from replays.http.views import ListView
from replays.services.append import Appended
from tournaments.ladders import commands
from tournaments.ladders.api import bodies as bodies
from tournaments.ladders.api.answers import (
    STATUSES,
    LadderAnswer,
    UsualAnswer,
    WorkedAnswer,
    ladders,
)
from tournaments.ladders.api.tables import LADDER, OfLadder
from tournaments.ladders.commands import LADDER_COMMANDS, Command, NewLadder, NewPeriod
from tournaments.ladders.selectors.ladders import ladder_list, ladder_of, with_counts
from tournaments.ladders.services import ladders as services
from tournaments.ladders.services.updates import rebuild_ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.ladders.words import ladder_title
from tournaments.people.api.access import CLUB, OfClub, choice_of, onlooker_of
from tournaments.people.api.commands import (
    CommandEndpoint,
    CommandTarget,
    body_of,
    command_paths,
    example_of,
    validated,
)
from tournaments.people.rights import TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name

STATUS = OpenApiParameter("status", str, enum=STATUSES, description="Whether a ladder goes on.")
REFUSED_BODY = (401, 403, 404, 409, 413, 415, 422)


class InOrder(CursorPagination):
    """That of all games first, then those of single games, then the club's own."""

    ordering = ("-usual", "created_at", "id")


class LaddersView(OfClub, ListView):
    """The ladders of a club."""

    requires = {"POST": TOURNAMENT_WRITE}
    parameters = frozenset({"status"})
    pagination_class = InOrder

    @operation(
        "ladders_list",
        "List the ladders of a club",
        list[LadderAnswer],
        404,
        parameters=[CLUB, STATUS],
    )
    def get(self, request: Request, club: str) -> Response:
        """List ladders, that of all games first, page by page; tables have their own addresses."""
        status = choice_of(request, "status", STATUSES)
        home, onlooker = club_by_name(club).id, onlooker_of(request)
        rows = onlooker.listed(ladder_list(club_id=home, status=status), home)
        return self.paged(with_counts(rows), partial(ladders, onlooker=onlooker))

    @operation(
        "ladders_create",
        "Begin a ladder",
        {201: LadderAnswer},
        *REFUSED_BODY,
        request=bodies.NEW_LADDER,
        parameters=[CLUB, IDEMPOTENCY_KEY],
        examples=[example_of(NewLadder, bodies.NEW_LADDER)],
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin a ladder of the club's own; the workers then rate what its rules ask for."""
        home = club_by_name(club)
        wanted = NewLadder(**validated(bodies.NEW_LADDER, request))
        made = services.create_ladder(club=home, wanted=wanted, envelope=envelope_of(request))
        return _begun(request, made)


class UsualLaddersView(OfClub):
    """The ladders every club has."""

    requires = {"POST": TOURNAMENT_WRITE}

    @operation(
        "ladders_usual",
        "Begin the usual ladders of a club",
        UsualAnswer,
        *(401, 403, 404),
        request=None,
        parameters=[CLUB],
    )
    def post(self, request: Request, club: str) -> Response:
        """Begin the ladder of all games and that of each game, those that are not there yet."""
        home = club_by_name(club)
        begun = begin_usual_ladders(club_id=home.id, envelope=_unkeyed(request))
        usual = with_counts(ladder_list(club_id=home.id)).exclude(usual="")
        return stamped(UsualAnswer(begun, ladders(usual, onlooker_of(request))))


class LadderView(OfLadder):
    """One ladder."""

    @operation("ladders_read", "Read one ladder", LadderAnswer, 404)
    def get(self, request: Request, ladder_id: UUID) -> Response:
        """Return its rules, its status and how much it holds; the ETag is for If-Match."""
        return _answer(request, ladder_id)


class StreamView(OfLadder):
    """What changes a ladder."""

    @streams("ladders_stream", "Follow a ladder", 404)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponse:
        """Say at once and whenever something changes: `changed`, with a mark of how it stands."""
        ladder_of(ladder_id)
        return changes(request, "ladder", ladder_id)


class PeriodsView(OfLadder):
    """New periods of a ladder."""

    requires = {"POST": TOURNAMENT_WRITE}

    @operation(
        "ladders_begin_period",
        "Begin a new period",
        {201: LadderAnswer},
        *REFUSED_BODY,
        request=bodies.NEW_PERIOD,
        parameters=[IDEMPOTENCY_KEY],
        examples=[example_of(NewPeriod, bodies.NEW_PERIOD)],
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Freeze a ladder and begin another from it, everybody drawn towards the mean."""
        wanted = NewPeriod(**validated(bodies.NEW_PERIOD, request))
        envelope = envelope_of(request)
        made = services.begin_period(ladder_id=ladder_id, wanted=wanted, envelope=envelope)
        return _begun(request, made)


class RebuildView(OfLadder):
    """A ladder made again."""

    requires = {"POST": TOURNAMENT_WRITE}

    @operation(
        "ladders_rebuild",
        "Rate everything again from nothing",
        WorkedAnswer,
        *(401, 403, 404, 409),
        request=None,
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Rebuild a ladder; if anything differs, its notes say so."""
        done = rebuild_ladder(ladder_id=ladder_id, now=datetime.now(UTC))
        title = ladder_title(ladder_of(ladder_id))
        return Response(WorkedAnswer(ladder_id, title, done.rated, len(done.moves)))


def _unkeyed(request: Request) -> Envelope:
    """Return the envelope of what may simply be done twice."""
    return Envelope(actor_of(request), datetime.now(UTC))


def _answer(request: Request, ladder_id: UUID) -> Response:
    row = ladder_of(ladder_id, with_counts(ladder_list()))
    [answer] = ladders([row], onlooker_of(request))
    return stamped(answer, etag_of(row.version, language=get_language() or "en"))


def _begun(request: Request, made: Appended) -> Response:
    response = _answer(request, made.stream_id)
    response.status_code = status.HTTP_201_CREATED
    response.headers["Location"] = reverse("api-ladder", args=[made.stream_id])
    return response


def _lead(
    ladder_id: UUID, command: Command, envelope: Envelope, expected_version: int | None
) -> None:
    services.lead(
        ladder_id=ladder_id, command=command, envelope=envelope, expected_version=expected_version
    )


TARGET = CommandTarget(
    "ladder",
    OfLadder.club_of,
    _lead,
    LADDER_COMMANDS.read,
    _answer,
    {200: LadderAnswer, **refusals(401, 403, 404, 409, 412, 413, 415, 422)},
    LADDER,
)
REVISION = body_of(commands.Revise, "LadderRevision")
ENDPOINTS = (
    CommandEndpoint(commands.Revise, "", "api-ladder", "patch", REVISION, view=LadderView),
    CommandEndpoint(
        commands.StartList,
        "/start-list",
        "api-ladder-start-list",
        body=body_of(commands.StartList),
        parsers=(bodies.ListParser,),
    ),
    CommandEndpoint(commands.Freeze, "/freeze", "api-ladder-freeze"),
    CommandEndpoint(commands.Thaw, "/thaw", "api-ladder-thaw"),
)


def ladder_paths(prefix: str) -> list[URLPattern]:
    """Return the address of a ladder and those of its commands."""
    return command_paths(TARGET, prefix, ENDPOINTS)
