"""Batches of bot matches: lists, how far they are, what their results say."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

import msgspec
from django.db import models
from django.db.models.functions import Cast, Coalesce

from replays.errors import KaitenError
from tournaments.batches.models import Batch, BatchResult, BatchStatus
from tournaments.batches.statistics.results import Result, Statistics, statistics_of

RECENT = 100
"""The speed of a running batch is that of its last matches: it may have waited or stood still."""
_ROWS = 2000

AS_TEXT = tuple(Cast(name, models.TextField()) for name in ("bots", "places", "scores"))
"""The columns that hold JSON, unread: reading every one of many rows would take longest."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is."""

    done: int
    total: int
    per_second: float | None = None
    """Matches per second; None where too few were played to tell."""
    left: timedelta | None = None
    """None for a batch that has ended, or whose speed is not known."""

    @property
    def permille(self) -> int:
        """The share that is done, as a whole number from 0 to 1000."""
        return self.done * 1000 // self.total if self.total else 1000

    @property
    def percent(self) -> int:
        """The share that is done; 100 only when all of it is."""
        return self.permille // 10


def batch_list(
    *, club_id: UUID | None = None, game: str = "", status: str = ""
) -> models.QuerySet[Batch]:
    """Return batches, the newest first, each with its club and `done`, in one query."""
    exact = {"club_id": club_id, "game": game, "status": status}
    batches = Batch.objects.filter(**{name: value for name, value in exact.items() if value})
    return with_done(batches).select_related("club").order_by("-created_at", "id")


def with_done(batches: models.QuerySet[Batch]) -> models.QuerySet[Batch]:
    """Add to each batch how many of its matches are `done`; only unfinished ones are counted."""
    rows = BatchResult.objects.filter(batch=models.OuterRef("pk")).order_by().values("batch")
    counted = rows.annotate(number=models.Count("pk")).values("number")
    return batches.annotate(
        done=models.Case(
            models.When(status=BatchStatus.FINISHED, then=models.F("matches")),
            default=Coalesce(models.Subquery(counted), 0),
            output_field=models.IntegerField(),
        )
    )


def batch_of(batch_id: UUID) -> Batch:
    """Return a batch with its club, or raise `unknown_batch`."""
    batch = Batch.objects.select_related("club").filter(pk=batch_id).first()
    if batch is None:
        raise KaitenError("unknown_batch", 404)
    return batch


def progress_of(batch: Batch, *, now: datetime) -> Progress:
    """Return how far a batch is and, while it runs, how long it will take."""
    results = batch.results.all()
    done = results.count()
    if batch.status != BatchStatus.RUNNING:
        took = ((batch.ended_at or now) - batch.created_at).total_seconds()
        return Progress(done, batch.matches, done / took if done and took > 0 else None)
    # By index, which is nearly the order of time and has an index of its own.
    recent = list(results.order_by("-index").values_list("at", flat=True)[:RECENT])
    lasted = (now - min(recent)).total_seconds() if len(recent) > 1 else 0.0
    if lasted <= 0:
        return Progress(done, batch.matches)
    per_second = (len(recent) - 1) / lasted
    left = timedelta(seconds=round((batch.matches - done) / per_second))
    return Progress(done, batch.matches, per_second, left)


def statistics_of_batch(batch: Batch) -> Statistics | None:
    """Return what the results of a batch say so far, from one query; None without any."""
    return statistics_of(_results(batch))


def results_of(batch: Batch) -> models.QuerySet[BatchResult]:
    """Return the results of a batch in the order of their matches."""
    return batch.results.order_by("index")


def _results(batch: Batch) -> Iterator[Result]:
    """Yield every result; equal texts are read once, most of them are equal."""
    rows = batch.results.order_by().values_list(*AS_TEXT, "events")
    names, numbers = Read(tuple[str, ...]), Read(tuple[int, ...])
    for bots, places, scores, events in rows.iterator(chunk_size=_ROWS):
        yield names[bots], numbers[places], numbers[scores], events


class Read(dict[str, T]):
    """Texts of JSON with what they say, read when they are first met."""

    def __init__(self, kind: type[T]) -> None:
        super().__init__()
        self.decoder = msgspec.json.Decoder(kind)

    def __missing__(self, text: str) -> T:
        self[text] = decoded = self.decoder.decode(text)
        return decoded
