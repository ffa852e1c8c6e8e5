from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.tournaments.formats.playing import field_of, refusal
from tournaments.tournaments.formats.round_robin import round_robin
from tournaments.tournaments.formats.schedule import Round, Schedule

COUNTS = range(2, 41)


def meetings(schedule: Schedule) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(table)) for round_ in schedule.rounds for table in round_.tables)


def starts(schedule: Schedule) -> Counter[int]:
    return Counter(table[0] for round_ in schedule.rounds for table in round_.tables)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("double", [False, True])
def test_every_pair_meets_once_or_twice(count: int, double: bool) -> None:
    schedule = round_robin(field_of(count), double=double)
    times = 2 if double else 1
    assert meetings(schedule) == dict.fromkeys(combinations(field_of(count), 2), times)
    assert len(schedule.rounds) == times * (count if count % 2 else count - 1)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("double", [False, True])
def test_everybody_plays_once_a_round_or_sits_out(count: int, double: bool) -> None:
    schedule = round_robin(field_of(count), double=double)
    for round_ in schedule.rounds:
        seated = [entrant for table in round_.tables for entrant in table]
        assert sorted([*seated, *round_.byes]) == field_of(count)
        assert len(round_.byes) == count % 2
    byes = Counter(entrant for round_ in schedule.rounds for entrant in round_.byes)
    assert all(byes[entrant] == (2 if double else 1) * (count % 2) for entrant in field_of(count))


@pytest.mark.parametrize("count", COUNTS)
def test_starts_are_balanced(count: int) -> None:
    started = starts(round_robin(field_of(count)))
    for entrant in field_of(count):
        assert abs(2 * started[entrant] - (count - 1)) <= 1
    twice = starts(round_robin(field_of(count), double=True))
    assert all(twice[entrant] == count - 1 for entrant in field_of(count))


def test_the_second_half_of_double_rounds_swaps_the_seats() -> None:
    rounds = round_robin([1, 2, 3], double=True).rounds
    for first, second in zip(rounds[:3], rounds[3:], strict=True):
        assert second.tables == tuple(table[::-1] for table in first.tables)


def test_six_play_the_berger_table() -> None:
    """FIDE Handbook C.05, annex 1: the table for five or six players."""
    assert [round_.tables for round_ in round_robin([1, 2, 3, 4, 5, 6]).rounds] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


def test_two_play_one_round() -> None:
    assert round_robin([7, 3]) == Schedule((Round(((7, 3),)),))


def test_fields_that_cannot_be_are_refused() -> None:
    assert refusal(round_robin, [1]).code == "too_few_entrants"
    assert refusal(round_robin, [1, 2, 2]).code == "seeding_twice"
