"""A rating over time as shapes: shares of the plot that a template puts into SVG.

Positions are permille of the plot's width and height, from its upper left corner, so that the
drawing fits any screen while its dots stay round and its letters keep their size.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from django.utils.formats import date_format

from tournaments.ladders.selectors.players import RatingPoint
from tournaments.ladders.words import rating_text

MOST_DOTS = 160
WHOLE = 1000
_FEW = 5
"""About so many labels stand at the upright axis."""
_FEW_DAYS = 6
"""At most so many labels stand at the axis of time."""
_FEWEST_DAYS = 3
"""With fewer first days of a month in it, a span is labelled by day."""
_LEAST_SPAN = {"elo": 40.0, "openskill": 4.0}
"""Less than this is not blown up to a mountain range."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of an axis."""

    at: float
    text: str

    @property
    def percent(self) -> str:
        return percent_of(self.at)

    @property
    def permille(self) -> str:
        """With a point, whatever the visitor's language."""
        return f"{self.at:g}"


@dataclass(frozen=True, slots=True)
class Dot:
    """A match."""

    x: float
    y: float
    point: RatingPoint


@dataclass(frozen=True, slots=True)
class Graph:
    """A whole drawing; x and y in permille."""

    dots: tuple[Dot, ...]
    line: str
    ratings: tuple[Tick, ...]
    times: tuple[Tick, ...]
    left_out: int
    """Matches without a dot of their own."""


def percent_of(permille: float) -> str:
    """Return a share of the plot with a point, whatever the visitor's language."""
    return f"{permille / 10:g}%"


def graph_of(points: Sequence[RatingPoint], system: str, zone: tzinfo) -> Graph | None:
    """Return the graph of a player's ratings, the oldest first; None for fewer than two matches."""
    if len(points) < 2:
        return None
    kept = thinned(points, MOST_DOTS)
    lowest, highest = _bounds([point.shown for point in kept], _LEAST_SPAN[system])
    steps = _round_steps(lowest, highest)
    lowest, highest = min(lowest, steps[0]), max(highest, steps[-1])
    first = points[0].ended_at
    span = (points[-1].ended_at - first) / timedelta(microseconds=1)

    def across(moment: datetime) -> float:
        elapsed = (moment - first) / timedelta(microseconds=1)
        return round(elapsed / span * WHOLE, 1) if span else 0.0

    def down(value: float) -> float:
        return round((highest - value) / (highest - lowest) * WHOLE, 1)

    dots = tuple(Dot(across(one.ended_at), down(one.shown), one) for one in kept)
    return Graph(
        dots=dots,
        line="M" + "L".join(f"{dot.x:g} {dot.y:g}" for dot in dots),
        ratings=tuple(Tick(down(step), rating_text(step, system)) for step in steps),
        times=tuple(
            Tick(across(moment), text)
            for moment, text in _days(first.astimezone(zone), points[-1].ended_at.astimezone(zone))
        ),
        left_out=len(points) - len(kept),
    )


def thinned(points: Sequence[RatingPoint], most: int) -> list[RatingPoint]:
    """Return at most `most` points: the lowest and the highest of every stretch, and both ends.

    So a line through them rises and falls wherever the whole one does.
    """
    if len(points) <= most:
        return list(points)
    stretches = (most - 2) // 2
    kept = {0, len(points) - 1}
    for number in range(stretches):
        begin = number * len(points) // stretches
        end = (number + 1) * len(points) // stretches
        stretch = range(begin, end)
        kept.add(min(stretch, key=lambda index: points[index].shown))
        kept.add(max(stretch, key=lambda index: points[index].shown))
    return [points[index] for index in sorted(kept)]


def _bounds(values: Sequence[float], least: float) -> tuple[float, float]:
    lowest, highest = min(values), max(values)
    missing = least - (highest - lowest)
    if missing > 0:
        return lowest - missing / 2, highest + missing / 2
    return lowest, highest


def _round_steps(lowest: float, highest: float) -> list[float]:
    """Return few round numbers that enclose a span: 1400, 1450, 1500 …"""
    rough = (highest - lowest) / _FEW
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough)
    first, last = math.floor(lowest / step), math.ceil(highest / step)
    return [round(number * step, 6) for number in range(first, last + 1)]


def _days(first: datetime, last: datetime) -> list[tuple[datetime, str]]:
    """Return a few round moments of a span of time, with what they are called."""
    for months in (1, 2, 3, 6, 12, 24, 60, 120):
        days = [day for day in _months(first, last, months) if first <= day <= last]
        if len(days) <= _FEW_DAYS:
            break
    if len(days) < _FEWEST_DAYS:
        days = _evenly(first, last)
        return [(day, date_format(day, "j N")) for day in days]
    if months >= 12:
        return [(day, str(day.year)) for day in days]
    return [(day, date_format(day, "N Y")) for day in days]


def _months(first: datetime, last: datetime, every: int) -> list[datetime]:
    """Return the first days of every so many months, counted from the year 0."""
    begin = -(-(first.year * 12 + first.month - 1) // every) * every
    end = last.year * 12 + last.month
    zone = first.tzinfo or UTC
    starts = [date(number // 12, number % 12 + 1, 1) for number in range(begin, end, every)]
    return [datetime(day.year, day.month, 1, tzinfo=zone) for day in starts]


def _evenly(first: datetime, last: datetime) -> list[datetime]:
    """Return days at even distances, for a span of few weeks."""
    days = (last.date() - first.date()).days
    step = max(1, -(-days // (_FEW_DAYS - 1)))
    midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
    moments = [midnight + timedelta(days=number) for number in range(0, days + 1, step)]
    return [max(day, first) for day in moments]
