"""Standings as a table: what ranks, what each tie-break means, and which one decided."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.selectors.bracket_names import reason_words
from tournaments.tournaments.selectors.standings import (
    StandingAnswer,
    overall_rows,
    standings_rows,
    tie_break_codes,
    tie_break_definition,
)
from tournaments.tournaments.web.words import exact, tie_break_name


class Head(NamedTuple):
    """One column that ranks."""

    code: str
    name: str
    definition: str


class StandingRow(NamedTuple):
    """One entrant's line."""

    line: StandingAnswer
    player: UUID
    cells: tuple[tuple[str, bool], ...]
    """Its figures, and which of them put it below the line above."""
    decided_by: str
    reason: str
    """Why somebody who was level in the last match stands here."""


class StandingsTable(NamedTuple):
    """Standings, best first."""

    heads: tuple[Head, ...]
    rows: tuple[StandingRow, ...]
    provisional: bool
    """Whether a result in them may still change without a correction."""


def standings_table(state: State, stage: Stage, labels: Mapping[int, str]) -> StandingsTable:
    """Return the standings of a stage that has begun."""
    heads = {
        position: Head(code, tie_break_name(code), tie_break_definition(code))
        for position, code in enumerate(tie_break_codes(stage))
        # Before lots are drawn they say nothing.
        if code != "lot" or stage.lots
    }
    lines = standings_rows(state, stage.number, labels)
    return StandingsTable(tuple(heads.values()), _rows(state, heads, lines), _is_provisional(stage))


def overall_table(state: State, labels: Mapping[int, str]) -> StandingsTable:
    return StandingsTable((), _rows(state, {}, overall_rows(state, labels)), False)


def _rows(
    state: State, heads: Mapping[int, Head], lines: Sequence[StandingAnswer]
) -> tuple[StandingRow, ...]:
    """Return the lines with their figures; `heads` are the columns shown, by position."""
    # That the first column decides is what everybody expects.
    tie_break_names = {head.code: head.name for position, head in heads.items() if position > 0}
    return tuple(
        StandingRow(
            line,
            state.entrants[line.entrant].player,
            tuple(
                (exact(line.values[position]), head.code == line.decided_by)
                for position, head in heads.items()
            ),
            tie_break_names.get(line.decided_by or "", ""),
            reason_words(line.reason),
        )
        for line in lines
    )


def _is_provisional(stage: Stage) -> bool:
    return stage.rules.format not in CHAINED and any(
        table.result is not None and not table.confirmed
        for row in stage.rounds.values()
        for table in row.tables.values()
    )
