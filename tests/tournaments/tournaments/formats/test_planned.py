from collections import Counter
from itertools import combinations, product

import pytest

from games.core.rng import SeededRng, shuffle
from tests.known import known
from tests.tournaments.tournaments.formats.playing import field_of, refusal
from tournaments.tournaments.formats.finite_fields import FiniteField
from tournaments.tournaments.formats.planned import (
    Plan,
    planned_rounds,
    planned_schedule,
    sizes_with_plan,
)
from tournaments.tournaments.formats.round_robin import round_robin
from tournaments.tournaments.formats.seat_balance import balance_seats

PLANS = sizes_with_plan()
every_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.count}in{plan.size}")


@every_plan
def test_every_pair_meets_equally_often(plan: Plan) -> None:
    schedule = planned_schedule(plan.count, plan.size)
    assert schedule is not None
    met = Counter(
        tuple(sorted(pair))
        for round_ in schedule.rounds
        for table in round_.tables
        for pair in combinations(table, 2)
    )
    assert met == dict.fromkeys(combinations(range(1, plan.count + 1), 2), plan.meetings)
    assert len(schedule.rounds) == plan.rounds


@every_plan
def test_everybody_sits_once_a_round_or_sits_out(plan: Plan) -> None:
    schedule = planned_schedule(plan.count, plan.size)
    assert schedule is not None
    assert schedule.sizes == (plan.size,)
    byes = Counter(entrant for round_ in schedule.rounds for entrant in round_.byes)
    for round_ in schedule.rounds:
        seated = [entrant for table in round_.tables for entrant in table]
        assert sorted([*seated, *round_.byes]) == list(range(1, plan.count + 1))
        assert len(round_.byes) == plan.byes
    assert len({byes[entrant] for entrant in range(1, plan.count + 1)}) == 1


@every_plan
def test_seats_are_balanced(plan: Plan) -> None:
    schedule = planned_schedule(plan.count, plan.size)
    assert schedule is not None
    held = Counter(
        (entrant, seat)
        for round_ in schedule.rounds
        for table in round_.tables
        for seat, entrant in enumerate(table)
    )
    for entrant in range(1, plan.count + 1):
        counts = [held[entrant, seat] for seat in range(plan.size)]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("count", "size", "rounds", "meetings"),
    [
        (4, 4, 4, 4),
        (6, 3, 10, 4),
        (8, 4, 7, 3),
        (9, 3, 4, 1),
        (12, 4, 11, 3),
        (15, 3, 7, 1),
        (16, 4, 5, 1),
        (21, 3, 10, 1),
        (25, 5, 6, 1),
        (27, 3, 13, 1),
        (49, 7, 8, 1),
        (64, 8, 9, 1),
    ],
)
def test_the_known_plans_are_offered(count: int, size: int, rounds: int, meetings: int) -> None:
    found = [(p.rounds, p.meetings) for p in PLANS if (p.count, p.size) == (count, size)]
    assert found == [(rounds, meetings)]


def test_a_plan_with_a_bye_for_everybody_in_turn_is_offered() -> None:
    found = [(p.count, p.size, p.rounds, p.meetings) for p in PLANS if p.byes == 1]
    assert {(5, 4, 5, 3), (7, 3, 7, 2), (9, 4, 9, 3), (13, 4, 13, 3)} <= set(found)


@pytest.mark.parametrize("size", range(3, 9))
def test_at_one_table_everybody_holds_every_seat_once(size: int) -> None:
    rounds = known(planned_schedule(size, size)).rounds
    for seat in range(size):
        assert sorted(round_.tables[0][seat] for round_ in rounds) == list(range(1, size + 1))


def test_tables_of_two_play_a_round_robin() -> None:
    assert planned_schedule(7, 2) == round_robin(range(1, 8))
    assert planned_schedule(1, 2) is None


def test_where_no_plan_is_known_there_is_none() -> None:
    assert planned_schedule(10, 4) is None
    assert planned_schedule(0, 3) is None
    violation = refusal(planned_rounds, field_of(10), 4)
    assert violation.code == "no_planned_schedule"
    assert violation.params == {"entrants": 10, "size": 4}
    assert refusal(planned_rounds, field_of(9), 9).code == "impossible_size"
    assert refusal(planned_rounds, [1, 1, 2], 3).code == "seeding_twice"
    assert refusal(planned_rounds, [1], 3).code == "too_few_entrants"


def test_a_plan_is_filled_with_the_entrants_in_seed_order() -> None:
    field = field_of(5)
    plan, filled = planned_schedule(5, 4), planned_rounds(field, 4)
    assert plan is not None
    for numbers, entrants in zip(plan.rounds, filled.rounds, strict=True):
        assert entrants.byes == tuple(100 + number for number in numbers.byes)
        assert entrants.tables == tuple(
            tuple(100 + number for number in table) for table in numbers.tables
        )


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 11, 13, 17, 19])
def test_finite_fields_are_fields(order: int) -> None:
    field = FiniteField(order)
    elements = range(order)
    for one, two in product(elements, repeat=2):
        assert field.add(one, two) == field.add(two, one)
        assert field.multiply(one, two) == field.multiply(two, one)
    for one in elements:
        assert sorted(field.add(one, two) for two in elements) == list(elements)
        assert field.add(one, 0) == field.multiply(one, 1) == one
        if one:
            assert sorted(field.multiply(one, two) for two in elements) == list(elements)
    for one, two, three in product(elements, repeat=3):
        assert field.multiply(one, field.add(two, three)) == field.add(
            field.multiply(one, two), field.multiply(one, three)
        )
        assert field.multiply(one, field.multiply(two, three)) == field.multiply(
            field.multiply(one, two), three
        )


@pytest.mark.parametrize("size", range(2, 9))
def test_any_rounds_of_one_size_can_be_seated_with_all_seats_balanced(size: int) -> None:
    """Drawn rounds have no order to lean on; every run of `size` tables holds each seat once."""
    rng = SeededRng(size)
    entrants = list(range(5 * size))
    rounds = []
    for _ in range(13):
        shuffle(rng, entrants)
        rounds.append([entrants[start : start + size] for start in range(0, 4 * size, size)])
    seated = balance_seats(rounds)
    held: dict[int, list[int]] = {}
    for before, after in zip(rounds, seated, strict=True):
        assert [sorted(table) for table in after] == [sorted(table) for table in before]
        for table in after:
            for seat, entrant in enumerate(table):
                held.setdefault(entrant, []).append(seat)
    for seats in held.values():
        for start in range(0, len(seats), size):
            run = seats[start : start + size]
            assert len(set(run)) == len(run)
