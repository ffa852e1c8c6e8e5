"""Tables that wait for somebody: reports that differ, calls for an arbiter, no news for long."""

from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db.models import Count, OuterRef, Q, Subquery

from replays.chain import timestamp
from replays.models import StoredEvent
from tournaments.tournaments.models import (
    TableStatus,
    Tournament,
    TournamentStatus,
    TournamentTable,
)

LONG = timedelta(hours=12)
"""So long after the last news a table without a result seems to be forgotten."""
_OPEN = (TableStatus.OPEN, TableStatus.STARTED, TableStatus.REPORTED)


class UndecidedTable(msgspec.Struct, frozen=True):
    """A table that waits for an arbiter."""

    tournament: UUID
    title: str
    stage: int
    round: int
    table: int
    disputed: bool
    """Whether those at the table say different things."""


class ForgottenTables(msgspec.Struct, frozen=True):
    """A tournament in which nothing has happened for long though tables have no result."""

    tournament: UUID
    title: str
    tables: int


def undecided_tables(limit: int) -> list[UndecidedTable]:
    """Return the tables whose reports differ or that called an arbiter, of tournaments going on."""
    waiting = Q(status=TableStatus.DISPUTED) | Q(called=True)
    going_on = Q(tournament__status=TournamentStatus.RUNNING)
    rows = TournamentTable.objects.filter(waiting & going_on).select_related("tournament")
    return [
        UndecidedTable(
            row.tournament_id,
            row.tournament.title,
            row.stage,
            row.round,
            row.number,
            row.status == TableStatus.DISPUTED,
        )
        for row in rows[:limit]
    ]


def forgotten_tables(*, now: datetime, limit: int) -> list[ForgottenTables]:
    """Return tournaments with open tables of which nothing was heard for long."""
    newest = StoredEvent.objects.filter(stream_id=OuterRef("pk"), version=OuterRef("version"))
    rows = (
        Tournament.objects.filter(status=TournamentStatus.RUNNING)
        .annotate(waiting=Count("tables", filter=Q(tables__status__in=_OPEN)))
        .annotate(heard=Subquery(newest.values("recorded_at")[:1]))
        .filter(waiting__gt=0, heard__lt=timestamp(now - LONG))
    )
    return [ForgottenTables(row.pk, row.title, row.waiting) for row in rows[:limit]]
