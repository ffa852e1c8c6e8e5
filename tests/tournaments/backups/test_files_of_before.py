"""What release 0.1 wrote is read to the same standings, ratings and hashes, whatever reads it."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from pytest_django import DjangoDbBlocker

from replays.models import Match
from tests.factories import make_club
from tests.services.databases import point_default_connection_at
from tests.tournaments.backups import before
from tests.tournaments.ladders.nights import work
from tournaments.tournaments.models import Tournament

NOT_IN_A_BACKUP = ("batches", "/notes")
"""Statistics of batches and the story of a ladder are derived from how things came about."""


@pytest.fixture
def database_of_before(
    shared_database: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[Path]:
    """The database of 0.1, migrated by the present code."""
    file = tmp_path / "club.sqlite3"
    before.unpack_database(file)
    point_default_connection_at(f"sqlite:///{file}")
    with django_db_blocker.unblock():
        call_command("migrate", verbosity=0)
        yield file
        connections.close_all()
    point_default_connection_at(shared_database)


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
