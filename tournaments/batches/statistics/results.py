"""Many results of one table: who won how often, from which seat, with how much, how soon."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.batches.statistics.distributions import Distribution, distribution_of
from tournaments.batches.statistics.intervals import Rate, rate_of

Result = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], int]
"""The bots, places and scores of a match by seat, and the number of its events."""


@dataclass(frozen=True, slots=True)
class BotFigures:
    """One bot, over all the seats it had."""

    bot: str
    firsts: int
    """First places, shared ones as well."""
    rate: Rate
    scores: Distribution


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat, whoever sat there."""

    seat: int
    firsts: int
    rate: Rate


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the results of a batch say."""

    matches: int
    chance: Fraction
    """The rate of wins of somebody who is as good as everybody else."""
    bots: tuple[BotFigures, ...]
    """The best first."""
    seats: tuple[SeatFigures, ...]
    lengths: Distribution


def statistics_of(results: Iterable[Result]) -> Statistics | None:
    """Return what results of one number of seats say; None where there is none yet.

    One pass counts like with like; everything else is worked out from the counts.
    """
    placed: Counter[tuple[tuple[str, ...], tuple[int, ...]]] = Counter()
    scored: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    lengths: Counter[int] = Counter()
    for bots, places, scores, events in results:
        placed[bots, places] += 1
        scored.setdefault(bots, []).append(scores)
        lengths[events] += 1
    if not placed:
        return None
    seats = len(next(iter(placed))[0])
    by_bot, by_seat = _Wins(), _Wins()
    for (bots, places), count in placed.items():
        share = Fraction(count, places.count(1))
        for seat, (bot, place) in enumerate(zip(bots, places, strict=True)):
            by_bot.count(bot, count, place == 1, share)
            by_seat.count(seat, count, place == 1, share)
    scores_of = _scores_by_bot(scored)
    bot_rows = [
        BotFigures(bot, by_bot.firsts[bot], by_bot.rate(bot), distribution_of(scores_of[bot]))
        for bot in scores_of
    ]
    bot_rows.sort(key=lambda row: (-row.rate.value, -row.scores.average, row.bot))
    return Statistics(
        matches=lengths.total(),
        chance=Fraction(1, seats),
        bots=tuple(bot_rows),
        seats=tuple(
            SeatFigures(seat, by_seat.firsts[seat], by_seat.rate(seat)) for seat in range(seats)
        ),
        lengths=distribution_of(lengths),
    )


class _Wins:
    """Wins of bots or of seats."""

    def __init__(self) -> None:
        self.trials: Counter[str | int] = Counter()
        self.firsts: Counter[str | int] = Counter()
        self.shares: dict[str | int, Fraction] = {}

    def count(self, key: str | int, count: int, first: bool, share: Fraction) -> None:
        self.trials[key] += count
        if first:
            self.firsts[key] += count
            self.shares[key] = self.shares.get(key, Fraction(0)) + share

    def rate(self, key: str | int) -> Rate:
        return rate_of(self.shares.get(key, Fraction(0)), self.trials[key])


def _scores_by_bot(
    scored: dict[tuple[str, ...], list[tuple[int, ...]]],
) -> dict[str, Counter[int]]:
    scores: dict[str, Counter[int]] = {}
    for bots, rows in scored.items():
        # Seat by seat: a whole column is counted much faster than its numbers one by one.
        for bot, column in zip(bots, zip(*rows, strict=True), strict=True):
            scores.setdefault(bot, Counter()).update(column)
    return scores
