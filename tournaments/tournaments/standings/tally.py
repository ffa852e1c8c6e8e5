"""Everything an entrant got, round by round, and the tables that count as played."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import exact_sum
from tournaments.tournaments.standings.results import (
    Absence,
    Bye,
    LateEntry,
    Penalty,
    ResultKind,
    TableResult,
)
from tournaments.tournaments.standings.scoring import (
    ScoringRules,
    Why,
    counted_places,
    table_awards,
)


class Part(NamedTuple):
    """What one round gave an entrant and why; `table` and `place` are None where there is none."""

    stage: int
    round: int
    table: int | None
    why: Why
    points: Fraction
    place: int | None = None
    size: int = 0
    detail: str = ""


class PlayedTable(NamedTuple):
    """A table that counts as played: those who were there, and how they were placed."""

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class History:
    """What standings are made from. The order of anything in it changes nothing."""

    entrants: Collection[int]
    results: Collection[TableResult] = ()
    byes: Collection[Bye] = ()
    absences: Collection[Absence] = ()
    penalties: Collection[Penalty] = ()
    late_entries: Collection[LateEntry] = ()
    carried: Mapping[int, Fraction] = field(default_factory=dict)
    """Points brought along from a former stage."""
    dropped: Collection[int] = ()
    lots: Mapping[int, int] = field(default_factory=dict)
    """Recorded lots: the lower number goes first."""


@dataclass(slots=True)
class Tally:
    """A history counted by the scoring rules, which tie-breaks read."""

    entrants: tuple[int, ...]
    share_ties: bool
    lots: Mapping[int, int]
    parts: dict[int, list[Part]]
    tables: list[PlayedTable] = field(default_factory=list)
    tables_of: dict[int, list[int]] = field(default_factory=dict)
    """Positions in `tables`, by entrant."""
    walk_overs: dict[int, list[Fraction]] = field(default_factory=dict)
    """Wins without play: one, shared by those who were there."""
    unopposed: dict[int, int] = field(default_factory=dict)
    """How many byes, walk-overs and void tables an entrant had through no doing of its own."""
    earned: dict[int, Fraction] = field(default_factory=dict)
    """Points before penalties."""
    points: dict[int, Fraction] = field(default_factory=dict)
    """Points as they stand."""


def tally(history: History, rules: ScoringRules) -> Tally:
    """Count a history. Raises what does not fit, such as `unknown_entrant` or `table_twice`."""
    entrants = tuple(sorted(history.entrants))
    if len(set(entrants)) != len(entrants):
        raise RuleViolation("entrant_twice")
    counted = Tally(
        entrants=entrants,
        share_ties=rules.share_ties,
        lots=history.lots,
        parts={entrant: [] for entrant in entrants},
        tables_of={entrant: [] for entrant in entrants},
        walk_overs={entrant: [] for entrant in entrants},
        unopposed=dict.fromkeys(entrants, 0),
    )
    _require_known(counted, history)
    _count_tables(counted, history.results, rules)
    _count_rounds_without_a_table(counted, history, rules)
    for entrant, points in sorted(history.carried.items()):
        counted.parts[entrant].append(Part(0, 0, None, Why.CARRIED, points))
    for entrant in entrants:
        counted.earned[entrant] = exact_sum(part.points for part in counted.parts[entrant])
    _count_penalties(counted, history.penalties)
    for parts in counted.parts.values():
        parts.sort(key=_part_order)
    return counted


def _require_known(counted: Tally, history: History) -> None:
    named = chain(
        history.carried,
        history.dropped,
        history.lots,
        (entry.entrant for entry in history.byes),
        (entry.entrant for entry in history.absences),
        (entry.entrant for entry in history.penalties),
        (entry.entrant for entry in history.late_entries),
        *(result.entrants for result in history.results),
    )
    for entrant in named:
        if entrant not in counted.parts:
            raise RuleViolation("unknown_entrant", entrant=entrant)


def _count_tables(counted: Tally, results: Iterable[TableResult], rules: ScoringRules) -> None:
    ordered = sorted(results, key=_result_order)
    before: tuple[int, int, int] | None = None
    for result in ordered:
        where = _result_order(result)
        if where == before:
            raise RuleViolation(
                "table_twice", stage=result.stage, round=result.round, table=result.table
            )
        before = where
        result.check()
        _count_table(counted, result, rules)


def _count_table(counted: Tally, result: TableResult, rules: ScoringRules) -> None:
    stage, round_, table, size = result.stage, result.round, result.table, len(result.present)
    for entrant, points, why, place in table_awards(result, rules):
        part = Part(stage, round_, table, why, points, place, size, result.kind.value)
        counted.parts[entrant].append(part)
    places = counted_places(result, rules)
    if places is not None:
        for entrant in result.present:
            counted.tables_of[entrant].append(len(counted.tables))
        counted.tables.append(PlayedTable(result.present, places, result.present_scores))
    elif result.kind is ResultKind.WALK_OVER:
        for entrant in result.present:
            counted.walk_overs[entrant].append(Fraction(1, size))
            counted.unopposed[entrant] += 1
    else:
        for entrant in result.present:
            counted.unopposed[entrant] += 1


def _count_rounds_without_a_table(counted: Tally, history: History, rules: ScoringRules) -> None:
    bye_points = rules.worth(rules.bye, rules.table_size)
    for bye in history.byes:
        part = Part(bye.stage, bye.round, None, Why.BYE, bye_points)
        counted.parts[bye.entrant].append(part)
        counted.unopposed[bye.entrant] += 1
    for missed in history.absences:
        part = Part(missed.stage, missed.round, None, Why.NO_SHOW, rules.no_show)
        counted.parts[missed.entrant].append(part)
    for late in history.late_entries:
        for round_ in range(late.since, late.first_round):
            part = Part(late.stage, round_, None, Why.LATE, late.points)
            counted.parts[late.entrant].append(part)


def _count_penalties(counted: Tally, penalties: Iterable[Penalty]) -> None:
    counted.points.update(counted.earned)
    for penalty in penalties:
        penalty.check()
        counted.points[penalty.entrant] -= penalty.points
        lost, why = -penalty.points, Why.PENALTY
        part = Part(penalty.stage, penalty.round, None, why, lost, detail=penalty.reason)
        counted.parts[penalty.entrant].append(part)


def _result_order(result: TableResult) -> tuple[int, int, int]:
    return result.stage, result.round, result.table


def _part_order(part: Part) -> tuple[object, ...]:
    return part.stage, part.round, part.table or 0, part.why, part.detail, part.points
