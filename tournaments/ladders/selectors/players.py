"""The ratings of one player: where they stand, how it came, match by match."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from replays.models import MatchSeat
from tournaments.ladders.models import Ladder, LadderPlayer, RatedMatch
from tournaments.ladders.ratings.fold import change_of, step_of
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.ratings.values import Change
from tournaments.ladders.selectors.ladders import ladder_list
from tournaments.ladders.selectors.tables import is_provisional
from tournaments.people.selectors.players import merged_ids

_AS_TEXT = tuple(Cast(name, TextField()) for name in ("ended_at", "match_id"))


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """Where a player stands on one ladder."""

    ladder: Ladder
    shown: float
    mu: float
    sigma: float
    matches: int
    firsts: int
    last_at: datetime | None
    provisional: bool


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
        """When it ended."""
        moment = datetime.fromisoformat(self.ended_text)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one match changed, part by part."""

    match: UUID
    ended_at: datetime
    change: Change
    shown_before: float
    shown: float


def ratings_of(player_id: UUID, *, now: datetime) -> list[PlayerRating]:
    """Return where a player stands, ladder by ladder in the order of a club's list."""
    rows = {row.ladder_id: row for row in LadderPlayer.objects.filter(player_id=player_id)}
    if not rows:
        return []
    return [
        PlayerRating(
            ladder=ladder,
            shown=row.shown,
            mu=row.mu,
            sigma=row.sigma,
            matches=row.matches,
            firsts=row.firsts,
            last_at=row.last_at,
            provisional=is_provisional(rules_from_data(ladder.rules), row, ladder.frozen_at or now),
        )
        for ladder in ladder_list().filter(pk__in=rows)
        for row in [rows[ladder.id]]
    ]


def rating_history(ladder: Ladder, player_id: UUID) -> list[RatingPoint]:
    """Return every rated match of a player on a ladder, the oldest first."""
    system = system_of(rules_from_data(ladder.rules))
    found = []
    # Sorted here: a database would carry all those texts through its sorting.
    rows = _rated(ladder, player_id).order_by()
    for ended, match, text in rows.values_list(*_AS_TEXT, "changes"):
        step = step_of(text, player_id)
        if step is not None:
            shown = system.shown(step.mu, step.sigma)
            before = system.shown(step.before, step.sigma_before)
            found.append(RatingPoint(ended, match, step.place, shown, shown - before))
    found.sort()
    return found


def rating_changes(ladder: Ladder, player_id: UUID) -> QuerySet[RatedMatch]:
    """Return the rated matches of a player on a ladder, the newest first; see `change_in`."""
    return _rated(ladder, player_id).order_by("-ended_at", "-match_id")


def changes_in(ladder: Ladder, match_ids: Collection[UUID]) -> list[RatedMatch]:
    """Return some rated matches of a ladder, in no order; see `change_in`."""
    rows = RatedMatch.objects.select_related("ladder").filter(match_id__in=match_ids).order_by()
    return list(rows.filter(ladder__gte=ladder, ladder__lte=ladder))


def change_in(row: RatedMatch, player_id: UUID) -> RatingChange | None:
    """Return what a rated match changed for a player, or None if they were not rated."""
    change = change_of(row.changes, player_id)
    if change is None:
        return None
    system = system_of(rules_from_data(row.ladder.rules))
    return RatingChange(
        match=row.match_id,
        ended_at=row.ended_at,
        change=change,
        shown_before=system.shown(change.before.mu, change.before.sigma),
        shown=system.shown(change.mu, change.sigma),
    )


def _rated(ladder: Ladder, player_id: UUID) -> QuerySet[RatedMatch]:
    ids = merged_ids({player_id})
    seated = Q(player_id__in=ids)
    if rules_from_data(ladder.rules).taken_over == "first":
        seated |= Q(first_player_id__in=ids)
    # A range of one: SQLite then looks a player's matches up instead of walking the whole ladder.
    rows = RatedMatch.objects.select_related("ladder").filter(
        ladder__gte=ladder, ladder__lte=ladder
    )
    return rows.filter(match_id__in=MatchSeat.objects.filter(seated).values("match_id"))
