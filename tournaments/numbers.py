"""Numbers as the visitor's language writes them."""

from fractions import Fraction

from django.utils.formats import number_format


def percent(share: Fraction | float, *, unit: bool = True) -> str:
    """Return a share in percent with one decimal."""
    number = number_format(round(float(share) * 100, 1), 1)
    return f"{number}\N{NO-BREAK SPACE}%" if unit else str(number)


def decimal(value: Fraction | float) -> str:
    """Return a number with one decimal."""
    return str(number_format(round(float(value), 1), 1))
