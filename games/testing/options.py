"""Setups in which every pair of values of two options comes up, wherever a game allows both."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.setup import Option, Setup

SEATS = "seats"
Chosen = dict[str, Any]
Examples = Mapping[str, Sequence[Any]]
"""Option → further values to try, where its kind alone does not say any."""
Pair = tuple[str, int, str, int]
"""Two factors, each with the place of its value."""


def pairwise_setups(rules: AnyRules, examples: Examples) -> list[Setup]:
    """Return setups that hold every pair of values; what no setup may hold is left out."""
    factors: dict[str, list[Any]] = {SEATS: list(rules.seats)}
    for option in rules.options():
        factors[option.name] = [*_values(option), *examples.get(option.name, ())]
    left = dict.fromkeys(_pairs(factors))
    setups = []
    while left:
        one, first, other, second = next(iter(left))
        del left[one, first, other, second]
        row = _accepted(rules, factors, {one: first, other: second})
        if row is None:
            continue
        for name, values in factors.items():
            if name not in row:
                ranked = sorted(range(len(values)), key=lambda at: -_gain(left, row, name, at))
                fitting = (at for at in ranked if _setup(rules, factors, {**row, name: at}))
                row[name] = next(fitting, 0)
        setup = _setup(rules, factors, row)
        assert setup is not None
        setups.append(setup)
        for pair in _pairs_of(row):
            left.pop(pair, None)
    return setups


def _values(option: Option) -> list[Any]:
    match option.kind:
        case "flag":
            return [option.default, not option.default]
        case "choice":
            return [option.default, *(one for one in option.choices if one != option.default)]
        case "integer":
            return list(dict.fromkeys([option.default, option.least, option.most]))
        case _:
            return [option.default]


def _pairs(factors: Mapping[str, Sequence[Any]]) -> Iterator[Pair]:
    for one, other in combinations(factors, 2):
        for first in range(len(factors[one])):
            for second in range(len(factors[other])):
                yield one, first, other, second


def _pairs_of(row: Mapping[str, int]) -> Iterator[Pair]:
    for one, other in combinations(row, 2):
        yield one, row[one], other, row[other]
        yield other, row[other], one, row[one]


def _gain(left: Mapping[Pair, None], row: Mapping[str, int], name: str, at: int) -> int:
    return sum(
        (other, place, name, at) in left or (name, at, other, place) in left
        for other, place in row.items()
    )


def _accepted(
    rules: AnyRules, factors: Mapping[str, Sequence[Any]], pair: dict[str, int]
) -> dict[str, int] | None:
    """Return a pair, with one or two further values where the game asks for them, or None."""
    if _setup(rules, factors, pair):
        return dict(pair)
    others = [
        (name, at) for name in factors if name not in pair for at in range(len(factors[name]))
    ]
    for more in (*combinations(others, 1), *combinations(others, 2)):
        row = {**pair, **dict(more)}
        if _setup(rules, factors, row):
            return row
    return None


def _setup(
    rules: AnyRules, factors: Mapping[str, Sequence[Any]], row: Mapping[str, int]
) -> Setup | None:
    chosen = {name: factors[name][at] for name, at in row.items()}
    seats = chosen.pop(SEATS, None)
    for number in rules.seats if seats is None else [seats]:
        try:
            return make_setup(rules, seats=number, options=chosen)
        except RuleViolation:
            continue
    return None
