"""Standings as a table: what ranks, what each tie-break means, and which one decided."""

from collections.abc import Iterator, Mapping, Sequence
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
    begun_stages,
    by_group,
    standings_rows,
    tie_break_codes,
    tie_break_definition,
    whole_rows,
)
from tournaments.tournaments.selectors.words import exact_column
from tournaments.tournaments.web.folding import Part, parts_of
from tournaments.tournaments.web.stages import only_table
from tournaments.tournaments.web.unplayed import given_words
from tournaments.tournaments.web.words import tie_break_name


class Head(NamedTuple):
    """One column: something that ranks, or what a stage brought."""

    code: str
    name: str
    definition: str = ""
    """What it counts; empty where its name says so."""


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
    stage: int = 0
    """Whose standings they are; 0: those of the whole tournament."""

    @property
    def stage_id(self) -> str:
        """The stage as part of a name in HTML."""
        return str(self.stage)

    @property
    def parts(self) -> list[Part[StandingRow]]:
        return parts_of(self.rows)


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
    rows = _rows(state, heads, lines)
    return StandingsTable(tuple(heads.values()), rows, _is_provisional(stage), stage=stage.number)


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
        shown = StandingsTable(tuple(heads.values()), rows, False, defines=last, stage=stage.number)
        tables.append((name, shown))
    across = {
        position: Head(code, tie_break_name(code), tie_break_definition(code))
        for position, code in enumerate(across_group_codes(state, stage))
        if code != "lot"
    }
    together = sorted(chain.from_iterable(groups.values()), key=lambda line: line.place or 0)
    measured = [replace(line, values=line.across, decided_by=None) for line in together]
    rows = tuple(row._replace(group=row.line.group or "") for row in _rows(state, across, measured))
    return StandingsTable(
        tuple(across.values()), rows, _is_provisional(stage), tuple(tables), stage=stage.number
    )


def overall_table(
    state: State, labels: Mapping[int, str], names: Mapping[int, str]
) -> StandingsTable:
    """Return the ranking of the whole tournament, with what each stage brought, by its name."""
    lines = whole_rows(state, labels)
    begun = list(reversed(begun_stages(state)))
    heads = tuple(Head(f"stage-{stage.number}", names[stage.number]) for stage in begun)
    columns = [_brought(stage, lines) for stage in begun]
    rows = _rows(state, {}, lines)
    return StandingsTable(
        heads,
        tuple(
            row._replace(cells=tuple((text, False) for text in cells), decided_by=decided)
            for row, decided, *cells in zip(rows, _decided(state, lines), *columns, strict=True)
        ),
        provisional=False,
    )


def _brought(stage: Stage, lines: Sequence[StandingAnswer]) -> list[str]:
    """Return what a stage brought everybody: scores of one table, points, or places."""
    if (table := only_table(stage)) is not None and table.result and table.result.scores:
        scores = dict(zip(table.entrants, table.result.scores, strict=True))
        found_scores = [scores.get(line.entrant) for line in lines]
        return ["" if score is None else str(score) for score in found_scores]
    found = [
        next((part for part in line.stages if part.stage == stage.number), None) for line in lines
    ]
    if stage.rules.format in CHAINED:
        return [f"{part.place}." if part is not None else "" for part in found]
    return exact_column([part.points if part is not None else None for part in found])


def _decided(state: State, lines: Sequence[StandingAnswer]) -> Iterator[str]:
    """Yield for each line which tie-break of their last stage put it below the one above."""
    above = 0
    for line in lines:
        last = line.stages[-1]
        usual = tie_break_codes(state.stage(last.stage))[:1]
        told = last.decided_by if last.stage == above and last.decided_by not in usual else None
        yield tie_break_name(told) if told else ""
        above = last.stage


def _rows(
    state: State, heads: Mapping[int, Head], lines: Sequence[StandingAnswer]
) -> tuple[StandingRow, ...]:
    """Return the lines with their figures; `heads` are the columns shown, by position."""
    # That the first column decides is what everybody expects.
    tie_break_names = {head.code: head.name for position, head in heads.items() if position > 0}
    columns = [
        [(text, head.code == line.decided_by) for text, line in zip(texts, lines, strict=True)]
        for position, head in heads.items()
        for texts in [exact_column([line.values[position] for line in lines])]
    ]
    return tuple(
        StandingRow(
            line,
            state.entrants[line.entrant].player,
            tuple(column[number] for column in columns),
            tie_break_names.get(line.decided_by or "", ""),
            given_words(line),
            reason_words(line.reason),
        )
        for number, line in enumerate(lines)
    )


def _is_provisional(stage: Stage) -> bool:
    return stage.rules.format not in CHAINED and any(
        table.result is not None and not table.confirmed
        for row in stage.rounds.values()
        for table in row.tables.values()
    )
