"""The standings of a stage or tournament: ranks, shared places, and what decided them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import ZERO, over_common
from tournaments.tournaments.standings.scoring import ScoringRules, Why
from tournaments.tournaments.standings.tally import History, Part, Tally, tally
from tournaments.tournaments.standings.tiebreaks import (
    TIE_BREAKS,
    TieBreak,
    Values,
    require_tie_breaks,
    wins,
)

USUAL_TIE_BREAKS = ("points", "wins", "head_to_head", "opponents_points", "game_points", "lot")

# A void table may be followed by another one in the same round.
_BESIDE_A_ROUND = frozenset({Why.VOID, Why.PENALTY, Why.CARRIED})


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """Scoring, and what ranks entrants, first to last; `points` is one of the list."""

    scoring: ScoringRules = field(default_factory=ScoringRules)
    tie_breaks: tuple[str, ...] = USUAL_TIE_BREAKS

    def check(self) -> None:
        """Raise what the scoring or the list of tie-breaks has wrong."""
        self.scoring.check()
        require_tie_breaks(self.tie_breaks)


class StandingRow(NamedTuple):
    """One entrant's line. `decided_by` is the position of the tie-break that put it below the
    line above; None for the first line and for one that shares its rank with the line above."""

    entrant: int
    rank: int
    shared: bool
    points: Fraction
    values: tuple[Fraction, ...]
    played: int
    wins: Fraction
    decided_by: int | None
    dropped: bool
    parts: tuple[Part, ...]


class TiedGroup(NamedTuple):
    """Entrants nothing has separated so far, and what separated them from those above."""

    entrants: tuple[int, ...]
    decided_by: int | None


def standings(history: History, rules: StandingsRules) -> tuple[StandingRow, ...]:
    """Rank everyone in a history. Raises `RuleViolation` for rules or facts that do not fit."""
    counted = counted_by(history, rules)
    return ranked(counted, rules, [TiedGroup(counted.entrants, None)], history.dropped)


def counted_by(history: History, rules: StandingsRules) -> Tally:
    """Count a history that is to be ranked. Raises what does not fit."""
    rules.check()
    counted = tally(history, rules.scoring)
    _require_one_result_a_round(counted)
    return counted


def ranked(
    counted: Tally, rules: StandingsRules, start: Sequence[TiedGroup], dropped: Collection[int]
) -> tuple[StandingRow, ...]:
    """Return a line for everybody: one table for each group of `start`, one after another."""
    tie_breaks = [TIE_BREAKS[code] for code in rules.tie_breaks]
    groups, values = rank_groups(counted, tie_breaks, start)
    by_code = dict(zip(rules.tie_breaks, values, strict=True))
    won = by_code.get("wins") or wins(counted, counted.entrants)
    gone = frozenset(dropped)
    table_of = {entrant: number for number, each in enumerate(start) for entrant in each.entrants}
    listed = [0] * len(start)
    rows: list[StandingRow] = []
    for group in groups:
        table = table_of[group.entrants[0]]
        rank = listed[table] + 1
        listed[table] += len(group.entrants)
        for position, entrant in enumerate(group.entrants):
            rows.append(
                StandingRow(
                    entrant=entrant,
                    rank=rank,
                    shared=len(group.entrants) > 1,
                    points=counted.points[entrant],
                    values=tuple(by_entrant.get(entrant, ZERO) for by_entrant in values),
                    played=len(counted.tables_of[entrant]),
                    wins=won[entrant],
                    decided_by=group.decided_by if position == 0 else None,
                    dropped=entrant in gone,
                    parts=tuple(counted.parts[entrant]),
                )
            )
    return tuple(rows)


def _require_one_result_a_round(counted: Tally) -> None:
    for entrant, parts in counted.parts.items():
        rounds = [(part.stage, part.round) for part in parts if part.why not in _BESIDE_A_ROUND]
        if len(set(rounds)) != len(rounds):
            raise RuleViolation("round_counted_twice", entrant=entrant)


def rank_groups(
    counted: Tally, tie_breaks: Sequence[TieBreak], start: Sequence[TiedGroup] | None = None
) -> tuple[list[TiedGroup], list[Values]]:
    """Split the field, tie-break after tie-break, into groups that share a rank, best first.

    Also returns the values of each tie-break; one that is only about the tied has none for others.
    """
    groups = list(start) if start is not None else [TiedGroup(counted.entrants, None)]
    collected: list[Values] = []
    for index, tie_break in enumerate(tie_breaks):
        values: Values = {}
        if not tie_break.among_tied:
            values = tie_break.values(counted, counted.entrants)
        split: list[TiedGroup] = []
        for group in groups:
            if len(group.entrants) > 1 and tie_break.among_tied:
                values.update(tie_break.values(counted, group.entrants))
            split.extend(split_group(group, values, index, tie_break.lower_is_better))
        groups = split
        collected.append(values)
    return groups, collected


def split_group(
    group: TiedGroup, values: Values, index: int, lower_is_better: bool
) -> list[TiedGroup]:
    """Split one tied group by values; all but the first part are decided by `index`."""
    if len(group.entrants) == 1:
        return [group]
    numbers, _unit = over_common({entrant: values[entrant] for entrant in group.entrants})
    by_value: dict[int | Fraction, list[int]] = {}
    for entrant in group.entrants:
        by_value.setdefault(numbers[entrant], []).append(entrant)
    ordered = sorted(by_value, reverse=not lower_is_better)
    return [
        TiedGroup(tuple(by_value[value]), group.decided_by if position == 0 else index)
        for position, value in enumerate(ordered)
    ]
