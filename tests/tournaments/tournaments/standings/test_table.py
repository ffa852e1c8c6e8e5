"""Ranks, shared ranks, what decided them, and what must not change them."""

import dataclasses
import os
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.standings.builders import fractions, histories, scorings, table
from tournaments.tournaments.standings.results import (
    Absence,
    Bye,
    LateEntry,
    Penalty,
    ResultKind,
    TableResult,
)
from tournaments.tournaments.standings.schemes import preset
from tournaments.tournaments.standings.scoring import ScoringRules, Why
from tournaments.tournaments.standings.table import StandingsRules, standings
from tournaments.tournaments.standings.tally import History
from tournaments.tournaments.standings.tiebreaks import TIE_BREAKS

UKGE = StandingsRules(ScoringRules(scheme=preset("4/2/1/0")))
EVERY = tuple(TIE_BREAKS)

rule_lists = st.builds(
    StandingsRules,
    scoring=scorings,
    tie_breaks=st.lists(st.sampled_from(EVERY), min_size=1, unique=True).map(tuple),
)


def ranking(history: History, rules: StandingsRules) -> list[tuple[int, int]]:
    return [(row.rank, row.entrant) for row in standings(history, rules)]


def test_points_rank_first_and_each_line_says_what_put_it_below_the_line_above() -> None:
    history = History(
        entrants=range(1, 9),
        results=[
            table([1, 2, 3, 4], None, [40, 30, 20, 10]),
            table([5, 6, 7, 8], None, [35, 31, 20, 5], number=2),
        ],
    )
    rows = standings(history, dataclasses.replace(UKGE, tie_breaks=("points", "game_points")))
    assert [(row.rank, row.entrant, row.points) for row in rows] == [
        (1, 1, 4),
        (2, 5, 4),
        (3, 6, 2),
        (4, 2, 2),
        (5, 7, 1),
        (6, 3, 1),
        (7, 4, 0),
        (8, 8, 0),
    ]
    # 3: 20 - 25 = -5; 7: 20 - 91/4 = -11/4, so 7 is ahead of 3.
    assert [row.decided_by for row in rows] == [None, 1, 0, 1, 0, 1, 0, 1]


def test_those_nothing_separates_share_a_rank_and_the_next_rank_counts_them() -> None:
    history = History(
        entrants=[4, 3, 2, 1],
        results=[table([1, 2], [1, 2]), table([3, 4], [1, 2], number=2)],
    )
    rows = standings(history, dataclasses.replace(UKGE, tie_breaks=("points", "wins")))
    assert [(row.rank, row.entrant, row.shared) for row in rows] == [
        (1, 1, True),
        (1, 3, True),
        (3, 2, True),
        (3, 4, True),
    ]
    assert [row.decided_by for row in rows] == [None, None, 0, None]


def test_catan_ranks_by_wins_before_points() -> None:
    # 1 wins once and loses once, 2 is second twice; 5/3/2/1 at tables of three: 5/3/1.
    results = [
        table([1, 2, 3], [1, 2, 3]),
        table([1, 2, 3], [3, 2, 1], round_=2),
    ]
    history = History(entrants=[1, 2, 3], results=results)
    by_points = StandingsRules(tie_breaks=("points", "lot"))
    by_wins = StandingsRules(tie_breaks=("wins", "points"))
    assert ranking(history, by_points) == [(1, 1), (1, 2), (1, 3)]
    assert ranking(history, by_wins) == [(1, 1), (1, 3), (3, 2)]


def test_head_to_head_looks_only_at_those_still_tied() -> None:
    # 1, 2 and 3 have four points each; 2 beat 1; 3 beat neither and met neither.
    results = [
        table([2, 1], [1, 2]),
        table([3, 4], [1, 2], number=2),
        table([1, 5], [1, 2], round_=2),
    ]
    history = History(entrants=range(1, 6), results=results)
    rows = standings(history, dataclasses.replace(UKGE, tie_breaks=("points", "head_to_head")))
    assert [(row.rank, row.entrant) for row in rows[:3]] == [(1, 2), (2, 3), (3, 1)]
    assert [row.values[1] for row in rows] == [1, 0, -1, 0, 0]


