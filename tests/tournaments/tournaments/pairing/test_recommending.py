"""Sizes that serve a whole stage are found by trying its rounds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.testing.scale import scaled
from tournaments.tournaments.pairing.problem import Aim, PairingRules
from tournaments.tournaments.pairing.recommending import (
    MOST_ROUNDS_TRIED,
    MOST_TRIED,
    USUAL_FIELDS,
    Outlook,
    recommend,
    sensible_sizes,
    usual_sizes,
)
from tournaments.tournaments.pairing.sizes import table_sizes

POINTS = tuple(tuple(Fraction(size - place) for place in range(size)) for size in range(9))
RULES = PairingRules((4,), 4, seed="tried")
SEATS = range(2, 9)


def tried(count: int, rounds: int, rules: PairingRules = RULES) -> tuple[Outlook, ...]:
    sizes = sensible_sizes(rules.preferred, SEATS)
    return recommend(count, rounds, rules, sizes, POINTS)


def test_thirteen_players_meet_again_far_less_at_three_to_four_than_at_three_to_five() -> None:
    best, other = tried(13, 4)
    assert (best.sizes, best.split.sizes) == ((3, 4), (4, 3, 3, 3))
    assert (other.sizes, other.split.sizes) == ((3, 4, 5), (5, 4, 4))
    assert best.repeats <= 1
    assert other.repeats >= 20
    assert (best.small_tables, other.small_tables) == (12, 0)


def test_where_nobody_meets_again_the_fewest_small_tables_win() -> None:
    best, other = tried(30, 5)
    assert (best.repeats, best.small_tables) == (0, 0)
    assert (other.repeats, other.sizes) == (0, (3, 4))


def test_the_order_of_the_aims_decides() -> None:
    rules = replace(RULES, aims=(Aim.SMALL_TABLES, Aim.REPEATS))
    assert tried(13, 4, rules)[0].sizes == (3, 4, 5)


def test_the_fewest_byes_come_first() -> None:
    outlooks = tried(13, 3, replace(RULES, byes=True))
    assert [one.byes for one in outlooks] == sorted(one.byes for one in outlooks)
    assert (outlooks[-1].sizes, outlooks[-1].byes) == ((4,), 3)


def test_the_same_question_has_the_same_answer() -> None:
    first = tried(11, 3)
    recommend.cache_clear()
    assert tried(11, 3) == first


@pytest.mark.parametrize("preferred", range(2, 9))
def test_the_usual_sizes_seat_every_usual_field(preferred: int) -> None:
    sizes = usual_sizes(preferred, SEATS)
    assert preferred in sizes
    for count in USUAL_FIELDS:
        assert table_sizes(count, PairingRules(sizes, preferred))
    assert sensible_sizes(preferred, SEATS)[0] == sizes


def test_a_game_for_few_has_the_sizes_it_can_seat() -> None:
    assert usual_sizes(3, range(3, 7)) == (3, 4)
    assert usual_sizes(5, (5, 6)) == (5, 6)
    assert usual_sizes(4, (4,)) == (4,)


def test_what_cannot_be_seated_or_is_too_large_is_refused() -> None:
    for count, rounds, code in (
        (2, 3, "too_few_entrants"),
        (MOST_TRIED + 1, 3, "too_large_to_try"),
        (13, MOST_ROUNDS_TRIED + 1, "too_large_to_try"),
    ):
        with pytest.raises(RuleViolation) as refusal:
            tried(count, rounds)
        assert refusal.value.code == code


@settings(max_examples=scaled(150), deadline=None)
@given(count=st.integers(6, 24), rounds=st.integers(1, 3), preferred=st.integers(3, 5))
def test_every_outlook_seats_everybody_and_the_best_by_the_aims_comes_first(
    count: int, rounds: int, preferred: int
) -> None:
    outlooks = tried(count, rounds, replace(RULES, sizes=(preferred,), preferred=preferred))
    for one in outlooks:
        assert sum(one.split.sizes) + one.split.byes == count
        assert {*one.split.sizes} <= {*one.sizes}
        below = sum(size < preferred for size in one.split.sizes)
        assert one.small_tables == rounds * below
    assert outlooks[0].repeats == min(one.repeats for one in outlooks)
    assert len({one.split for one in outlooks}) == len(outlooks)
