import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, transaction

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Import, Match, Note, StoredEvent, Stream
from replays.services.append import new_event
from replays.services.life import report_result
from replays.services.matches import NewMatch, create_match
from replays.services.notes import erase_note
from replays.services.undo import Comment, annotate
from replays.services.verify import verify_stream
from replays.telling import Report
from tests.factories import NOW, make_bot, make_club, make_player, make_token, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.services.databases import Databases, point_default_connection_at
from tests.unprojected import store_unprojected
from tournaments.backups.archive import content_digest, pack, unpack
from tournaments.backups.selectors import backup_parts
from tournaments.backups.services import Restored, restore_club
from tournaments.people.events import PlayerMerged
from tournaments.people.models import ApiToken, Club, Player, User
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.services.clubs import change_club
from tournaments.people.services.merges import merge_players
from tournaments.people.services.players import link_account


def make_lively_club() -> Club:
    """Return a club with a bit of everything that a backup must keep."""
    club = make_club("Lively", slug="lively", time_zone="Europe/Paris", language="fr")
    anne, double, paul = (make_player(club, name) for name in ("Anne Petit", "Ane Petit", "Paul R"))
    bot = make_bot(club)
    link_account(player=anne, user=make_user("anne"))
    make_token(club=club)
    for players, text in [([anne, paul], "a note\u2028on two lines"), ([double, bot], "another")]:
        match_id = uuid4()
        seated = [player.id for player in players]
        create_match(
            match_id=match_id,
            match=NewMatch(
                club_id=club.id, game="plain", players=seated, options={"title": "Dominoes"}
            ),
            envelope=Envelope("cli", NOW),
        )
        report_result(
            match_id=match_id,
            expected_version=1,
            report=Report(scores=[5, 3]),
            envelope=Envelope("cli", NOW),
        )
        annotate(match_id=match_id, comment=Comment(1, text), envelope=Envelope("cli", NOW))
    erase_note(match_id=match_id, version=3, now=NOW + timedelta(days=1))
    merge_players(player_id=double.id, into_id=anne.id, envelope=Envelope("cli", NOW))
    other = make_club("Elsewhere")
    make_player(other, "Not In It")
    return club


@pytest.fixture
def backup(db: None) -> bytes:
    """The file of a lively club that is not in the database (any more)."""
    saved = transaction.savepoint()
    club = make_lively_club()
    parts = backup_parts(club)
    transaction.savepoint_rollback(saved)
    assert not Club.objects.exists()
    return pack(str(club.id), parts)


def restore(data: bytes) -> Restored:
    return restore_club(data=data, envelope=Envelope("cli", NOW), source="test")


def refused(data: bytes, code: str) -> None:
    counts = [model.objects.count() for model in (Club, Player, User, Stream, Note)]
    with pytest.raises(KaitenError) as refusal:
        restore(data)
    assert refusal.value.code == code
    assert refusal.value.message != code
    assert [model.objects.count() for model in (Club, Player, User, Stream, Note)] == counts


def repacked(data: bytes, change: Callable[..., Any]) -> bytes:
    """Return a backup whose parts were changed by somebody who also renewed every digest."""
    manifest, parts = unpack(data)
    change(parts)
    return pack(manifest.club, parts)


@pytest.mark.database
def test_a_backup_restored_in_a_fresh_database_is_the_same_club(
    fresh_database: FreshDatabase, databases: Databases, migrated_template: str
) -> None:
    club = make_lively_club()
    data = pack(str(club.id), backup_parts(club))
    labels = dict(Player.objects.filter(club=club).values_list("id", "merged_into"))
    name = f"fresh_{uuid4().hex}"
    point_default_connection_at(databases.clone(migrated_template, name))
    try:
        done = restore(data)
        assert done.written
        assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
        restored = Club.objects.get()
        assert pack(str(restored.id), backup_parts(restored)) == data
        assert dict(Player.objects.values_list("id", "merged_into")) == labels
        assert Match.objects.filter(status="reported").count() == 2
    finally:
        connections.close_all()
        databases.drop(name)
        point_default_connection_at(fresh_database.url)


def test_a_restored_club_has_everything_but_tokens_and_passwords(backup: bytes) -> None:
    done = restore(backup)
    assert (done.streams, done.players) == (3, 4)
    club = Club.objects.get()
    assert (club.name, club.time_zone, club.language) == ("Lively", "Europe/Paris", "fr")
    user = User.objects.get()
    assert user.username == "anne"
    assert not user.has_usable_password()
    assert Player.objects.get(user=user).search_name == "anne petit"
    assert not ApiToken.objects.exists()
    assert {note.text for note in Note.objects.all()} == {"a note\u2028on two lines", ""}
    assert Import.objects.count() == 3
    assert not Player.objects.filter(first_name="Not").exists()