def test_a_row_lists_what_each_round_gave_and_why() -> None:
    history = History(
        entrants=[1, 2, 3, 4],
        results=[
            table([1, 2, 3], [1, 1, 3], round_=1, number=7),
            table([2, 3, 4], kind=ResultKind.VOID, round_=2),
            table([1, 2, 3, 4], [1, 2, 3, 0], absent=[4], round_=3, kind=ResultKind.ON_TIME),
        ],
        byes=[Bye(1, 2, 1)],
        absences=[Absence(1, 1, 4)],
        penalties=[Penalty(1, Fraction(1, 2), 1, 3, "slow_play")],
        carried={1: Fraction(3)},
    )
    first = next(row for row in standings(history, UKGE) if row.entrant == 1)
    assert [
        (part.round, part.table, part.why, part.points, part.place) for part in first.parts
    ] == [
        (0, None, Why.CARRIED, 3, None),
        (1, 7, Why.PLACE, 3, 1),
        (2, None, Why.BYE, 4, None),
        (3, None, Why.PENALTY, Fraction(-1, 2), None),
        (3, 1, Why.PLACE, 4, 1),
    ]
    assert [part.detail for part in first.parts] == ["", "complete", "", "slow_play", "on_time"]
    assert [part.size for part in first.parts] == [0, 3, 0, 0, 3]
    assert (first.points, first.played, first.wins) == (Fraction(27, 2), 2, Fraction(3, 2))
    fourth = next(row for row in standings(history, UKGE) if row.entrant == 4)
    assert [part.why for part in fourth.parts] == [Why.NO_SHOW, Why.VOID, Why.NO_SHOW]
    assert (fourth.played, fourth.points) == (0, 0)


def test_a_late_entry_is_worth_what_it_says_for_each_round_missed() -> None:
    history = History(
        entrants=[1, 2],
        results=[table([1, 2], [1, 2], round_=3)],
        late_entries=[LateEntry(2, 1, 3, Fraction(3, 2))],
    )
    rows = {row.entrant: row for row in standings(history, UKGE)}
    assert rows[2].points == 3
    assert [part.why for part in rows[2].parts] == [Why.LATE, Why.LATE, Why.PLACE]
    on_time = LateEntry(1, 1, 1, Fraction(9))
    same = dataclasses.replace(history, late_entries=[*history.late_entries, on_time])
    assert standings(same, UKGE) == standings(history, UKGE)


def test_a_dropped_entrant_stays_listed_with_a_flag() -> None:
    history = History(entrants=[1, 2], results=[table([1, 2], [2, 1])], dropped=[2])
    assert [(row.entrant, row.dropped) for row in standings(history, UKGE)] == [
        (2, True),
        (1, False),
    ]


def test_before_the_first_round_everyone_shares_the_first_rank() -> None:
    rows = standings(History(entrants=[3, 1, 2]), UKGE)
    assert [(row.rank, row.entrant, row.shared) for row in rows] == [
        (1, 1, True),
        (1, 2, True),
        (1, 3, True),
    ]
    assert standings(History(entrants=[]), UKGE) == ()


def test_recorded_lots_separate_what_nothing_else_does() -> None:
    history = History(entrants=[1, 2, 3], lots={1: 3, 2: 1, 3: 2})
    rows = standings(history, UKGE)
    assert [(row.rank, row.entrant, row.shared) for row in rows] == [
        (1, 2, False),
        (2, 3, False),
        (3, 1, False),
    ]
    assert rows[1].decided_by == UKGE.tie_breaks.index("lot")


FACTS = History(entrants=[1, 2, 3], results=[table([1, 2], [1, 2])])


