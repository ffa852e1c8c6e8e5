"""Processes that end at the worst moment lose nothing that was acknowledged or owed."""

import random
import signal
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections

from games.testing.scale import scaled
from replays.models import Checkpoint, Outbox, StoredEvent, Stream, Verification
from replays.services import outbox
from replays.services.verify import verify_stream
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import CeleryWorker, program_environment
from tests.replays.streams import append
from tests.services.processes import ROOT, wait_until

pytestmark = pytest.mark.database


def crashing(
    database: FreshDatabase, *arguments: UUID | str | int, **options: Any
) -> subprocess.Popen[Any]:
    """Start the program that dies, on the test's own database."""
    command = [sys.executable, "-m", "tests.replays.crashing", *map(str, arguments)]
    # No broker: were the relay ever reached, it would fail and leave its mark on the row.
    env = program_environment(database, REDIS_URL="redis://127.0.0.1:1/0")
    return subprocess.Popen(command, env=env, cwd=ROOT, **options)


@pytest.mark.services
def test_work_owed_by_processes_that_died_between_commit_and_relay_is_all_done(
    fresh_database: FreshDatabase, celery_worker: CeleryWorker
) -> None:
    deaths = scaled(50)
    with crashing(fresh_database, "after-commit", deaths) as program:
        assert program.wait() == 0
    owed = set(Outbox.objects.values_list("stream_id", flat=True))
    assert len(owed) == Outbox.objects.filter(sent_at=None, attempts=0).count() == deaths
    assert set(Stream.objects.values_list("pk", flat=True)) == owed

    assert outbox.QUEUE.sweep(now=datetime.now(UTC)) == deaths
    wait_until(
        lambda: not Outbox.objects.exists(),
        process=known(celery_worker.process),
        log=celery_worker.log,
        what="the worker doing what was owed",
    )
    done = Checkpoint.objects.filter(consumer="verify", version=2)
    assert set(done.values_list("stream_id", flat=True)) == owed
    assert Verification.objects.filter(ok=True).count() == deaths


def wait_for_the_server_to_notice() -> None:
    """PostgreSQL may still be busy with the last statement of a client that is gone."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    while connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"{others} AND pid <> pg_backend_pid()")
            if cursor.fetchone() == (0,):
                return


def test_a_writer_killed_again_and_again_loses_no_acknowledged_event(
    fresh_database: FreshDatabase,
) -> None:
    rng = random.Random(25)
    stream_id, acknowledged = uuid4(), {}
    for _ in range(scaled(25)):
        connections.close_all()
        writer = crashing(fresh_database, "writer", stream_id, stdout=subprocess.PIPE, text=True)
        for _ in range(rng.randint(1, 30)):
            version, head_hash = known(writer.stdout).readline().split()
            acknowledged[int(version)] = head_hash
        writer.send_signal(signal.SIGKILL)
        rest = writer.communicate()[0].splitlines(keepends=True)
        acknowledged |= {
            int(line.split()[0]): line.split()[1] for line in rest if line.endswith("\n")
        }
        assert writer.returncode == -signal.SIGKILL
        wait_for_the_server_to_notice()

        report = verify_stream(stream_id)
        assert report.ok, report.problem
        assert report.version >= max(acknowledged)
    stored = dict(StoredEvent.objects.filter(stream=stream_id).values_list("version", "hash"))
    assert acknowledged == {version: stored[version] for version in acknowledged}
    assert append(stream_id, report.version).last_version == report.version + 1
