"""Matches as lists: filtered, newest first, seats prefetched; two queries for any page of them."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict, Unpack
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from replays import ports
from replays.errors import UnknownStream
from replays.models import Import, Match, MatchSeat

_SEATS = Prefetch("seatings", queryset=MatchSeat.objects.order_by("seat"))


def known_matches() -> QuerySet[Match]:
    """Return every match; each says whether its record was brought in from elsewhere.

    What a backup brought back is no import.
    """
    imports = Import.objects.filter(stream_id=OuterRef("pk"), restored=False)
    return Match.objects.annotate(is_imported=Exists(imports))


class MatchFields(TypedDict, total=False):
    """What a list of matches can be narrowed by; None narrows nothing."""

    club_id: UUID | None
    game: str | None
    status: str | None
    source: str | None
    content_hash: str | None
    created_at__lt: datetime


def match_list(*, player_id: UUID | None = None, **fields: Unpack[MatchFields]) -> QuerySet[Match]:
    """Return matches, newest first, narrowed by whatever is given; branches are in no list."""
    filters = {name: value for name, value in fields.items() if value is not None}
    matches = known_matches().filter(parent_id=None, **filters)
    if player_id is not None:
        ids = ports.people().aliases(player_id)
        seated = MatchSeat.objects.filter(player_id__in=ids).values("match_id")
        matches = matches.filter(pk__in=seated)
    return with_seats(matches.order_by("-created_at", "id"))


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return matches that bring their seats along."""
    return matches.prefetch_related(_SEATS)


def other_games(installed: Iterable[str], matches: QuerySet[Match]) -> list[str]:
    """Return the slugs of games that matches were played of and that are not installed."""
    others = matches.exclude(game__in=list(installed)).order_by("game")
    return list(others.values_list("game", flat=True).distinct())


def get_match(match_id: UUID) -> Match:
    """Return one match with its seats, or raise UnknownStream."""
    for match in with_seats(known_matches().filter(pk=match_id)):
        return match
    raise UnknownStream
