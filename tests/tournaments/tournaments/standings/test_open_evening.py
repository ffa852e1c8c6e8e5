"""Open evenings: late comers and early leavers compare."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.standings.builders import histories, table
from tournaments.tournaments.standings.open_evening import (
    RANKING_DEFINITIONS,
    OpenRanking,
    OpenRules,
    open_standings,
)
from tournaments.tournaments.standings.results import Penalty, ResultKind
from tournaments.tournaments.standings.schemes import preset
from tournaments.tournaments.standings.scoring import ScoringRules, Worth
from tournaments.tournaments.standings.tally import History

UKGE = ScoringRules(scheme=preset("4/2/1/0"))

# All tables of one evening, numbered as they began. Points by 4/2/1/0:
#   table 1:  1 first, 2 second, 3 last         4 2 0
#   table 2:  2 first, 1 second, 3 last         2 4 0
#   table 3:  2 first, 3 last                     4 0
#   table 4:  4 first, 2 second                   2     4      (4 came late)
#   table 5:  1 and 2 joint first               2 2
EVENING = History(
    entrants=[1, 2, 3, 4, 5],
    results=[
        table([1, 2, 3], [1, 2, 3], number=1),
        table([1, 2, 3], [2, 1, 3], number=2),
        table([2, 3], [1, 2], number=3),
        table([2, 4, 3], [2, 1, 3], number=4),
        table([1, 2], [1, 1], number=5),
    ],
)


def lines(rules: OpenRules, history: History = EVENING) -> list[tuple[int | None, int, Fraction]]:
    return [(row.rank, row.entrant, row.values[0]) for row in open_standings(history, rules)]


def test_by_total_all_matches_count() -> None:
    assert lines(OpenRules(UKGE)) == [
        (1, 2, 14),
        (2, 1, 8),
        (3, 4, 4),
        (4, 3, 0),
        (None, 5, 0),
    ]


def test_by_average_those_under_the_minimum_are_listed_unranked_last() -> None:
    rules = OpenRules(UKGE, OpenRanking.AVERAGE, least_matches=3)
    assert lines(rules) == [
        (1, 2, Fraction(14, 5)),
        (2, 1, Fraction(8, 3)),
        (3, 3, 0),
        (None, 4, 4),
        (None, 5, 0),
    ]


def test_by_average_a_late_comer_may_win_where_one_match_is_enough() -> None:
    assert lines(OpenRules(UKGE, OpenRanking.AVERAGE, least_matches=1))[0] == (1, 4, 4)


def test_by_best_matches_the_others_are_left_out_and_shown() -> None:
    rows = {
        row.entrant: row
        for row in open_standings(EVENING, OpenRules(UKGE, OpenRanking.BEST, best=2))
    }
    assert rows[2].values[0] == 8
    assert [part.table for part in rows[2].counted] == [2, 3]
    assert [part.table for part in rows[2].left_out] == [1, 4, 5]
    # Of two equal matches the earlier one counts.
    assert rows[1].values[0] == 6
    assert [part.table for part in rows[1].counted] == [1, 2]
    assert (rows[4].values[0], rows[4].matches, rows[4].left_out) == (4, 1, ())
    assert rows[2].points == 14


def test_a_line_says_what_put_it_below_the_line_above() -> None:
    history = History(
        entrants=[1, 2, 3, 4],
        results=[table([1, 2], [1, 1], number=1), table([3, 4], [1, 2], number=2)],
        lots={1: 2, 2: 1},
    )
    rows = open_standings(history, OpenRules(ScoringRules(scheme=preset("wins"))))
    assert [(row.rank, row.entrant, row.decided_by) for row in rows] == [
        (1, 3, None),
        (2, 2, 0),
        (3, 1, 4),
        (4, 4, 0),
    ]


def test_equal_entrants_share_a_rank_without_tie_breaks() -> None:
    history = History(entrants=[1, 2, 3], results=[table([1, 2, 3], [1, 1, 3])])
    rows = open_standings(history, OpenRules(UKGE, tie_breaks=()))
    assert [(row.rank, row.shared, row.decided_by) for row in rows] == [
        (1, True, None),
        (1, True, None),
        (3, False, 0),
    ]


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [(OpenRanking.TOTAL, 7), (OpenRanking.AVERAGE, "7/3"), (OpenRanking.BEST, 5)],
)
def test_a_penalty_is_taken_off_whatever_the_ranking(ranking: OpenRanking, expected: str) -> None:
    history = History(
        entrants=EVENING.entrants,
        results=EVENING.results,
        penalties=[Penalty(1, Fraction(1), 1, 1, "conduct")],
    )
    # 4 + 2 + 2 points in three matches, the best two of them 6.
    rows = {row.entrant: row for row in open_standings(history, OpenRules(UKGE, ranking, best=2))}
    assert rows[1].values[0] == Fraction(expected)


def test_walk_overs_and_no_shows_are_matches_and_void_or_stopped_tables_are_not() -> None:
    history = History(
        entrants=[1, 2],
        results=[
            table([1, 2], kind=ResultKind.WALK_OVER, absent=[2], number=1),
            table([1, 2], [1, 2], kind=ResultKind.VOID, number=2),
            table([1, 2], kind=ResultKind.EARLY, number=3),
        ],
    )
    scoring = ScoringRules(scheme=preset("wins"), walk_over=Worth.WIN)
    rows = open_standings(history, OpenRules(scoring, OpenRanking.AVERAGE))
    assert [(row.entrant, row.matches, row.values[0]) for row in rows] == [(1, 1, 1), (2, 1, 0)]


def test_an_evening_without_anyone_ranked_lists_everyone_unranked() -> None:
    rows = open_standings(History(entrants=[2, 1]), OpenRules())
    assert [(row.rank, row.entrant) for row in rows] == [(None, 1), (None, 2)]


@given(histories(), st.sampled_from(OpenRanking), st.integers(1, 4), st.randoms())
def test_the_order_of_the_input_changes_nothing(
    history: History, ranking: OpenRanking, best: int, rng: Random
) -> None:
    rules = OpenRules(UKGE, ranking, best=best)
    shuffled = History(
        entrants=rng.sample(list(history.entrants), len(history.entrants)),
        results=rng.sample(list(history.results), len(history.results)),
        byes=rng.sample(list(history.byes), len(history.byes)),
        penalties=history.penalties,
        lots=history.lots,
    )
    rows = open_standings(history, rules)
    assert open_standings(shuffled, rules) == rows
    for row in rows:
        assert len(row.counted) + len(row.left_out) == row.matches
        if ranking is OpenRanking.BEST:
            assert len(row.counted) == min(best, row.matches)
            kept = [part.points for part in row.counted]
            assert all(min(kept) >= part.points for part in row.left_out)


@given(histories())
def test_the_best_of_many_matches_is_the_total(history: History) -> None:
    total = {row.entrant: row.values for row in open_standings(history, OpenRules(UKGE))}
    best = OpenRules(UKGE, OpenRanking.BEST, best=99)
    assert {row.entrant: row.values for row in open_standings(history, best)} == total


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (OpenRules(least_matches=-1), "bad_least_matches"),
        (OpenRules(ranking=OpenRanking.AVERAGE, least_matches=0), "bad_least_matches"),
        (OpenRules(ranking=OpenRanking.BEST, best=0), "bad_best"),
        (OpenRules(tie_breaks=("fame",)), "unknown_tie_break"),
        (OpenRules(ScoringRules(table_size=1)), "bad_table_size"),
    ],
)
def test_rules_of_an_open_evening_that_cannot_be_are_refused(rules: OpenRules, code: str) -> None:
    with pytest.raises(RuleViolation, match=code):
        open_standings(EVENING, rules)


def test_each_ranking_is_defined_in_two_languages() -> None:
    assert list(RANKING_DEFINITIONS) == list(OpenRanking)
    texts = [text for pair in RANKING_DEFINITIONS.values() for text in pair]
    assert len(set(texts)) == 2 * len(OpenRanking)
