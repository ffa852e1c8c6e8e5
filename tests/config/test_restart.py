"""What a server had sent to the broker in its memory, and took along when it was killed."""

import signal
from datetime import UTC, datetime

import pytest

from replays.models import Outbox
from replays.services import outbox
from tests.factories import make_club, make_player
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer, program_environment
from tests.services.processes import wait_until
from tests.tournaments.batches.batch_runs import make_batch
from tests.tournaments.ladders.nights import numbers, played, rebuilt
from tournaments.batches.models import Chunk
from tournaments.ladders.models import LadderDue

pytestmark = [pytest.mark.services, pytest.mark.database]

QUEUES = (Outbox, LadderDue, Chunk)
OFTEN = 3
"""Sent so often, a row is not due again for longer than anybody waits here."""


def owe_everything() -> None:
    """Leave work in all three queues, none of which a worker has heard of."""
    club = make_club()
    people = [make_player(club, f"P{n} X{n}") for n in range(4)]
    for minute in range(6):
        played(club, people, [3, 1, 4, 2], minutes=minute)
    for row in Outbox.objects.order_by("created_at", "id")[:6]:
        outbox.consume(outbox_id=row.pk)
    make_batch(matches=10, club=club)


def nothing_is_left() -> bool:
    return not (
        Outbox.objects.exists()
        or LadderDue.objects.exists()
        or Chunk.objects.filter(done=False).exists()
    )


def test_everything_a_killed_server_had_sent_is_done_soon_after_the_next_start(
    fresh_database: FreshDatabase,
) -> None:
    env = program_environment(fresh_database, REDIS_URL="")
    for _ in range(2):
        owe_everything()
        for model in QUEUES:
            waiting = model.objects.exclude(done=True) if model is Chunk else model.objects.all()
            assert waiting.update(sent_at=datetime.now(UTC), attempts=OFTEN)
        server = LiveServer(env)
        try:
            wait_until(
                nothing_is_left, process=server.process, log=server.log, what="the owed work"
            )
        finally:
            server.stop(with_signal=signal.SIGKILL)
    assert numbers() == rebuilt()
