"""Matches of a club by what a file can tell of them, so that nothing is written twice."""

from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple
from uuid import UUID, uuid5

from games.core.canonical import canonical_json
from replays.models import Match, MatchSeat
from tournaments.people.models import Player
from tournaments.people.names import fold

A_DAY = timedelta(days=1)

Seated = tuple[str, int | None, int | None]
"""A player's id, score and place."""


class Signature(NamedTuple):
    """What makes two tellings of a match the same: day, game, people and result."""

    day: str
    game: str
    title: str
    seats: tuple[Seated, ...]


def signature_of(
    day: str, game: str, title: str, seats: Iterable[tuple[UUID | None, int | None, int | None]]
) -> Signature:
    told = [(str(player or ""), score, place) for player, score, place in seats]
    ordered = sorted(told, key=lambda seat: (seat[0], seat[1] or 0, seat[2] or 0))
    return Signature(day, game, fold(title), tuple(ordered))


def match_id_of(club_id: UUID, signature: Signature, number: int) -> UUID:
    """Return the id of the match that the so-manieth such row of a file becomes.

    It is made of ids and numbers only: a name could be guessed from it for ever.
    """
    return uuid5(club_id, canonical_json(["past_result", *signature, number]))


def stored_matches(
    club_id: UUID, zone: tzinfo, moments: Iterable[datetime]
) -> dict[Signature, list[UUID]]:
    """Return the matches of the days that a file speaks of, each under its signature."""
    ordered = sorted(moments)
    if not ordered:
        return {}
    merged = dict(
        Player.objects.filter(club_id=club_id, merged_into__isnull=False).values_list(
            "id", "merged_into"
        )
    )
    rows = MatchSeat.objects.filter(
        match__club_id=club_id,
        match__ended_at__range=(ordered[0] - A_DAY, ordered[-1] + A_DAY),
    ).order_by("match__ended_at", "match_id", "seat")
    seats: dict[UUID, list[tuple[UUID | None, int | None, int | None]]] = {}
    facts: dict[UUID, tuple[str, str, str]] = {}
    columns = ("match__ended_at", "match__game", "match__title", "player_id", "score", "place")
    for match_id, ended_at, game, title, player, score, place in rows.values_list(
        "match_id", *columns
    ):
        while (into := merged.get(player)) is not None:
            player = into
        facts[match_id] = ended_at.astimezone(zone).date().isoformat(), game, title
        seats.setdefault(match_id, []).append((player, score, place))
    stored: dict[Signature, list[UUID]] = {}
    for match_id, (day, game, title) in facts.items():
        stored.setdefault(signature_of(day, game, title, seats[match_id]), []).append(match_id)
    return stored


def known_among(match_ids: Iterable[UUID]) -> set[UUID]:
    return set(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", flat=True))
