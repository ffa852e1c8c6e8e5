"""What waits for somebody: reports that differ, calls for an arbiter, no news for long."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

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


class WaitingTables(msgspec.Struct, frozen=True):
    """A tournament, and how many of its tables wait."""

    tournament: UUID
    title: str
    tables: int


def undecided_tables(limit: int, club_id: UUID | None = None) -> list[UndecidedTable]:
    """Return the tables whose reports differ or that called an arbiter, of tournaments going on."""
    waiting = Q(status=TableStatus.DISPUTED) | Q(called=True)
    rows = TournamentTable.objects.filter(waiting, tournament__in=_running(club_id))
    return [
        UndecidedTable(
            row.tournament_id,
            row.tournament.title,
            row.stage,
            row.round,
            row.number,
            row.status == TableStatus.DISPUTED,
        )
        for row in rows.select_related("tournament")[:limit]
    ]


def forgotten_tables(
    *, now: datetime, limit: int, club_id: UUID | None = None
) -> list[WaitingTables]:
    """Return tournaments with open tables of which nothing was heard for long."""
    newest = StoredEvent.objects.filter(stream_id=OuterRef("pk"), version=OuterRef("version"))
    rows = (
        _with_tables(club_id, _OPEN)
        .annotate(heard=Subquery(newest.values("recorded_at")[:1]))
        .filter(heard__lt=timestamp(now - LONG))
    )
    return [WaitingTables(row.pk, row.title, row.waiting) for row in rows[:limit]]


def unconfirmed_tables(limit: int, club_id: UUID | None = None) -> list[WaitingTables]:
    """Return tournaments with results that stand once they are confirmed or the round is over."""
    rows = _with_tables(club_id, (TableStatus.PROVISIONAL,))
    return [WaitingTables(row.pk, row.title, row.waiting) for row in rows[:limit]]


def past_evenings(today: date, limit: int, club_id: UUID | None = None) -> list[Tournament]:
    """Return the tournaments whose day is past and that never began, the latest first."""
    rows = Tournament.objects.filter(status=TournamentStatus.PLANNED, day__lt=today)
    rows = rows.filter(club_id=club_id) if club_id else rows
    return list(rows.order_by("-day", "id")[:limit])


def _running(club_id: UUID | None) -> QuerySet[Tournament]:
    rows = Tournament.objects.filter(status=TournamentStatus.RUNNING)
    return rows.filter(club_id=club_id) if club_id else rows


def _with_tables(
    club_id: UUID | None, statuses: Collection[TableStatus]
) -> QuerySet[Tournament, Any]:
    waiting = Count("tables", filter=Q(tables__status__in=statuses))
    return _running(club_id).annotate(waiting=waiting).filter(waiting__gt=0)
