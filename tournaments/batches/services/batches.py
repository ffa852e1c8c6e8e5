"""Batches of bot matches: rows are the queue of record, workers play chunks, a sweep mends.

A batch is cut into chunks. A few of them are sent to the workers at a time; whoever finishes one
sends the next. What is lost on the way, with a broker or a worker, is sent again by the sweep.
Every match is one stream with an id of its own batch and index, written in one append together
with its result, so playing a chunk twice changes nothing.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac

from games.core.setup import with_box
from games.registry import rules_of
from replays.envelope import Envelope
from replays.errors import KaitenError, RequestReused
from replays.services.queue import Queue
from tournaments.batches.models import Batch, BatchStatus, Chunk
from tournaments.batches.selectors.batches import batch_of
from tournaments.batches.selectors.health import stale
from tournaments.batches.services.pools import moved_on
from tournaments.people.models import Club
from tournaments.people.selectors.boxes import box_of
from tournaments.people.services.bots import NAMESPACE, require_playable

RUN_CHUNK = "tournaments.tasks.run_chunk"
MOST_MATCHES = 100_000
MOST_SEED = 2**53 - 1
LARGEST_OWN_SEED = 10**9
"""Seeds that nobody chose are short enough to be read out."""
MOST_CHUNKS = 2_000
QUICK_CHUNK = 10
"""Matches of a chunk of quick bots: about a second of work."""
_AFTER_EVERYTHING_ELSE = 9
"""On Redis, 0 is first: people's moves, heartbeats and sweeps never queue behind a batch."""

QUEUE = Queue(
    Chunk,
    RUN_CHUNK,
    stale,
    pending=Q(done=False),
    released={"lease": None, "leased_until": None},
    priority=_AFTER_EVERYTHING_ELSE,
)

_REQUESTED = (
    "club_id",
    "game",
    "options",
    "bots",
    "matches",
    "seed",
    "rotate",
    "same_deal",
    "rated",
)


@dataclass(frozen=True, slots=True)
class NewBatch:
    """A batch to be played."""

    game: str
    bots: Sequence[str]
    matches: int
    seed: int | None = None
    """None: one of its own."""
    options: Mapping[str, object] | None = None
    """As far as they are chosen; the rest is as the club's box says, or as the game has it."""
    rotate: bool = True
    same_deal: bool = False
    rated: bool = False


def create_batch(
    *, club: Club, wanted: NewBatch, envelope: Envelope, batch_id: UUID | None = None
) -> Batch:
    """Store a batch and send its first chunks; the same id or request key is the same batch.

    Raises what is wrong with the game, its options, the bots, the number or the seed, and
    RequestReused for a key that another batch was asked for with; nothing is stored or started
    then.
    """
    request = envelope.request
    key_id = uuid5(NAMESPACE, f"batch/{request.scope}/{request.key}") if request else uuid4()
    id_ = batch_id or key_id
    seed = _own_seed(id_) if wanted.seed is None else wanted.seed
    if not 1 <= wanted.matches <= MOST_MATCHES:
        raise KaitenError("bad_match_count", 422, limit=MOST_MATCHES)
    if not 0 <= seed <= MOST_SEED:
        raise KaitenError("bad_seed", 422, limit=MOST_SEED)
    if wanted.same_deal and not wanted.rotate:
        raise KaitenError("same_deal_needs_rotation", 422)
    known = Batch.objects.filter(pk=id_).first()
    # Asked for again, it is the same batch even if the club's box has been described since.
    box = known.options if known and known.game == wanted.game else box_of(club.id, wanted.game)
    rules = rules_of(wanted.game)
    options = with_box(rules.options(), box, wanted.options or {})
    setup = require_playable(rules, wanted.bots, options)
    batch = Batch(
        id=id_,
        club=club,
        game=wanted.game,
        rules=setup.rules,
        options=setup.options,
        bots=list(wanted.bots),
        matches=wanted.matches,
        seed=seed,
        rotate=wanted.rotate,
        same_deal=wanted.same_deal,
        rated=wanted.rated,
        actor=envelope.actor,
        created_at=envelope.now,
    )
    stored = known or _stored(batch)
    if batch_id is None and any(
        getattr(stored, name) != getattr(batch, name) for name in _REQUESTED
    ):
        raise RequestReused
    return stored


