"""The ratings and the record of a player, and what ladders say about a match."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.conditional import stamp
from replays.http.schema import refusals
from replays.http.views import ApiView
from replays.selectors.library import get_match
from tournaments.ladders.api import answers as answers
from tournaments.ladders.api import shapes as shapes
from tournaments.ladders.selectors.matches import ratings_of_match
from tournaments.ladders.selectors.players import ratings_of
from tournaments.people.labels import public_label
from tournaments.people.selectors.players import labels_of, merged_ids, player_of, root_of
from tournaments.people.selectors.records import (
    lately,
    record_against,
    record_by_game,
    record_by_seat,
)


class PlayerRatingsView(ApiView):
    """Where a player stands."""

    @extend_schema(
        operation_id="players_ratings",
        tags=["ladders"],
        summary="Read where a player stands on every ladder",
        responses={200: answers.PlayerRatingsAnswer, **refusals(404)},
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return the ratings of a player; a merged one is read as the player they became."""
        player = root_of(player_of(player_id))
        found = ratings_of(player.id, now=datetime.now(UTC))
        return _answered(
            {
                "player": str(player.id),
                "label": public_label(player),
                "ratings": [shapes.rating(one) for one in found],
            }
        )


class PlayerRecordView(ApiView):
    """How a player has fared."""

    @extend_schema(
        operation_id="players_record",
        tags=["ladders"],
        summary="Read how a player has fared by game, by seat, against each opponent, and lately",
        responses={200: answers.RecordAnswer, **refusals(404)},
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return the record of a player over every match with a result, rated or not."""
        player = root_of(player_of(player_id))
        ids = merged_ids({player.id})
        met = record_against(ids)
        labels = labels_of([one.player for one in met])
        games = [shapes.tally(one) | {"game": one.key} for one in record_by_game(ids)]
        seats = [shapes.tally(one) | {"seat": int(one.key)} for one in record_by_seat(ids)]
        return _answered(
            {
                "player": str(player.id),
                "label": public_label(player),
                "games": games,
                "seats": seats,
                "opponents": [shapes.against(one, labels) for one in met],
                "lately": [shapes.lately(one) for one in lately(ids)],
            }
        )


class MatchRatingsView(ApiView):
    """What ladders say about a match."""

    @extend_schema(
        operation_id="matches_ratings",
        tags=["ladders"],
        summary="Read where a match counts, and what it changed",
        responses={200: answers.MatchRatingsAnswer, **refusals(404)},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return every ladder of the club with its reason not to count a match, or the changes."""
        match = get_match(match_id)
        found = ratings_of_match(match_id, now=datetime.now(UTC))
        ladders = shapes.match_on_ladders(match_id, match.ended_at, found)
        return _answered({"match": str(match_id), "ladders": ladders})


def _answered(body: dict[str, object]) -> Response:
    response = Response(body)
    stamp(response, None)
    return response
