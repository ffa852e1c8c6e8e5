"""What release 0.1 wrote is read to the same standings, ratings and hashes, whatever reads it."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from replays.models import Match
from tests.clients import SignedIn
from tests.factories import NOW, bearer, make_club
from tests.services.databases import point_default_connection_at
from tests.tournaments.backups import before
from tests.tournaments.ladders.nights import work
from tournaments.people.models import Membership, User
from tournaments.tournaments.models import Tournament

NOT_IN_A_BACKUP = ("batches", "/notes")
"""Statistics of batches and the story of a ladder are derived from how things came about."""


@contextmanager
def used(file: Path, shared: str, blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Let everything use a database in a file for a while."""
    point_default_connection_at(f"sqlite:///{file}")
    with blocker.unblock():
        yield file
        connections.close_all()
    point_default_connection_at(shared)


@pytest.fixture
def unmigrated(
    shared_database: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[Path]:
    """The database of 0.1 as it was."""
    file = tmp_path / "club.sqlite3"
    before.unpack_database(file)
    with used(file, shared_database, django_db_blocker):
        yield file


@pytest.fixture(scope="module")
def migrated(
    shared_database: str,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
) -> bytes:
    """The database of 0.1, migrated by the present code, as its file."""
    file = tmp_path_factory.mktemp("before") / "club.sqlite3"
    before.unpack_database(file)
    with used(file, shared_database, django_db_blocker):
        call_command("migrate", verbosity=0)
    return file.read_bytes()


@pytest.fixture
def database_of_before(
    migrated: bytes, shared_database: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[Path]:
    """A copy of it for one test."""
    file = tmp_path / "club.sqlite3"
    file.write_bytes(migrated)
    with used(file, shared_database, django_db_blocker):
        yield file


def run(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def assert_same_club(**fields: Any) -> None:
    wanted = before.expected()
    assert before.heads() == wanted["streams"]
    assert before.contents() == wanted["contents"]
    assert before.ratings() == wanted["ratings"]
    assert before.changed_answers(**fields) == []


def test_a_database_of_before_migrates_and_answers_the_same(database_of_before: Path) -> None:
    assert_same_club()


def test_staff_of_before_own_their_clubs_and_go_on_as_they_did(unmigrated: Path) -> None:
    secret = "s" * 43
    make_staff_of_before("marc", hashlib.sha256(secret.encode()).hexdigest())
    make_staff_of_before("gone", "1" * 64, is_active=False)
    call_command("migrate", verbosity=0)

    owners = Membership.objects.filter(role="owner").values_list("user__username", "club__slug")
    assert list(owners) == [("marc", "demo")]
    tournaments = f"/api/v1/clubs/{before.CLUB}/tournaments"
    token = bearer(f"kaiten_marc0000_{secret}")
    for staff in (True, False):  # who is an operator no more is an owner still
        User.objects.filter(username="marc").update(is_staff=staff)
        marc = SignedIn(User.objects.get(username="marc"))
        assert marc.get(f"/clubs/{before.CLUB}/members/").status_code == 200
        assert marc.get("/matches/new/").status_code == 200
        asked: dict[str, Any] = {"content_type": "application/json", "headers": token}
        assert marc.post(tournaments, {"title": "Friday"}, **asked).status_code == 201
        assert marc.patch(f"/api/v1/clubs/{before.CLUB}", {}, **asked).status_code == 403
    alice = SignedIn(User.objects.get(username="alice.demo"))
    assert alice.get(f"/clubs/{before.CLUB}/members/").status_code == 403
    body = alice.post(tournaments, {"title": "Friday"}, content_type="application/json")
    assert body.status_code == 403


def make_staff_of_before(name: str, digest: str, **fields: Any) -> None:
    """Add an account of staff with a token that may write, as 0.1 kept them."""
    target = [("tournaments", "0005_ladders")]
    old = MigrationExecutor(connections["default"]).loader.project_state(target).apps
    user = old.get_model("tournaments", "User").objects.create(
        id=uuid4(), username=name, is_staff=True, **fields
    )
    old.get_model("tournaments", "ApiToken").objects.create(
        id=uuid4(),
        user=user,
        name="laptop",
        prefix=f"{name}0000",
        digest=digest,
        scopes=["read", "write"],
        created_at=NOW,
    )


def test_a_database_of_before_is_intact_and_backed_up_byte_by_byte(
    database_of_before: Path, tmp_path: Path
) -> None:
    said = run("verify", "--all").splitlines()
    assert len(said) == len(before.expected()["streams"])
    assert all(": intact, " in line for line in said)
    run("backup", str(tmp_path / "club.zip"))
    assert (tmp_path / "club.zip").read_bytes() == before.BACKUP.read_bytes()


def test_a_database_of_before_has_the_rows_that_a_rebuild_makes(database_of_before: Path) -> None:
    rows = before.every_row()
    run("rebuild")
    work()
    assert before.every_row() == rows


@pytest.mark.database
@pytest.mark.django_db
def test_a_backup_of_before_restores_the_same_club(tmp_path: Path) -> None:
    run("restore", str(before.BACKUP))
    work()
    assert_same_club(without=NOT_IN_A_BACKUP)
    run("backup", str(tmp_path / "again.zip"))
    assert (tmp_path / "again.zip").read_bytes() == before.BACKUP.read_bytes()


@pytest.mark.database
@pytest.mark.django_db
def test_a_tournament_file_of_before_gives_the_same_standings() -> None:
    run("tournamentfile", "import", str(before.TOURNAMENT))
    tournament = str(Tournament.objects.get().pk)
    wanted = before.expected()
    assert before.heads().items() <= wanted["streams"].items()
    assert before.contents().items() <= wanted["contents"].items()
    assert before.changed_answers(about=f"tournaments/{tournament}") == []
    assert run("tournamentfile", "export", tournament) == before.TOURNAMENT.read_text()


@pytest.mark.django_db
@pytest.mark.parametrize("file", before.RECORDS, ids=lambda file: file.name)
def test_a_record_of_before_is_the_same_match_and_written_byte_by_byte(file: Path) -> None:
    make_club("Kaiten Demo Club", club_id=before.CLUB, slug="demo")
    run("import", str(file))
    match = Match.objects.get()
    assert match.content_hash == before.expected()["contents"][str(match.pk)]
    assert run("export", str(match.pk), "--format", file.suffix[1:]) == file.read_text()
