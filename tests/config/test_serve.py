"""The one-process server, as `make run` starts it."""

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.startup import refuse_old_tables
from tests.factories import make_club
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import CeleryWorker, LiveServer, program_environment
from tests.services.databases import point_default_connection_at
from tests.services.processes import ROOT, wait_until
from tournaments.people.selectors.clubs import DEMO_CLUB_ID
from tournaments.people.services.setup_codes import setup_code_works

pytestmark = pytest.mark.services


def _health(url: str) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def _wait_until_healthy(server: LiveServer) -> None:
    wait_until(
        lambda: _health(server.url)[1]["worker"] == "ok",
        process=server.process,
        log=server.log,
        what="the embedded worker",
    )


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_embedded_worker_runs_the_periodic_tasks_and_everything_ends_cleanly(
    live_server_process: LiveServer, ending: signal.Signals
) -> None:
    # Only a task that really ran leaves a heartbeat, so "ok" means that the worker works.
    _wait_until_healthy(live_server_process)
    assert live_server_process.stop(with_signal=ending) == 0
    assert "Traceback" not in live_server_process.words()


def test_the_server_prints_its_address(live_server_process: LiveServer) -> None:
    assert f"http://localhost:{live_server_process.port}" in live_server_process.words()


def _status(server: LiveServer, path: str = "/healthz", **headers: str) -> int:
    request = urllib.request.Request(f"{server.url}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_a_local_run_accepts_the_names_of_its_machine_and_no_others(
    live_server_process: LiveServer,
) -> None:
    _wait_until_healthy(live_server_process)
    name = socket.gethostname().split(".")[0].lower()
    assert _status(live_server_process, "/admin/login/", Host=f"{name}.local") == 200
    assert _status(live_server_process, "/admin/login/", Host="elsewhere.example") == 400


def test_a_port_that_is_taken_is_explained_without_a_traceback(
    fresh_database: FreshDatabase,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"],
            env=program_environment(fresh_database, PORT=str(port)),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert f"Port {port} is not free" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bad_database_address_is_explained_without_a_traceback(
    fresh_database: FreshDatabase,
) -> None:
    env = program_environment(fresh_database) | {"DATABASE_URL": "mysql://localhost/kaiten"}
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "DATABASE_URL cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_without_tables_is_explained_without_a_traceback(tmp_path: Path) -> None:
    empty = FreshDatabase(f"sqlite:///{tmp_path}/empty.sqlite3")
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"],
        env=program_environment(empty),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "no tables yet. Bring it up to date with “python manage.py migrate”" in done.stderr
    assert "Traceback" not in done.stderr


def test_older_tables_and_a_database_that_is_away_are_explained(
    fresh_database: FreshDatabase, tmp_path: Path
) -> None:
    refuse_old_tables("kaiten")
    MigrationRecorder(connection).record_unapplied("tournaments", "0014_webhooks")
    with pytest.raises(ImproperlyConfigured, match=r"1 migrations.* “kaiten migrate”"):
        refuse_old_tables("kaiten")
    point_default_connection_at(f"sqlite:///{tmp_path}/no/folder.sqlite3")
    with pytest.raises(ImproperlyConfigured, match="The database is away: unable to open"):
        refuse_old_tables("kaiten")


def test_a_code_is_printed_until_there_is_a_club_besides_the_demo(
    fresh_database: FreshDatabase,
) -> None:
    make_club(club_id=DEMO_CLUB_ID)
    printed = []
    for _start in range(2):
        server = LiveServer(program_environment(fresh_database))
        [code] = re.findall(r"The code for it: (\S+)", server.words())
        assert f"http://localhost:{server.port}/setup/?code={code}" in server.words()
        printed.append(code)
        server.stop(with_signal=signal.SIGKILL)
    now = datetime.now(UTC)
    assert [setup_code_works(code=code, now=now) for code in printed] == [False, True]
    make_club()
    server = LiveServer(program_environment(fresh_database))
    assert "code" not in server.words()
    server.stop(with_signal=signal.SIGKILL)


def test_the_server_shares_valkey_with_a_worker_of_its_own(
    live_server_process: LiveServer, celery_worker: CeleryWorker
) -> None:
    _wait_until_healthy(live_server_process)
    assert _health(live_server_process.url)[1]["broker"] == "ok"
