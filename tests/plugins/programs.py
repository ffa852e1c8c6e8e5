"""Our own programs as separate processes: a Celery worker, the web server."""

import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from tests.plugins.services import session_folder
from tests.services import processes
from tests.services.nursery import Nursery

if TYPE_CHECKING:
    from tests.plugins.databases import FreshDatabase


def program_environment(database: "FreshDatabase", **extra: str) -> dict[str, str]:
    """Return the environment in which one of our programs uses the test's own database."""
    from django.conf import settings

    kept = {name: value for name, value in os.environ.items() if not name.startswith("KAITEN_")}
    return kept | {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "DATABASE_URL": database.url,
        "SECRET_KEY": settings.SECRET_KEY,
        "KAITEN_OFFLINE": "0",
        "KAITEN_THROTTLE_ANON": "1000000/min",
        "KAITEN_THROTTLE_USER": "1000000/min",
        **extra,
    }


@lru_cache(maxsize=1)
def _nursery() -> Nursery:
    return Nursery(session_folder())


def start_program(
    arguments: Sequence[str], *, log: Path, env: Mapping[str, str]
) -> processes.Process:
    """Start `python arguments…` in the project's folder, in a session of its own."""
    if {"PYTHONHASHSEED", "PYTHONPATH"} & {*env}:  # Python reads them before anything else
        command = [sys.executable, *arguments]
        return processes.start(command, log=log, env=env, start_new_session=True)
    return _nursery().start(arguments, log=log, env=env, cwd=processes.ROOT)


def pytest_unconfigure() -> None:
    if _nursery.cache_info().currsize:
        _nursery().stop()


class CeleryWorker:
    """A real `celery worker` process that can be killed and started again."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = env
        self.log = session_folder() / f"worker-{uuid4().hex}.log"
        self.process: processes.Process | None = None

    def start(self) -> None:
        """Start the worker and return once it answers a ping."""
        name = f"test-{uuid4().hex}@localhost"
        command = ["-m", "celery", "-A", "config", "worker", "--hostname", name]
        self.process = start_program(
            [*command, "--concurrency", "2", "--loglevel", "INFO", "--without-mingle"],
            log=self.log,
            env=self.env,
        )

        from config.celery import app

        processes.wait_until(
            lambda: bool(app.control.ping(destination=[name], timeout=0.5)),
            process=self.process,
            log=self.log,
            what="the Celery worker",
        )

    def kill(self) -> None:
        """End the worker and its children at once, as a power cut would."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def restart(self) -> None:
        """Kill the worker and start another one on the same queue."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """Let the worker finish what it is doing, then end it."""
        if self.process is not None:
            processes.stop(self.process, with_signal=signal.SIGTERM)
            self.kill()


@pytest.fixture
def celery_on_valkey(valkey_url: str, valkey_prefix: str) -> Iterator[dict[str, str]]:
    """Make this process publish its tasks to Valkey; yields the environment that does the same."""
    from django.conf import settings
    from django.test import override_settings

    from config.celery import app

    changed = {
        "broker_url": valkey_url,
        "broker_write_url": None,
        "broker_read_url": None,
        "broker_transport_options": {"global_keyprefix": valkey_prefix, "visibility_timeout": 5},
    }
    before = {name: app.conf[name] for name in changed}
    app.conf.update(changed)
    _forget_connections(app)
    with override_settings(REDIS_URL=valkey_url, REDIS_PREFIX=valkey_prefix):
        yield {
            "REDIS_URL": valkey_url,
            "KAITEN_REDIS_PREFIX": settings.REDIS_PREFIX,
            "KAITEN_VISIBILITY_TIMEOUT": "5",
        }
    _forget_connections(app)
    app.conf.update(before)


def _forget_connections(app: object) -> None:
    from celery import Celery
    from kombu import pools

    assert isinstance(app, Celery)
    app.pool.force_close_all()
    app._pool = None
    app.amqp._producer_pool = None
    pools.reset()  # type: ignore[no-untyped-call]


@pytest.fixture
def celery_worker(
    fresh_database: "FreshDatabase", celery_on_valkey: dict[str, str]
) -> Iterator[CeleryWorker]:
    """A real worker on Valkey, bound to the test's own database."""
    worker = CeleryWorker(program_environment(fresh_database, **celery_on_valkey))
    worker.start()
    yield worker
    # Ending cleanly takes it seconds and is tested on its own.
    worker.kill()


