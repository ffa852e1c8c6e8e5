"""Programs and servers that tests share the beginning of, and nothing else."""

import os
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from tests.factories import make_club
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import start_program

pytestmark = pytest.mark.services

ASKED = "config.settings.local"


def program(folder: Path, text: str, **env: str) -> tuple[Path, Path, dict[str, str]]:
    script = folder / "program.py"
    script.write_text(text)
    return script, folder / "log", {"PATH": os.defpath, **env}


def anybody_in(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_program_has_its_own_id_environment_output_and_end(tmp_path: Path) -> None:
    text = (
        "import os, sys; print(os.getpid(), os.getcwd(), sorted(os.environ), sys.argv)\nsys.exit(7)"
    )
    script, log, env = program(tmp_path, text, KAITEN_COLOUR="red")
    started = start_program([str(script), "one", "two"], log=log, env=env)
    assert started.wait(timeout=60) == started.poll() == 7
    process, folder, *said = log.read_text().split(maxsplit=2)
    assert int(process) == started.pid != os.getpid()
    assert Path(folder) == Path(__file__).parents[2]
    assert said == [f"['KAITEN_COLOUR', 'PATH'] ['{script}', 'one', 'two']\n"]


def test_a_program_reads_its_settings_after_the_fork(tmp_path: Path) -> None:
    text = (
        "from django.conf import settings\n"
        "assert not settings.configured\n"
        "print(settings.PORT, settings.DATABASES['default']['NAME'])"
    )
    for port in ("8111", "8222"):
        script, log, env = program(
            tmp_path,
            text,
            DJANGO_SETTINGS_MODULE=ASKED,
            SECRET_KEY="k" * 50,
            PORT=port,
            DATABASE_URL=f"sqlite:////tmp/{port}.sqlite3",
        )
        log.unlink(missing_ok=True)
        assert start_program([str(script)], log=log, env=env).wait(timeout=60) == 0, log.read_text()
        assert log.read_text() == f"{port} /tmp/{port}.sqlite3\n"


def test_a_program_is_killed_with_all_it_started(tmp_path: Path) -> None:
    text = "import os, time\nprint(os.fork() or 'child', flush=True)\ntime.sleep(600)"
    script, log, env = program(tmp_path, text)
    started = start_program([str(script)], log=log, env=env)
    while len(log.read_text().split() if log.exists() else []) < 2:
        assert started.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(timeout=0.01)
    os.killpg(started.pid, signal.SIGKILL)
    assert started.wait(timeout=60) == -signal.SIGKILL
    started.kill()  # nobody is left: nothing happens
    deadline = time.monotonic() + 60
    while anybody_in(started.pid):
        assert time.monotonic() < deadline


@pytest.mark.parametrize("name", ["Les Baguettes", "Die Stäbchen"])
def test_the_shared_server_serves_each_test_from_its_own_database(
    fresh_database: FreshDatabase, live_server_url: str, name: str
) -> None:
    make_club(name)
    with urllib.request.urlopen(f"{live_server_url}/api/v1/clubs") as answer:
        page = answer.read().decode()
    assert [other in page for other in ("Les Baguettes", "Die Stäbchen")] == [
        name == "Les Baguettes",
        name == "Die Stäbchen",
    ]
