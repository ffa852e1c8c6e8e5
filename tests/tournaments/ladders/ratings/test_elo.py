"""Pairwise Elo: what is conserved, what the order of the seats cannot change, K and margin."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.ladders.ratings.tables import Table, by_player, player, seats_of, tables
from tournaments.ladders.ratings.elo import PairwiseElo, expected
from tournaments.ladders.ratings.rating_system import Seat, Standing
from tournaments.ladders.ratings.rules import KPolicy, LadderRules, Margin
from tournaments.ladders.ratings.systems import system_of

ELO = PairwiseElo(LadderRules())
EVEN = PairwiseElo(LadderRules(k=KPolicy(24, 24, 24)))
MARGIN = PairwiseElo(LadderRules(margin=Margin(share=60, full=20)))
NORMAL = Standing(1500.0, 0.0, 20)


def deltas(system: PairwiseElo, seats: list[Seat], standings: list[Standing]) -> list[float]:
    return [change.delta for change in system.rate(seats, standings)]


def test_the_rules_choose_pairwise_elo() -> None:
    assert isinstance(system_of(LadderRules()), PairwiseElo)


def test_a_newcomer_begins_at_the_start_of_the_rules_and_a_listed_player_at_the_list() -> None:
    elo = PairwiseElo(LadderRules(start=1200))
    assert elo.first() == Standing(1200.0, 0.0, 0, 0, None)
    assert elo.first(1734.5) == Standing(1734.5, 0.0, 0, 0, None)


@pytest.mark.parametrize("mu", [0.0, -3.0, 10_000.5, math.nan, math.inf, -math.inf])
def test_nobody_begins_out_of_bounds(mu: float) -> None:
    with pytest.raises(RuleViolation) as caught:
        ELO.first(mu)
    assert caught.value.code == "bad_start_rating"


def test_four_hundred_points_make_ten_to_one() -> None:
    assert expected(1900.0, 1500.0) == pytest.approx(10 / 11, abs=1e-15)
    assert expected(1500.0, 1900.0) == pytest.approx(1 / 11, abs=1e-15)
    assert expected(1500.0, 1500.0) == 0.5


def test_a_difference_beyond_all_bounds_is_certain_and_no_error() -> None:
    assert expected(1e9, 0.0) == 1.0
    assert expected(0.0, 1e9) == 0.0


@given(st.floats(-5000, 15_000), st.floats(-5000, 15_000))
def test_the_expected_shares_of_a_pair_add_up_to_exactly_one(mine: float, other: float) -> None:
    assert expected(mine, other) + expected(other, mine) == 1.0


@given(tables())
def test_the_sum_of_ratings_is_conserved_where_k_is_equal(table: Table) -> None:
    seats, standings = table
    before = math.fsum(standing.mu for standing in standings)
    after = math.fsum(change.mu for change in EVEN.rate(seats, standings))
    assert after == pytest.approx(before, rel=1e-9)


@given(tables(matches=(10, 59)))
def test_the_sum_is_conserved_with_a_margin_too(table: Table) -> None:
    seats, standings = table
    before = math.fsum(standing.mu for standing in standings)
    after = math.fsum(change.mu for change in MARGIN.rate(seats, standings))
    assert after == pytest.approx(before, rel=1e-9)


def test_the_sum_is_not_conserved_where_k_differs() -> None:
    newcomer, old_hand = Standing(1500.0, 0.0, 0), Standing(1500.0, 0.0, 100)
    assert deltas(ELO, seats_of(1, 2), [newcomer, old_hand]) == [24.0, -10.0]


@given(tables())
def test_the_parts_add_up_to_the_change(table: Table) -> None:
    for system in (ELO, MARGIN):
        for change in system.rate(*table):
            total = math.fsum(part.delta for part in change.parts)
            assert change.mu == change.before.mu + total


@given(tables())
def test_there_is_one_part_per_opponent_in_the_order_of_the_seats(table: Table) -> None:
    seats, standings = table
    for change in ELO.rate(seats, standings):
        opponents = [seat.player for seat in seats if seat.player != change.player]
        assert [part.opponent for part in change.parts] == opponents


@given(tables(), st.data())
def test_the_order_of_the_seats_changes_nothing_to_the_last_digit(
    table: Table, data: st.DataObject
) -> None:
    seats, standings = table
    order = data.draw(st.permutations(range(len(seats))))
    moved = [seats[i] for i in order], [standings[i] for i in order]
    for system in (ELO, MARGIN):
        assert by_player(system.rate(*moved)) == by_player(system.rate(seats, standings))


@given(tables(), st.data())
def test_a_better_place_is_never_worth_less(table: Table, data: st.DataObject) -> None:
    seats, standings = table
    who = data.draw(st.integers(0, len(seats) - 1))
    better = data.draw(st.integers(0, seats[who].place))
    improved = [*seats[:who], seats[who]._replace(place=better), *seats[who + 1 :]]
    assert ELO.rate(improved, standings)[who].mu >= ELO.rate(seats, standings)[who].mu


def test_every_order_of_four_equal_players_gives_the_same_four_steps() -> None:
    for places in permutations((1, 2, 3, 4)):
        changes = dict(zip(places, deltas(ELO, seats_of(*places), [NORMAL] * 4), strict=True))
        assert [changes[place] for place in (1, 2, 3, 4)] == pytest.approx(
            [16, 16 / 3, -16 / 3, -16], abs=1e-9
        )


def test_gaps_between_places_mean_nothing() -> None:
    standings = [Standing(1500.0 + 37 * i, 0.0, 20) for i in range(3)]
    near, far = seats_of(1, 2, 3), seats_of(2, 5, 8)
    assert deltas(ELO, near, standings) == deltas(ELO, far, standings)


def test_equal_players_who_tie_do_not_move() -> None:
    assert deltas(ELO, seats_of(1, 1, 1), [NORMAL] * 3) == [0.0, 0.0, 0.0]


def test_a_tie_draws_unequal_players_together() -> None:
    strong, weak = Standing(1900.0, 0.0, 20), Standing(1500.0, 0.0, 20)
    down, up = deltas(ELO, seats_of(1, 1), [strong, weak])
    assert down == pytest.approx(32 * (0.5 - 10 / 11), abs=1e-9)
    assert up == -down


@pytest.mark.parametrize(
    ("matches", "factor"), [(0, 48), (9, 48), (10, 32), (59, 32), (60, 20), (5000, 20)]
)
def test_k_follows_the_matches_before_this_one(matches: int, factor: int) -> None:
    change = ELO.rate(seats_of(1, 2), [Standing(1500.0, 0.0, matches), NORMAL])[0]
    assert change.factor == factor
    assert change.delta == factor / 2


def test_k_is_split_over_the_opponents() -> None:
    for count in range(2, 9):
        winner = ELO.rate(seats_of(*range(1, count + 1)), [NORMAL] * count)[0]
        assert winner.delta == pytest.approx(16, abs=1e-9)
        assert [part.delta for part in winner.parts] == pytest.approx(
            [16 / (count - 1)] * (count - 1)
        )


def test_a_narrow_win_counts_for_less_and_a_clear_one_whole() -> None:
    def won_by(points: int) -> float:
        return deltas(MARGIN, seats_of(1, 2, scores=(50, 50 - points)), [NORMAL] * 2)[0]

    assert won_by(20) == won_by(45) == 16.0
    assert won_by(10) == pytest.approx(16 * 0.7, abs=1e-9)
    assert won_by(1) == pytest.approx(16 * 0.43, abs=1e-9)
    # The scores may agree where a tie-break of the game decided.
    assert won_by(0) == pytest.approx(16 * 0.4, abs=1e-9)


def test_the_margin_looks_at_the_distance_where_a_low_score_wins() -> None:
    low = deltas(MARGIN, seats_of(1, 2, scores=(10, 20)), [NORMAL] * 2)
    high = deltas(MARGIN, seats_of(1, 2, scores=(20, 10)), [NORMAL] * 2)
    assert low == high


def test_without_a_score_a_pair_counts_whole_and_a_tie_always_does() -> None:
    strong = Standing(1600.0, 0.0, 20)
    for places, scores in (((2, 1), (None, 30)), ((1, 1), (30, 30)), ((1, 1), (30, 29))):
        seats = seats_of(*places, scores=scores)
        assert deltas(MARGIN, seats, [strong, NORMAL]) == deltas(ELO, seats, [strong, NORMAL])


def test_scores_are_nothing_to_a_ladder_without_margin() -> None:
    seats = seats_of(1, 2, 3, scores=(90, 89, 3))
    assert deltas(ELO, seats, [NORMAL] * 3) == deltas(ELO, seats_of(1, 2, 3), [NORMAL] * 3)


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_seats_cannot_be_rated_nor_planned(count: int) -> None:
    with pytest.raises(ValueError, match="two seats"):
        ELO.rate(seats_of(*range(1, count + 1)), [NORMAL] * count)
    with pytest.raises(ValueError, match="two seats"):
        ELO.chances([NORMAL] * count)


def test_every_seat_needs_its_standing() -> None:
    with pytest.raises(ValueError, match="one standing"):
        ELO.rate(seats_of(1, 2, 3), [NORMAL] * 2)


def test_a_change_keeps_player_place_and_what_was_before() -> None:
    before = Standing(1400.0, 0.0, 7, 2, 123)
    change = ELO.rate(seats_of(2, 1), [before, NORMAL])[0]
    assert (change.player, change.place, change.before) == (player(1), 2, before)
    assert change.sigma == 0.0


def test_the_rating_shown_is_the_rating() -> None:
    assert ELO.shown(1512.25, 0.0) == 1512.25


@given(tables())
def test_the_chances_of_a_table_add_up(table: Table) -> None:
    chances = ELO.chances(table[1])
    assert math.fsum(chance.first for chance in chances) == pytest.approx(1.0, abs=1e-12)
    assert math.fsum(chance.score for chance in chances) == pytest.approx(len(chances) / 2)
    assert all(0.0 <= chance.score <= 1.0 for chance in chances)


def test_the_chances_of_a_pair_are_the_expected_shares() -> None:
    stronger, weaker = ELO.chances([Standing(1900.0, 0.0), Standing(1500.0, 0.0)])
    assert stronger == pytest.approx((10 / 11, 10 / 11))
    assert weaker == pytest.approx((1 / 11, 1 / 11))


def test_the_chances_of_three_go_by_strength() -> None:
    chances = ELO.chances([Standing(mu, 0.0) for mu in (1900.0, 1500.0, 1500.0)])
    assert [chance.first for chance in chances] == pytest.approx([10 / 12, 1 / 12, 1 / 12])
    assert [chance.score for chance in chances] == pytest.approx(
        [10 / 11, (1 / 11 + 0.5) / 2, (1 / 11 + 0.5) / 2]
    )