@pytest.mark.parametrize(
    ("history", "code"),
    [
        (dataclasses.replace(FACTS, entrants=[1, 2, 2]), "entrant_twice"),
        (dataclasses.replace(FACTS, entrants=[1, 3]), "unknown_entrant"),
        (dataclasses.replace(FACTS, byes=[Bye(1, 1, 9)]), "unknown_entrant"),
        (dataclasses.replace(FACTS, absences=[Absence(1, 1, 9)]), "unknown_entrant"),
        (
            dataclasses.replace(FACTS, late_entries=[LateEntry(9, 1, 2, Fraction(0))]),
            "unknown_entrant",
        ),
        (
            dataclasses.replace(FACTS, penalties=[Penalty(9, Fraction(1), 1, 1, "x")]),
            "unknown_entrant",
        ),
        (dataclasses.replace(FACTS, carried={9: Fraction(1)}), "unknown_entrant"),
        (dataclasses.replace(FACTS, dropped=[9]), "unknown_entrant"),
        (dataclasses.replace(FACTS, lots={9: 1}), "unknown_entrant"),
        (dataclasses.replace(FACTS, results=[*FACTS.results] * 2), "table_twice"),
        (dataclasses.replace(FACTS, results=[table([1, 2], [1, 3])]), "places_do_not_fit"),
        (
            dataclasses.replace(FACTS, penalties=[Penalty(1, Fraction(0), 1, 1, "x")]),
            "bad_penalty",
        ),
        (dataclasses.replace(FACTS, byes=[Bye(1, 1, 1)]), "round_counted_twice"),
        (
            dataclasses.replace(FACTS, results=[*FACTS.results, table([1, 3], [1, 2], number=2)]),
            "round_counted_twice",
        ),
        (
            dataclasses.replace(FACTS, late_entries=[LateEntry(1, 1, 2, Fraction(1))]),
            "round_counted_twice",
        ),
    ],
)
def test_facts_that_contradict_each_other_are_refused(history: History, code: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        standings(history, UKGE)
    assert refusal.value.code == code


def test_a_void_table_may_be_replaced_by_another_in_the_same_round() -> None:
    void = table([1, 2], [1, 2], kind=ResultKind.VOID)
    history = History(entrants=[1, 2], results=[void, table([1, 2], [2, 1], number=2)])
    assert ranking(history, UKGE) == [(1, 2), (2, 1)]


def test_rules_are_checked_before_anything_is_counted() -> None:
    with pytest.raises(RuleViolation, match="unknown_tie_break"):
        standings(FACTS, StandingsRules(tie_breaks=("fame",)))
    with pytest.raises(RuleViolation, match="bad_table_size"):
        standings(FACTS, StandingsRules(ScoringRules(table_size=0)))


@given(histories(), rule_lists, st.randoms())
def test_the_order_of_the_input_changes_nothing(
    history: History, rules: StandingsRules, rng: Random
) -> None:
    expected = standings(history, rules)
    shuffled = dataclasses.replace(
        history,
        entrants=rng.sample(list(history.entrants), len(history.entrants)),
        results=rng.sample(list(history.results), len(history.results)),
        byes=rng.sample(list(history.byes), len(history.byes)),
        penalties=rng.sample(list(history.penalties), len(history.penalties)),
    )
    assert standings(shuffled, rules) == expected


@given(histories(), rule_lists)
def test_ranks_follow_the_values_and_equal_ranks_have_equal_values(
    history: History, rules: StandingsRules
) -> None:
    rows = standings(history, rules)
    assert sorted(row.entrant for row in rows) == sorted(history.entrants)
    for above, below in pairwise(rows):
        if below.decided_by is None:
            assert (above.rank, above.values) == (below.rank, below.values)
            assert above.shared
            assert below.shared
        else:
            index = below.decided_by
            assert above.values[:index] == below.values[:index]
            lower = TIE_BREAKS[rules.tie_breaks[index]].lower_is_better
            better, worse = above.values[index], below.values[index]
            assert better < worse if lower else better > worse
            assert below.rank == rows.index(below) + 1


@given(histories(), rule_lists)
def test_the_parts_of_a_row_add_up_to_its_points(history: History, rules: StandingsRules) -> None:
    for row in standings(history, rules):
        assert sum((part.points for part in row.parts), Fraction(0)) == row.points


@given(histories(), scorings)
def test_a_win_added_never_lowers_a_rank_by_points(history: History, scoring: ScoringRules) -> None:
    rules = StandingsRules(scoring, ("points",))
    winner, loser = list(history.entrants)[:2]
    extra = table([winner, loser], [1, 2], [10, 5], round_=99)
    more = dataclasses.replace(history, results=[*history.results, extra])
    before = {row.entrant: row for row in standings(history, rules)}
    after = {row.entrant: row for row in standings(more, rules)}
    assert after[winner].rank <= before[winner].rank
    assert after[winner].points > before[winner].points


@given(histories(), st.sampled_from(["5/3/2/1", "4/2/1/0", "3/1/0", "wins"]))
def test_where_ties_share_the_points_of_a_played_table_are_those_of_its_size(
    history: History, name: str
) -> None:
    rules = StandingsRules(ScoringRules(scheme=preset(name)), ("points",))
    by_table: dict[tuple[int, int | None], list[tuple[Fraction, int]]] = {}
    for row in standings(history, rules):
        for part in row.parts:
            if part.why is Why.PLACE:
                by_table.setdefault((part.round, part.table), []).append((part.points, part.size))
    for seats in by_table.values():
        size = seats[0][1]
        assert len(seats) == size
        assert sum(points for points, _size in seats) == sum(rules.scoring.scheme.row(size))


@given(st.lists(st.booleans(), min_size=1, max_size=5))
def test_of_two_tied_the_one_who_won_more_of_their_meetings_is_first(firsts: list[bool]) -> None:
    # Each meeting is made up for elsewhere, so that both always have the same points.
    results: list[TableResult] = []
    for number, first in enumerate(firsts):
        places = [1, 2] if first else [2, 1]
        results.append(table([1, 2], places, round_=2 * number + 1))
        results.append(table([1, 3], places[::-1], round_=2 * number + 2))
        results.append(table([2, 4], places, round_=2 * number + 2, number=2))
    rows = standings(
        History(entrants=[1, 2, 3, 4], results=results),
        dataclasses.replace(UKGE, tie_breaks=("points", "head_to_head")),
    )
    rank = {row.entrant: row.rank for row in rows}
    balance = sum(1 if first else -1 for first in firsts)
    points = {row.entrant: row.points for row in rows}
    assert points[1] == points[2]
    assert (rank[1] < rank[2]) == (balance > 0)
    assert (rank[1] == rank[2]) == (balance == 0)


SCRIPT = """
from benchmarks.standings import large_history
from tournaments.tournaments.standings.table import StandingsRules, standings
from tournaments.tournaments.standings.tiebreaks import TIE_BREAKS
rows = standings(large_history(40, 4), StandingsRules(tie_breaks=tuple(TIE_BREAKS)))
print(rows)
"""


def test_two_processes_with_other_hash_seeds_give_the_same_standings() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_points_stay_exact_where_floats_would_not() -> None:
    scoring = ScoringRules(scheme=preset("share"))
    results = [table([1, 2, 3], None, [1, 1, 1], round_=round_) for round_ in range(1, 4)] + [
        table([4, 5], None, [1, 0], number=2)
    ]
    rows = standings(
        History(entrants=range(1, 6), results=results), StandingsRules(scoring, ("points",))
    )
    assert [(row.rank, row.points) for row in rows] == [(1, Fraction(1))] * 4 + [(5, Fraction(0))]
    assert rows[0].values == fractions(1)
