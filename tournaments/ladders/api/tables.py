"""What a ladder says: its table, who changed by how much and why, its re-ratings, forecasts."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from replays.errors import KaitenError
from replays.http.conditional import stamp, stamped
from replays.http.pagination import CursorPagination
from replays.http.schema import operation
from replays.http.views import EVERYBODY, ApiView, ListView
from tournaments.ladders.api import answers as answers
from tournaments.ladders.api.bodies import RATE, WHAT_IF, MatchToRate, PlannedTable
from tournaments.ladders.api.pagination import LinePagination
from tournaments.ladders.models import Ladder, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.selectors.forecasts import forecast
from tournaments.ladders.selectors.ladders import MatchRating, ladder_of, notes_of, verdict_on
from tournaments.ladders.selectors.players import rating_changes
from tournaments.ladders.selectors.tables import SORTS, LadderLine, ladder_csv, ladder_table
from tournaments.ladders.services.ladders import rate_match
from tournaments.ladders.words import ladder_title
from tournaments.people.api.access import InClub, choice_of, onlooker_of, text_of
from tournaments.people.rights import TOURNAMENT_WRITE
from tournaments.people.selectors.players import labels_of, player_of, root_of
from tournaments.spreadsheets import CSV_TYPE

YES_NO = ["yes", "no"]
LADDER = {"ladder_id": "The id of the ladder."}
SWITCHES = ("reverse", "hidden", "established")
FILTERS = frozenset({"search", "sort", *SWITCHES})
FILTER_PARAMETERS = [
    OpenApiParameter("search", str, description="Words of the public name, accents or not."),
    OpenApiParameter("sort", str, enum=list(SORTS), default="rating", description="By what."),
    OpenApiParameter("reverse", str, enum=YES_NO, description="The other way round."),
    OpenApiParameter("hidden", str, enum=YES_NO, description="Those away for long too."),
    OpenApiParameter("established", str, enum=YES_NO, description="No provisional ratings."),
]


class OfLadder(InClub):
    """A view of one ladder."""

    address = LADDER

    @staticmethod
    def club_of(ladder_id: Any, /) -> UUID:
        return ladder_of(ladder_id).club_id


class NewestFirst(CursorPagination):
    """Rated matches, the newest first."""

    ordering = ("-ended_at", "-match_id")


class NewestNoteFirst(CursorPagination):
    """Re-ratings, the newest first."""

    ordering = ("-at", "id")


class LadderPlayersView(ListView):
    """The table of a ladder."""

    address = LADDER
    parameters = FILTERS
    pagination_class = LinePagination

    @operation(
        "ladders_players",
        "Read the table of a ladder",
        list[LadderLine],
        404,
        parameters=FILTER_PARAMETERS,
    )
    def get(self, request: Request, ladder_id: UUID) -> Response:
        """List players page by page; ranks are those of the whole ladder, whatever is filtered."""
        return self.paged(_lines(request, ladder_of(ladder_id)), list)


class LadderFileView(ApiView):
    """The table of a ladder for a spreadsheet."""

    address = LADDER
    parameters = FILTERS

    @operation(
        "ladders_players_csv",
        "Export the table of a ladder as CSV",
        {(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "A line per player.")},
        404,
        parameters=FILTER_PARAMETERS,
    )
    def get(self, request: Request, ladder_id: UUID) -> HttpResponse:
        """Return a line per player, ratings as shown and unrounded."""
        ladder = ladder_of(ladder_id)
        text = ladder_csv(_lines(request, ladder), ladder.system)
        headers = {"Content-Disposition": f'attachment; filename="{ladder_id}-players.csv"'}
        response = HttpResponse(text.encode(), content_type=CSV_TYPE, headers=headers)
        stamp(response, None)
        return response


class ChangesView(ListView):
    """How the rating of a player came about."""

    address = {**LADDER, "player_id": "The id of the player."}
    pagination_class = NewestFirst

    @operation(
        "ladders_changes",
        "Read what each match changed for a player",
        list[answers.ChangeAnswer],
        404,
    )
    def get(self, request: Request, ladder_id: UUID, player_id: UUID) -> Response:
        """List changes, newest first, each with its parts by opponent and told in a sentence;
        those by matches that are not for whoever asks are left out."""
        ladder = ladder_of(ladder_id)
        player = root_of(player_of(player_id))
        if player.club_id != ladder.club_id:
            raise KaitenError("unknown_player", 404)

        def of_player(rows: list[RatedMatch]) -> Iterator[answers.ChangeAnswer]:
            read = [(row, changes_of(row.changes)) for row in rows]
            labels = labels_of({one.player for _row, table in read for one in table})
            for row, table in read:
                for one in answers.changes(ladder, row.match_id, row.ended_at, table, labels):
                    if one.player == player.id:
                        yield one

        rated = rating_changes(ladder, player.id)
        return self.paged(onlooker_of(request).of_visible_matches(rated, "match_id"), of_player)


class RatedMatchesView(OfLadder):
    """Matches to rate."""

    requires = {"POST": TOURNAMENT_WRITE}

    @operation(
        "ladders_rate",
        "Rate a match right now",
        answers.MatchOnLadderAnswer,
        *(401, 403, 404, 409, 413, 415, 422),
        request=MatchToRate,
        example=RATE,
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Rate a match without waiting for a worker; the reason it cannot be is the refusal."""
        ladder = ladder_of(ladder_id)
        match_id: UUID = MatchToRate.read(request)["match"]
        rate_match(ladder_id=ladder_id, match_id=match_id, now=datetime.now(UTC))
        return Response(_match_on(ladder, match_id))


