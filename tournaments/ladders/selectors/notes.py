"""Beside a ladder: its re-ratings, its neighbours in time, the work that waits, somebody's rank."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from tournaments.ladders.models import Ladder, LadderDue, LadderNote, LadderPlayer, LadderStatus
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.selectors.ladders import ladder_list
from tournaments.ladders.selectors.players import PlayerRating


@dataclass(frozen=True, slots=True)
class Rank:
    """Where somebody stands among those a ladder ranks."""

    rank: int
    of: int


def notes_of(ladder: Ladder) -> QuerySet[LadderNote]:
    """Return what was rated anew on a ladder, the newest first."""
    return LadderNote.objects.filter(ladder=ladder).order_by("-at", "id")


def periods_of(ladder: Ladder) -> list[Ladder]:
    """Return the ladder that this one goes on from, and those that go on from it."""
    return list(ladder_list().filter(Q(pk=ladder.period_of) | Q(period_of=ladder.pk)))


def is_behind(ladder: Ladder) -> bool:
    """Say whether something waits to be rated on a ladder that goes on."""
    if ladder.status == LadderStatus.FROZEN:
        return False
    return LadderDue.objects.filter(ladder=ladder).exists()


def rank_of(rating: PlayerRating, *, now: datetime) -> Rank | None:
    """Return somebody's rank without reading the ladder; None for who has been away for long."""
    ladder = rating.ladder
    asked = ladder.frozen_at if ladder.frozen_at is not None else now
    days = rules_from_data(ladder.rules).hidden_days
    ranked = LadderPlayer.objects.filter(ladder=ladder)
    if days is not None:
        long_ago = asked - timedelta(days=days)
        if rating.last_at is not None and rating.last_at < long_ago:
            return None
        ranked = ranked.filter(Q(last_at__isnull=True) | Q(last_at__gte=long_ago))
    counted = ranked.aggregate(ahead=Count("pk", filter=Q(shown__gt=rating.shown)), all=Count("pk"))
    return Rank(counted["ahead"] + 1, counted["all"])
