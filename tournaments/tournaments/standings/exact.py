"""Exact sums, and fractions from the text that events carry: `a/b`, or `a` for a whole number."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from games.core.errors import RuleViolation

_TEXT = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,14})?")

ZERO = Fraction(0)

_HUGE = 1024


def exact_sum(terms: Iterable[Fraction | int]) -> Fraction:
    """Return the sum of fractions, adding those of one denominator as integers."""
    # Fraction.__add__ reduces after every step, which is most of the cost of a large table.
    numerators: dict[int, int] = {}
    for term in terms:
        numerator, denominator = term.as_integer_ratio()
        numerators[denominator] = numerators.get(denominator, 0) + numerator
    common = lcm(*numerators)
    total = sum(
        numerator * (common // denominator) for denominator, numerator in numerators.items()
    )
    return Fraction(total, common)


def over_common(
    values: Mapping[int, Fraction],
) -> tuple[Mapping[int, int] | Mapping[int, Fraction], Fraction]:
    """Return the values as whole numbers and the unit they count, or as they are and 1.

    Whole numbers are many times faster to add up, unless their common denominator is huge.
    """
    common = 1
    for value in values.values():
        common = lcm(common, value.denominator)
        if common.bit_length() > _HUGE:
            return values, Fraction(1)
    numbers = {
        key: value.numerator * (common // value.denominator) for key, value in values.items()
    }
    return numbers, Fraction(1, common)


def fraction_from_data(data: object) -> Fraction:
    """Read a fraction from text or a whole number; raise `bad_fraction` for anything else."""
    if isinstance(data, int) and not isinstance(data, bool):
        return Fraction(data)
    if isinstance(data, str) and _TEXT.fullmatch(data):
        return Fraction(data)
    raise RuleViolation("bad_fraction", value=repr(data)[:40])
