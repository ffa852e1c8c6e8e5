"""Real PostgreSQL and Valkey servers, started once per test run.

Under xdist the controller starts them before its workers, which inherit the addresses through the
environment; a plain run starts each one when the first test asks for it. `DATABASE_URL` (of a
PostgreSQL) and `REDIS_URL`, when given, are used instead: only databases and key prefixes of our
own are made there.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

FOLDER = "KAITEN_TEST_DIR"
POSTGRES = "KAITEN_TEST_POSTGRES_URL"
VALKEY = "KAITEN_TEST_REDIS_URL"
_PROBLEM = "_PROBLEM"

_running: list[Any] = []


def _start_postgres(folder: Path) -> Any:
    from tests.services.postgres import Postgres

    return Postgres(folder)


def _start_valkey(folder: Path) -> Any:
    from tests.services.valkey import Valkey

    return Valkey(folder)


_STARTERS: dict[str, Callable[[Path], Any]] = {POSTGRES: _start_postgres, VALKEY: _start_valkey}


def session_folder() -> Path:
    """Return the folder of this test run, shared by all its processes."""
    return Path(os.environ[FOLDER])


@contextmanager
def only_one_process(name: str) -> Iterator[None]:
    """Keep out the other processes of this run that want to do the same."""
    with (session_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _folder_in_memory() -> str | None:
    """Return where files cost no disk: the databases are as careful as in a club, and wait less."""
    memory = Path("/dev/shm")  # noqa: S108  (a folder of our own is made in it)
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 2**31
    return str(memory) if roomy and os.access(memory, os.W_OK) else None


def service_url(name: str) -> str:
    """Return the address of the service `name`, starting it if needed; skip the test without it."""
    _ensure(name)
    problem = os.environ.get(name + _PROBLEM)
    if problem:
        pytest.skip(problem)
    return os.environ[name]


def _ensure(name: str) -> None:
    from tests.services.processes import NotReady

    if name in os.environ or name + _PROBLEM in os.environ:
        return
    try:
        service = _STARTERS[name](session_folder() / name.lower())
    except (NotReady, OSError, LookupError, ImportError) as error:
        os.environ[name + _PROBLEM] = f"service not available: {error}"
        return
    _running.append(service)
    os.environ[name] = service.url


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="kaiten-tests-", dir=_folder_in_memory())
    # The unprivileged account of PostgreSQL has to reach its data folder inside.
    session_folder().chmod(0o711)
    if config.pluginmanager.hasplugin("django"):
        from config.catalogs import compile_catalogs

        compile_catalogs()
    parallel = bool(getattr(config.option, "tx", None))
    if parallel and config.pluginmanager.hasplugin("django"):
        for name in _STARTERS:
            _ensure(name)


def pytest_unconfigure(config: pytest.Config) -> None:
    while _running:
        _running.pop().stop()
    if not hasattr(config, "workerinput") and FOLDER in os.environ:
        shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)


def _required() -> bool:
    return os.environ.get("KAITEN_REQUIRE_SERVICES") == "1"


def _fail_instead(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail") and _required():
        report.outcome = "failed"
        report.longrepr = f"skipped although nothing may be skipped here: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_instead(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_instead(report)
    return report


@pytest.fixture
def valkey_prefix() -> str:
    """A key prefix that belongs to this test alone."""
    return f"kaiten-test-{uuid4().hex}:"


@pytest.fixture
def valkey_url(valkey_prefix: str) -> Iterator[str]:
    """The address of a real Valkey; keys under `valkey_prefix` are removed afterwards."""
    from redis import Redis

    url = service_url(VALKEY)
    yield url
    with Redis.from_url(url) as client:
        for key in client.scan_iter(match=f"{valkey_prefix}*", count=1000):
            client.delete(key)
