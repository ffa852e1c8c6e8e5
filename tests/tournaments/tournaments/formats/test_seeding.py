from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.tournaments.formats.playing import refusal
from tournaments.tournaments.formats.schedule import Placing, require_sizes
from tournaments.tournaments.formats.seeding import (
    seed_at_random,
    seed_by_hand,
    seed_by_rating,
    seed_by_stage,
)


def test_ratings_seed_the_highest_first_and_the_unrated_last_in_entry_order() -> None:
    ratings = {2: 1500, 4: 1700, 5: 1500}
    assert seed_by_rating([1, 2, 3, 4, 5], ratings) == (4, 2, 5, 1, 3)
    assert seed_by_rating([3, 1], {}) == (3, 1)


def test_ratings_may_be_below_zero() -> None:
    assert seed_by_rating([1, 2, 3], {1: Fraction(-3, 2), 2: -1}) == (2, 1, 3)


def test_a_hand_made_order_is_taken_as_it_is() -> None:
    assert seed_by_hand([1, 2, 3], [3, 1, 2]) == (3, 1, 2)


@pytest.mark.parametrize(
    ("order", "code", "params"),
    [
        ([3, 1], "seeding_incomplete", {"missing": (2,), "unknown": ()}),
        ([3, 1, 2, 9], "seeding_incomplete", {"missing": (), "unknown": (9,)}),
        ([3, 1, 9], "seeding_incomplete", {"missing": (2,), "unknown": (9,)}),
        ([3, 1, 3], "seeding_twice", {"entrant": 3}),
    ],
)
def test_a_hand_made_order_names_every_entrant_once(
    order: list[int], code: str, params: dict[str, Any]
) -> None:
    violation = refusal(seed_by_hand, [1, 2, 3], order)
    assert (violation.code, violation.params) == (code, params)


def test_a_random_order_depends_on_the_entrants_and_the_seed_alone() -> None:
    field = list(range(1, 21))
    drawn = seed_at_random(field, "evening 7")
    assert sorted(drawn) == field
    assert seed_at_random(field[::-1], "evening 7") == drawn
    assert seed_at_random(field, "evening 8") != drawn


def test_a_recorded_random_order_never_changes() -> None:
    assert seed_at_random(range(1, 9), "kaiten") == (7, 2, 1, 4, 3, 6, 8, 5)


def test_a_former_stage_seeds_by_its_places_and_its_list_where_they_are_shared() -> None:
    ranking = [Placing(4, 1), Placing(2, 2), Placing(1, 2), Placing(3, 4)]
    assert seed_by_stage([1, 2, 3, 4], ranking) == (4, 2, 1, 3)
    assert seed_by_stage([3, 1], ranking) == (1, 3)


def test_a_former_stage_must_have_ranked_everybody_once() -> None:
    violation = refusal(seed_by_stage, [1, 2], [Placing(1, 1)])
    assert (violation.code, violation.params["missing"]) == ("seeding_incomplete", (2,))
    assert refusal(seed_by_stage, [1], [Placing(1, 1), Placing(1, 2)]).code == "seeding_twice"


@pytest.mark.parametrize("seeding", [seed_by_rating, seed_at_random, seed_by_stage])
def test_an_entrant_named_twice_is_refused(seeding: Callable[..., Any]) -> None:
    other = {seed_by_rating: {}, seed_at_random: "seed", seed_by_stage: [Placing(1, 1)]}[seeding]
    assert refusal(seeding, [1, 1], other).code == "seeding_twice"


def test_sizes_that_the_game_has_seats_for_pass() -> None:
    legal = range(2, 6)
    for sizes in ([4, 3], [2, 3, 4, 5], []):
        require_sizes(sizes, legal)
    require_sizes([], [])
    beside = [refusal(require_sizes, [4, size, 3], legal).params["size"] for size in (0, 1, 6, 7)]
    assert beside == [0, 1, 6, 7]


def test_a_size_that_the_game_has_no_seats_for_is_refused() -> None:
    violation = refusal(require_sizes, [6, 3, 2], {5, 4, 3})
    assert violation.code == "size_not_playable"
    assert violation.params == {"size": 2, "legal": (3, 4, 5)}
