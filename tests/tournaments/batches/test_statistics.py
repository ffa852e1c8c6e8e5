"""Known values, and what must hold of any results."""

import itertools
from collections import Counter
from fractions import Fraction
from random import Random
from statistics import median_low

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.batches.statistics.distributions import distribution_of
from tournaments.batches.statistics.intervals import rate_of, wilson
from tournaments.batches.statistics.results import statistics_of

# The first four are the examples of R. G. Newcombe (1998), method 3.
KNOWN = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (5, 10, 0.2366, 0.7634),
    (10, 10, 0.7225, 1.0),
]


@pytest.mark.parametrize(("wins", "trials", "low", "high"), KNOWN)
def test_the_interval_has_the_values_that_others_print(
    wins: int, trials: int, low: float, high: float
) -> None:
    assert wilson(wins, trials) == pytest.approx((low, high), abs=5e-5)


def test_without_a_trial_everything_is_possible() -> None:
    rate = rate_of(0, 0)
    assert (rate.value, rate.low, rate.high) == (0, 0.0, 1.0)


@pytest.mark.parametrize(("wins", "trials"), [(2, 1), (-1, 5), (Fraction(3, 2), 1)])
def test_more_wins_than_trials_are_refused(wins: Fraction | int, trials: int) -> None:
    with pytest.raises(ValueError, match="wins in"):
        rate_of(wins, trials)


@given(st.integers(1, 10**6), st.fractions(0, 1, max_denominator=8))
def test_an_interval_holds_its_rate_and_mirrors_that_of_the_losses(
    trials: int, share: Fraction
) -> None:
    wins = share * trials
    low, high = wilson(wins, trials)
    assert 0 <= low <= share <= high <= 1
    assert wilson(trials - wins, trials) == pytest.approx((1 - high, 1 - low))


@given(st.integers(1, 10**4), st.fractions(0, 1, max_denominator=8))
def test_ten_times_as_many_trials_narrow_the_interval(trials: int, share: Fraction) -> None:
    few, many = wilson(share * trials, trials), wilson(10 * share * trials, 10 * trials)
    assert many[1] - many[0] < few[1] - few[0]


values = st.lists(st.integers(-50, 200), min_size=1, max_size=60)


@given(values)
def test_a_distribution_tells_what_was_counted(found: list[int]) -> None:
    seen = distribution_of(Counter(found))
    assert (seen.least, seen.most, seen.total) == (min(found), max(found), len(found))
    assert seen.average == Fraction(sum(found), len(found))
    assert seen.median == median_low(found)
    assert seen.quantile(Fraction(1)) == max(found)


@given(values, st.integers(0, 30), st.integers(0, 30), st.integers(1, 40))
def test_bins_cover_the_bounds_and_hold_every_value_once(
    found: list[int], below: int, above: int, number: int
) -> None:
    least, most = min(found) - below, max(found) + above
    bins = distribution_of(Counter(found)).bins(least, most, number)
    assert len(bins) <= number
    assert bins[0].first == least
    assert bins[-1].last >= most
    assert all(one.last + 1 == other.first for one, other in itertools.pairwise(bins))
    for part in bins:
        assert part.count == sum(part.first <= value <= part.last for value in found)


def test_bins_that_leave_something_out_and_nothing_counted_are_refused() -> None:
    with pytest.raises(ValueError, match="bins"):
        distribution_of({3: 1, 9: 1}).bins(4, 9, 5)
    with pytest.raises(ValueError, match="more than everything"):
        distribution_of({3: 1}).quantile(Fraction(2))
    with pytest.raises(ValueError, match="nothing"):
        distribution_of({3: 0})


def test_no_result_says_nothing() -> None:
    assert statistics_of([]) is None


def test_a_shared_first_place_is_half_a_win_for_each() -> None:
    found = statistics_of(
        [
            (("greedy", "random"), (1, 2), (30, 20), 40),
            (("random", "greedy"), (1, 1), (25, 25), 44),
            (("greedy", "random"), (1, 2), (31, 10), 40),
            (("random", "greedy"), (1, 2), (22, 21), 50),
        ]
    )
    assert found is not None
    best, other = found.bots
    assert (best.bot, best.firsts, best.rate.value) == ("greedy", 3, Fraction(5, 8))
    assert (other.bot, other.firsts, other.rate.value) == ("random", 2, Fraction(3, 8))
    assert [seat.rate.value for seat in found.seats] == [Fraction(7, 8), Fraction(1, 8)]
    assert best.scores.counts == ((21, 1), (25, 1), (30, 1), (31, 1))
    assert (found.matches, found.chance, found.lengths.median) == (4, Fraction(1, 2), 40)
    assert found.lengths.average == Fraction(174, 4)


def test_a_bot_at_several_seats_is_tried_once_per_seat() -> None:
    found = statistics_of([(("greedy", "random", "random"), (1, 2, 3), (9, 5, 1), 7)] * 6)
    assert found is not None
    assert [(row.bot, row.rate.trials) for row in found.bots] == [("greedy", 6), ("random", 12)]
    assert found.bots[1].scores.counts == ((1, 6), (5, 6))


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], int]]:
    seats = draw(st.integers(2, 5))
    bots = st.tuples(*[st.sampled_from(["random", "greedy", "search:64"])] * seats)
    scores = st.tuples(*[st.integers(-9, 60)] * seats)
    found = draw(st.lists(st.tuples(bots, scores, st.integers(1, 99)), min_size=1, max_size=30))
    return [
        (bots, tuple(1 + sum(other > own for other in scores) for own in scores), scores, events)
        for bots, scores, events in found
    ]


@given(tables(), st.randoms())
def test_all_wins_are_shared_out_whatever_the_order(
    results: list[tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], int]], rng: Random
) -> None:
    found = statistics_of(results)
    assert found is not None
    assert sum(row.rate.wins for row in found.bots) == len(results)
    assert sum(row.rate.wins for row in found.seats) == len(results)
    assert sum(row.scores.total for row in found.bots) == len(results) * len(found.seats)
    shuffled = rng.sample(results, len(results))
    assert statistics_of(shuffled) == found


@given(tables())
def test_every_match_twice_changes_no_rate_and_narrows_every_interval(
    results: list[tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], int]],
) -> None:
    once, twice = statistics_of(results), statistics_of(results * 2)
    assert once is not None
    assert twice is not None
    for few, many in zip(once.bots, twice.bots, strict=True):
        assert (few.bot, few.rate.value) == (many.bot, many.rate.value)
        assert many.rate.high - many.rate.low < few.rate.high - few.rate.low
