from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from replays.models import Match, MatchSeat
from replays.selectors.library import match_list


@dataclass(frozen=True, slots=True)
class Record:
    """How a player has fared; voided and abandoned matches do not count."""

    played: int
    won: int


def matches_of(player_ids: Collection[UUID], *, club_id: UUID | None = None) -> QuerySet[Match]:
    """Return the matches that any of these players sat in, newest first.

    A club that is named makes it faster for who sat in thousands.
    """
    seated = MatchSeat.objects.filter(player_id__in=player_ids).values("match_id")
    return match_list(club_id=club_id).filter(pk__in=seated)


def match_count(player_ids: Collection[UUID], seats: QuerySet[MatchSeat]) -> int:
    """Return in how many matches these players have one of some seats."""
    taken = seats.filter(player_id__in=player_ids)
    if len(player_ids) == 1:
        return taken.count()
    # Two entries of one person can have met at a table.
    return taken.order_by().values("match_id").distinct().count()


def record_of(player_ids: Collection[UUID], seats: QuerySet[MatchSeat]) -> Record:
    """Return how many matches with a result these players had at some seats, and how many wins."""
    seats = seats.filter(player_id__in=player_ids, place__isnull=False).exclude(
        match__status__in=[Match.Status.VOIDED, Match.Status.ABANDONED]
    )
    counted = seats.aggregate(
        played=Count("match", distinct=True),
        won=Count("match", filter=Q(place=1), distinct=True),
    )
    return Record(**counted)
