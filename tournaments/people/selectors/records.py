"""How a player has fared: by game, by seat, against each opponent, and lately."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

import msgspec
from django.db.models import Count, F, Q, QuerySet, Sum

from replays.models import Match, MatchSeat

K = TypeVar("K")
LATEST = 10
MOST_OPPONENTS = 200
_WITHOUT = (Match.Status.VOIDED, Match.Status.ABANDONED)
"""Matches that count for nothing; their seats have no places."""


@dataclass(frozen=True, slots=True)
class Tally:
    """So many matches of one kind."""

    key: str
    """The slug of a game, or the number of a seat from 0."""
    played: int
    won: int
    places: int
    """The sum of the places, for their average."""

    @property
    def average_place(self) -> float:
        return self.places / self.played


@dataclass(frozen=True, slots=True)
class Against:
    """One opponent: how often they met, and who did better."""

    player: UUID
    met: int
    ahead: int
    level: int

    @property
    def behind(self) -> int:
        """How often the opponent did better."""
        return self.met - self.ahead - self.level


class Lately(msgspec.Struct, frozen=True):
    """One of the last results."""

    match: UUID
    """The match."""
    ended_at: datetime
    """When it ended."""
    game: str
    """The slug of the game."""
    place: int
    """The place, from 1."""
    seats: int
    """How many sat at the table."""


def records_of(
    player_ids: Collection[UUID], seats: QuerySet[MatchSeat]
) -> tuple[list[Tally], list[Tally]]:
    """Return the records at some seats by game, the most played first, and by seat: one query."""
    query = (
        seats.filter(player_id__in=list(player_ids), place__isnull=False, match__parent_id=None)
        .exclude(match__status__in=_WITHOUT)
        .order_by()
        .values("match__game", "seat")
        .annotate(played=Count("place"), won=Count("place", filter=Q(place=1)), places=Sum("place"))
        .values_list("match__game", "seat", "played", "won", "places")
    )
    rows = [(game, str(seat), counts) for game, seat, *counts in query]
    by_game = _summed((game, counts) for game, _seat, counts in rows)
    by_seat = _summed((seat, counts) for _game, seat, counts in rows)
    games = [Tally(game, *counts) for game, counts in by_game.items()]
    places = [Tally(seat, *by_seat[seat]) for seat in sorted(by_seat, key=int)]
    return sorted(games, key=lambda one: (-one.played, one.key)), places


def record_against(
    player_ids: Collection[UUID], seats: QuerySet[MatchSeat], merged: Mapping[UUID, UUID]
) -> list[Against]:
    """Return everybody somebody met at some seats, the most frequent opponents first.

    `merged` says who is read as whom.
    """
    ids = list(player_ids)
    query = (
        seats.filter(
            match__seatings__player_id__in=ids,
            match__seatings__place__isnull=False,
            match__parent_id=None,
            place__isnull=False,
            player_id__isnull=False,
        )
        .exclude(player_id__in=ids)
        .order_by()
        .values("player_id")
        .annotate(
            met=Count("place"),
            ahead=Count("place", filter=Q(place__gt=F("match__seatings__place"))),
            level=Count("place", filter=Q(place=F("match__seatings__place"))),
        )
        .values_list("player_id", "met", "ahead", "level")
    )
    sums = _summed(
        (merged.get(player, player), counts) for player, *counts in query if player is not None
    )
    everybody = [Against(player, *counts) for player, counts in sums.items()]
    everybody.sort(key=lambda one: (-one.met, -one.ahead, one.player))
    return everybody[:MOST_OPPONENTS]


def lately(
    player_ids: Collection[UUID], matches: QuerySet[Match], *, count: int = LATEST
) -> list[Lately]:
    """Return the last results of somebody, the newest first; faster of one club's matches."""
    ids = list(player_ids)
    own = MatchSeat.objects.filter(player_id__in=ids, place__isnull=False).values("match_id")
    ended = matches.filter(ended_at__isnull=False, parent_id=None).exclude(status__in=_WITHOUT)
    rows = ended.filter(pk__in=own).order_by("-ended_at", "-id")
    newest = list(rows.values_list("id", "ended_at", "game", "seats")[:count])
    seats = MatchSeat.objects.filter(match_id__in=[row[0] for row in newest])
    places: dict[UUID, int] = {}
    for match, player, place in seats.values_list("match_id", "player_id", "place"):
        # Two seats that one person is read as holding: the better one.
        if player in ids and place is not None:
            places[match] = min(place, places.get(match, place))
    return [
        Lately(match, ended_at, game, places[match], seated)
        for match, ended_at, game, seated in newest
        if ended_at is not None
    ]


def _summed(rows: Iterable[tuple[K, Sequence[int]]]) -> dict[K, list[int]]:
    sums: dict[K, list[int]] = defaultdict(lambda: [0, 0, 0])
    for key, counts in rows:
        sums[key] = [one + other for one, other in zip(sums[key], counts, strict=True)]
    return sums
