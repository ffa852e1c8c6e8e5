"""Standings as a table: what ranks, what each tie-break means, and which one decided."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.selectors.standings import (
    StandingAnswer,
    overall_rows,
    standings_rows,
    tie_break_codes,
    tie_break_definition,
)
from tournaments.tournaments.web.words import (
    exact,
    ranking_name,
    tie_break_name,
)


class Head(NamedTuple):
    """One column that ranks."""

    code: str
    name: str
    definition: str


class Cell(NamedTuple):
    """One figure; `decided` marks the one that put its line below the line above."""

    text: str
    decided: bool


class StandingRow(NamedTuple):
    """One entrant's line."""

    line: StandingAnswer
    player: UUID
    cells: tuple[Cell, ...]
    decided_by: str


class StandingsTable(NamedTuple):
    """Standings, best first."""

    heads: tuple[Head, ...]
    rows: tuple[StandingRow, ...]
    provisional: bool
    """Whether a result in them may still change without a correction."""

    @property
    def has_figures(self) -> bool:
        """Whether there is more to show than places."""
        return bool(self.heads)


def standings_table(state: State, stage: Stage, labels: Mapping[int, str]) -> StandingsTable:
    """Return the standings of a stage that has begun."""
    codes = tie_break_codes(stage)
    heads = {
        position: _head(code)
        for position, code in enumerate(codes)
        # Before lots are drawn they say nothing.
        if code != "lot" or stage.lots
    }
    lines = standings_rows(state, stage.number, labels)
    return StandingsTable(tuple(heads.values()), _rows(state, heads, lines), _is_provisional(stage))


def overall_table(state: State, labels: Mapping[int, str]) -> StandingsTable:
    """Return the ranking over all stages."""
    return StandingsTable((), _rows(state, {}, overall_rows(state, labels)), False)


def _rows(
    state: State, heads: Mapping[int, Head], lines: Sequence[StandingAnswer]
) -> tuple[StandingRow, ...]:
    """Return the lines with their figures; `heads` are the columns shown, by position."""
    # That the first column decides is what everybody expects.
    told = {head.code: head.name for position, head in heads.items() if position > 0}
    return tuple(
        StandingRow(
            line,
            state.entrants[line.entrant].player,
            tuple(
                Cell(exact(line.values[position]), head.code == line.decided_by)
                for position, head in heads.items()
            ),
            told.get(line.decided_by or "", ""),
        )
        for line in lines
    )


def _head(code: str) -> Head:
    name = ranking_name if code in ("total", "average", "best") else tie_break_name
    return Head(code, name(code), tie_break_definition(code))


def _is_provisional(stage: Stage) -> bool:
    return stage.rules.format not in CHAINED and any(
        table.result is not None and not table.confirmed
        for row in stage.rounds.values()
        for table in row.tables.values()
    )
