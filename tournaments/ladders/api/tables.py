"""What a ladder says: its table, who changed by how much and why, its re-ratings, forecasts."""

from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.outcome import shared_places
from replays.errors import KaitenError
from replays.http.actors import require_somebody
from replays.http.conditional import stamp
from replays.http.pagination import CursorPagination
from replays.http.schema import refusals
from replays.http.views import ApiView
from tournaments.ladders.api import answers as answers
from tournaments.ladders.api import shapes as shapes
from tournaments.ladders.api.bodies import WHAT_IF, MatchToRate, PlannedTable
from tournaments.ladders.api.pagination import LinePagination
from tournaments.ladders.models import Ladder, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.selectors.csv import ladder_csv
from tournaments.ladders.selectors.forecasts import forecast, what_if
from tournaments.ladders.selectors.ladders import ladder_of, verdict_on
from tournaments.ladders.selectors.matches import MatchRating
from tournaments.ladders.selectors.notes import notes_of
from tournaments.ladders.selectors.players import rating_changes
from tournaments.ladders.selectors.tables import SORTS, LadderLine, ladder_table
from tournaments.ladders.services.ladders import rate_match
from tournaments.people.api.access import choice_of, permitted, text_of
from tournaments.people.policy import TOURNAMENT_WRITE
from tournaments.people.selectors.players import player_of, root_of
from tournaments.spreadsheets import CSV_TYPE

YES_NO = ["yes", "no"]
FILTERS = frozenset({"search", "sort", "reverse", "hidden", "established"})
FILTER_PARAMETERS = [
    OpenApiParameter("search", str, description="Words of the public name, accents or not."),
    OpenApiParameter("sort", str, enum=list(SORTS), default="rating"),
    OpenApiParameter("reverse", str, enum=YES_NO, description="The other way round."),
    OpenApiParameter("hidden", str, enum=YES_NO, description="Those away for long too."),
    OpenApiParameter("established", str, enum=YES_NO, description="No provisional ratings."),
]


class NewestFirst(CursorPagination):
    """Rated matches, the newest first."""

    ordering = ("-ended_at", "-match_id")


class NewestNoteFirst(CursorPagination):
    """Re-ratings, the newest first."""

    ordering = ("-at", "id")


class LadderPlayersView(ApiView):
    """The table of a ladder."""

    parameters = FILTERS | {"cursor", "limit"}
    pagination_class: ClassVar[type[CursorPagination]] = LinePagination

    @extend_schema(
        operation_id="ladders_players",
        tags=["ladders"],
        summary="Read the table of a ladder",
        parameters=FILTER_PARAMETERS,
        responses={(200, "application/json"): answers.LadderLineAnswer(many=True), **refusals(404)},
    )
    def get(self, request: Request, ladder_id: UUID) -> Response:
        """List players page by page; ranks are those of the whole ladder, whatever is filtered."""
        lines = _lines(request, ladder_of(ladder_id))
        paginator = LinePagination()
        page = paginator.paginate_queryset(lines, request, self)
        response = paginator.get_paginated_response([shapes.line(row) for row in page or []])
        stamp(response, None)
        return response


class LadderFileView(ApiView):
    """The table of a ladder for a spreadsheet."""

    parameters = FILTERS

    @extend_schema(
        operation_id="ladders_players_csv",
        tags=["ladders"],
        summary="Export the table of a ladder as CSV",
        parameters=FILTER_PARAMETERS,
        responses={(200, "text/csv"): OpenApiTypes.STR, **refusals(404)},
    )
    def get(self, request: Request, ladder_id: UUID) -> HttpResponse:
        """Return a line per player, ratings as shown and unrounded."""
        ladder = ladder_of(ladder_id)
        text = ladder_csv(_lines(request, ladder), ladder.system)
        response = HttpResponse(text.encode(), content_type=CSV_TYPE)
        response.headers["Content-Disposition"] = f'attachment; filename="{ladder_id}-players.csv"'
        stamp(response, None)
        return response


