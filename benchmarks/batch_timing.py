"""One batch after the other on real workers, in a process with a database of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.core.management import call_command

from replays.envelope import Envelope
from tests.services import processes
from tournaments.batches.models import Batch, BatchResult, BatchStatus
from tournaments.batches.services.batches import NewBatch, create_batch
from tournaments.people.models import Club
from tournaments.people.services.clubs import create_club

MATCHES = 400
WARM_UP = 20
CELERY = [sys.executable, "-m", "celery", "-A", "config"]


def main() -> None:
    """Print seconds a match on one and on two workers, best of so many rounds, as JSON."""
    folder, broker, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    call_command("migrate", verbosity=0)
    club = create_club(
        club_id=uuid4(), time_zone="UTC", name="Workers", slug="workers", now=datetime.now(UTC)
    )
    measured = [
        [_seconds_per_match(folder, broker, club, workers) for workers in (1, 2)]
        for _ in range(rounds)
    ]
    print(json.dumps([min(times) for times in zip(*measured, strict=True)]))


def _seconds_per_match(folder: Path, broker: str, club: Club, workers: int) -> float:
    env = dict(os.environ) | {
        "REDIS_URL": broker,
        "KAITEN_REDIS_PREFIX": f"bench-{uuid4().hex}:",
    }
    with _workers(folder, env, workers) as running:
        # Imports and first queries of every worker are not what is measured.
        _play(club, WARM_UP * workers, env, running)
        batch = _play(club, MATCHES, env, running)
    moments = BatchResult.objects.filter(batch=batch).order_by("at").values_list("at", flat=True)
    span: timedelta = moments[MATCHES - 1] - moments[0]
    return span.total_seconds() / (MATCHES - 1)


@contextmanager
def _workers(folder: Path, env: dict[str, str], count: int) -> Iterator["_Running"]:
    logs = [folder / f"worker-{uuid4().hex}.log" for _ in range(count)]
    options = ["--pool", "solo", "--loglevel", "INFO", "--without-mingle", "--without-gossip"]
    running = [
        (processes.start([*CELERY, "worker", *options, "-n", log.stem], log=log, env=env), log)
        for log in logs
    ]
    try:
        for process, log in running:
            processes.wait_until(
                lambda log=log: " ready." in log.read_text(errors="replace"),  # type: ignore[misc]
                process=process,
                log=log,
                what="a worker",
            )
        yield running[0]
    finally:
        for process, _ in running:
            processes.stop(process, with_signal=signal.SIGKILL)


_Running = tuple[subprocess.Popen[bytes], Path]


def _play(club: Club, matches: int, env: dict[str, str], running: _Running) -> Batch:
    """Let the workers play a batch that their sweep finds, and return it."""
    batch = create_batch(
        club=club,
        wanted=NewBatch(game="sushi_go_party", bots=["greedy"] * 4, matches=matches, seed=matches),
        # Long ago: whoever sweeps takes it for the batch of a process that is gone.
        envelope=Envelope("bench", datetime.now(UTC) - timedelta(hours=1)),
    )
    sweep = [*CELERY, "call", "tournaments.tasks.sweep_batches"]
    subprocess.run(sweep, env=env, check=True, capture_output=True)
    process, log = running
    running_still = Batch.objects.filter(pk=batch.pk, status=BatchStatus.RUNNING)
    processes.wait_until(
        lambda: not running_still.exists(), process=process, log=log, what="the end of the batch"
    )
    assert BatchResult.objects.filter(batch=batch).count() == matches
    return batch
