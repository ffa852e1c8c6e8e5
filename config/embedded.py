"""The worker and the timer that live inside a single web process."""

import logging
import threading
import time
from typing import Any, ClassVar

from celery import Celery
from celery.worker import WorkController
from celery.worker import state as worker_state
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

WARM_STOP_SECONDS = 10.0
STARTING_SECONDS = 30.0
"""How long a worker may take until it has done its first task."""


class EmbeddedWorker:
    """One Celery worker thread with one task at a time."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._app.finalize()
        self._app.loader.import_default_modules()
        worker = WorkController(
            app=self._app,
            pool="threads",
            concurrency=1,
            # Between several threads of one process there is nobody to talk to.
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
            use_eventloop=False,
        )
        worker_state.should_stop = None
        self._thread = threading.Thread(target=worker.start, name="embedded-worker", daemon=True)
        self._thread.start()

    def stop(self) -> bool:
        """Let the current task finish; tell whether it did so within the patience of a stop."""
        if self._thread is None:
            return True
        worker_state.should_stop = 0
        self._thread.join(WARM_STOP_SECONDS)
        return not self._thread.is_alive()


class Timer:
    """Sends the tasks of the static schedule: each at once, then again after its interval."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="embedded-timer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(WARM_STOP_SECONDS)

    def _run(self) -> None:
        schedule = self._app.conf.beat_schedule
        due = dict.fromkeys(schedule, time.monotonic())
        while not self._stopped.is_set():
            now = time.monotonic()
            for name, entry in schedule.items():
                if due[name] <= now:
                    due[name] = now + entry["schedule"]
                    self._send(entry)
            self._stopped.wait(max(0.0, min(due.values()) - time.monotonic()))

    def _send(self, entry: dict[str, Any]) -> None:
        try:
            self._app.send_task(entry["task"], **entry.get("options", {}))
        except OperationalError:
            logger.warning("The broker does not answer; %s waits for its next turn.", entry["task"])


class Background:
    """The worker and the timer together."""

    began: ClassVar[float | None] = None
    """When they were started in this process, by its own clock; None: never."""

    def __init__(self, app: Celery) -> None:
        self._worker = EmbeddedWorker(app)
        self._timer = Timer(app)

    def start(self) -> None:
        Background.began = time.monotonic()
        self._worker.start()
        self._timer.start()

    def stop(self) -> bool:
        """Stop both threads; tell whether no task had to be left behind."""
        self._timer.stop()
        finished = self._worker.stop()
        Background.began = None
        if not finished:
            logger.warning("A task was still running; the sweep of the next start takes it up.")
        return finished


def is_starting() -> bool:
    """Say whether the worker of this process was started just now."""
    began = Background.began
    return began is not None and time.monotonic() - began < STARTING_SECONDS
