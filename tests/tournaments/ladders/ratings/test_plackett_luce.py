"""OpenSkill: the library's own numbers, and parts that explain them."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from games.core.errors import RuleViolation
from games.core.rng import SeededRng
from games.testing.scale import scaled
from tests.tournaments.ladders.ratings.tables import Table, by_player, player, seats_of, tables
from tournaments.ladders.ratings.plackett_luce import OpenSkill, _adding_up
from tournaments.ladders.ratings.rating_system import Part, Seat, Standing
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.ratings.systems import system_of

OPENSKILL = OpenSkill(LadderRules(system="openskill"))
LIBRARY = PlackettLuce()
UNKNOWN = OPENSKILL.first()
RANGES: dict[str, Any] = {"mu": (-20.0, 80.0), "sigma": (0.5, 10.0)}


def library_values(seats: list[Seat], standings: list[Standing]) -> list[tuple[float, float]]:
    after = LIBRARY.rate(
        [[LIBRARY.rating(standing.mu, standing.sigma)] for standing in standings],
        ranks=[float(seat.place) for seat in seats],
    )
    return [(team[0].mu, team[0].sigma) for team in after]


def our_values(seats: list[Seat], standings: list[Standing]) -> list[tuple[float, float]]:
    return [(change.mu, change.sigma) for change in OPENSKILL.rate(seats, standings)]


def test_the_rules_choose_openskill() -> None:
    assert isinstance(system_of(LadderRules(system="openskill")), OpenSkill)


def test_a_newcomer_begins_as_in_the_library() -> None:
    rating = LIBRARY.rating()
    assert Standing(25.0, 25.0 / 3.0) == UNKNOWN == Standing(rating.mu, rating.sigma)
    assert OPENSKILL.first(31.5) == Standing(31.5, 25.0 / 3.0)


@pytest.mark.parametrize("mu", [0.0, -3.0, 100.5, 1500.0, math.nan, math.inf])
def test_nobody_begins_out_of_bounds(mu: float) -> None:
    with pytest.raises(RuleViolation) as caught:
        OPENSKILL.first(mu)
    assert caught.value.code == "bad_start_rating"


def test_the_rating_shown_is_the_ordinal_of_the_library() -> None:
    assert OPENSKILL.shown(31.0, 2.5) == LIBRARY.rating(31.0, 2.5).ordinal()


@given(tables(**RANGES))
def test_the_values_are_the_library_s_own_to_the_last_digit(table: Table) -> None:
    seats, standings = table
    by_id = sorted(range(len(seats)), key=lambda index: seats[index].player)
    ordered = [seats[i] for i in by_id], [standings[i] for i in by_id]
    assert our_values(*ordered) == library_values(*ordered)


@given(tables(**RANGES))
def test_the_values_are_the_library_s_own_whatever_the_order_of_the_seats(table: Table) -> None:
    for ours, theirs in zip(our_values(*table), library_values(*table), strict=True):
        assert ours == pytest.approx(theirs, abs=1e-9, rel=0)


@pytest.mark.soak
@pytest.mark.parametrize("count", range(2, 9))
def test_a_long_run_of_matches_stays_with_the_library(count: int) -> None:
    rng = SeededRng(count)
    ours = [UNKNOWN] * 12
    theirs = [LIBRARY.rating() for _ in ours]
    for _ in range(scaled(1000)):
        free = list(range(len(ours)))
        players = [free.pop(rng.below(len(free))) for _ in range(count)]
        places = [1 + rng.below(count) for _ in players]
        changes = OPENSKILL.rate(seats_of(*places), [ours[who] for who in players])
        teams = LIBRARY.rate([[theirs[who]] for who in players], ranks=[float(p) for p in places])
        for who, change, team in zip(players, changes, teams, strict=True):
            ours[who] = Standing(change.mu, change.sigma)
            theirs[who] = team[0]
    for standing, rating in zip(ours, theirs, strict=True):
        assert standing.mu == pytest.approx(rating.mu, abs=1e-9, rel=0)
        assert standing.sigma == pytest.approx(rating.sigma, abs=1e-9, rel=0)


@given(tables(**RANGES), st.data())
def test_the_order_of_the_seats_changes_no_rating(table: Table, data: st.DataObject) -> None:
    seats, standings = table
    order = data.draw(st.permutations(range(len(seats))))
    moved = by_player(OPENSKILL.rate([seats[i] for i in order], [standings[i] for i in order]))
    for who, (mu, sigma, parts) in by_player(OPENSKILL.rate(seats, standings)).items():
        assert (mu, sigma) == moved[who][:2]
        assert parts == pytest.approx(moved[who][2], abs=1e-9)


@given(tables(**RANGES))
def test_the_parts_add_up_to_the_change(table: Table) -> None:
    for change in OPENSKILL.rate(*table):
        total = math.fsum(part.delta for part in change.parts)
        assert total == pytest.approx(change.delta, abs=1e-12)


def test_what_the_terms_leave_over_is_spread_evenly_over_the_opponents() -> None:
    terms = [Part(player(2), 1.0), Part(player(3), -4.0)]
    assert _adding_up(terms, -2.5) == (Part(player(2), 1.25), Part(player(3), -3.75))


@given(tables(**RANGES))
def test_the_parts_explain_the_whole_change_by_themselves(table: Table) -> None:
    raw = OPENSKILL._raw_parts(*table)
    for parts, change in zip(raw, OPENSKILL.rate(*table), strict=True):
        total = math.fsum(part.delta for part in parts)
        assert total == pytest.approx(change.delta, abs=1e-9)


@given(tables(**RANGES))
def test_beating_somebody_gives_and_losing_to_somebody_takes(table: Table) -> None:
    seats, standings = table
    place = {seat.player: seat.place for seat in seats}
    for change in OPENSKILL.rate(seats, standings):
        opponents = [seat.player for seat in seats if seat.player != change.player]
        assert [part.opponent for part in change.parts] == opponents
        for part in change.parts:
            if change.place < place[part.opponent]:
                assert part.delta > -1e-9
            if change.place > place[part.opponent]:
                assert part.delta < 1e-9


@given(tables(**RANGES), st.data())
def test_changing_places_with_the_next_better_one_is_never_worse(
    table: Table, data: st.DataObject
) -> None:
    seats, standings = table
    # In a strict order; what ties do is the library's own, see the test below.
    seats = [seat._replace(place=place) for place, seat in enumerate(seats, 1)]
    who = data.draw(st.integers(1, len(seats) - 1))
    swapped = [*seats]
    swapped[who] = seats[who]._replace(place=who)
    swapped[who - 1] = seats[who - 1]._replace(place=who + 1)
    better, worse = OPENSKILL.rate(swapped, standings)[who], OPENSKILL.rate(seats, standings)[who]
    assert better.mu >= worse.mu - 1e-12


def test_four_newcomers_move_by_the_stages_they_won_and_lost() -> None:
    """With equal chances: 1 - 1/4; 1 - 1/4 - 1/3 and so on, times sigma squared over c."""
    first, second, third, last = OPENSKILL.rate(seats_of(1, 2, 3, 4), [UNKNOWN] * 4)
    variance = UNKNOWN.sigma**2 + LIBRARY.tau**2
    step = variance / math.sqrt(4 * (variance + LIBRARY.beta**2))
    assert first.delta == pytest.approx(step * 3 / 4)
    assert second.delta == pytest.approx(step * (2 / 3 - 1 / 4))
    assert third.delta == pytest.approx(step * (1 / 2 - 1 / 3 - 1 / 4))
    assert last.delta == pytest.approx(step * (-1 / 2 - 1 / 3 - 1 / 4))
    assert [part.delta for part in second.parts] == pytest.approx(
        [step * -1 / 4, step * 1 / 3, step * 1 / 3]
    )
    assert {change.factor for change in (first, second, third, last)} == {0.0}


def test_who_ties_with_somebody_stronger_gains_from_it() -> None:
    strong, weak = OPENSKILL.rate(seats_of(1, 1), [Standing(35.0, 3.0), Standing(20.0, 3.0)])
    assert strong.delta < 0 < weak.delta


def test_sharing_first_place_may_be_worth_less_than_a_second_place_of_one_s_own() -> None:
    """The library halves what a shared place gives; docs/ladders.md warns of it."""
    shared = OPENSKILL.rate(seats_of(1, 1, 3, 4, 5, 6, 7, 8), [UNKNOWN] * 8)[1]
    alone = OPENSKILL.rate(seats_of(1, 2, 3, 4, 5, 6, 7, 8), [UNKNOWN] * 8)[1]
    assert 0 < shared.delta < alone.delta


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_seats_cannot_be_rated_nor_planned(count: int) -> None:
    with pytest.raises(ValueError, match="two seats"):
        OPENSKILL.rate(seats_of(*range(1, count + 1)), [UNKNOWN] * count)
    with pytest.raises(ValueError, match="two seats"):
        OPENSKILL.chances([UNKNOWN] * count)


def test_every_seat_needs_its_standing() -> None:
    with pytest.raises(ValueError, match="one standing"):
        OPENSKILL.rate(seats_of(1, 2, 3), [UNKNOWN] * 2)


@given(tables(**RANGES))
def test_the_chances_of_a_table_add_up(table: Table) -> None:
    chances = OPENSKILL.chances(table[1])
    assert math.fsum(chance.first for chance in chances) == pytest.approx(1.0, abs=1e-12)
    assert math.fsum(chance.score for chance in chances) == pytest.approx(len(chances) / 2)
    assert all(0.0 <= chance.score <= 1.0 for chance in chances)


def test_the_chances_follow_the_model() -> None:
    standings = [Standing(30.0, 2.0), Standing(25.0, 3.0), Standing(20.0, 4.0)]
    c = math.sqrt(4 + 9 + 16 + 3 * LIBRARY.beta**2)
    strengths = [math.exp(standing.mu / c) for standing in standings]
    chances = OPENSKILL.chances(standings)
    assert [chance.first for chance in chances] == pytest.approx(
        [strength / sum(strengths) for strength in strengths]
    )
    best, middle, worst = strengths
    assert chances[0].score == pytest.approx((best / (best + middle) + best / (best + worst)) / 2)
