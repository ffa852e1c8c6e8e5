"""Standings as a table: what ranks, what each tie-break means, and which one decided."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.selectors.bracket_names import reason_words
from tournaments.tournaments.selectors.standings import (
    StandingAnswer,
    across_group_codes,
    by_group,
    overall_rows,
    standings_rows,
    tie_break_codes,
    tie_break_definition,
)
from tournaments.tournaments.web.unplayed import given_words
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
    given: list[str]
    """What was got or lost without playing for it, and why."""
    reason: str
    """Why somebody who was level in the last match stands here."""
    group: str = ""
    """Its group, where those of several groups stand in one table."""


class StandingsTable(NamedTuple):
    """Standings, best first."""

    heads: tuple[Head, ...]
    rows: tuple[StandingRow, ...]
    provisional: bool
    """Whether a result in them may still change without a correction."""
    groups: "tuple[tuple[str, StandingsTable], ...]" = ()
    """A table for each group, by its name; `rows` then hold everybody, ranked across groups."""
    defines: bool = True
    """Whether what ranks is explained below this table."""


def standings_table(state: State, stage: Stage, labels: Mapping[int, str]) -> StandingsTable:
    """Return the standings of a stage that has begun."""
    heads = {
        position: Head(code, tie_break_name(code), tie_break_definition(code))
        for position, code in enumerate(tie_break_codes(stage))
        # Before lots are drawn they say nothing.
        if code != "lot" or stage.lots
    }
    lines = standings_rows(state, stage.number, labels)
    if groups := by_group(lines):
        return _with_groups(state, stage, heads, groups)
    return StandingsTable(tuple(heads.values()), _rows(state, heads, lines), _is_provisional(stage))


def _with_groups(
    state: State,
    stage: Stage,
    heads: Mapping[int, Head],
    groups: Mapping[str, Sequence[StandingAnswer]],
) -> StandingsTable:
    """Return a table for each group, and one in which all groups are ranked together."""
    tables: list[tuple[str, StandingsTable]] = []
    for name, lines in groups.items():
        ranked = [replace(one, place=one.group_place, shared=one.group_shared) for one in lines]
        last = len(tables) == len(groups) - 1
        rows = _rows(state, heads, ranked)
        tables.append((name, StandingsTable(tuple(heads.values()), rows, False, defines=last)))
    across = {
        position: Head(code, tie_break_name(code), tie_break_definition(code))
        for position, code in enumerate(across_group_codes(state, stage))
        if code != "lot"
    }
    together = sorted(chain.from_iterable(groups.values()), key=lambda line: line.place or 0)
    measured = [replace(line, values=line.across, decided_by=None) for line in together]
    rows = tuple(row._replace(group=row.line.group or "") for row in _rows(state, across, measured))
    return StandingsTable(tuple(across.values()), rows, _is_provisional(stage), tuple(tables))


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
            given_words(line),
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
