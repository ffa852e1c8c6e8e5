"""What batches answer with."""

from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any, Self
from uuid import UUID

from django.urls import reverse
from msgspec import Meta

from replays.http.answers import Answer
from tournaments.batches.models import Batch, BatchResult, BatchStatus
from tournaments.batches.selectors.batches import Progress, progress_of, statistics_of_batch
from tournaments.batches.statistics.distributions import Distribution
from tournaments.batches.statistics.results import BotFigures, SeatFigures, Statistics
from tournaments.people.api.answers import ClubId, ClubName

STATUSES = BatchStatus.values
BotsBySeat = Annotated[list[str], Meta(description="The names of the bots, by seat.")]
Trials = Annotated[int, Meta(description="How many seats were played.")]
Firsts = Annotated[int, Meta(description="First places, shared ones as well.")]
WinRate = Annotated[float, Meta(description="A shared first place is a share of a win.")]
Low = Annotated[float, Meta(description="Where the 95 % interval (Wilson) begins.")]
High = Annotated[float, Meta(description="Where it ends.")]
_DIGITS = 6


class ProgressAnswer(Answer, frozen=True):
    """How far a batch is."""

    done: int
    """How many matches are stored."""
    total: int
    """How many there will be."""
    matches_per_second: float | None
    """How fast it goes; null where too few were played to tell."""
    seconds_left: int | None
    """Null for a batch that has ended, or that has just begun."""

    @classmethod
    def from_progress(cls, progress: Progress) -> Self:
        """Return how far a batch is, its speed rounded."""
        return cls(
            progress.done,
            progress.total,
            None if progress.per_second is None else round(progress.per_second, 3),
            None if progress.left is None else int(progress.left.total_seconds()),
        )


class CountAnswer(Answer, frozen=True):
    """How often a value came."""

    value: int
    """The value."""
    count: int
    """How often it came."""


class DistributionAnswer(Answer, frozen=True):
    """How often each value came."""

    least: int
    """The smallest value."""
    median: int
    """The middle value; the lower of the two where there are two."""
    average: float
    """The mean."""
    most: int
    """The largest value."""
    counts: list[CountAnswer]
    """The values with how often they came, the smallest first."""

    @classmethod
    def from_distribution(cls, distribution: Distribution) -> Self:
        """Return what was counted, its mean rounded."""
        counts = [CountAnswer(*pair) for pair in distribution.counts]
        return cls.from_object(distribution, average=_rounded(distribution.average), counts=counts)


class BotFiguresAnswer(Answer, frozen=True):
    """One bot, over all the seats it had."""

    bot: str
    """The name of the bot."""
    trials: Trials
    firsts: Firsts
    win_rate: WinRate
    low: Low
    high: High
    scores: DistributionAnswer
    """Its scores."""


class SeatFiguresAnswer(Answer, frozen=True):
    """One seat, whoever sat there."""

    seat: int
    """Counted from 0."""
    trials: Trials
    firsts: Firsts
    win_rate: WinRate
    low: Low
    high: High


class StatisticsAnswer(Answer, frozen=True):
    """What the results of a batch say so far."""

    matches: int
    """How many results these figures are made of."""
    chance: float
    """The rate of wins if everybody is equally good."""
    bots: list[BotFiguresAnswer]
    """The bots, the best first."""
    seats: list[SeatFiguresAnswer]
    """The seats, in order."""
    lengths: DistributionAnswer
    """The number of events of a match."""

    @classmethod
    def from_statistics(cls, statistics: Statistics) -> Self:
        """Return the figures of a batch, rounded."""
        spread = DistributionAnswer.from_distribution
        return cls.from_object(
            statistics,
            chance=_rounded(statistics.chance),
            bots=[
                BotFiguresAnswer.from_object(row, **_rate(row), scores=spread(row.scores))
                for row in statistics.bots
            ],
            seats=[SeatFiguresAnswer.from_object(row, **_rate(row)) for row in statistics.seats],
            lengths=spread(statistics.lengths),
        )


class BatchAnswer(Answer, frozen=True):
    """Many matches between bots, played in the background from one seed."""

    id: UUID
    """The batch."""
    club: ClubId
    club_name: ClubName
    game: str
    """The slug of the game."""
    rules: int
    """The version of the rules it is played by."""
    options: dict[str, Any]
    """Every option of the game with its value."""
    bots: BotsBySeat
    matches: int
    """How many matches there will be."""
    seed: int | None
    """What all chance comes from: the same seed gives the same matches. Null for whoever may not
    see every hand of them."""
    rotate: bool
    """Whether everybody moves on by one seat each match."""
    same_deal: bool
    """Whether chance is the same in every rotation of the seats."""
    rated: bool
    """Whether the matches count for ratings."""
    status: BatchStatus
    """Whether it is being played, was played to the end, cancelled, or failed."""
    error: str
    """Why it failed, otherwise empty."""
    created_at: datetime
    """When it was asked for."""
    ended_at: datetime | None
    """When it ended; null while it runs."""
    done: int
    """How many matches are stored."""

    @classmethod
    def from_row(cls, row: Batch, *, opened: bool, **more: object) -> Self:
        """Return a batch with what its row does not say."""
        seed = row.seed if opened else None
        return cls.from_object(row, club=row.club_id, club_name=row.club.name, seed=seed, **more)


class BatchDetailAnswer(BatchAnswer, frozen=True):
    """Many matches between bots, how far they are, and what their results say."""

    progress: ProgressAnswer
    """How far it is."""
    statistics: StatisticsAnswer | None
    """Null until there is a result."""


class BatchResultAnswer(Answer, frozen=True):
    """One match of a batch."""

    index: int
    """Its number in the batch, from 0."""
    match: UUID
    """The match."""
    bots: BotsBySeat
    places: list[int]
    """The place of each seat, from 1."""
    scores: list[int]
    """The score of each seat."""
    events: int
    """How many events it has."""
    content_hash: str | None
    """The same for every record of the same setup and events in the same order; null for whoever
    may not see every hand."""
    at: datetime
    """When it was stored."""
    address: str
    """The match in this API."""

    @classmethod
    def from_row(cls, row: BatchResult, *, opened: bool) -> Self:
        content_hash = row.content_hash if opened else None
        address = reverse("api-match", args=[row.id])
        return cls.from_object(row, match=row.id, address=address, content_hash=content_hash)


def batch_detail(row: Batch, now: datetime, *, opened: bool) -> BatchDetailAnswer:
    """Return a batch with its progress and what its results say."""
    progress, figures = progress_of(row, now=now), statistics_of_batch(row)
    return BatchDetailAnswer.from_row(
        row,
        opened=opened,
        done=progress.done,
        progress=ProgressAnswer.from_progress(progress),
        statistics=figures and StatisticsAnswer.from_statistics(figures),
    )


def _rate(figures: BotFigures | SeatFigures) -> dict[str, Any]:
    rate = figures.rate
    return {
        "trials": rate.trials,
        "win_rate": _rounded(rate.value),
        "low": _rounded(rate.low),
        "high": _rounded(rate.high),
    }


def _rounded(value: Fraction | float) -> float:
    return round(float(value), _DIGITS)
