"""Announced rounds: who sits where, what each table brought, who has none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from tournaments.tournaments.director.commands.base import round_of, stage_of
from tournaments.tournaments.director.history import table_result
from tournaments.tournaments.director.rankings import scoring_of
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Clock, Stage, State, Table
from tournaments.tournaments.models import TableStatus
from tournaments.tournaments.standings.scoring import table_awards

Labels = Mapping[int, str]
"""Public names by entrant number."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat at a table, and what it brought."""

    seat: int
    entrant: int
    label: str
    place: int | None
    score: int | None
    points: Fraction | None
    absent: bool
    reported: bool
    """Whether whoever sits there has said how it ended."""


@dataclass(frozen=True, slots=True)
class TableView:
    """One announced table."""

    number: int
    game: str
    match: UUID
    status: TableStatus
    kind: str
    origin: str
    called: bool
    extra_seconds: int
    seats: tuple[SeatView, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """One announced round."""

    stage: int
    number: int
    tables: tuple[TableView, ...]
    byes: tuple[int, ...]
    absent: tuple[int, ...]
    clock: Clock | None
    complete: bool


def round_view(state: State, stage: int, number: int, labels: Labels) -> RoundView:
    """Return an announced round; raises `unknown_stage` or `unknown_round`."""
    found = stage_of(state, stage)
    row = round_of(found, number)
    return RoundView(
        stage=stage,
        number=number,
        tables=tuple(_table(found, number, table, labels) for table in row.tables.values()),
        byes=row.byes,
        absent=row.absent,
        clock=row.clock,
        complete=row.complete,
    )


def round_views(
    state: State, labels: Labels, *, stage: int | None = None, number: int | None = None
) -> list[RoundView]:
    """Return the announced rounds in order: all, those of a stage, those with a number.

    Raises `unknown_stage`.
    """
    stages = state.stages.values() if stage is None else [stage_of(state, stage)]
    return [
        round_view(state, found.number, round_, labels)
        for found in stages
        for round_ in sorted(found.rounds)
        if number is None or number == round_
    ]


def table_status(table: Table) -> TableStatus:
    """Return what can be said of a table now."""
    if table.result is not None:
        return TableStatus.CONFIRMED if table.confirmed else TableStatus.PROVISIONAL
    if table.disputed:
        return TableStatus.DISPUTED
    if table.reports:
        return TableStatus.REPORTED
    return TableStatus.STARTED if table.started else TableStatus.OPEN


def _table(stage: Stage, round_: int, table: Table, labels: Labels) -> TableView:
    result = table.result
    return TableView(
        number=table.number,
        game=stage.rules.games[table.game].game,
        match=table.match,
        status=table_status(table),
        kind=result.kind if result is not None else "",
        origin=result.origin if result is not None else "",
        called=table.called,
        extra_seconds=table.extra_seconds,
        seats=tuple(_seats(stage, round_, table, labels)),
    )


def _seats(stage: Stage, round_: int, table: Table, labels: Labels) -> Iterable[SeatView]:
    result = table.result
    points: dict[int, Fraction] = {}
    if result is not None and stage.rules.format not in CHAINED:
        scoring = scoring_of(stage.rules)
        counted = table_result(stage, stage.rounds[round_], table, result)
        points = {award.entrant: award.points for award in table_awards(counted, scoring)}
    for seat, entrant in enumerate(table.entrants):
        away = result is not None and entrant in result.absent
        yield SeatView(
            seat=seat,
            entrant=entrant,
            label=labels[entrant],
            place=result.places[seat] if result and result.places and not away else None,
            score=result.scores[seat] if result and result.scores and not away else None,
            points=points.get(entrant),
            absent=away,
            reported=entrant in table.reports,
        )
