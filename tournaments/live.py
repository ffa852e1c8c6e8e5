"""What changes with a tournament, a ladder or the home of a club, for pages that follow them."""

import hashlib
from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery

from replays import ports
from replays.live.callers import Caller
from replays.live.changes import register_subject
from replays.live.wakeups import register_marks
from replays.models import Match
from tournaments.ladders.models import Ladder, LadderNote, RatedMatch
from tournaments.people.models import Club
from tournaments.tournaments.models import Tournament


def register() -> None:
    """Let tournaments, ladders and clubs be followed."""
    register_subject("tournament", tournament_mark)
    register_subject("ladder", ladder_mark)
    register_subject("club", club_mark)
    register_marks("ladders", _marks_of_ladders)
    register_marks("clubs", _marks_of_clubs)


def tournament_mark(_caller: Caller, tournament_id: UUID) -> str | None:
    rows = Tournament.objects.filter(pk=tournament_id)
    return next((str(version) for version in rows.values_list("version", flat=True)), None)


def ladder_mark(_caller: Caller, ladder_id: UUID) -> str | None:
    return _marks_of_ladders([ladder_id]).get(ladder_id)


def club_mark(caller: Caller, club_id: UUID) -> str | None:
    """Return what changes with the matches that somebody finds on the home of a club."""
    if not Club.objects.filter(pk=club_id).exists():
        return None
    matches = Match.objects.filter(club_id=club_id, parent_id=None)
    return _mark_of_matches(ports.policy().onlooker(caller.actor).listed(matches, club_id))


def _marks_of_ladders(topics: Collection[UUID]) -> Mapping[UUID, str]:
    """Return, of those topics that are ladders, what changes with every rating of theirs."""
    rated = RatedMatch.objects.filter(ladder=OuterRef("pk")).order_by().values("ladder")
    noted = LadderNote.objects.filter(ladder=OuterRef("pk")).order_by("-at")
    ladders = Ladder.objects.filter(pk__in=topics).annotate(
        rated_count=Subquery(rated.annotate(count=Count("pk")).values("count")),
        rated_last=Subquery(rated.annotate(last=Max("ended_at")).values("last")),
        noted_last=Subquery(noted.values("at")[:1]),
    )
    rows = ladders.values_list("pk", "version", "rated_count", "rated_last", "noted_last")
    return {ladder_id: _mark(*parts) for ladder_id, *parts in rows}


def _marks_of_clubs(topics: Collection[UUID]) -> Mapping[UUID, str]:
    """Return, of those topics that are clubs, what changes with any of their matches."""
    clubs = Club.objects.filter(pk__in=topics).values_list("pk", flat=True)
    return {club: _mark_of_matches(Match.objects.filter(club_id=club)) for club in clubs}


def _mark_of_matches(matches: QuerySet[Match]) -> str:
    open_now = Count("pk", filter=Q(status=Match.Status.OPEN))
    return _mark(*matches.aggregate(Max("created_at"), Max("ended_at"), open=open_now).values())


def _mark(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
