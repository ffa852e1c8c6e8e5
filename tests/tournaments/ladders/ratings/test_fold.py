"""Ratings as a fold: who comes in where, and changes that are read back to the last digit."""

import math
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladders.ratings.fold import (
    Ratings,
    changes_of,
    seats_of,
    step_of,
    text_of,
)
from tournaments.ladders.ratings.rating_system import RatingSystem, Seat, Standing
from tournaments.ladders.ratings.rules import LadderRules, Margin
from tournaments.ladders.ratings.systems import most_first, system_of

ANA, BO, CHLOE, DAN = (UUID(int=number) for number in range(1, 5))
RULES = {
    "elo": LadderRules(),
    "margin": LadderRules(margin=Margin(share=50, full=7)),
    "openskill": LadderRules(system="openskill"),
}


@pytest.fixture(params=sorted(RULES))
def system(request: pytest.FixtureRequest) -> RatingSystem:
    return system_of(RULES[request.param])


def table(*pairs: tuple[UUID, int]) -> tuple[Seat, ...]:
    """Return seats from (player, place) pairs."""
    return tuple(Seat(player, place, 10 * (9 - place)) for player, place in pairs)


def test_players_come_in_with_their_first_match(system: RatingSystem) -> None:
    ratings = Ratings(system, {})
    assert ratings.standing_of(ANA) == system.first()
    ratings.rate(table((ANA, 1), (BO, 2)), 5)
    assert sorted(ratings.standings) == [ANA, BO]
    assert ratings.standing_of(CHLOE) == system.first()


def test_a_start_holds_for_the_first_match_and_not_after_it(
    system: RatingSystem,
) -> None:
    start = Standing(system.first().mu + 1.25, system.first().sigma, matches=30)
    ratings = Ratings(system, {ANA: start})
    first, _ = ratings.rate(table((ANA, 1), (BO, 2)), 5)
    assert first.before == start
    second, _ = ratings.rate(table((ANA, 1), (BO, 2)), 6)
    assert second.before == Standing(first.mu, first.sigma, 31, 1, 5)


def test_a_standing_outweighs_a_start(system: RatingSystem) -> None:
    here = Standing(system.first().mu - 2.0, system.first().sigma, 3, 1, 4)
    ratings = Ratings(system, {ANA: system.first()}, {ANA: here})
    assert ratings.standing_of(ANA) == here


def test_matches_and_the_last_one_are_counted(system: RatingSystem) -> None:
    ratings = Ratings(system, {})
    for ended in (5, 7, 9):
        ratings.rate(table((ANA, 1), (BO, 2)), ended)
    assert [(one.matches, one.last) for one in ratings.standings.values()] == [(3, 9), (3, 9)]


def test_first_places_are_counted_shared_ones_too_and_gaps_do_not_make_one(
    system: RatingSystem,
) -> None:
    ratings = Ratings(system, {})
    ratings.rate(table((ANA, 1), (BO, 1), (CHLOE, 3)), 1)
    ratings.rate(table((ANA, 2), (BO, 4), (CHLOE, 2)), 2)
    assert {player: one.firsts for player, one in ratings.standings.items()} == {
        ANA: 1,
        BO: 1,
        CHLOE: 0,
    }


def test_a_last_match_at_the_epoch_is_a_last_match(system: RatingSystem) -> None:
    ratings = Ratings(system, {})
    ratings.rate(table((ANA, 1), (BO, 2)), 0)
    assert ratings.standing_of(ANA).last == 0


# What is stored


def standings(kind: str) -> Any:
    """Return standings as a ladder can come to hold them."""
    return st.builds(
        Standing,
        mu=st.floats(min_value=1.0, max_value=most_first(RULES[kind])),
        sigma=st.floats(min_value=0.5, max_value=25.0),
        matches=st.integers(0, 500),
        firsts=st.integers(0, 500),
        last=st.none() | st.integers(-(2**60), 2**60),
    )


@pytest.mark.parametrize("kind", sorted(RULES))
@given(data=st.data())
def test_stored_changes_are_read_back_to_the_last_digit(kind: str, data: st.DataObject) -> None:
    system = system_of(RULES[kind])
    count = data.draw(st.integers(2, 8))
    seats = tuple(
        Seat(
            UUID(int=100 + number),
            data.draw(st.integers(1, count)),
            data.draw(st.none() | st.integers(-50, 200)),
        )
        for number in range(count)
    )
    before = data.draw(st.lists(standings(kind), min_size=count, max_size=count))
    changes = system.rate(seats, before)
    text = text_of(seats, changes)
    again = changes_of(text)
    assert again == changes
    assert [one.mu.hex() for one in again] == [one.mu.hex() for one in changes]
    assert [math.copysign(1, part.delta) for one in again for part in one.parts] == [
        math.copysign(1, part.delta) for one in changes for part in one.parts
    ]
    assert text_of(seats, again) == text
    assert seats_of(text) == seats


def test_every_part_names_the_opponent_it_came_from(system: RatingSystem) -> None:
    seats = table((CHLOE, 1), (ANA, 2), (DAN, 3), (BO, 4))
    before = [system.first()] * 4
    for change in changes_of(text_of(seats, system.rate(seats, before))):
        others = [seat.player for seat in seats if seat.player != change.player]
        assert [part.opponent for part in change.parts] == others


def test_one_player_is_found_among_the_changes(system: RatingSystem) -> None:
    ratings = Ratings(system, {})
    seats = table((ANA, 2), (BO, 1), (CHLOE, 3))
    changes = ratings.rate(seats, 5)
    text = text_of(seats, changes)
    step = step_of(text, BO)
    first = system.first()
    assert step == (1, first.mu, first.sigma, changes[1].mu, changes[1].sigma)
    assert step_of(text, DAN) is None


def test_going_back_to_where_everybody_stood_and_folding_again_gives_the_same_digits(
    system: RatingSystem,
) -> None:
    nights = [
        table((ANA, 1), (BO, 2), (CHLOE, 3)),
        table((BO, 1), (DAN, 1), (ANA, 3)),
        table((CHLOE, 1), (DAN, 2)),
        table((DAN, 1), (CHLOE, 2), (BO, 3), (ANA, 4)),
    ]
    whole = Ratings(system, {})
    texts = [text_of(seats, whole.rate(seats, ended)) for ended, seats in enumerate(nights)]
    for cut in range(len(nights)):
        kept = dict(whole.standings)
        for text in reversed(texts[cut:]):
            kept |= {change.player: change.before for change in changes_of(text)}
        kept = {player: one for player, one in kept.items() if one.last is not None}
        again = Ratings(system, {}, kept)
        rest = enumerate(nights[cut:], cut)
        assert [text_of(seats, again.rate(seats, ended)) for ended, seats in rest] == texts[cut:]
        assert again.standings == whole.standings
