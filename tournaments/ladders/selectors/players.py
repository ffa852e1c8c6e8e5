"""The ratings of one player: where they stand, how it came, match by match."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet, TextField
from django.db.models.functions import Cast

from replays.models import MatchSeat
from tournaments.ladders.models import Ladder, LadderPlayer, RatedMatch
from tournaments.ladders.ratings.fold import step_of
from tournaments.ladders.ratings.rating_system import Change
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.selectors.tables import is_provisional
from tournaments.people.selectors.players import merged_ids

_AS_TEXT = tuple(Cast(name, TextField()) for name in ("ended_at", "match_id"))


@dataclass(frozen=True, slots=True)
class Rank:
    """Where somebody stands among those a ladder ranks."""

    rank: int
    of: int


class RatingPoint(NamedTuple):
    """One dot of a graph: a match, and what was shown after it.

    Of thousands few are drawn, so ids and moments stay the texts they are stored as until then.
    """

    ended_text: str
    match_text: str
    place: int
    shown: float
    delta: float

    @property
    def match(self) -> UUID:
        return UUID(self.match_text)

    @property
    def ended_at(self) -> datetime:
        moment = datetime.fromisoformat(self.ended_text)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def ratings_of(player_id: UUID, ladders: QuerySet[Ladder], *, now: datetime) -> list[LadderPlayer]:
    """Return where a player stands on some ladders, in the order of a club's list.

    Each row says whether it is `provisional`.
    """
    standings = LadderPlayer.objects.filter(player_id=player_id, ladder__in=ladders)
    query = standings.select_related("ladder__club")
    rows = list(query.order_by("-ladder__usual", "ladder__created_at", "ladder_id"))
    for row in rows:
        rules = rules_from_data(row.ladder.rules)
        row.provisional = is_provisional(rules, row, row.ladder.frozen_at or now)
    return rows


def rank_of(rating: LadderPlayer, *, now: datetime) -> Rank | None:
    """Return somebody's rank without reading the ladder; None for who has been away for long."""
    ladder = rating.ladder
    days = rules_from_data(ladder.rules).hidden_days
    ranked = LadderPlayer.objects.filter(ladder=ladder)
    if days is not None:
        long_ago = (ladder.frozen_at or now) - timedelta(days=days)
        if rating.last_at is not None and rating.last_at < long_ago:
            return None
        ranked = ranked.filter(Q(last_at__isnull=True) | Q(last_at__gte=long_ago))
    counted = ranked.aggregate(ahead=Count("pk", filter=Q(shown__gt=rating.shown)), all=Count("pk"))
    return Rank(counted["ahead"] + 1, counted["all"])


def rating_history(ladder: Ladder, player_id: UUID, ids: Collection[UUID]) -> list[RatingPoint]:
    """Return every rated match of a player, of all their `ids`, on a ladder, the oldest first."""
    system = system_of(rules_from_data(ladder.rules))
    points = []
    # Sorted here: a database would carry all those texts through its sorting.
    rows = _rated(ladder, ids).order_by()
    for ended, match, text in rows.values_list(*_AS_TEXT, "changes"):
        step = step_of(text, player_id)
        if step is not None:
            shown = system.shown(step.mu, step.sigma)
            before = system.shown(step.before, step.sigma_before)
            points.append(RatingPoint(ended, match, step.place, shown, shown - before))
    points.sort()
    return points


def rating_changes(ladder: Ladder, player_id: UUID) -> QuerySet[RatedMatch]:
    """Return the rated matches of a player on a ladder, the newest first."""
    return _rated(ladder, merged_ids({player_id})).order_by("-ended_at", "-match_id")


def changes_in(ladder: Ladder, match_ids: Collection[UUID]) -> list[RatedMatch]:
    """Return some rated matches of a ladder, in no order."""
    rows = RatedMatch.objects.select_related("ladder").filter(match_id__in=match_ids).order_by()
    return list(rows.filter(ladder__gte=ladder, ladder__lte=ladder))


def shown_around(ladder: Ladder, change: Change) -> tuple[float, float]:
    """Return what a ladder showed for somebody before and after a match."""
    system, before = system_of(rules_from_data(ladder.rules)), change.before
    return system.shown(before.mu, before.sigma), system.shown(change.mu, change.sigma)


def _rated(ladder: Ladder, ids: Collection[UUID]) -> QuerySet[RatedMatch]:
    seated = Q(player_id__in=ids)
    if rules_from_data(ladder.rules).taken_over == "first":
        seated |= Q(first_player_id__in=ids)
    # A range of one: SQLite then looks a player's matches up instead of walking the whole ladder.
    rows = RatedMatch.objects.select_related("ladder").filter(
        ladder__gte=ladder, ladder__lte=ladder
    )
    return rows.filter(match_id__in=MatchSeat.objects.filter(seated).values("match_id"))
