"""The tools the other tests stand on."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from games.testing.scale import sampled, scaled
from tests.plugins.databases import FreshDatabase
from tests.services.processes import ROOT
from tests.threads import run_together
from tournaments.people.models import User

of_databases = pytest.mark.database


def _make_user(name: str) -> User:
    from tournaments.people.models import User

    return User.objects.create_user(username=name)


def _users() -> int:
    from tournaments.people.models import User

    return User.objects.count()


@of_databases
@pytest.mark.parametrize("attempt", [1, 2])
def test_what_one_test_commits_to_a_fresh_database_the_next_one_never_sees(
    fresh_database: FreshDatabase, attempt: int
) -> None:
    assert _users() == 0
    _make_user("ada")
    assert _users() == 1


@of_databases
def test_every_thread_uses_the_fresh_database(fresh_database: FreshDatabase) -> None:
    made = run_together([partial(_make_user, f"user{number}") for number in range(4)])
    assert {user.username for user in made} == {"user0", "user1", "user2", "user3"}
    assert _users() == 4


@of_databases
@pytest.mark.django_db
def test_a_plain_database_test_starts_empty_after_others_have_committed() -> None:
    assert _users() == 0


def test_a_soak_run_does_sixteen_times_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAITEN_SOAK", "1")
    assert scaled(500) == scaled(500, 50) == 500
    assert sampled("abcdefg", 3, 1) == "abcdefg"
    monkeypatch.delenv("KAITEN_SOAK")
    assert scaled(500) == 31
    assert scaled(500, 50) == 10
    assert scaled(3) == 1
    assert sampled("abcdefg", 3, 1) == "be"
    assert sampled("ab", 3, 5) == ""


@pytest.mark.parametrize(("required", "code"), [("0", 0), ("1", 1)])
def test_a_skipped_test_is_a_failure_where_nothing_may_be_skipped(
    tmp_path: Path, required: str, code: int
) -> None:
    (tmp_path / "test_skipped.py").write_text(
        "import pytest\n\ndef test_that_lacks_its_service():\n    pytest.skip('no service')\n"
    )
    command = [sys.executable, "-m", "pytest", "-o", "addopts="]
    done = subprocess.run(
        [*command, "-p", "tests.plugins.services", str(tmp_path)],
        env=os.environ
        | {"KAITEN_REQUIRE_SERVICES": required, "PYTHONPATH": str(ROOT)}
        | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout
