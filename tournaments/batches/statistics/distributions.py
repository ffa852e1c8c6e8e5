"""Whole numbers that were counted: averages, quantiles, bins."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Bin:
    """The values from `first` to `last`, both included, and how often they came."""

    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often each value came, by value; there is at least one."""

    counts: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """How many values were counted."""
        return sum(count for _value, count in self.counts)

    @property
    def least(self) -> int:
        return self.counts[0][0]

    @property
    def most(self) -> int:
        return self.counts[-1][0]

    @property
    def average(self) -> Fraction:
        return Fraction(sum(value * count for value, count in self.counts), self.total)

    @property
    def median(self) -> int:
        """The middle value; the lower of the two where there are two."""
        return self.quantile(Fraction(1, 2))

    def quantile(self, share: Fraction) -> int:
        """Return the smallest value that at least this share of all values does not exceed."""
        wanted, seen = share * self.total, 0
        for value, count in self.counts:
            seen += count
            if seen >= wanted:
                return value
        raise ValueError(f"{share} is more than everything")

    def bins(self, least: int, most: int, number: int) -> list[Bin]:
        """Return at most `number` bins of one width that cover `least` to `most`.

        Whoever compares distributions gives all of them the same bounds.
        """
        if not least <= self.least <= self.most <= most or number < 1:
            raise ValueError(f"{least} to {most} in {number} bins")
        width = -(-(most - least + 1) // number)
        sums = [0] * -(-(most - least + 1) // width)
        for value, count in self.counts:
            sums[(value - least) // width] += count
        firsts = range(least, least + width * len(sums), width)
        return [Bin(at, at + width - 1, count) for at, count in zip(firsts, sums, strict=True)]


def distribution_of(counts: Mapping[int, int]) -> Distribution:
    """Return what was counted, by value; raises ValueError if nothing was."""
    counted = tuple(sorted((value, count) for value, count in counts.items() if count))
    if not counted:
        raise ValueError("nothing was counted")
    return Distribution(counted)
