"""Ladders as services, lists and matches read them."""

from collections.abc import Container, Mapping
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from replays.errors import KaitenError
from replays.models import Match
from tournaments.ladders.models import Ladder, LadderStatus, RatedMatch
from tournaments.ladders.ratings.eligibility import (
    MatchFacts,
    Person,
    Verdict,
    lasting_reason,
    outlook,
    verdict,
)
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.selectors.rated_matches import facts_of, people_among

FROZEN = Verdict("ladder_frozen")


def ladder_list(*, club_id: UUID | None = None, status: str = "") -> QuerySet[Ladder]:
    """Return ladders: that of all games first, then those of single games, then the club's own."""
    ladders = Ladder.objects.select_related("club").order_by("-usual", "created_at", "id")
    if club_id is not None:
        ladders = ladders.filter(club_id=club_id)
    return ladders.filter(status=status) if status else ladders


def ladder_of(ladder_id: UUID) -> Ladder:
    """Return a ladder or raise `unknown_ladder`."""
    ladder = ladder_list().filter(pk=ladder_id).first()
    if ladder is None:
        raise KaitenError("unknown_ladder", 404)
    return ladder


def ladders_of_match(match_id: UUID) -> list[UUID]:
    """Return the open ladders that may rate a match, or may have rated it as it stood.

    Nothing that can change is asked: a worker may be writing down just now what has been taken
    back since, and nobody sees that before it commits.
    """
    facts = facts_of([match_id]).get(match_id)
    if facts is None:
        return []
    return [
        ladder.id
        for ladder in ladder_list(club_id=facts.club, status=LadderStatus.OPEN)
        if not lasting_reason(rules_from_data(ladder.rules), facts)
    ]


def verdicts_on(match_id: UUID, *, now: datetime | None = None) -> list[tuple[Ladder, Verdict]]:
    """Return every ladder of a match's club with what it says about the match.

    Of a match that goes on it says `match_unfinished` only if it will count, ending `now`.
    """
    club = Match.objects.filter(pk=match_id).values("club_id")
    ladders = list(ladder_list().filter(club_id__in=club))
    if not ladders:
        return []
    facts = facts_of([match_id])[match_id]
    people = people_among([facts])
    rated = set(RatedMatch.objects.filter(match_id=match_id).values_list("ladder_id", flat=True))
    found = []
    for ladder in ladders:
        said = _said(ladder, facts, people, rated)
        if said.reason == "match_unfinished":
            said = _expected(ladder, facts, people, now)
        found.append((ladder, said))
    return found


def verdict_on(ladder: Ladder, match_id: UUID) -> Verdict:
    """Return what one ladder says about a match; raises `unknown_match`."""
    facts = facts_of([match_id]).get(match_id)
    if facts is None or facts.club != ladder.club_id:
        raise KaitenError("unknown_match", 404)
    rated = RatedMatch.objects.filter(ladder=ladder, match_id=match_id)
    kept = set(rated.values_list("ladder_id", flat=True))
    return _said(ladder, facts, people_among([facts]), kept)


def _expected(
    ladder: Ladder, facts: MatchFacts, people: Mapping[UUID, Person], now: datetime | None
) -> Verdict:
    if ladder.status == LadderStatus.FROZEN:
        return FROZEN
    day = now.astimezone(ZoneInfo(ladder.club.time_zone)).date() if now is not None else None
    said = outlook(rules_from_data(ladder.rules), facts, people, day)
    return Verdict("match_unfinished") if said.rated else said


def _said(
    ladder: Ladder, facts: MatchFacts, people: Mapping[UUID, Person], rated: Container[UUID]
) -> Verdict:
    said = verdict(rules_from_data(ladder.rules), facts, people)
    frozen = ladder.status == LadderStatus.FROZEN
    if frozen and said.rated and ladder.id not in rated:
        return FROZEN
    return said