@pytest.fixture
def celery_beat(
    fresh_database: "FreshDatabase", celery_on_valkey: dict[str, str]
) -> Iterator[processes.Process]:
    """A real `celery beat` process, which sends the periodic tasks to Valkey."""
    process = start_program(
        ["-m", "celery", "-A", "config", "beat", "--pidfile="],
        log=session_folder() / f"beat-{uuid4().hex}.log",
        env=program_environment(fresh_database, **celery_on_valkey),
    )
    yield process
    processes.stop(process, with_signal=signal.SIGKILL)


class LiveServer:
    """A real `manage.py serve` process on a port of its own."""

    def __init__(self, env: Mapping[str, str], *options: str, port: int | None = None) -> None:
        self.port = port or processes.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = session_folder() / f"server-{uuid4().hex}.log"
        self.env = dict(env) | {"PORT": str(self.port)}
        self.process = start_program(
            ["manage.py", "serve", "--host", "127.0.0.1", *options],
            log=self.log,
            env=self.env,
        )
        processes.wait_until(
            self._answers, process=self.process, log=self.log, what="the web server"
        )

    def stop(self, *, with_signal: signal.Signals = signal.SIGINT) -> int:
        """End the server and return its exit code."""
        return processes.stop(self.process, with_signal=with_signal)

    def words(self) -> str:
        """Return what the server has printed so far."""
        return Path(self.log).read_text(errors="replace")

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
        except urllib.error.HTTPError as error:
            error.close()
        except OSError:
            return False
        return True


@pytest.fixture
def live_server_process(
    request: pytest.FixtureRequest, fresh_database: "FreshDatabase"
) -> Iterator[LiveServer]:
    """The web server on the test's own database.

    Its worker is embedded, unless the test also asks for `celery_worker`: then both share Valkey.
    """
    extra: dict[str, str] = {}
    if "celery_worker" in request.fixturenames:
        extra = request.getfixturevalue("celery_on_valkey") | {"KAITEN_EMBEDDED_WORKER": "0"}
    server = LiveServer(program_environment(fresh_database, **extra))
    yield server
    # Ending cleanly takes its worker seconds and is tested on its own.
    server.stop(with_signal=signal.SIGKILL)


class SharedServer:
    """The application on a port of its own, served by a thread of this process.

    It asks for the database as everything else here does, so that it serves each test from the
    test's own. There is no worker in it.
    """

    def __init__(self) -> None:
        import uvicorn

        from config.asgi import site

        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._server = uvicorn.Server(
            uvicorn.Config(site, lifespan="off", log_config=None, access_log=False)
        )
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._listener]}, daemon=True
        )
        self._thread.start()

    def finish(self) -> None:
        """Return once every request that has reached the server is answered."""
        deadline = time.monotonic() + processes.PATIENCE
        while self._server.server_state.tasks:
            assert time.monotonic() < deadline, "a request is still being answered"
            time.sleep(0.01)

    def stop(self) -> None:
        """End the server."""
        self._server.should_exit = True
        self._thread.join(processes.PATIENCE)


@pytest.fixture(scope="session")
def shared_server(django_test_environment: None) -> Iterator[SharedServer]:
    """One web server for every test of this process that needs none of its own."""
    server = SharedServer()
    yield server
    server.stop()


@pytest.fixture
def live_server_url(
    request: pytest.FixtureRequest, fresh_database: "FreshDatabase"
) -> Iterator[str]:
    """The address of a running web server on the test's own database.

    A test that needs a process or a worker asks for `live_server_process` too, and gets its own.
    """
    if "live_server_process" in request.fixturenames:
        yield request.getfixturevalue("live_server_process").url
        return
    server: SharedServer = request.getfixturevalue("shared_server")
    from django.core.cache import cache

    cache.clear()
    yield server.url
    server.finish()
