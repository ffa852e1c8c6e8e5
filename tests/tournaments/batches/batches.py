"""Batches for tests: rows as they are stored, and whole batches played on the spot."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4, uuid5

from games.core.matches import make_setup
from games.registry import rules_of
from replays.envelope import Envelope
from tests.factories import NOW, make_club
from tournaments.batches.models import Batch, BatchResult
from tournaments.batches.services.batches import NewBatch, create_batch, seated_bots
from tournaments.batches.services.chunks import run_chunk
from tournaments.people.models import Club


def make_batch(club: Club | None = None, **fields: Any) -> Batch:
    """Return a batch of 20 matches; fields that `create_batch` does not take are set after it."""
    club = club or make_club()
    game, bots = fields.pop("game", "sushi_bar"), fields.pop("bots", ["greedy", "random"])
    begun = create_batch(
        club=club,
        wanted=NewBatch(
            game=game,
            bots=bots,
            matches=fields.pop("matches", 20),
            seed=fields.pop("seed", 7),
            options=fields.pop("options", {}),
            same_deal=fields.pop("same_deal", False),
        ),
        envelope=Envelope("cli", NOW),
        batch_id=uuid4(),
    )
    Batch.objects.filter(pk=begun.pk).update(**fields)
    return Batch.objects.select_related("club").get(pk=begun.pk)


def play_all(batch: Batch) -> None:
    """Play every chunk here and now, as workers would."""
    for chunk in batch.chunks.all():
        assert run_chunk(chunk_id=chunk.id)
    batch.refresh_from_db()


def add_results(batch: Batch, count: int, *, first_at: datetime = NOW) -> None:
    """Add results without matches, one a second: enough for whatever only looks at results."""
    seats = make_setup(rules_of(batch.game), seats=len(batch.bots), options={}).seats
    rows = []
    for index in range(count):
        scores = [(index * 7 + seat * 11) % 40 for seat in range(seats)]
        rows.append(
            BatchResult(
                id=uuid5(batch.id, str(index)),
                batch=batch,
                index=index,
                bots=seated_bots(batch, index),
                places=[1 + sum(other > own for other in scores) for own in scores],
                scores=scores,
                events=30 + index % 17,
                content_hash=f"{index:064x}",
                at=first_at + timedelta(seconds=index),
            )
        )
    BatchResult.objects.bulk_create(rows, batch_size=500)
