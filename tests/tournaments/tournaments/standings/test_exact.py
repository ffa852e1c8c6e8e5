"""Sums stay exact on the fast way and on the slow one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.tournaments.standings.builders import histories, scorings, table
from tournaments.tournaments.standings.exact import exact_sum, over_common
from tournaments.tournaments.standings.schemes import preset
from tournaments.tournaments.standings.scoring import ScoringRules
from tournaments.tournaments.standings.tally import History, Tally, tally
from tournaments.tournaments.standings.tiebreaks import TIE_BREAKS

numbers = st.fractions(max_denominator=10**6)


@given(st.lists(numbers | st.integers()))
def test_a_sum_is_what_adding_one_by_one_gives(terms: list[Fraction | int]) -> None:
    assert exact_sum(terms) == sum(terms, Fraction(0))


@given(st.dictionaries(st.integers(), numbers, max_size=5))
def test_numbers_over_a_common_denominator_are_whole_and_mean_the_same(
    values: dict[int, Fraction],
) -> None:
    whole, unit = over_common(values)
    assert all(type(number) is int for number in whole.values())
    assert {key: number * unit for key, number in whole.items()} == values


def test_a_huge_common_denominator_is_left_alone() -> None:
    values = {number: Fraction(1, 2**400 + number) for number in range(1, 10)}
    assert over_common(values) == (values, 1)


def opponents_points_one_by_one(counted: Tally, entrant: int) -> Fraction:
    total = counted.unopposed[entrant] * counted.earned[entrant]
    for played in counted.tables:
        if entrant in played.entrants:
            met = [counted.earned[other] for other in played.entrants if other != entrant]
            total += sum(met, Fraction(0)) / len(met)
    return total


@given(histories(), scorings)
def test_opponents_points_equal_their_definition(history: History, rules: ScoringRules) -> None:
    counted = tally(history, rules)
    found = TIE_BREAKS["opponents_points"].values(counted, counted.entrants)
    assert found == {
        entrant: opponents_points_one_by_one(counted, entrant) for entrant in counted.entrants
    }


@pytest.mark.parametrize("size", [2, 3, 8])
def test_opponents_points_are_exact_with_scores_beyond_all_measure(size: int) -> None:
    results = [
        table(
            range(size),
            None,
            [2**300 * round_ + seat * round_**5 + 1 for seat in range(size)],
            round_=round_,
        )
        for round_ in range(1, 8)
    ]
    history = History(entrants=range(size), results=results)
    counted = tally(history, ScoringRules(scheme=preset("share")))
    assert over_common(counted.earned)[1] == 1  # the slow way
    found = TIE_BREAKS["opponents_points"].values(counted, counted.entrants)
    for entrant in counted.entrants:
        assert found[entrant] == opponents_points_one_by_one(counted, entrant)
