"""Ladders as services, lists and matches read them, and what is beside them."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from replays.errors import KaitenError
from replays.ports import Onlooker
from replays.questions import Question
from tournaments.ladders.models import (
    Ladder,
    LadderDue,
    LadderNote,
    LadderPlayer,
    LadderStatus,
    RatedMatch,
)
from tournaments.ladders.ratings import eligibility
from tournaments.ladders.ratings.eligibility import MatchFacts, Person, Verdict
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.ratings.rating_system import Change
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.selectors.rated_matches import facts_of, people_among

FROZEN = Verdict("ladder_frozen")


@dataclass(frozen=True, slots=True)
class MatchRating:
    """One ladder and one match."""

    ladder: Ladder
    reason: str
    """Why the ladder does not count the match; empty if it does. A stable code."""
    changes: tuple[Change, ...]
    """Empty until a worker has rated it."""

    @property
    def rated(self) -> bool:
        """Whether the match counts there, or will when it is over."""
        return self.reason in ("", "match_unfinished")


def ladder_list(*, club_id: UUID | None = None, status: str = "") -> QuerySet[Ladder]:
    """Return ladders: that of all games first, then those of single games, then the club's own."""
    ladders = Ladder.objects.select_related("club").order_by("-usual", "created_at", "id")
    if club_id is not None:
        ladders = ladders.filter(club_id=club_id)
    return ladders.filter(status=status) if status else ladders


def known_ladders(club_id: UUID, onlooker: Onlooker) -> list[Ladder]:
    """Return the ladders of a club that somebody may know of, in the same order."""
    known = onlooker.visible(_EVERY)
    # From most visitors nothing is kept, and they all ask the same.
    return _OF_CLUB.answers(club_id) if known is _EVERY else list(known.filter(club_id=club_id))


_EVERY = ladder_list()
_OF_CLUB = Question(UUID, lambda club_id: ladder_list(club_id=club_id))


def with_counts(ladders: QuerySet[Ladder]) -> QuerySet[Ladder]:
    """Add `player_count`, `match_count` and `waiting`, the number of things still to be done."""
    return ladders.annotate(
        player_count=_counted(LadderPlayer),
        match_count=_counted(RatedMatch),
        waiting=_counted(LadderDue),
    )


def _counted(rows: type[Model]) -> Coalesce:
    # Joins would multiply the rows of one kind by those of the others.
    own = rows._default_manager.filter(ladder=OuterRef("pk")).order_by().values("ladder")
    counted = own.annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


def ladder_of(ladder_id: UUID, among: QuerySet[Ladder] | None = None) -> Ladder:
    """Return a ladder of all or some; raises `unknown_ladder`."""
    ladder = (ladder_list() if among is None else among).filter(pk=ladder_id).first()
    if ladder is None:
        raise KaitenError("unknown_ladder", 404)
    return ladder


def notes_of(ladder: Ladder) -> QuerySet[LadderNote]:
    """Return what was rated anew on a ladder, the newest first."""
    return LadderNote.objects.filter(ladder=ladder).order_by("-at", "id")


def periods_of(ladder: Ladder) -> QuerySet[Ladder]:
    """Return the ladder that this one goes on from, and those that go on from it."""
    return ladder_list().filter(Q(pk=ladder.period_of) | Q(period_of=ladder.pk))


def is_behind(ladder: Ladder) -> bool:
    """Say whether something waits to be rated on a ladder that goes on."""
    is_open = ladder.status == LadderStatus.OPEN
    return is_open and LadderDue.objects.filter(ladder=ladder).exists()


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
        if not eligibility.lasting_reason(rules_from_data(ladder.rules), facts)
    ]


def ratings_of_match(
    match_id: UUID, ladders: Sequence[Ladder], *, now: datetime
) -> list[MatchRating]:
    """Return ladders of the club with what each says about a match, one that goes on too.

    Of a match that goes on it says `match_unfinished` only if it will count, ending `now`.
    """
    if not ladders:
        return []
    facts = facts_of([match_id])[match_id]
    people = people_among([facts])
    rows = dict(RatedMatch.objects.filter(match_id=match_id).values_list("ladder_id", "changes"))
    ratings = []
    for ladder in ladders:
        verdict = _verdict(ladder, facts, people, rows)
        if verdict.reason == "match_unfinished":
            verdict = _expected(ladder, facts, people, now)
        changes = changes_of(rows[ladder.id]) if ladder.id in rows else ()
        ratings.append(MatchRating(ladder, verdict.reason, changes))
    return ratings


def verdict_on(ladder: Ladder, match_id: UUID) -> Verdict:
    """Return what one ladder says about a match; raises `unknown_match`."""
    facts = facts_of([match_id]).get(match_id)
    if facts is None or facts.club != ladder.club_id:
        raise KaitenError("unknown_match", 404)
    rated = RatedMatch.objects.filter(ladder=ladder, match_id=match_id)
    rating_ladders = set(rated.values_list("ladder_id", flat=True))
    return _verdict(ladder, facts, people_among([facts]), rating_ladders)


def _expected(
    ladder: Ladder, facts: MatchFacts, people: Mapping[UUID, Person], now: datetime
) -> Verdict:
    if ladder.status == LadderStatus.FROZEN:
        return FROZEN
    day = now.astimezone(ZoneInfo(ladder.club.time_zone)).date()
    verdict = eligibility.outlook(rules_from_data(ladder.rules), facts, people, day)
    return Verdict("match_unfinished") if verdict.rated else verdict


def _verdict(
    ladder: Ladder, facts: MatchFacts, people: Mapping[UUID, Person], rated: Container[UUID]
) -> Verdict:
    verdict = eligibility.verdict(rules_from_data(ladder.rules), facts, people)
    frozen = ladder.status == LadderStatus.FROZEN
    return FROZEN if frozen and verdict.rated and ladder.id not in rated else verdict
