"""Matches as lists: filtered, newest first, seats prefetched; two queries for any page of them."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import TypedDict, Unpack
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.registry import games
from replays import ports
from replays.errors import UnknownStream
from replays.installed import name_of_game
from replays.models import Import, Match, MatchSeat
from replays.questions import Question

MOST_WORDS = 4
_SEATS = Prefetch("seatings", queryset=MatchSeat.objects.order_by("seat"))


def known_matches() -> QuerySet[Match]:
    """Return every match; each says whether its record was brought in from elsewhere.

    What a backup brought back is no import.
    """
    return _known_matches().all()


@cache
def _known_matches() -> QuerySet[Match]:
    """Return the same, put together once: it is asked for several times a request."""
    imports = Import.objects.filter(stream_id=OuterRef("pk"), restored=False)
    return Match.objects.annotate(is_imported=Exists(imports))


class MatchFields(TypedDict, total=False):
    """What a list of matches can be narrowed by; None narrows nothing."""

    club_id: UUID | None
    game: str | None
    status: str | None
    source: str | None
    content_hash: str | None
    created_at__lt: datetime | None
    created_at__gte: datetime | None


def match_list(*, player_id: UUID | None = None, **fields: Unpack[MatchFields]) -> QuerySet[Match]:
    """Return matches, newest first, narrowed by whatever is given; branches are in no list."""
    filters = {name: value for name, value in fields.items() if value is not None}
    matches = known_matches().filter(parent_id=None, **filters)
    if player_id is not None:
        ids = ports.people().aliases(player_id)
        seated = MatchSeat.objects.filter(player_id__in=ids).values("match_id")
        matches = matches.filter(pk__in=seated)
    return with_seats(matches.order_by("-created_at", "id"))


def called(
    matches: QuerySet[Match],
    text: str,
    onlooker: ports.Onlooker,
    *,
    club_id: UUID | None,
    language: str,
) -> QuerySet[Match]:
    """Keep the matches in which every word of a text is found.

    It is looked for in the names of players, tournament and game, and in what stands on the box.
    """
    people = ports.people()
    for word in text.split()[:MOST_WORDS]:
        named = [
            rules.slug
            for rules in games()
            if word.casefold() in name_of_game(rules.slug, language).casefold()
        ]
        matches = matches.filter(
            people.called(word, onlooker, club_id)
            | Q(title__icontains=word)
            | Q(title="", game__in=named)
        )
    return matches


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return matches that bring their seats along."""
    return matches.prefetch_related(_SEATS)


def other_games(installed: Iterable[str], matches: QuerySet[Match]) -> list[str]:
    """Return the slugs of games that matches were played of and that are not installed."""
    others = matches.exclude(game__in=list(installed)).order_by("game")
    return list(others.values_list("game", flat=True).distinct())


def get_match(match_id: UUID) -> Match:
    """Return one match with its seats, or raise UnknownStream."""
    match = _MATCH.answer(match_id)
    if match is None:
        raise UnknownStream
    seats = MatchSeat.objects.all()
    vars(seats).update(_result_cache=_SEATS_OF.answers(match_id), _prefetch_done=True)
    vars(match)["_prefetched_objects_cache"] = {"seatings": seats}
    return match


def status_of(match_id: UUID) -> str:
    """Return how a match stands, or raise UnknownStream."""
    status = _STATUS.answer(match_id)
    if status is None:
        raise UnknownStream
    return status


_STATUS = Question(
    UUID, lambda id_: Match.objects.filter(pk=id_).order_by().values_list("status", flat=True)
)
_MATCH = Question(UUID, lambda id_: known_matches().filter(pk=id_).order_by())
_SEATS_OF = Question(UUID, lambda id_: MatchSeat.objects.filter(match_id=id_).order_by("seat"))