class ChangesView(ApiView):
    """How the rating of a player came about."""

    parameters = frozenset({"cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = NewestFirst

    @extend_schema(
        operation_id="ladders_changes",
        tags=["ladders"],
        summary="Read what each match changed for a player",
        responses={(200, "application/json"): answers.ChangeAnswer(many=True), **refusals(404)},
    )
    def get(self, request: Request, ladder_id: UUID, player_id: UUID) -> Response:
        """List changes, newest first, each with its parts by opponent and told in a sentence."""
        ladder = ladder_of(ladder_id)
        player = root_of(player_of(player_id))
        if player.club_id != ladder.club_id:
            raise KaitenError("unknown_player", 404)
        paginator = NewestFirst()
        page = paginator.paginate_queryset(rating_changes(ladder, player.id), request, self)
        rows = shapes.changes_for(ladder, page or [], player.id)
        response = paginator.get_paginated_response(rows)
        stamp(response, None)
        return response


class RatedMatchesView(ApiView):
    """Matches to rate."""

    @extend_schema(
        operation_id="ladders_rate",
        tags=["ladders"],
        summary="Rate a match right now",
        request=MatchToRate,
        responses={
            200: answers.MatchOnLadderAnswer,
            **refusals(401, 403, 404, 409, 413, 415, 422),
        },
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Rate a match without waiting for a worker; the reason it cannot be is the refusal."""
        require_somebody(request)
        ladder = ladder_of(ladder_id)
        permitted(request, TOURNAMENT_WRITE, ladder.club_id)
        body = MatchToRate(data=request.data)
        body.is_valid(raise_exception=True)
        match_id: UUID = body.validated_data["match"]
        rate_match(ladder_id=ladder_id, match_id=match_id, now=datetime.now(UTC))
        return Response(_match_on(ladder, match_id))


class MatchOnLadderView(ApiView):
    """One match on one ladder."""

    @extend_schema(
        operation_id="ladders_match",
        tags=["ladders"],
        summary="Read whether a match counts, and what it changed",
        responses={200: answers.MatchOnLadderAnswer, **refusals(404)},
    )
    def get(self, request: Request, ladder_id: UUID, match_id: UUID) -> Response:
        """Return the reason why a ladder does not count a match, or everybody's change."""
        response = Response(_match_on(ladder_of(ladder_id), match_id))
        stamp(response, None)
        return response


class NotesView(ApiView):
    """What was rated anew."""

    parameters = frozenset({"cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = NewestNoteFirst

    @extend_schema(
        operation_id="ladders_notes",
        tags=["ladders"],
        summary="Read what was rated anew, and why",
        responses={(200, "application/json"): answers.NoteAnswer(many=True), **refusals(404)},
    )
    def get(self, request: Request, ladder_id: UUID) -> Response:
        """List re-ratings, newest first, each with whom it moved."""
        rows = notes_of(ladder_of(ladder_id))
        paginator = NewestNoteFirst()
        page = paginator.paginate_queryset(rows, request, self)
        response = paginator.get_paginated_response(shapes.notes(page or []))
        stamp(response, None)
        return response


class ForecastView(ApiView):
    """A planned table."""

    @extend_schema(
        operation_id="ladders_forecast",
        tags=["ladders"],
        summary="Say what to expect of a table, or what a result would change",
        request=PlannedTable,
        examples=[WHAT_IF],
        responses={200: answers.ForecastAnswer, **refusals(404, 409, 413, 415, 422)},
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Return everybody's chances and, with places, what they would change; nothing is kept."""
        ladder = ladder_of(ladder_id)
        body = PlannedTable(data=request.data)
        body.is_valid(raise_exception=True)
        data: dict[str, Any] = body.validated_data
        places, scores = data.get("places"), data.get("scores")
        if places is None and scores is not None:
            places = shared_places(scores)
        if places is None:
            table = forecast(ladder, data["players"])
        else:
            table = what_if(ladder, data["players"], places, scores)
        response = Response(
            {
                "ladder": str(ladder.id),
                "version": ladder.version,
                "players": shapes.planned(ladder, table, places),
            }
        )
        stamp(response, None)
        return response


def _lines(request: Request, ladder: Ladder) -> tuple[LadderLine, ...]:
    return ladder_table(
        ladder,
        now=datetime.now(UTC),
        search=text_of(request, "search"),
        sort=choice_of(request, "sort", SORTS) or "rating",
        reverse=choice_of(request, "reverse", YES_NO) == "yes",
        hidden=choice_of(request, "hidden", YES_NO) == "yes",
        established=choice_of(request, "established", YES_NO) == "yes",
    )


def _match_on(ladder: Ladder, match_id: UUID) -> dict[str, Any]:
    said = verdict_on(ladder, match_id)
    row = RatedMatch.objects.filter(ladder=ladder, match_id=match_id).first()
    rating = MatchRating(ladder, said.reason, changes_of(row.changes) if row is not None else ())
    ended_at = row.ended_at if row is not None else None
    [answer] = shapes.match_on_ladders(match_id, ended_at, [rating])
    return answer
