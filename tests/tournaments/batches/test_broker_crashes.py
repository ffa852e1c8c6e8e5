"""Batches on a broker that forgets everything: the rows remember."""

import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from games.testing.scale import scaled
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import CeleryWorker
from tests.services.processes import wait_until
from tests.services.valkey import Valkey
from tests.tournaments.batches.batch_runs import (
    assert_as_undisturbed,
    assert_no_other_match,
    count_results,
    is_running,
    make_batch,
    was_sent_again,
)
from tournaments.batches.models import Batch, Chunk

pytestmark = [pytest.mark.database, pytest.mark.services]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Valkey]:
    """A Valkey of this test's own, without persistence."""
    valkey = Valkey(tmp_path / "valkey")
    yield valkey
    valkey.stop()


@pytest.fixture
def valkey_url(broker: Valkey) -> str:
    """Replaces the shared server: workers and this process talk to the one that dies."""
    return broker.url


def complaints(worker: CeleryWorker) -> int:
    return worker.log.read_text(errors="replace").count("Connection to broker lost")


def has_complained(worker: CeleryWorker, before: int) -> bool:
    return complaints(worker) > before


def has_results(batch: Batch, wanted: int) -> bool:
    return count_results(batch) >= wanted


def test_a_broker_killed_again_and_again_loses_no_match(
    celery_worker: CeleryWorker, celery_beat: subprocess.Popen[bytes], broker: Valkey
) -> None:
    kills, matches = max(2, scaled(5)), max(100, scaled(200))

    def wait_for(ready: Callable[[], bool], what: str) -> None:
        # Within a minute, or this raises.
        wait_until(ready, process=known(celery_worker.process), log=celery_worker.log, what=what)

    batch = make_batch(matches=matches, now=datetime.now(UTC))
    for kill in range(kills):
        wanted = 1 + matches * kill // (kills + 1)
        wait_for(partial(has_results, batch, wanted), f"{wanted} results")
        heard = complaints(celery_worker)
        broker.kill()
        assert is_running(batch), "the batch was over before this kill"
        if kill % 2 == 0:
            # Every other time the broker stays away until its workers have noticed.
            wait_for(partial(has_complained, celery_worker, heard), "a complaint")
        broker.start()
    wait_for(lambda: not is_running(batch), "the end of the batch")
    assert was_sent_again(batch), "no kill met a broker that held anything"
    assert_as_undisturbed(batch)
    assert_no_other_match(batch)


def test_a_batch_started_without_a_broker_is_played_once_there_is_one(
    fresh_database: FreshDatabase,
    celery_worker: CeleryWorker,
    celery_beat: subprocess.Popen[bytes],
    broker: Valkey,
) -> None:
    celery_worker.kill()
    broker.kill()
    batch = make_batch(matches=20, now=datetime.now(UTC))
    assert not Chunk.objects.filter(sent_at__isnull=False).exists()
    broker.start()
    celery_worker.start()
    wait_until(
        lambda: not is_running(batch),
        process=known(celery_worker.process),
        log=celery_worker.log,
        what="the end of the batch",
    )
    assert_as_undisturbed(batch)