def test_former_short_names_come_back(db: None) -> None:
    club = make_club("Lively", slug="old")
    change_club(club=club, name="Lively", slug="lively", time_zone="UTC", language="en")
    data = pack(str(club.id), backup_parts(club))
    club.delete()

    restore(data)

    assert club_by_name("old").slug == "lively"


def test_password_hashes_are_kept_only_when_asked_for(db: None) -> None:
    saved = transaction.savepoint()
    club = make_lively_club()
    assert "pbkdf2" not in backup_parts(club)["users.jsonl"]
    data = pack(str(club.id), backup_parts(club, with_passwords=True))
    transaction.savepoint_rollback(saved)
    restore(data)
    assert User.objects.get(username="anne").check_password("secret")
    assert not restore(data).written


def test_an_account_that_is_here_already_keeps_its_password(backup: bytes) -> None:
    row = json.loads(unpack(backup)[1]["users.jsonl"])
    make_user("anne", id=row["id"])
    restore(backup)
    assert User.objects.get().check_password("secret")


def test_a_manifest_of_another_club_is_refused(backup: bytes) -> None:
    refused(pack(str(uuid4()), unpack(backup)[1]), "backup_inconsistent")


def test_a_damaged_log_is_not_backed_up(db: None) -> None:
    club = make_lively_club()
    Stream.objects.filter(pk=club.id).update(head_hash="f" * 64)
    with pytest.raises(KaitenError, match="stream_not_intact"):
        backup_parts(club)


def test_the_same_backup_twice_changes_nothing(backup: bytes) -> None:
    assert restore(backup).written
    events = StoredEvent.objects.count()
    assert not restore(backup).written
    assert StoredEvent.objects.count() == events


def test_a_club_that_went_on_is_not_overwritten(backup: bytes) -> None:
    restore(backup)
    make_player(Club.objects.get(), "Somebody New")
    refused(backup, "club_exists")


def test_the_content_digest_tells_contents_apart_and_nothing_else(db: None) -> None:
    club = make_lively_club()
    before = content_digest(backup_parts(club))
    assert content_digest(backup_parts(club)) == before
    make_player(club, "Somebody New")
    assert content_digest(backup_parts(club)) != before


@pytest.mark.parametrize(
    "data", [b"", b"x", b"PK\x05\x06" + b"\0" * 18, b"PK\x03\x04 nearly a zip"]
)
def test_what_is_not_a_backup_is_refused(db: None, data: bytes) -> None:
    refused(data, "not_a_backup")


def test_a_zip_of_something_else_is_refused(db: None) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", "[]")
    refused(file.getvalue(), "not_a_backup")


def test_a_truncated_backup_is_refused(backup: bytes) -> None:
    for length in (len(backup) // 3, len(backup) - 30):
        refused(backup[:length], "not_a_backup")


def test_a_backup_of_a_newer_version_is_refused(db: None) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", '{"kaiten_backup": 99}')
    refused(file.getvalue(), "backup_newer")


@pytest.mark.parametrize(
    "part", ["club.json", "players.jsonl", "users.jsonl", "notes.jsonl", "streams/"]
)
def test_an_edited_part_is_refused(backup: bytes, part: str) -> None:
    parts = unpack(backup)[1]
    name = next(name for name in parts if name.startswith(part))
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(backup)) as old, zipfile.ZipFile(file, "w") as new:
        for info in old.infolist():
            text = old.read(info)
            new.writestr(info.filename, text + b" " if info.filename == name else text)
    refused(file.getvalue(), "backup_damaged")


def test_a_missing_and_a_surplus_part_are_refused(backup: bytes) -> None:
    for left_out, added, code in [
        ("notes.jsonl", "", "backup_incomplete"),
        ("", "more.txt", "backup_inconsistent"),
    ]:
        file = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(backup)) as old, zipfile.ZipFile(file, "w") as new:
            for info in old.infolist():
                if info.filename != left_out:
                    new.writestr(info.filename, old.read(info))
            if added:
                new.writestr(added, "x")
        refused(file.getvalue(), code)


def test_an_edited_log_is_refused_even_with_every_digest_renewed(backup: bytes) -> None:
    def change(parts: dict[str, str]) -> None:
        name = next(name for name in parts if '"match.reported"' in parts[name])
        parts[name] = parts[name].replace("[5,3]", "[9,3]")

    refused(repacked(backup, change), "backup_damaged")


