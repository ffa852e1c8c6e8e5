"""What changes with a tournament, a ladder or the home of a club, for pages that follow them."""

import hashlib
from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery, Sum

from replays import ports
from replays.live.callers import Caller
from replays.live.changes import Mark, register_subject
from replays.live.spectators import sightings
from replays.live.wakeups import register_marks
from replays.models import Match
from tournaments.ladders.models import Ladder, LadderNote, RatedMatch
from tournaments.people.models import Club
from tournaments.tournaments.models import Tournament, TournamentTable


def register() -> None:
    """Let tournaments, ladders and clubs be followed."""
    register_subject("tournament", tournament_mark)
    register_subject("boards", boards_mark, noun="tournament")
    register_subject("ladder", ladder_mark)
    register_subject("club", club_mark)
    register_marks("ladders", _marks_of_ladders)
    register_marks("clubs", _marks_of_clubs)


def tournament_mark(_caller: Caller, tournament_id: UUID) -> Mark | None:
    rows = Tournament.objects.filter(pk=tournament_id)
    return next((Mark(str(version)) for version in rows.values_list("version", flat=True)), None)


def boards_mark(caller: Caller, tournament_id: UUID) -> Mark | None:
    """Return what changes with every step at a table that is being played."""
    tournament = tournament_mark(caller, tournament_id)
    if tournament is None:
        return None
    tables = TournamentTable.objects.filter(tournament=tournament_id)
    playing = Match.objects.filter(pk__in=tables.values("match_id"), status=Match.Status.OPEN)
    seen = sightings(caller.actor, playing.values_list("pk", flat=True))
    versions = sorted((match, sighting.version) for match, sighting in seen.items())
    waits = [sighting.seconds for sighting in seen.values() if sighting.seconds is not None]
    word = _mark(tournament.word, versions)
    return Mark(word, min(waits, default=None), frozenset(seen))


def ladder_mark(_caller: Caller, ladder_id: UUID) -> Mark | None:
    word = _marks_of_ladders([ladder_id]).get(ladder_id)
    return Mark(word) if word is not None else None


def club_mark(caller: Caller, club_id: UUID) -> Mark | None:
    """Return what changes with what somebody finds on the home of a club."""
    if not Club.objects.filter(pk=club_id).exists():
        return None
    onlooker = ports.policy().onlooker(caller.actor)
    matches = onlooker.listed(Match.objects.filter(club_id=club_id, parent_id=None), club_id)
    evenings = onlooker.listed(Tournament.objects.filter(club_id=club_id), club_id)
    return Mark(_mark_of_club(matches, evenings))


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
    return {
        club: _mark_of_club(
            Match.objects.filter(club_id=club), Tournament.objects.filter(club_id=club)
        )
        for club in clubs
    }


def _mark_of_club(matches: QuerySet[Match], evenings: QuerySet[Tournament]) -> str:
    open_now = Count("pk", filter=Q(status=Match.Status.OPEN))
    played = matches.aggregate(Max("created_at"), Max("ended_at"), open=open_now)
    held = evenings.aggregate(Count("pk"), Sum("version"))
    return _mark(*played.values(), *held.values())


def _mark(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
