from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.tournaments.formats.playing import field_of, refusal
from tournaments.tournaments.formats.groups import (
    group_schedule,
    group_stage,
    kept_apart,
    snake_groups,
)


def test_groups_are_dealt_as_a_snake() -> None:
    assert snake_groups(range(1, 9), 2) == ((1, 4, 5, 8), (2, 3, 6, 7))
    assert snake_groups(range(1, 10), 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9))


def test_who_does_not_fill_a_row_strengthens_the_groups_of_the_weakest_favourites() -> None:
    assert snake_groups(range(1, 9), 3) == ((1, 6), (2, 5, 8), (3, 4, 7))
    assert snake_groups(range(1, 12), 3) == ((1, 6, 7), (2, 5, 8, 11), (3, 4, 9, 10))


@pytest.mark.parametrize("count", range(2, 65))
def test_groups_hold_everybody_once_and_differ_by_one_at_most(count: int) -> None:
    for number in range(1, count // 2 + 1):
        groups = snake_groups(field_of(count), number)
        assert sorted(entrant for group in groups for entrant in group) == field_of(count)
        sizes = [len(group) for group in groups]
        assert len(groups) == number
        assert max(sizes) - min(sizes) <= 1
        assert [group[0] for group in groups] == field_of(count)[:number]


@pytest.mark.parametrize("count", [4, 7, 9, 14, 30])
@pytest.mark.parametrize("double", [False, True])
def test_who_share_a_group_meet_and_nobody_else(count: int, double: bool) -> None:
    groups = group_stage(field_of(count), groups=2, double=double)
    schedule = group_schedule(field_of(count), groups=2, double=double)
    met = Counter(tuple(sorted(table)) for round_ in schedule.rounds for table in round_.tables)
    pairs = [pair for group in groups for pair in combinations(group.entrants, 2)]
    assert met == dict.fromkeys(pairs, 2 if double else 1)
    assert [group.number for group in groups] == [1, 2]


def test_a_smaller_group_is_done_earlier_and_that_is_no_bye() -> None:
    schedule = group_schedule(range(1, 10), groups=2)
    assert [len(round_.tables) for round_ in schedule.rounds] == [4, 4, 4, 2, 2]
    assert [len(round_.byes) for round_ in schedule.rounds] == [1, 1, 1, 1, 1]


def test_groups_of_nine_play_at_tables_of_three_by_plan() -> None:
    schedule = group_schedule(field_of(18), groups=2, size=3)
    assert [len(round_.tables) for round_ in schedule.rounds] == [6, 6, 6, 6]
    assert schedule.sizes == (3,)
    doubled = group_schedule(field_of(18), groups=2, size=3, double=True)
    assert doubled.rounds[:4] == schedule.rounds
    assert doubled.rounds[4].tables == tuple(table[::-1] for table in schedule.rounds[0].tables)


@pytest.mark.parametrize(
    ("count", "options", "code"),
    [
        (8, {"groups": 0}, "bad_group_count"),
        (5, {"groups": 3}, "too_few_entrants"),
        (8, {"groups": 2, "size": 9}, "impossible_size"),
        (20, {"groups": 2, "size": 3}, "no_planned_schedule"),
    ],
)
def test_groups_that_cannot_be_are_refused(count: int, options: dict[str, int], code: str) -> None:
    assert refusal(group_schedule, field_of(count), **options).code == code


def test_an_entrant_named_twice_is_refused() -> None:
    assert refusal(snake_groups, [1, 2, 3, 1], 2).code == "seeding_twice"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_pairs_are_parted_with_the_nearest_seeds_exchanged(count: int) -> None:
    field = tuple(range(1, 13))
    for one, other in combinations(field, 2):
        pairs = [frozenset({one, other})]
        seeds = kept_apart(field, count, pairs)
        assert sorted(seeds) == list(field)
        groups = snake_groups(seeds, count)
        assert not any({one, other} <= {*group} for group in groups)
        if not any({one, other} <= {*group} for group in snake_groups(field, count)):
            assert seeds == field


def test_who_cannot_be_parted_stays_and_strangers_do_not_matter() -> None:
    three = [frozenset(pair) for pair in combinations((1, 2, 3), 2)]
    seeds = kept_apart((1, 2, 3, 4), 2, three)
    groups = snake_groups(seeds, 2)
    assert sum(pair <= {*group} for group in groups for pair in three) == 1
    assert kept_apart((1, 2, 3, 4), 2, [frozenset({8, 9}), frozenset({1, 9})]) == (1, 2, 3, 4)