def _own_seed(batch_id: UUID) -> int:
    """Return the seed of a batch that was asked for without one; its id alone does not tell it."""
    return int(salted_hmac("kaiten.batch", str(batch_id)).hexdigest(), 16) % LARGEST_OWN_SEED


def _stored(batch: Batch) -> Batch:
    try:
        with transaction.atomic():
            batch.save(force_insert=True)
            Chunk.objects.bulk_create(_chunks(batch), batch_size=500)
            # What is stored is started, by the sweep if not at once: nothing here may fail.
            begin = partial(top_up, batch_id=batch.id, now=batch.created_at)
            transaction.on_commit(begin, robust=True)
    except IntegrityError:
        # Somebody else was faster with the same id.
        if (known := Batch.objects.filter(pk=batch.id).first()) is None:
            raise
        return known
    return batch


def cancel_batch(*, batch_id: UUID, now: datetime) -> Batch:
    """Let the workers stop after the match they are playing; what is played stays."""
    running = Batch.objects.filter(pk=batch_id, status=BatchStatus.RUNNING)
    running.update(status=BatchStatus.CANCELLED, ended_at=now)
    return batch_of(batch_id)


def stop_batch(*, batch_id: UUID, now: datetime) -> Batch:
    """Cancel a batch that is running, or raise `batch_ended`."""
    batch = cancel_batch(batch_id=batch_id, now=now)
    if batch.status != BatchStatus.CANCELLED or batch.ended_at != now:
        raise KaitenError("batch_ended", 409, status=batch.status)
    return batch


def match_id(batch: Batch, index: int) -> UUID:
    return uuid5(batch.id, str(index))


def match_seed(batch: Batch, index: int) -> str:
    """Return the seed of one match; rotations of one deal share theirs."""
    deal = index // len(batch.bots) if batch.same_deal else index
    return hashlib.sha256(f"{batch.seed}/{deal}".encode()).hexdigest()


def seated_bots(batch: Batch, index: int) -> list[str]:
    return moved_on(batch.bots, index if batch.rotate else 0)


def top_up(*, batch_id: UUID, now: datetime) -> int:
    """Send the next chunks of a batch so that enough are on their way; return how many went out."""
    chunks = Chunk.objects.filter(batch=batch_id, done=False)
    room = settings.CHUNKS_IN_FLIGHT - chunks.filter(sent_at__isnull=False).count()
    waiting = chunks.filter(sent_at=None, batch__status=BatchStatus.RUNNING)
    return QUEUE.send(waiting.order_by("number")[: max(0, room)], now=now)


def sweep_batches(*, now: datetime) -> int:
    """Send again what was lost with a broker or a worker; return how many chunks went out."""
    sent = 0
    running = Batch.objects.filter(status=BatchStatus.RUNNING).order_by("created_at", "id")
    for batch_id in running.values_list("pk", flat=True):
        lost = Chunk.objects.filter(stale(now), batch=batch_id, done=False)
        sent += QUEUE.send(lost.order_by("number")[: settings.CHUNKS_IN_FLIGHT], now=now)
        sent += top_up(batch_id=batch_id, now=now)
        close_if_done(batch_id=batch_id, now=now)
    return sent


def close_if_done(*, batch_id: UUID, now: datetime) -> None:
    """Mark a batch as finished once every chunk is done."""
    if not Chunk.objects.filter(batch=batch_id, done=False).exists():
        running = Batch.objects.filter(pk=batch_id, status=BatchStatus.RUNNING)
        running.update(status=BatchStatus.FINISHED, ended_at=now)


def _chunks(batch: Batch) -> list[Chunk]:
    quick = not any(bot.startswith("search") for bot in batch.bots)
    size = max(QUICK_CHUNK if quick else 1, math.ceil(batch.matches / MOST_CHUNKS))
    return [
        Chunk(
            id=uuid5(batch.id, f"chunk/{number}"),
            batch=batch,
            number=number,
            first=first,
            last=min(first + size, batch.matches),
        )
        for number, first in enumerate(range(0, batch.matches, size))
    ]
