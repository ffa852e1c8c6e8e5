"""Batches on real workers that die at any moment: nothing is lost, doubled or half-written."""

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from config.celery import app
from games.testing.scale import scaled
from tests.factories import make_club
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import CeleryWorker, LiveServer, program_environment
from tests.services.processes import ROOT, wait_until
from tests.tournaments.batches.batch_runs import (
    assert_as_undisturbed,
    assert_no_other_match,
    count_results,
    is_being_played,
    is_running,
    make_batch,
    was_sent_again,
)
from tournaments.batches.models import Batch, BatchStatus, Chunk
from tournaments.batches.selectors.health import PATIENCE
from tournaments.batches.services.batches import RUN_CHUNK, sweep_batches

pytestmark = [pytest.mark.database, pytest.mark.services]


def wait_for(ready: Callable[[], bool], program: CeleryWorker | LiveServer, what: str) -> None:
    wait_until(ready, process=known(program.process), log=program.log, what=what)


def wait_for_the_middle_of_a_chunk(
    batch: Batch, count: int, program: CeleryWorker | LiveServer
) -> None:
    """Return while somebody plays and at least so many results are there."""
    wait_for(
        lambda: count_results(batch) >= count and is_being_played(batch),
        program,
        f"{count} results",
    )


def wait_for_the_end(batch: Batch, program: CeleryWorker | LiveServer) -> None:
    wait_for(lambda: not is_running(batch), program, "the end of the batch")


def start_now(**fields: Any) -> Batch:
    return make_batch(now=datetime.now(UTC), **fields)


def left_behind(**fields: Any) -> Batch:
    """Return a batch whose chunks were sent by a process that is no more, nor is its broker."""
    return make_batch(now=datetime.now(UTC) - timedelta(hours=1), **fields)


# Workers on Valkey


def test_workers_killed_again_and_again_lose_double_and_halve_nothing(
    celery_worker: CeleryWorker, celery_beat: subprocess.Popen[bytes]
) -> None:
    kills, matches = scaled(25), scaled(500)
    batch = start_now(matches=matches)
    for kill in range(kills):
        wait_for_the_middle_of_a_chunk(batch, 1 + matches * kill // (kills + 1), celery_worker)
        celery_worker.kill()
        assert is_running(batch), "the batch was over before this kill"
        celery_worker.start()
    wait_for_the_end(batch, celery_worker)
    assert was_sent_again(batch), "no kill met a worker at work"
    assert_as_undisturbed(batch)
    assert_no_other_match(batch)


def test_every_task_delivered_three_times_in_any_order_gives_the_same_result(
    celery_worker: CeleryWorker, celery_beat: subprocess.Popen[bytes]
) -> None:
    celery_worker.kill()
    batch = start_now(matches=scaled(500))
    deliveries = list(batch.chunks.values_list("pk", flat=True)) * 3
    random.Random(3).shuffle(deliveries)
    for chunk_id in deliveries:
        app.send_task(RUN_CHUNK, args=[str(chunk_id)])
    celery_worker.start()
    wait_for_the_end(batch, celery_worker)
    assert_as_undisturbed(batch)
    assert_no_other_match(batch)


@pytest.mark.parametrize("when", ["after-commit", "before-send"])
def test_batches_of_processes_that_died_between_commit_and_enqueue_are_all_played(
    fresh_database: FreshDatabase, celery_worker: CeleryWorker, when: str
) -> None:
    deaths, club = scaled(50), make_club()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.tournaments.batches.crashing",
            when,
            str(club.pk),
            str(deaths),
            "4",
        ],
        env=program_environment(fresh_database, REDIS_URL="redis://127.0.0.1:1/0"),
        cwd=ROOT,
        check=True,
    )
    batches = list(Batch.objects.all())
    marked = Chunk.objects.filter(attempts=1 if when == "before-send" else 0)
    assert len(batches) == marked.count() == deaths

    assert sweep_batches(now=datetime.now(UTC) + PATIENCE) == deaths
    wait_for(
        lambda: not Batch.objects.filter(status=BatchStatus.RUNNING).exists(),
        celery_worker,
        "the end of every batch",
    )
    for batch in batches:
        assert_as_undisturbed(batch)
    assert_no_other_match(*batches)


# The worker inside the web process


@pytest.fixture
def serve(fresh_database: FreshDatabase) -> Iterator[Callable[..., LiveServer]]:
    """Start `manage.py serve` as often as a test asks; the last one is ended for it."""
    started = []

    def start(**extra: str) -> LiveServer:
        started.append(LiveServer(program_environment(fresh_database, **extra)))
        return started[-1]

    yield start
    for server in started:
        server.stop(with_signal=signal.SIGKILL)


def test_a_batch_in_a_single_process_outlives_the_death_of_that_process(
    serve: Callable[..., LiveServer],
) -> None:
    kills, matches = max(2, scaled(10)), max(100, scaled(500))
    batch = left_behind(matches=matches)
    for kill in range(kills):
        server = serve()
        wait_for_the_middle_of_a_chunk(batch, 1 + matches * kill // (kills + 1), server)
        server.stop(with_signal=signal.SIGKILL)
        assert is_running(batch), "the batch was over before this kill"
    wait_for_the_end(batch, serve())
    assert was_sent_again(batch), "no kill met a worker at work"
    assert_as_undisturbed(batch)
    assert_no_other_match(batch)


# The same seed gives the same matches


def two_games() -> list[Batch]:
    return [
        left_behind(matches=12, bots=["random", "greedy", "random"]),
        left_behind(matches=3, game="sushi_go_party", bots=["greedy", "random"]),
    ]


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_a_seed_gives_the_same_matches_in_a_single_process(
    serve: Callable[..., LiveServer], hash_seed: str
) -> None:
    batches = two_games()
    server = serve(PYTHONHASHSEED=hash_seed)
    for batch in batches:
        wait_for_the_end(batch, server)
        assert_as_undisturbed(batch)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_a_seed_gives_the_same_matches_on_valkey(
    fresh_database: FreshDatabase, celery_on_valkey: dict[str, str], hash_seed: str
) -> None:
    batches = two_games()
    worker = CeleryWorker(
        program_environment(fresh_database, **celery_on_valkey, PYTHONHASHSEED=hash_seed)
    )
    worker.start()
    try:
        for batch in batches:
            wait_for_the_end(batch, worker)
            assert_as_undisturbed(batch)
    finally:
        worker.stop()


def test_more_batches_than_a_worker_can_play_at_once_are_all_played(
    celery_worker: CeleryWorker, celery_beat: subprocess.Popen[bytes]
) -> None:
    batches = [start_now(matches=20, seed=seed) for seed in range(5)]
    for batch in batches:
        wait_for_the_end(batch, celery_worker)
        assert_as_undisturbed(batch)
    assert_no_other_match(*batches)
