"""A SQLite file changed with other tools, on a copy that no trigger watches over."""

import random
import shutil
import sqlite3
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, connections

from games.testing.scale import scaled
from replays.append_only import missing_triggers
from replays.chain import Problem
from replays.services.verify import verify_stream
from tests.plugins.databases import FreshDatabase
from tests.replays.streams import append, make_stream, remark
from tests.services.databases import point_default_connection_at

LAST = 12


@pytest.fixture
def file(fresh_database: FreshDatabase) -> Path:
    """The closed database file, in which a stream of one call per event can be written first."""
    return Path(connection.settings_dict["NAME"])


def close() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connections.close_all()


def test_a_byte_changed_in_the_file_is_found_although_no_trigger_is_missing(file: Path) -> None:
    stream_id = make_stream(1)
    append(stream_id, 1, remark(41_424_344))
    append(stream_id, 2)
    close()
    before = file.read_bytes()
    assert before.count(b"41424344") == 1
    file.write_bytes(before.replace(b"41424344", b"41424345"))
    assert missing_triggers(connection) == []
    assert verify_stream(stream_id).problem == Problem("hash_mismatch", 2)


def test_a_row_changed_in_a_copy_of_the_file_is_found_and_the_original_is_intact(
    file: Path, tmp_path: Path
) -> None:
    rng = random.Random(1)
    stream_id = make_stream(*[1] * LAST)
    close()
    for number in range(scaled(50)):
        copy = tmp_path / f"{number}.sqlite3"
        shutil.copyfile(file, copy)
        at = rng.randint(1, LAST)
        change(copy, at)
        point_default_connection_at(f"sqlite:///{copy}")
        assert verify_stream(stream_id).problem == Problem("hash_mismatch", at)
        assert missing_triggers(connection) == ["replays_storedevent_no_update"]
        point_default_connection_at(f"sqlite:///{file}")
        assert verify_stream(stream_id).ok


def test_a_log_whose_head_was_deleted_from_the_file_is_named_among_all(
    file: Path, tmp_path: Path
) -> None:
    kept, beheaded = make_stream(1), make_stream(1, 1)
    close()
    copy = tmp_path / "copy.sqlite3"
    shutil.copyfile(file, copy)
    database = sqlite3.connect(copy)
    with database:
        database.execute("DELETE FROM replays_stream WHERE id = ?", [beheaded.hex])
    database.close()
    assert verify_all() == (0, {kept, beheaded}, "")
    point_default_connection_at(f"sqlite:///{copy}")
    assert verify_all() == (1, {kept}, f"{beheaded}: stream_row_missing (version 1)\n")
    point_default_connection_at(f"sqlite:///{file}")


def verify_all() -> tuple[int | str | None, set[UUID], str]:
    """Return the exit code, the logs found intact and what was told about the others."""
    out, err = StringIO(), StringIO()
    code: int | str | None = 0
    try:
        call_command("verify", "--all", stdout=out, stderr=err)
    except SystemExit as leaving:
        code = leaving.code
    return code, {UUID(line.split(":")[0]) for line in out.getvalue().splitlines()}, err.getvalue()


def change(path: Path, version: int) -> None:
    database = sqlite3.connect(path)
    with database:
        database.execute("DROP TRIGGER replays_storedevent_no_update")
        database.execute(
            "UPDATE replays_storedevent SET actor = 'user:666' WHERE version = ?", [version]
        )
    database.close()
