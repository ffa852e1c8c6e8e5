"""Tables of groups, and what ranks across groups of different sizes."""

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from games.testing.scale import scaled
from tournaments.tournaments.standings.groups import (
    ACROSS_DEFINITIONS,
    GroupLine,
    across_codes,
    group_standings,
)
from tournaments.tournaments.standings.results import Bye, Penalty, ResultKind, TableResult
from tournaments.tournaments.standings.schemes import PRESETS
from tournaments.tournaments.standings.scoring import ScoringRules
from tournaments.tournaments.standings.table import StandingsRules, standings
from tournaments.tournaments.standings.tally import History

WIN = Fraction(3)
RULES = StandingsRules(ScoringRules(scheme=PRESETS["3/1/0"], table_size=2))


def met(table: int, one: int, other: int, scores: tuple[int, int]) -> TableResult:
    """A match of two; each has a round to itself."""
    places = (1, 1) if scores[0] == scores[1] else (1, 2) if scores[0] > scores[1] else (2, 1)
    return TableResult(1, table, 1, (one, other), places, scores, ResultKind.COMPLETE)


def groups_of(luck: Random) -> list[list[int]]:
    sizes = [luck.randint(2, 5) for _ in range(luck.randint(2, 3))]
    numbers = iter(luck.sample(range(1, 60), sum(sizes)))
    return [[next(numbers) for _ in range(size)] for size in sizes]


def played(luck: Random, groups: list[list[int]]) -> History:
    """Everybody meets everybody of the group, with ties, walk-overs, void tables and byes."""
    results: list[TableResult] = []
    byes: list[Bye] = []
    for group in groups:
        for one, other in combinations(group, 2):
            table = met(len(results) + 1, one, other, (luck.randint(0, 2), luck.randint(0, 2)))
            if luck.random() < 0.2:
                away = frozenset({luck.choice((one, other))})
                table = replace(table, kind=ResultKind.WALK_OVER, absent=away, places=None)
            elif luck.random() < 0.1:
                table = replace(table, kind=ResultKind.VOID)
            results.append(table)
        if len(group) % 2:
            byes += [Bye(1, 900, entrant) for entrant in group]
    everybody = [entrant for group in groups for entrant in group]
    lots = {one: place for place, one in enumerate(luck.sample(everybody, 2), 1)}
    penalty = Penalty(luck.choice(everybody), Fraction(1, 2), 1, 1, "ruling")
    return History(everybody, results, byes, penalties=[penalty], lots=lots)


def alone(history: History, group: Collection[int]) -> History:
    """What happened in one group."""
    return replace(
        history,
        entrants=group,
        results=[one for one in history.results if {*one.entrants} <= {*group}],
        byes=[one for one in history.byes if one.entrant in group],
        penalties=[one for one in history.penalties if one.entrant in group],
        lots={one: lot for one, lot in history.lots.items() if one in group},
    )


@pytest.mark.parametrize("seed", range(scaled(200)))
def test_the_table_of_a_group_is_what_its_own_results_make(seed: int) -> None:
    luck = Random(seed)
    groups = groups_of(luck)
    history = played(luck, groups)
    lines = group_standings(history, RULES, groups)
    assert len(lines) == len(history.entrants)
    for number, group in enumerate(groups, 1):
        table = [line.row for line in lines if line.group == number]
        table.sort(key=lambda row: (row.rank, row.entrant))
        expected = standings(alone(history, group), RULES)
        # Without a lot one comes last, whatever number that is among all groups.
        assert [row._replace(values=row.values[:-1]) for row in table] == [
            row._replace(values=row.values[:-1]) for row in expected
        ]


def by_definition(history: History, entrant: int) -> tuple[Fraction, Fraction, Fraction]:
    """Points, wins and score from the average, per table, counted by hand."""
    points = -sum((one.points for one in history.penalties if one.entrant == entrant), Fraction(0))
    wins, scores, tables, counted = Fraction(0), Fraction(0), 0, 0
    for result in history.results:
        if entrant not in result.entrants or result.kind is ResultKind.VOID:
            continue
        tables += 1
        if result.kind is ResultKind.WALK_OVER:
            won = Fraction(entrant not in result.absent)
        else:
            seat = result.entrants.index(entrant)
            mine, theirs = (result.scores or ())[seat], (result.scores or ())[1 - seat]
            won = Fraction(mine > theirs) + Fraction(mine == theirs) / 2
            scores += Fraction(mine - theirs, 2)
            counted += 1
        wins += won
        points += WIN * won
    return points / max(tables, 1), wins / max(tables, 1), scores / max(counted, 1)


@pytest.mark.parametrize("seed", range(scaled(200)))
def test_across_groups_rank_in_the_group_goes_first_and_then_what_a_table_brought(
    seed: int,
) -> None:
    luck = Random(seed)
    groups = groups_of(luck)
    history = played(luck, groups)
    lines = group_standings(history, RULES, groups)
    last = len(history.lots) + 1

    def key(line: GroupLine) -> tuple[Fraction | int, ...]:
        points, wins, scores = by_definition(history, line.entrant)
        lot = history.lots.get(line.entrant, last)
        assert line.across == (line.row.rank, points, wins, scores, lot)
        return line.row.rank, -points, -wins, -scores, lot

    keys = [key(line) for line in lines]
    assert keys == sorted(keys)
    assert [line.place for line in lines] == [1 + sum(o < k for o in keys) for k in keys]
    assert [line.shared for line in lines] == [keys.count(k) > 1 for k in keys]


def test_a_larger_group_is_neither_better_nor_worse_off() -> None:
    # Everybody wins every other match: four of them in A, two and a bye in B.
    five, three = [1, 2, 3, 4, 5], [11, 12, 13]
    pairs = [(five[one], five[(one + step) % 5]) for one in range(5) for step in (1, 2)]
    pairs += [(three[one], three[(one + 1) % 3]) for one in range(3)]
    results = [met(number, *pair, (1, 0)) for number, pair in enumerate(pairs, 1)]
    byes = [Bye(1, 900, entrant) for entrant in three]
    lines = group_standings(History([*five, *three], results, byes), RULES, [five, three])
    assert {line.across for line in lines} == {
        (Fraction(1), Fraction(3, 2), Fraction(1, 2), Fraction(0), Fraction(1))
    }
    assert {line.place for line in lines} == {1}


def test_lots_rank_across_groups_only_where_they_rank_in_them() -> None:
    assert across_codes(["points"])[-1] == "game_points_per_table"
    assert across_codes(["points", "lot"])[-1] == "lot"
    assert ACROSS_DEFINITIONS.keys() == {*across_codes(["points"])}
