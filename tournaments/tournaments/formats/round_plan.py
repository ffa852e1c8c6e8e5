"""How many tables and byes each round of an elimination has."""

from dataclasses import dataclass
from functools import cache

from games.core.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its number of tables, as equal in size as possible, and of byes."""

    tables: int
    byes: int


Cost = tuple[int, int, int, int]
"""Rounds, byes, byes after the first of these rounds, squared empty seats; less is better."""
Plan = tuple[Cost, tuple[RoundPlan, ...]]


def plan_rounds(field: int, size: int, advance: int, smallest: int) -> tuple[RoundPlan, ...]:
    """Return the rounds that bring `field` entrants down to one final, the final included.

    Raises impossible_size where no plan keeps every table between `smallest` and `size`.
    """
    if size == 2:
        return _classic(field)
    plan = _best_plan(field, size, advance, smallest)
    if plan is None:
        raise RuleViolation("impossible_size", entrants=field, least=smallest, most=size)
    return plan[1]


def _classic(field: int) -> tuple[RoundPlan, ...]:
    rounds = (field - 1).bit_length()
    byes = 2**rounds - field
    first = RoundPlan(2 ** (rounds - 1) - byes, byes)
    return (first, *(RoundPlan(2**left, 0) for left in range(rounds - 2, -1, -1)))


def _best_plan(field: int, size: int, advance: int, smallest: int) -> Plan | None:
    least = max(smallest, advance + 1)

    @cache
    def best(left: int) -> Plan | None:
        if smallest <= left <= size:
            return (1, 0, 0, (size - left) ** 2), (RoundPlan(1, 0),)
        # Once the first round is over more byes than a table has seats never help.
        most_byes = left if left == field else min(left, size)
        plans = [
            plan
            for byes in range(most_byes + 1)
            for tables in range(max(1, -(-(left - byes) // size)), (left - byes) // least + 1)
            if (plan := with_round(left, RoundPlan(tables, byes))) is not None
        ]
        return min(plans, key=lambda plan: plan[0], default=None)

    def with_round(left: int, first: RoundPlan) -> Plan | None:
        rest = best(first.byes + advance * first.tables)
        if rest is None:
            return None
        (rounds, byes, _later, empty), plans = rest
        empty += _squared_empty_seats(left - first.byes, first.tables, size)
        return (rounds + 1, byes + first.byes, byes, empty), (first, *plans)

    return best(field)


def _squared_empty_seats(seated: int, tables: int, size: int) -> int:
    smaller, larger = divmod(seated, tables)
    return larger * (size - smaller - 1) ** 2 + (tables - larger) * (size - smaller) ** 2
