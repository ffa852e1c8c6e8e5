"""The commands of the compose file, run by hand on a real database and a real Valkey."""

import os
import shlex
import signal
import subprocess
import sys
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml
from django.contrib.staticfiles.storage import staticfiles_storage

from tests.plugins.databases import FreshDatabase
from tests.plugins.services import session_folder
from tests.services import processes

pytestmark = [pytest.mark.services, pytest.mark.database]

PROXIED = {"Host": "kaiten.example", "X-Forwarded-Proto": "https"}


@pytest.fixture
def environment(
    fresh_database: FreshDatabase, valkey_url: str, valkey_prefix: str
) -> dict[str, str]:
    return {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": "Zq3" * 30,
        "ALLOWED_HOSTS": "kaiten.example",
        "DATABASE_URL": fresh_database.url,
        "REDIS_URL": valkey_url,
        "KAITEN_REDIS_PREFIX": valkey_prefix,
        "WEB_CONCURRENCY": "2",
        "PORT": str(processes.free_port()),
    }


def _command(name: str, environment: dict[str, str]) -> list[str]:
    compose = yaml.safe_load((processes.ROOT / "docker-compose.yml").read_text())
    words = shlex.split(compose["services"][name]["command"])
    return [environment["PORT"] if word == "8000" else word for word in words]


def _start(
    name: str, environment: dict[str, str], stack: ExitStack
) -> tuple[subprocess.Popen[bytes], Path]:
    log = session_folder() / f"{name}-{environment['PORT']}.log"
    process = processes.start(_command(name, environment), log=log, env=environment)
    stack.callback(processes.stop, process, with_signal=signal.SIGTERM)
    return process, log


def _healthy(environment: dict[str, str]) -> bool:
    asked = subprocess.run(
        [sys.executable, "-m", "config.healthcheck"],
        env=environment,
        cwd=processes.ROOT,
        check=False,
    )
    return asked.returncode == 0


def test_web_worker_and_beat_work_together_and_end_when_asked(environment: dict[str, str]) -> None:
    subprocess.run(
        _command("migrate", environment), env=environment, cwd=processes.ROOT, check=True
    )
    assert not _healthy(environment)
    with ExitStack() as stack:
        web, log = _start("web", environment, stack)
        worker, _ = _start("worker", environment, stack)
        beat, _ = _start("beat", environment, stack)
        processes.wait_until(
            lambda: _healthy(environment), process=web, log=log, what="the health check"
        )
        assert worker.poll() is None
        assert beat.poll() is None
        address = (
            f"http://127.0.0.1:{environment['PORT']}{staticfiles_storage.url('joined/site.css')}"
        )
        request = urllib.request.Request(address, headers=PROXIED | {"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request, timeout=processes.PATIENCE) as styles:
            assert styles.headers["Cache-Control"].endswith("immutable")
            assert styles.headers["Content-Encoding"] == "gzip"
    assert [worker.returncode, beat.returncode] == [0, 0]
    assert web.returncode in (0, -signal.SIGTERM)


def test_a_worker_refuses_a_database_that_may_lose_commits(
    environment: dict[str, str], fresh_database: FreshDatabase
) -> None:
    from django.db import connection

    if connection.vendor != "postgresql":
        # The settings of an SQLite file are the application's own: nobody can give it others.
        assert "synchronous=FULL" in connection.settings_dict["OPTIONS"]["init_command"]
        return
    environment["DATABASE_URL"] += "?options=-c%20synchronous_commit%3Doff"
    done = subprocess.run(
        _command("worker", environment),
        env=environment,
        cwd=processes.ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=processes.PATIENCE,
    )
    assert done.returncode != 0
    assert "a crash would lose events" in done.stdout + done.stderr
