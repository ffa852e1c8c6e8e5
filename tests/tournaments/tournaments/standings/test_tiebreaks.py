"""Every tie-break by a worked example, with byes, no-shows, walk-overs, voids, odd totals."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

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
from tournaments.tournaments.standings.scoring import ScoringRules
from tournaments.tournaments.standings.tally import History, tally
from tournaments.tournaments.standings.tiebreaks import TIE_BREAKS, require_tie_breaks

RULES = ScoringRules(scheme=preset("4/2/1/0"))


def values(
    code: str,
    results: Sequence[TableResult],
    group: Sequence[int] | None = None,
    *,
    rules: ScoringRules = RULES,
    **more: Any,
) -> list[Fraction]:
    """Return the values of a tie-break for the group, or for everyone at a table, in order."""
    entrants = sorted({entrant for result in results for entrant in result.entrants} | {1})
    counted = tally(History(entrants=entrants, results=results, **more), rules)
    group = group or entrants
    by_entrant = TIE_BREAKS[code].values(counted, group)
    return [by_entrant[entrant] for entrant in group]


# Two rounds: a table of four and one of three, and then the winners among each other.
#   round 1, table 1:  1: 40   2: 30   3: 20   4: 10      points 4 2 1 0
#   round 1, table 2:  5: 25   6: 25   7: 10              points 3 3 0
#   round 2, table 1:  1: 20   5: 30   6: 10              points 2 4 0
#   round 2, table 2:  2: 0    3: 10   4: 5    7: 5       points 0 4 3/2 3/2
EVENING = [
    table([1, 2, 3, 4], None, [40, 30, 20, 10]),
    table([5, 6, 7], None, [25, 25, 10], number=2),
    table([1, 5, 6], None, [20, 30, 10], round_=2),
    table([2, 3, 4, 7], None, [0, 10, 5, 5], round_=2, number=2),
]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("points", (6, 2, 5, "3/2", 7, 3, "3/2")),
        ("wins", (1, 0, 1, 0, "3/2", "1/2", 0)),
        # table averages: 25, 20, 20, 5
        ("game_points", (15, 0, 0, -15, 15, -5, -10)),
        ("game_points_plain", (60, 30, 30, 15, 55, 35, 15)),
        # sizes 4, 3, 3, 4 times shares of 100, 60, 60, 20
        ("table_share", ("13/5", "6/5", "14/5", "7/5", "11/4", "7/4", "3/2")),
        (
            "table_share_plain",
            ("11/15", "3/10", "7/10", "7/20", "11/12", "7/12", "5/12"),
        ),
        # entrant 1: (2 + 5 + 3/2) / 3 + (7 + 3) / 2
        (
            "opponents_points",
            ("47/6", "41/6", "29/6", "43/6", "27/4", "43/4", "47/6"),
        ),
        ("opponents_points_plain", ("37/2", "41/2", "29/2", "43/2", "27/2", "43/2", "37/2")),
        # win rates sized by the table: 2, 0, 2, 0, 9/4, 3/4, 0
        ("opponents_wins", ("13/12", 1, "1/3", 1, "7/8", "13/8", "13/12")),
        # plain win rates: 1/2, 0, 1/2, 0, 3/4, 1/4, 0
        ("opponents_wins_plain", ("3/10", "1/4", "1/12", "1/4", "1/4", "1/2", "3/10")),
        # 1 was first of four, then second of three: (0 + 1/2) / 2; 4 last, then tied for second
        ("average_place", ("1/4", "2/3", "1/3", "3/4", "1/8", "5/8", "3/4")),
        ("average_place_plain", ("3/2", 3, 2, "13/4", "5/4", "9/4", "11/4")),
    ],
)
def test_a_worked_example_gives_the_values_worked_out_by_hand(
    code: str, expected: tuple[int | str, ...]
) -> None:
    assert values(code, EVENING) == list(fractions(*expected))


def test_the_size_fair_forms_do_not_favour_a_larger_or_smaller_table() -> None:
    level = [table([1, 2], None, [10, 10]), table([3, 4, 5, 6], None, [10] * 4, number=2)]
    for code in ("game_points", "table_share", "average_place"):
        assert len(set(values(code, level))) == 1
    assert len(set(values("table_share_plain", level))) == 2


def test_a_plain_and_a_fair_form_agree_between_two_fields_of_one_size() -> None:
    results = [
        table([1, 2, 3], None, [9, 5, 1]),
        table([1, 2, 3], None, [2, 8, 2], round_=2),
    ]
    plain = values("opponents_points_plain", results)
    assert values("opponents_points", results) == [value / 2 for value in plain]


@pytest.mark.parametrize(
    ("scores", "from_average", "sized_shares"),
    [
        ((0, 0, 0), (0, 0, 0), (1, 1, 1)),
        ((-4, -4, -4), (0, 0, 0), (1, 1, 1)),
        ((-10, 10, 0), (-10, 10, 0), (0, 2, 1)),
        ((-6, -3, 0), (-3, 0, 3), (0, 1, 2)),
    ],
)
def test_zero_and_negative_totals_are_defined(
    scores: tuple[int, ...], from_average: tuple[int, ...], sized_shares: tuple[int, ...]
) -> None:
    results = [table([1, 2, 3], None, scores)]
    assert values("game_points", results) == list(fractions(*from_average))
    assert values("game_points_plain", results) == list(fractions(*scores))
    assert values("table_share", results) == list(fractions(*sized_shares))


def test_a_table_without_scores_adds_no_game_points_and_equal_shares() -> None:
    results = [table([1, 2], [1, 2]), table([1, 2], None, [8, 2], round_=2)]
    assert values("game_points", results) == list(fractions(3, -3))
    assert values("game_points_plain", results) == list(fractions(8, 2))
    assert values("table_share", results) == list(fractions("13/5", "7/5"))


# One round each way to have no opponent, then a table of two that 1 wins.
AFTER = [table([1, 2], None, [7, 3], round_=2)]
WAYS: dict[str, tuple[list[TableResult], dict[str, Any]]] = {
    "bye": ([], {"byes": [Bye(1, 1, 1)]}),
    "no_show": ([], {"absences": [Absence(1, 1, 1)]}),
    "late": ([], {"late_entries": [LateEntry(1, 1, 2, Fraction(1))]}),
    "walk_over": ([table([1, 2], kind=ResultKind.WALK_OVER, absent=[2])], {}),
    "own_no_show": ([table([1, 2], kind=ResultKind.WALK_OVER, absent=[1])], {}),
    "void": ([table([1, 2], None, [5, 5], kind=ResultKind.VOID)], {}),
    "stopped": ([table([1, 2], kind=ResultKind.EARLY)], {}),
}


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        # points, wins, game points, shares, Buchholz, opponents' wins, average place
        ("bye", (8, 1, 2, "7/5", 8, 0, 0)),
        ("no_show", (4, 1, 2, "7/5", 0, 0, 0)),
        ("late", (5, 1, 2, "7/5", 0, 0, 0)),
        ("walk_over", (8, 2, 2, "7/5", 8, 0, 0)),
        ("own_no_show", (4, 1, 2, "7/5", 4, 0, 0)),
        ("void", (4, 1, 2, "7/5", 4, 0, 0)),
        ("stopped", (4, 1, 2, "7/5", 4, 0, 0)),
    ],
)
def test_a_round_without_opponents_counts_in_each_tie_break_as_defined(
    way: str, expected: tuple[int | str, ...]
) -> None:
    results, more = WAYS[way]
    codes = (
        "points",
        "wins",
        "game_points",
        "table_share",
        "opponents_points",
        "opponents_wins",
        "average_place",
    )
    found = [values(code, [*results, *AFTER], [1], **more)[0] for code in codes]
    assert found == list(fractions(*expected))


def test_a_walk_over_of_several_is_one_win_shared_by_those_who_came() -> None:
    results = [table([1, 2, 3], kind=ResultKind.WALK_OVER, absent=[3])]
    assert values("wins", results) == list(fractions("1/2", "1/2", 0))


def test_a_win_is_whole_for_each_where_ties_do_not_share() -> None:
    rules = ScoringRules(scheme=preset("4/2/1/0"), share_ties=False)
    assert values("wins", [table([1, 2, 3], [1, 1, 3])], rules=rules) == list(fractions(1, 1, 0))


def test_an_opponents_penalty_does_not_cost_those_who_met_it() -> None:
    results = [table([1, 2], [1, 2])]
    penalty = Penalty(1, Fraction(3), 1, 1, "conduct")
    assert values("points", results, penalties=[penalty]) == list(fractions(1, 0))
    assert values("opponents_points", results, penalties=[penalty]) == list(fractions(0, 4))


def test_an_absent_entrant_is_no_opponent() -> None:
    results = [table([1, 2, 3], [1, 2, 0], absent=[3])]
    assert values("opponents_points", results) == list(fractions(0, 4, 0))
    assert values("average_place", results) == list(fractions(0, 1, 1))


def test_who_has_played_no_table_is_last_by_place_and_met_nobody() -> None:
    more: dict[str, Any] = {"byes": [Bye(1, 1, 1)]}
    assert values("average_place", [], **more) == [1]
    assert values("average_place_plain", [], **more) == [8]
    assert values("opponents_wins", [], **more) == [0]
    assert values("opponents_wins_plain", [], **more) == [0]


def test_head_to_head_of_two_counts_only_tables_where_both_sat() -> None:
    results = [
        table([1, 2, 3], [1, 2, 3]),
        table([1, 2, 3], [2, 3, 1], round_=2),
        table([1, 3], [2, 1], round_=3),
    ]
    assert values("head_to_head", results, [1, 2]) == list(fractions(2, -2))
    assert values("head_to_head", results, [1, 3]) == list(fractions(-1, 1))


def test_head_to_head_of_three_in_a_circle_separates_nobody() -> None:
    results = [
        table([1, 2], [1, 2]),
        table([2, 3], [1, 2], number=2, round_=2),
        table([3, 1], [1, 2], number=3, round_=3),
    ]
    assert values("head_to_head", results, [1, 2, 3]) == list(fractions(0, 0, 0))


def test_head_to_head_at_one_table_of_four_ranks_the_tied_by_their_place() -> None:
    results = [table([1, 2, 3, 4], [3, 1, 4, 2])]
    assert values("head_to_head", results, [1, 3, 4]) == list(fractions(0, -2, 2))


def test_head_to_head_ignores_tables_with_one_of_the_tied_and_tables_that_were_not_played() -> None:
    results = [
        table([1, 5, 6], [1, 2, 3]),
        table([2, 7], [1, 2], number=2),
        table([1, 2], [1, 2], kind=ResultKind.VOID, round_=2),
        table([1, 2], kind=ResultKind.WALK_OVER, absent=[2], round_=3),
    ]
    assert values("head_to_head", results, [1, 2]) == list(fractions(0, 0))


def test_a_shared_place_between_the_tied_separates_nobody() -> None:
    assert values("head_to_head", [table([1, 2, 3], [1, 1, 3])], [1, 2]) == list(fractions(0, 0))


def test_the_lower_lot_goes_first_and_no_lot_goes_last() -> None:
    results = [table([1, 2, 3], [1, 1, 1])]
    assert values("lot", results, lots={2: 4, 3: 9}) == list(fractions(10, 4, 9))
    assert TIE_BREAKS["lot"].lower_is_better


@given(histories(), scorings)
def test_head_to_head_of_any_group_adds_up_to_zero(history: History, rules: ScoringRules) -> None:
    counted = tally(history, rules)
    group = counted.entrants[::2]
    assert sum(TIE_BREAKS["head_to_head"].values(counted, group).values()) == 0


@given(histories(), scorings)
def test_game_points_from_the_average_add_up_to_zero_and_shares_to_the_seats(
    history: History, rules: ScoringRules
) -> None:
    counted = tally(history, rules)
    assert sum(TIE_BREAKS["game_points"].values(counted, counted.entrants).values()) == 0
    seats = sum(len(played.entrants) for played in counted.tables)
    assert sum(TIE_BREAKS["table_share"].values(counted, counted.entrants).values()) == seats


@given(histories(), scorings, st.sampled_from(sorted(TIE_BREAKS)))
def test_every_value_is_an_exact_fraction(history: History, rules: ScoringRules, code: str) -> None:
    counted = tally(history, rules)
    found = TIE_BREAKS[code].values(counted, counted.entrants)
    assert sorted(found) == list(counted.entrants)
    assert all(type(value) is Fraction for value in found.values())


def test_every_tie_break_has_its_own_definition_in_two_languages() -> None:
    texts = [text for entry in TIE_BREAKS.values() for text in (entry.english, entry.french)]
    assert len(set(texts)) == 2 * len(TIE_BREAKS)
    assert all(text.endswith(".") for text in texts)


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ((), "no_tie_breaks"),
        (("points", "luck"), "unknown_tie_break"),
        (("points", "wins", "points"), "tie_break_twice"),
    ],
)
def test_a_bad_list_of_tie_breaks_is_refused(codes: tuple[str, ...], code: str) -> None:
    with pytest.raises(RuleViolation, match=code):
        require_tie_breaks(codes)
