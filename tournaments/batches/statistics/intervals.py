"""How far a rate that was seen may be from the rate there is."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

Z_95 = 1.959963984540054
"""The quantile of the normal distribution that leaves 2.5 % on each side."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of wins among trials, with its 95 % Wilson interval."""

    wins: Fraction
    """A first place that two share is half a win for each."""
    trials: int
    low: float
    high: float

    @property
    def value(self) -> Fraction:
        """The rate itself; 0 where nothing was tried."""
        return self.wins / self.trials if self.trials else Fraction(0)


def rate_of(wins: Fraction | int, trials: int) -> Rate:
    """Return the rate of wins among trials with its interval.

    The interval takes the trials as independent. Several seats of one bot at one table are not:
    one of them winning keeps the others from it, so that interval is wider than it has to be.
    Matches that share a deal are not either: by seat, theirs is narrower than it should be.
    Raises ValueError for more wins than trials, or fewer than none.
    """
    if not 0 <= wins <= trials:
        raise ValueError(f"{wins} wins in {trials} trials")
    low, high = wilson(wins, trials)
    return Rate(Fraction(wins), trials, low, high)


def wilson(wins: Fraction | int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval (E. B. Wilson, 1927); everything without a trial."""
    if trials == 0:
        return 0.0, 1.0
    share, square = float(Fraction(wins) / trials), Z_95 * Z_95
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    half = Z_95 * spread / (1 + square / trials)
    # Rounding may leave the ends a hair inside: none and all are exact.
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    high = 1.0 if wins == trials else min(1.0, middle + half)
    return low, high
