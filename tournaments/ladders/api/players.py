"""The ratings and the record of a player, and what ladders say about a match."""

from datetime import UTC, datetime
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.conditional import stamped
from replays.http.schema import operation
from replays.http.views import ApiView
from replays.models import Match, MatchSeat
from replays.selectors.library import get_match
from tournaments.ladders.api import answers as answers
from tournaments.ladders.api import player_answers as player_answers
from tournaments.ladders.selectors.ladders import known_ladders, ladder_list, ratings_of_match
from tournaments.ladders.selectors.players import ratings_of
from tournaments.people.api.access import onlooker_of
from tournaments.people.labels import public_label
from tournaments.people.selectors.players import (
    labels_of,
    merged_ids,
    merged_in,
    player_of,
    root_of,
)
from tournaments.people.selectors.records import lately, record_against, records_of

PLAYER = {"player_id": "The id of the player."}


class PlayerRatingsView(ApiView):
    """Where a player stands."""

    address = PLAYER

    @operation(
        "players_ratings",
        "Read where a player stands on every ladder",
        player_answers.PlayerRatingsAnswer,
        404,
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return the ratings of a player; a merged one is read as the player they became."""
        player = root_of(player_of(player_id))
        ladders = ladder_list(club_id=player.club_id)
        listed = onlooker_of(request).listed(ladders, player.club_id)
        rows = ratings_of(player.id, listed, now=datetime.now(UTC))
        ratings = [player_answers.PlayerRatingAnswer.from_rating(one) for one in rows]
        return stamped(player_answers.PlayerRatingsAnswer(player.id, public_label(player), ratings))


class PlayerRecordView(ApiView):
    """How a player has fared."""

    address = PLAYER

    @operation(
        "players_record",
        "Read how a player has fared by game, by seat, against each opponent, and lately",
        player_answers.RecordAnswer,
        404,
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return the record of a player over every match with a result, rated or not."""
        player = root_of(player_of(player_id))
        ids, club, onlooker = merged_ids({player.id}), player.club_id, onlooker_of(request)
        listed = onlooker.of_listed_matches(MatchSeat.objects.all(), "match_id", club)
        met = record_against(ids, listed, merged_in(club))
        labels = labels_of([one.player for one in met])
        games, seats = records_of(ids, listed)
        record = player_answers.RecordAnswer(
            player.id,
            public_label(player),
            [player_answers.GameTallyAnswer.from_object(one, game=one.key) for one in games],
            [player_answers.SeatTallyAnswer.from_object(one, seat=int(one.key)) for one in seats],
            [
                player_answers.AgainstAnswer.from_object(one, label=labels.get(one.player, ""))
                for one in met
            ],
            lately(ids, onlooker.listed(Match.objects.all(), club)),
        )
        return stamped(record)


class MatchRatingsView(ApiView):
    """What ladders say about a match."""

    address = {"match_id": "The id of the match."}

    @operation(
        "matches_ratings",
        "Read where a match counts, and what it changed",
        answers.MatchRatingsAnswer,
        404,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return every ladder of the club with its reason not to count a match, or the changes."""
        match = get_match(match_id)
        ladders = known_ladders(match.club_id, onlooker_of(request))
        ratings = ratings_of_match(match_id, ladders, now=datetime.now(UTC))
        told = answers.match_on_ladders(match_id, match.ended_at, ratings)
        return stamped(answers.MatchRatingsAnswer(match_id, told))
