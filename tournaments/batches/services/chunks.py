"""What a worker does with one chunk of a batch: lease it, play what is missing, say it is done."""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from uuid import UUID, uuid4

from django.db import OperationalError
from django.db.models import F, Q

from games.core.matches import content_hash
from games.core.setup import Setup
from replays.envelope import Envelope
from replays.errors import RulesMissing, StoreBusy, StreamConflict
from replays.installed import installed_rules, missing_rules
from replays.selectors.health import WORKER
from replays.services.heartbeat import beat
from replays.services.matches import created_event, record_bot_match
from tournaments.batches.models import Batch, BatchResult, BatchStatus, Chunk
from tournaments.batches.services import batches
from tournaments.people.services.bots import BotMatch, bot_player, copies_of, play_bot_match

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
PULSE_SECONDS = 2.0
MOST_FAILURES = 3
ACTOR = "batch"


class Stopped(Exception):
    """The batch was cancelled, or somebody else took the chunk over."""


def run_chunk(*, chunk_id: UUID) -> bool:
    """Play the matches of a chunk that are missing; return whether all of them are there.

    Whoever holds the lease plays; anybody else leaves at once. Dying at any moment loses at most
    the match in hand, which the next worker plays again, event for event.
    """
    keeper = _take_lease(chunk_id)
    if keeper is None:
        return False
    chunk = Chunk.objects.select_related("batch", "batch__club").get(pk=chunk_id)
    try:
        _play_missing(chunk, keeper)
    except Stopped:
        return False
    except RulesMissing as missing:
        # Nothing is wrong with the chunk: it is played once its game is installed again.
        logger.warning("chunk %s of batch %s waits: %s", chunk.number, chunk.batch_id, missing)
        mine = Chunk.objects.filter(pk=chunk.pk, lease=keeper.lease)
        mine.update(lease=None, leased_until=None)
        return False
    except Exception as error:
        _note_failure(chunk, keeper, error)
        raise
    now = datetime.now(UTC)
    Chunk.objects.filter(pk=chunk.pk).update(done=True, lease=None, leased_until=None)
    batches.top_up(batch_id=chunk.batch_id, now=now)
    batches.close_if_done(batch_id=chunk.batch_id, now=now)
    return True


class Keeper:
    """Renews a lease now and then, and notices that it is lost or the batch was cancelled."""

    def __init__(self, chunk_id: UUID, lease: UUID, clock: Callable[[], float]) -> None:
        self.chunk_id = chunk_id
        self.lease = lease
        self.clock = clock
        self.renewed = clock()

    def pulse(self) -> None:
        """Renew the lease if that is due; raise Stopped if it is not ours any more."""
        if self.clock() - self.renewed >= PULSE_SECONDS:
            self.renew()
            show_life()

    def renew(self) -> None:
        """Hold the chunk for a little longer, or raise Stopped."""
        mine = Chunk.objects.filter(
            pk=self.chunk_id, lease=self.lease, batch__status=BatchStatus.RUNNING
        )
        if not mine.update(leased_until=datetime.now(UTC) + LEASE):
            raise Stopped
        self.renewed = self.clock()


def show_life() -> None:
    """Note that a worker lives: while it plays, it takes no heartbeat from the queue."""
    beat(name=WORKER, now=datetime.now(UTC))


def _take_lease(chunk_id: UUID) -> Keeper | None:
    now, lease = datetime.now(UTC), uuid4()
    free = Q(leased_until=None) | Q(leased_until__lt=now)
    chunk = Chunk.objects.filter(free, pk=chunk_id, done=False, batch__status=BatchStatus.RUNNING)
    if not chunk.update(lease=lease, leased_until=now + LEASE):
        return None
    show_life()
    return Keeper(chunk_id, lease, time.monotonic)


def _play_missing(chunk: Chunk, keeper: Keeper) -> None:
    batch = chunk.batch
    setup = Setup(batch.game, batch.rules, len(batch.bots), batch.options)
    if (missing := missing_rules(setup.game, setup.rules)) is not None:
        raise missing
    rules = installed_rules(setup.game)
    stored = set(
        BatchResult.objects.filter(
            batch=batch, index__gte=chunk.first, index__lt=chunk.last
        ).values_list("index", flat=True)
    )

    @cache
    def player(bot: str, copy: int) -> UUID:
        return bot_player(club=batch.club, bot=bot, now=batch.created_at, copy=copy).id

    for index in range(chunk.first, chunk.last):
        if index in stored:
            continue
        bots = batches.seated_bots(batch, index)
        match = play_bot_match(
            rules=rules,
            setup=setup,
            bots=bots,
            seed=batches.match_seed(batch, index),
            pulse=keeper.pulse,
        )
        players = [player(bot, copy) for bot, copy in copies_of(bots)]
        _store(batch, index, match, players, keeper)


def _store(
    batch: Batch, index: int, match: BotMatch, players: Sequence[UUID], keeper: Keeper
) -> None:
    """Write a match and its result in one transaction; a match that is there already is fine.

    The lease is renewed in that transaction too: whoever lost it writes nothing.
    """
    now = datetime.now(UTC)
    result = BatchResult(
        id=batches.match_id(batch, index),
        batch=batch,
        index=index,
        bots=list(match.bots),
        places=list(match.outcome.places),
        scores=list(match.outcome.scores),
        events=len(match.events),
        content_hash=content_hash(match.setup, match.events),
        at=now,
    )

    def write_beside() -> None:
        keeper.renew()
        result.save(force_insert=True)

    try:
        record_bot_match(
            match_id=result.id,
            created=created_event(match.setup, batch.club_id, players, rated=batch.rated),
            events=match.events,
            envelope=Envelope(ACTOR, now),
            beside=write_beside,
        )
    except StreamConflict:
        logger.info("match %s of batch %s was stored by another worker", index, batch.pk)


def _note_failure(chunk: Chunk, keeper: Keeper, error: Exception) -> None:
    """Let the chunk be tried again, and give the batch up when it keeps failing."""
    logger.exception("chunk %s of batch %s failed", chunk.number, chunk.batch_id)
    # A database that is busy or away says nothing about the chunk.
    failures = 0 if isinstance(error, (OperationalError, StoreBusy)) else 1
    mine = Chunk.objects.filter(pk=chunk.pk, lease=keeper.lease)
    mine.update(failures=F("failures") + failures, lease=None, leased_until=None)
    if chunk.failures + failures >= MOST_FAILURES:
        running = Batch.objects.filter(pk=chunk.batch_id, status=BatchStatus.RUNNING)
        running.update(
            status=BatchStatus.FAILED,
            error=str(getattr(error, "code", type(error).__name__))[:80],
            ended_at=datetime.now(UTC),
        )