def test_a_log_without_its_last_event_is_refused_even_with_every_digest_renewed(
    backup: bytes,
) -> None:
    def change(parts: dict[str, str]) -> None:
        name = next(name for name in parts if '"match.reported"' in parts[name])
        parts[name] = parts[name].rstrip("\n").rpartition("\n")[0] + "\n"

    refused(repacked(backup, change), "backup_damaged")


@pytest.mark.parametrize(
    ("part", "old", "new", "code"),
    [
        ("players.jsonl", '"display":"initial"', '"display":"loud"', "backup_inconsistent"),
        ("players.jsonl", '"guest":false', '"guest":3', "backup_inconsistent"),
        (
            "players.jsonl",
            '"first_name":"Anne"',
            f'"first_name":"{"A" * 90}"',
            "backup_inconsistent",
        ),
        ("users.jsonl", '"username":"anne"', '"username":"a nn/e"', "backup_inconsistent"),
        ("notes.jsonl", "a note", "a lie", "backup_inconsistent"),
        ("club.json", "Europe/Paris", "Mars/Phobos", "unknown_time_zone"),
        ("club.json", '"slug":"lively"', '"slug":"Not A Slug"', "bad_slug"),
    ],
)
def test_rows_that_nothing_could_have_stored_are_refused(
    backup: bytes, part: str, old: str, new: str, code: str
) -> None:
    def change(parts: dict[str, str]) -> None:
        assert old in parts[part]
        parts[part] = parts[part].replace(old, new)

    refused(repacked(backup, change), code)


def test_a_player_of_another_account_is_refused(backup: bytes) -> None:
    def change(parts: dict[str, str]) -> None:
        parts["users.jsonl"] = ""

    refused(repacked(backup, change), "backup_inconsistent")


def test_a_name_that_is_taken_here_refuses_the_whole_backup(backup: bytes) -> None:
    make_user("anne")
    refused(backup, "backup_conflict")


def test_a_short_name_that_is_taken_here_refuses_the_whole_backup(backup: bytes) -> None:
    make_club("Other", slug="lively")
    refused(backup, "slug_taken")


def run(*args: str) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_the_commands_write_and_read_a_file(db: None, tmp_path: Path) -> None:
    saved = transaction.savepoint()
    make_lively_club()
    file = tmp_path / "club.zip"
    said = run("backup", str(file), "--club", "lively")
    digest = said.split()[-1]
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="file_exists"):
        run("backup", str(file), "--club", "lively")
    assert run("backup", str(file), "--club", "lively", "--overwrite") == said
    transaction.savepoint_rollback(saved)
    assert digest in run("restore", str(file))
    assert run("restore", str(file)).startswith("All of it is here already")
    assert digest in run("backup", str(tmp_path / "again.zip"))
    assert (tmp_path / "again.zip").read_bytes() == file.read_bytes()


def test_a_call_that_makes_no_sense_is_one_line_and_the_exit_code_2(
    db: None, tmp_path: Path
) -> None:
    junk = tmp_path / "junk.zip"
    junk.write_bytes(b"junk")
    calls = [
        (("backup", str(tmp_path / "x.zip")), "no_club"),
        (("restore", str(tmp_path / "none.zip")), "file_unreadable"),
        (("restore", str(tmp_path)), "file_unreadable"),
        (("restore", str(junk)), "not_a_backup"),
    ]
    for call, code in calls:
        with pytest.raises(CommandError, match=f"^{code}: ") as refusal:
            run(*call)
        assert refusal.value.returncode == 2
    make_club(), make_club()
    more: list[tuple[tuple[str, ...], str]] = [
        (("backup", str(tmp_path / "x.zip")), "club_needed_by_name"),
        (("backup", str(tmp_path / "x.zip"), "--club", "nope"), "unknown_club"),
        (
            ("backup", str(tmp_path / "no/x.zip"), "--club", known(Club.objects.first()).slug),
            "file_unwritable",
        ),
    ]
    for arguments, code in more:
        with pytest.raises(CommandError, match=f"^{code}: "):
            run(*arguments)
    assert not list(tmp_path.glob("*.zip")) or list(tmp_path.glob("*.zip")) == [junk]


def test_a_whole_log_that_makes_no_sense_is_refused(db: None) -> None:
    saved = transaction.savepoint()
    club = make_club()
    one, other = make_player(club), make_player(club)
    twice = [new_event(PlayerMerged(player=one.id, into=other.id))] * 2
    store_unprojected(club.id, "club", twice, NOW)
    data = pack(str(club.id), backup_parts(club))
    transaction.savepoint_rollback(saved)
    refused(data, "backup_illegal")