class MatchOnLadderView(ApiView):
    """One match on one ladder."""

    address = {**LADDER, "match_id": "The id of the match."}

    @operation(
        "ladders_match",
        "Read whether a match counts, and what it changed",
        answers.MatchOnLadderAnswer,
        404,
    )
    def get(self, request: Request, ladder_id: UUID, match_id: UUID) -> Response:
        """Return the reason why a ladder does not count a match, or everybody's change."""
        return stamped(_match_on(ladder_of(ladder_id), match_id))


class NotesView(ListView):
    """What was rated anew."""

    address = LADDER
    pagination_class = NewestNoteFirst

    @operation("ladders_notes", "Read what was rated anew, and why", list[answers.NoteAnswer], 404)
    def get(self, request: Request, ladder_id: UUID) -> Response:
        """List re-ratings, newest first, each with whom it moved."""
        ladder = ladder_of(ladder_id)
        notes = onlooker_of(request).of_visible_matches(notes_of(ladder), "subject")
        return self.paged(notes, partial(answers.notes, ladder))


class ForecastView(ApiView):
    """A planned table."""

    requires = {"POST": EVERYBODY}
    address = LADDER

    @operation(
        "ladders_forecast",
        "Say what to expect of a table, or what a result would change",
        answers.ForecastAnswer,
        *(404, 409, 413, 415, 422),
        request=PlannedTable,
        example=WHAT_IF,
    )
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """Return everybody's chances and, with places, what they would change; nothing is kept."""
        ladder = ladder_of(ladder_id)
        data = PlannedTable.read(request)
        table = forecast(ladder, data["players"], data.get("places"), data.get("scores"))
        players = answers.planned(ladder, table)
        title = ladder_title(ladder)
        return stamped(answers.ForecastAnswer(ladder.id, title, ladder.version, players))


def _lines(request: Request, ladder: Ladder) -> tuple[LadderLine, ...]:
    return ladder_table(
        ladder,
        now=datetime.now(UTC),
        search=text_of(request, "search"),
        sort=choice_of(request, "sort", SORTS) or "rating",
        **{name: choice_of(request, name, YES_NO) == "yes" for name in SWITCHES},
    )


def _match_on(ladder: Ladder, match_id: UUID) -> answers.MatchOnLadderAnswer:
    verdict = verdict_on(ladder, match_id)
    row = RatedMatch.objects.filter(ladder=ladder, match_id=match_id).first()
    rating = MatchRating(ladder, verdict.reason, changes_of(row.changes) if row is not None else ())
    [answer] = answers.match_on_ladders(match_id, row.ended_at if row else None, [rating])
    return answer
