"""A new period: everybody is drawn towards the mean of those who are there."""

import math
from itertools import pairwise
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.ladders.ratings.tables import player
from tournaments.ladders.ratings.drawing import drawn_to_mean
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.ratings.systems import system_of

ELO = system_of(LadderRules())
OPENSKILL = system_of(LadderRules(system="openskill"))
OLD = {player(1): (1800.0, 0.0), player(2): (1500.0, 0.0), player(3): (1200.0, 0.0)}
ratings = st.dictionaries(
    st.integers(1, 50).map(player),
    st.tuples(st.floats(0, 3000), st.floats(0.1, 8)),
    min_size=1,
    max_size=20,
)


def test_a_quarter_of_the_way_to_the_mean() -> None:
    drawn = drawn_to_mean(OLD, 25, ELO)
    assert drawn == {player(1): (1725.0, 0.0), player(2): (1500.0, 0.0), player(3): (1275.0, 0.0)}


def test_a_share_of_zero_keeps_every_digit_and_one_of_hundred_makes_all_equal() -> None:
    odd = {player(1): (1712.3456789, 1.1), player(2): (1499.1, 2.2), player(3): (0.1, 3.3)}
    assert drawn_to_mean(odd, 0, OPENSKILL) == odd
    mean = math.fsum(mu for mu, _ in odd.values()) / 3
    assert set(drawn_to_mean(odd, 100, OPENSKILL).values()) == {(mean, 25.0 / 3.0)}


def test_openskill_grows_unsure_again_by_the_same_share() -> None:
    newcomer = OPENSKILL.first().sigma
    drawn = drawn_to_mean({player(1): (30.0, 1.0), player(2): (20.0, newcomer)}, 40, OPENSKILL)
    assert drawn[player(1)] == pytest.approx((28.0, 0.6 * 1.0 + 0.4 * newcomer))
    assert drawn[player(2)] == pytest.approx((22.0, newcomer))


def test_pairwise_elo_stays_without_sigma() -> None:
    assert {sigma for _, sigma in drawn_to_mean(OLD, 60, ELO).values()} == {0.0}


def test_nobody_is_drawn_nowhere() -> None:
    assert drawn_to_mean({}, 50, ELO) == {}


@given(ratings, st.integers(0, 100))
def test_the_mean_stays_and_so_does_the_order(
    old: dict[UUID, tuple[float, float]], share: int
) -> None:
    drawn = drawn_to_mean(old, share, OPENSKILL)
    assert list(drawn) == list(old)
    before = math.fsum(mu for mu, _ in old.values())
    assert math.fsum(mu for mu, _ in drawn.values()) == pytest.approx(before, abs=1e-6)
    by_old = sorted(old, key=lambda who: old[who][0])
    moved = [drawn[who][0] for who in by_old]
    assert all(low <= high for low, high in pairwise(moved))


@given(ratings, st.integers(0, 100))
def test_the_order_of_the_players_changes_nothing(
    old: dict[UUID, tuple[float, float]], share: int
) -> None:
    backwards = dict(reversed(old.items()))
    assert drawn_to_mean(backwards, share, OPENSKILL) == drawn_to_mean(old, share, OPENSKILL)


@pytest.mark.parametrize("share", [-1, 101, 1000])
def test_a_share_is_a_percentage(share: int) -> None:
    with pytest.raises(RuleViolation) as caught:
        drawn_to_mean(OLD, share, ELO)
    assert (caught.value.code, caught.value.params) == ("bad_share", {"share": share})
