"""A real worker on a real Valkey."""

from datetime import datetime

import pytest

from tests.known import known
from tests.plugins.programs import CeleryWorker

pytestmark = [pytest.mark.services, pytest.mark.database]


def _beats_after(moment: datetime) -> bool:
    from replays.selectors.health import worker_heartbeat

    beat = worker_heartbeat()
    return beat is not None and beat > moment


def _wait_for_a_beat_after(moment: datetime, worker: CeleryWorker) -> None:
    from tests.services.processes import wait_until

    wait_until(
        lambda: _beats_after(moment),
        process=known(worker.process),
        log=worker.log,
        what="a heartbeat",
    )


def _now() -> datetime:
    from django.utils import timezone

    return timezone.now()


def test_a_task_sent_from_here_is_run_by_the_worker_in_the_same_database(
    celery_worker: CeleryWorker,
) -> None:
    from config.celery import app

    before = _now()
    app.send_task("replays.tasks.heartbeat")
    _wait_for_a_beat_after(before, celery_worker)


def test_a_task_sent_while_the_worker_is_dead_is_run_by_the_next_one(
    celery_worker: CeleryWorker,
) -> None:
    from config.celery import app

    celery_worker.kill()
    before = _now()
    app.send_task("replays.tasks.heartbeat")
    celery_worker.start()
    _wait_for_a_beat_after(before, celery_worker)
