"""Players as their list shows them: rating, matches, last seen; and the evenings of one of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, Max

from replays.models import MatchSeat
from tournaments.ladders.models import Ladder, LadderPlayer, LadderUsual
from tournaments.ladders.words import rating_text
from tournaments.people.models import Player
from tournaments.people.onlooker import Onlooker
from tournaments.people.selectors.players import merged_ids, roots_of
from tournaments.tournaments.models import Tournament, TournamentEntrant, TournamentStatus


@dataclass(slots=True)
class Activity:
    """How often somebody played, when last, and the rating of the ladder for all games."""

    matches: int = 0
    last_at: datetime | None = None
    rating: str = ""


def activity_of(
    players: Sequence[Player], onlooker: Onlooker, club_id: UUID | None
) -> dict[UUID, Activity]:
    """Return what a list says of players, in as many questions for one as for all."""
    activities = {player.id: Activity() for player in players}
    roots = roots_of(merged_ids(activities))
    seats = MatchSeat.objects.filter(player_id__in=roots, match__parent_id=None)
    counted = onlooker.of_listed_matches(seats, "match_id", club_id).order_by()
    for player, matches, last_at in counted.values_list("player_id").annotate(
        Count("match_id", distinct=True), Max("match__created_at")
    ):
        activity = activities[roots[player].id]
        activity.matches += matches
        activity.last_at = max(filter(None, (activity.last_at, last_at)))
    ladders = onlooker.listed(Ladder.objects.filter(usual=LadderUsual.OVERALL), club_id)
    rated = LadderPlayer.objects.filter(player_id__in=activities, ladder__in=ladders, matches__gt=0)
    for player, shown, system in rated.values_list("player_id", "shown", "ladder__system"):
        activities[player].rating = rating_text(shown, system)
    return activities


def entries_of(ids: Collection[UUID], onlooker: Onlooker, club_id: UUID) -> list[TournamentEntrant]:
    """Return the tournaments that somebody took part in, the newest first."""
    listed = onlooker.listed(Tournament.objects.filter(club=club_id), club_id)
    entries = TournamentEntrant.objects.filter(player_id__in=ids, tournament__in=listed)
    begun = entries.exclude(tournament__status=TournamentStatus.PLANNED)
    newest = (F("tournament__day").desc(nulls_last=True), "-tournament__created_at", "number")
    return list(begun.select_related("tournament").order_by(*newest))
