"""Figures as shapes: whole numbers that templates put into SVG, and the words that say the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.batches.statistics.distributions import Distribution
from tournaments.batches.statistics.intervals import Rate
from tournaments.numbers import decimal, percent

WIDTH = 1000
HEIGHT = 100
MOST_COLUMNS = 24


@dataclass(frozen=True, slots=True)
class RateRow:
    """A rate of wins as a row of a table: numbers, and a bar from 0 to 100 %."""

    label: str
    trials: int
    firsts: int
    rate: str
    interval: str
    at: int
    low: int
    breadth: int
    chance: int


@dataclass(frozen=True, slots=True)
class Column:
    """One bin of a plot, in its units."""

    x: int
    y: int
    width: int
    height: int
    title: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A distribution as columns; `least` and `most` are the ends of its axis."""

    label: str
    summary: str
    columns: tuple[Column, ...]
    median: int
    average: str
    least: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT


def rate_row(label: str, firsts: int, rate: Rate, chance: Fraction) -> RateRow:
    """Return a rate with its interval and where chance alone would be."""
    low, high = round(rate.low * WIDTH), round(rate.high * WIDTH)
    return RateRow(
        label=label,
        trials=rate.trials,
        firsts=firsts,
        rate=percent(rate.value),
        interval=_("%(low)s to %(high)s")
        % {"low": percent(rate.low, unit=False), "high": percent(rate.high)},
        at=round(rate.value * WIDTH),
        low=low,
        breadth=max(1, high - low),
        chance=round(chance * WIDTH),
    )


def plots_of(rows: Sequence[tuple[str, Distribution]]) -> list[Plot]:
    """Return one plot per distribution, all of them on the same axes."""
    least = min(distribution.least for _label, distribution in rows)
    most = max(distribution.most for _label, distribution in rows)
    binned = [distribution.bins(least, most, MOST_COLUMNS) for _label, distribution in rows]
    # Shares, not counts: a bot with three seats is not three times as tall.
    tallest = max(
        Fraction(part.count, distribution.total)
        for (_label, distribution), bins in zip(rows, binned, strict=True)
        for part in bins
    )
    plots = []
    for (label, distribution), bins in zip(rows, binned, strict=True):
        edges = [WIDTH * number // len(bins) for number in range(len(bins) + 1)]
        columns = []
        for part, x, end in zip(bins, edges, edges[1:], strict=False):
            share = Fraction(part.count, distribution.total)
            height = max(1, round(share / tallest * HEIGHT)) if part.count else 0
            values = f"{part.first}" if part.first == part.last else f"{part.first}–{part.last}"
            title = f"{values}: {percent(share)}"
            gap = max(1, (end - x) // 10)
            columns.append(Column(x, HEIGHT - height, end - x - gap, height, title))
        plots.append(
            Plot(
                label=label,
                summary=_summary(label, distribution),
                columns=tuple(columns),
                median=distribution.median,
                average=decimal(distribution.average),
                least=least,
                most=bins[-1].last,
            )
        )
    return plots


def _summary(label: str, distribution: Distribution) -> str:
    words = _("%(label)s: from %(least)s to %(most)s, median %(median)s, average %(average)s")
    return words % {
        "label": label,
        "least": distribution.least,
        "most": distribution.most,
        "median": distribution.median,
        "average": decimal(distribution.average),
    }
