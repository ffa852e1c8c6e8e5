"""From where on a ladder is behind: what happened that its ratings do not know yet."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from replays.models import Match, Outbox
from tournaments.ladders.models import DueCause, LadderDue
from tournaments.ladders.selectors.folds import LadderReading
from tournaments.ladders.selectors.rated_matches import Position, micros
from tournaments.tournaments.models import TournamentTable

RESULTS, MERGES, LADDERS = "ladders", "ladder_merges", "ladder_rules"
"""The topics by which ladders hear of results, of merged players and of their own rules."""
START: Position = (micros(datetime.min.replace(tzinfo=UTC)), UUID(int=0))
"""Before every match: some were played before 1970."""


def owed_since(reading: LadderReading) -> Position | None:
    """Return the first position from which on a worker will rate anew; None if it owes nothing.

    Too early costs time and changes nothing, so what concerns players or rules is read as from the
    start.
    """
    ladder = reading.ladder
    dues = LadderDue.objects.filter(ladder=ladder)
    concerned = Q(topic__in=(MERGES, LADDERS), stream_id__in=(ladder.id, ladder.club_id))
    unheard = Outbox.objects.filter(concerned | Q(topic=RESULTS)).order_by()
    causes = set(dues.order_by().values_list("cause", flat=True).distinct())
    topics = set(unheard.values_list("topic", flat=True).distinct())
    if causes - {DueCause.MATCH} or topics - {RESULTS}:
        return START
    if not causes and not topics:
        return None
    changed = Outbox.objects.filter(topic=RESULTS).values("stream_id")
    tables = TournamentTable.objects.filter(tournament_id__in=changed).values("match_id")
    sources = (dues.values("subject"), changed, tables)
    ended = Match.objects.filter(club_id=ladder.club_id, ended_at__isnull=False)
    stands = ended.filter(_any_of("pk", sources)).order_by("ended_at", "id")
    stood = reading.rated.filter(_any_of("match_id", sources)).order_by("ended_at", "match_id")
    firsts = (
        stands.values_list("ended_at", "id").first(),
        stood.values_list("ended_at", "match_id").first(),
    )
    positions = [(micros(first[0]), first[1]) for first in firsts if first and first[0]]
    return min(positions, default=None)


def _any_of(name: str, sources: Sequence[QuerySet[Any, Any]]) -> Q:
    return Q(*(Q(**{f"{name}__in": source}) for source in sources), _connector=Q.OR)
