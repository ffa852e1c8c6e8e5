"""Batches in tests: made from few words, compared with the same matches played here, by hand."""

import hashlib
from typing import Any
from uuid import UUID, uuid5

from games.core.matches import content_hash, make_setup
from games.registry import rules_of
from replays.models import Match, StoredEvent, Stream
from replays.services.verify import verify_stream
from tests.envelopes import taken_by
from tests.factories import NOW, make_club
from tournaments.batches.models import Batch, BatchResult, BatchStatus, Chunk
from tournaments.batches.services.batches import create_batch
from tournaments.batches.services.chunks import run_chunk
from tournaments.people.services.bots import play_bot_match

QUICK = ("random", "random", "random")


def make_batch(matches: int = 10, **fields: Any) -> Batch:
    """Return a new batch of quick matches."""
    if "club" not in fields:
        fields["club"] = make_club()
    defaults = {"game": "sushi_bar", "bots": QUICK, "seed": 7, "actor": "test", "now": NOW}
    return create_batch(**taken_by(create_batch, defaults | fields | {"matches": matches}))


def play_here(batch: Batch) -> list[bool]:
    """Play every chunk in this process, in order; return what each call said."""
    chunks = Chunk.objects.filter(batch=batch).order_by("number")
    return [run_chunk(chunk_id=chunk_id) for chunk_id in chunks.values_list("pk", flat=True)]


def undisturbed(batch: Batch) -> dict[int, tuple[Any, ...]]:
    """Return what every match of a batch has to be: stream id, bots, places, scores, hash.

    Seeds, ids and seats are worked out again here, from what is promised about them.
    """
    rules = rules_of(batch.game)
    setup = make_setup(rules, seats=len(batch.bots), options=batch.options)
    expected = {}
    for index in range(batch.matches):
        shift = index % len(batch.bots) if batch.rotate else 0
        bots = batch.bots[shift:] + batch.bots[:shift]
        deal = index // len(bots) if batch.same_deal else index
        seed = hashlib.sha256(f"{batch.seed}/{deal}".encode()).hexdigest()
        match = play_bot_match(rules=rules, setup=setup, bots=bots, seed=seed)
        expected[index] = (
            uuid5(batch.pk, str(index)),
            bots,
            list(match.outcome.places),
            list(match.outcome.scores),
            len(match.events),
            content_hash(setup, match.events),
        )
    return expected


def stored(batch: Batch) -> dict[int, tuple[Any, ...]]:
    """Return what the rows say about the matches of a batch that were played."""
    columns = ("index", "id", "bots", "places", "scores", "events", "content_hash")
    rows = BatchResult.objects.filter(batch=batch).values_list(*columns)
    return {index: tuple(rest) for index, *rest in rows}


def hashes(batch: Batch) -> list[str]:
    """Return the content hashes of a batch, by index."""
    results = BatchResult.objects.filter(batch=batch).order_by("index")
    return list(results.values_list("content_hash", flat=True))


def count_results(batch: Batch) -> int:
    """Return how many matches of a batch are there."""
    return BatchResult.objects.filter(batch=batch).count()


def is_being_played(batch: Batch) -> bool:
    """Tell whether a worker holds a part of the batch at this moment."""
    return Chunk.objects.filter(batch=batch, done=False, lease__isnull=False).exists()


def was_sent_again(batch: Batch) -> bool:
    """Tell whether some part of the batch was taken for lost."""
    return Chunk.objects.filter(batch=batch, attempts__gt=1).exists()


def is_running(batch: Batch) -> bool:
    """Tell whether nobody has ended the batch yet."""
    return Batch.objects.get(pk=batch.pk).status == BatchStatus.RUNNING


def assert_as_undisturbed(batch: Batch) -> None:
    """Nothing is lost, doubled or partial, and everything is what it would have been anyway."""
    batch = Batch.objects.get(pk=batch.pk)
    assert (batch.status, batch.error) == (BatchStatus.FINISHED, "")
    expected = undisturbed(batch)
    assert stored(batch) == expected
    for stream_id, _, places, scores, events, content in expected.values():
        _assert_whole(stream_id, places, scores, events, content)


def assert_no_other_match(*batches: Batch) -> None:
    """Every match in the database belongs to these batches."""
    expected = {uuid5(batch.pk, str(n)) for batch in batches for n in range(batch.matches)}
    assert set(Match.objects.values_list("pk", flat=True)) == expected
    assert set(Stream.objects.filter(kind="match").values_list("pk", flat=True)) == expected


def _assert_whole(
    stream_id: UUID, places: list[Any], scores: list[Any], events: int, content: str
) -> None:
    report = verify_stream(stream_id)
    assert report.ok, report.problem
    # Created, played, finished.
    assert report.version == events + 2
    assert StoredEvent.objects.filter(stream=stream_id).count() == events + 2
    match = Match.objects.get(pk=stream_id)
    assert (match.status, match.content_hash) == (Match.Status.FINISHED, content)
    seats = match.seatings.order_by("seat").values_list("place", "score")
    assert list(seats) == list(zip(places, scores, strict=True))
