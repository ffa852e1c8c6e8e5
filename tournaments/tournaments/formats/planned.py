"""Planned schedules: every pair meets equally often, where a plan is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from games.core.errors import RuleViolation
from tournaments.tournaments.formats.designs import (
    INFINITY,
    Rounds,
    Tables,
    affine_lines,
    all_but_one,
    all_halves,
    binary_halves,
    cosets,
    developed,
    one_table,
)
from tournaments.tournaments.formats.round_robin import round_robin
from tournaments.tournaments.formats.schedule import (
    MOST_SEATS,
    Round,
    Schedule,
    require_field,
    require_size,
)
from tournaments.tournaments.formats.seat_balance import balance_seats

MOST_ENTRANTS = 64
"""The largest field that has a plan for tables of more than two."""

_AFFINE = {(9, 3): (3, 2), (16, 4): (4, 2), (25, 5): (5, 2), (27, 3): (3, 3), (49, 7): (7, 2),
           (64, 4): (4, 3), (64, 8): (8, 2)}  # fmt: skip
"""Count and size: the field's order and the dimension of the space."""

_COSETS = ((7, 3), (9, 4), (11, 5), (13, 3), (13, 4), (13, 6), (17, 4), (17, 8), (19, 3), (19, 6))
"""Counts that are orders of fields, sizes that divide one less."""

_BASE_ROUNDS: dict[tuple[int, int], Tables] = {
    (12, 3): [(INFINITY, 0, 1), (2, 4, 7), (3, 8, 10), (5, 6, 9)],
    (12, 4): [(INFINITY, 0, 1, 3), (2, 6, 7, 9), (4, 5, 8, 10)],
    (12, 6): [(INFINITY, 0, 1, 2, 4, 7), (3, 5, 6, 8, 9, 10)],
    (18, 3): [(INFINITY, 0, 1), (2, 3, 6), (4, 10, 12), (5, 11, 15), (7, 9, 14), (8, 13, 16)],
    (20, 4): [(INFINITY, 0, 1, 2), (3, 5, 9, 15), (4, 7, 12, 17), (6, 8, 13, 16),
              (10, 11, 14, 18)],
    (20, 5): [(INFINITY, 0, 1, 2, 6), (3, 4, 11, 13, 16), (5, 7, 10, 14, 18), (8, 9, 12, 15, 17)],
}  # fmt: skip
"""Rounds that, shifted modulo one less than the count, make a plan; found by search."""

# Kirkman's fifteen schoolgirls: two circles of seven and one girl who stays.
_SCHOOLGIRLS = [(INFINITY, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10)]

# Twenty-one on three circles of seven: a round that is shifted, and three triples of which each
# makes a round of its own with its seven shifts.
_TWENTY_ONE = [(0, 1, 3), (2, 7, 20), (4, 8, 17), (5, 11, 15), (6, 9, 14), (10, 12, 13),
               (16, 18, 19)]  # fmt: skip
_TWENTY_ONE_TRIPLES = [(0, 7, 14), (0, 8, 16), (0, 9, 19)]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a planned schedule would be, for a form that offers it."""

    count: int
    size: int
    rounds: int
    meetings: int
    """How often every pair meets."""
    byes: int
    """How many sit out in every round."""


@cache
def planned_schedule(count: int, size: int) -> Schedule | None:
    """Return a schedule of the entrants 1 to `count` at tables of `size`, or None.

    Every pair meets equally often, everybody sits out equally often, and the numbers of times that
    somebody holds two different seats differ by one at most. Raises impossible_size.
    """
    require_size(size)
    if size == 2:
        return round_robin(range(1, count + 1)) if count >= 2 else None
    rounds = _rounds(count, size)
    if rounds is None:
        return None
    return Schedule(
        tuple(
            Round(
                tuple(tuple(entrant + 1 for entrant in table) for table in tables),
                _byes(tables, count),
            )
            for tables in balance_seats(rounds)
        )
    )


def planned_rounds(entrants: Sequence[int], size: int) -> Schedule:
    """Return the planned schedule of these entrants, in seed order.

    Raises no_planned_schedule where none is known, too_few_entrants, seeding_twice and
    impossible_size.
    """
    field = require_field(entrants)
    schedule = planned_schedule(len(field), size)
    if schedule is None:
        raise RuleViolation("no_planned_schedule", entrants=len(field), size=size)
    return Schedule(
        tuple(
            Round(
                tuple(tuple(field[number - 1] for number in table) for table in round_.tables),
                tuple(field[number - 1] for number in round_.byes),
            )
            for round_ in schedule.rounds
        )
    )


@cache
def sizes_with_plan() -> tuple[Plan, ...]:
    """Return every plan there is for tables of more than two, by count and size."""
    return tuple(
        _plan(count, size, rounds)
        for count in range(3, MOST_ENTRANTS + 1)
        for size in range(3, MOST_SEATS + 1)
        if (rounds := _rounds(count, size)) is not None
    )


def _plan(count: int, size: int, rounds: Rounds) -> Plan:
    tables = len(rounds[0])
    pairs_met = len(rounds) * tables * size * (size - 1)
    return Plan(count, size, len(rounds), pairs_met // (count * (count - 1)), count - tables * size)


def _rounds(count: int, size: int) -> Rounds | None:
    """The tables of a plan for entrants from 0, the seats still in no order."""
    pair = (count, size)
    if count == size:
        return one_table(count)
    if count == size + 1:
        return all_but_one(count)
    if pair in _AFFINE:
        return affine_lines(*_AFFINE[pair])
    if pair in _COSETS:
        return cosets(count, size)
    if pair in _BASE_ROUNDS:
        return developed(_BASE_ROUNDS[pair], count - 1)
    return _single_plans(pair)


def _single_plans(pair: tuple[int, int]) -> Rounds | None:
    match pair:
        case (6, 3):
            return all_halves(6)
        case (8, 4):
            return binary_halves(3)
        case (16, 8):
            return binary_halves(4)
        case (15, 3):
            return developed(_SCHOOLGIRLS, 7)
        case (21, 3):
            singles = [developed([triple], 7) for triple in _TWENTY_ONE_TRIPLES]
            return developed(_TWENTY_ONE, 7) + [
                [table for tables in single for table in tables] for single in singles
            ]
        case _:
            return None


def _byes(tables: Sequence[Sequence[int]], count: int) -> tuple[int, ...]:
    seated = {entrant for table in tables for entrant in table}
    return tuple(number for number in range(1, count + 1) if number - 1 not in seated)
