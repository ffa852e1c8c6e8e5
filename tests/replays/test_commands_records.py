"""Commands that read and write record files: one line per file, exit codes a script can use."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.management.base import KaitenCommand, refusal_line
from replays.models import Stream
from replays.selectors.exports import export_jsonl, export_kgn
from replays.services import life
from tests.factories import make_club
from tests.replays.sittings import Sitting

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it printed."""
    out, err = StringIO(), StringIO()
    try:
        call_command(*map(str, arguments), stdout=out, stderr=err)
    except SystemExit as leaving:
        return int(leaving.code or 0), out.getvalue(), err.getvalue()
    except CommandError as error:
        return error.returncode, out.getvalue(), err.getvalue() + str(error) + "\n"
    return 0, out.getvalue(), err.getvalue()


def moved(text: str, old: object, new: object) -> str:
    return text.replace(str(old), str(new))


@pytest.mark.parametrize(("format", "export"), [("kgn", export_kgn), ("jsonl", export_jsonl)])
def test_an_export_prints_or_writes_the_file(
    format: str, export: Callable[..., Any], tmp_path: Path
) -> None:
    sitting = Sitting().finish()
    expected = export(sitting.id)
    assert run("export", sitting.id, "--format", format) == (0, expected, "")
    target = tmp_path / "match"
    assert run("export", sitting.id, "--format", format, "--output", target) == (0, "", "")
    assert target.read_bytes() == expected.encode()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("export", "nonsense"), "not_an_id"),
        (("export", uuid4()), "unknown_match"),
        (("import", "/no/such/file"), "file_unreadable"),
        (("import", "x", "--club", "y"), "not_an_id"),
        (("verify",), "files_or_all"),
        (("verify", "/no/such/file"), "file_unreadable"),
        (("verify", uuid4()), "unknown_match"),
        (("replay", "/no/such/file"), "file_unreadable"),
        (("replay", uuid4()), "unknown_match"),
        (("rebuild", uuid4()), "unknown_match"),
        (("rebuild", "x"), "not_an_id"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: tuple[UUID | str, ...], code: str
) -> None:
    returned, out, err = run(*arguments)
    assert (returned, out, err.count("\n")) == (2, "", 1)
    assert code in err


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    code, _, err = run("export", Sitting().id, "--output", tmp_path)
    assert (code, err.count("\n")) == (2, 1)


def test_an_import_says_what_became_of_each_file(tmp_path: Path) -> None:
    club, new_id = make_club().id, uuid4()
    sitting = Sitting(club_id=club).finish()
    new, known, bad = (tmp_path / name for name in ("new.kgn", "known.jsonl", "bad.kgn"))
    new.write_text(moved(export_kgn(sitting.id), sitting.id, new_id))
    known.write_text(export_jsonl(sitting.id))
    bad.write_text("nothing")
    code, out, err = run("import", bad, new, known, "--club", club)
    assert code == 2
    assert out.splitlines() == [f"{new}: imported {new_id}", f"{known}: already here {sitting.id}"]
    assert err.startswith(f"{bad}: record_unknown: ")
    assert Stream.objects.filter(pk=new_id).exists()


def test_intact_files_and_logs_verify_with_exit_code_0(tmp_path: Path) -> None:
    sitting = Sitting().finish()
    version = sitting.version
    kgn, jsonl = tmp_path / "m.kgn", tmp_path / "m.jsonl"
    kgn.write_text(export_kgn(sitting.id))
    jsonl.write_text(export_jsonl(sitting.id))
    code, out, err = run("verify", kgn, jsonl, sitting.id)
    assert (code, err) == (0, "")
    assert [line.rpartition(": ")[2] for line in out.splitlines()] == [
        f"intact, {version} events"
    ] * 3
    assert run("verify", "--all") == (0, f"{sitting.id}: intact, {version} events\n", "")


def test_a_changed_file_verifies_with_exit_code_2(tmp_path: Path) -> None:
    sitting = Sitting().finish()
    changed = tmp_path / "m.jsonl"
    changed.write_text(export_jsonl(sitting.id).replace("19:30:01", "19:30:02", 1))
    code, out, err = run("verify", changed)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "record_chain" in err


def test_a_damaged_log_verifies_with_exit_code_1() -> None:
    good, bad = Sitting(), Sitting()
    Stream.objects.filter(pk=bad.id).update(head_hash="0" * 64)
    code, out, err = run("verify", "--all")
    assert code == 1
    assert out == f"{good.id}: intact, 1 event\n"
    assert err == f"{bad.id}: head_mismatch (version 1)\n"


def test_what_is_no_record_verifies_with_exit_code_2(tmp_path: Path) -> None:
    binary = tmp_path / "picture"
    binary.write_bytes(b"\xff\xfe\x00")
    code, _, err = run("verify", binary)
    assert (code, "file_not_text" in err) == (2, True)


def test_a_rebuild_says_how_many() -> None:
    sitting = Sitting().finish()
    Sitting("plain").do(life.report_result, scores=[1, 2])
    assert run("rebuild") == (0, "2 matches rebuilt\n0 ladders rebuilt\n", "")
    assert run("rebuild", sitting.id) == (0, "1 match rebuilt\n", "")


def test_a_file_whose_seal_the_rules_do_not_confirm_verifies_with_exit_code_1(
    tmp_path: Path,
) -> None:
    sitting = Sitting().finish()
    scores = sitting.log().outcome.scores
    file = tmp_path / "m.kgn"
    sealed = ",".join(map(str, scores))
    file.write_text(export_kgn(sitting.id).replace(f'"scores":[{sealed}]', '"scores":[0,99]'))
    code, out, err = run("verify", file)
    assert (code, out) == (1, "")
    assert err == f"{file}: seal_differs (version {sitting.version})\n"


def test_a_refusal_of_a_game_is_told_in_its_words_with_the_line(tmp_path: Path) -> None:
    sitting = Sitting()
    sitting.play_on(1)
    file = tmp_path / "m.kgn"
    file.write_text(export_kgn(sitting.id) + "1: nonsense\n")
    code, _, err = run("verify", file)
    assert (code, err.count("\n")) == (2, 1)
    assert "bad_notation: " in err
    assert "line" in err


def test_a_code_without_words_is_told_as_it_is() -> None:
    assert refusal_line(KaitenError("no_words_for_this", x=1)) == "no_words_for_this (x=1)"
    assert refusal_line(RuleViolation("none_for_this_either")) == "none_for_this_either"


def test_a_database_that_is_not_there_is_one_line() -> None:
    with pytest.raises(CommandError) as error:
        call_command(_Unmigrated())
    assert error.value.returncode == 2
    assert str(error.value).startswith("database_not_ready: ")


class _Unmigrated(KaitenCommand):
    def handle(self, *args: Any, **options: Any) -> NoReturn:
        raise OperationalError("no such table: replays_stream")


def test_a_wrong_call_is_told_without_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    parser = KaitenCommand().create_parser("manage.py", "verify")
    parser.called_from_command_line = True
    with pytest.raises(SystemExit) as leaving:
        parser.parse_args(["--no-such-option"])
    assert leaving.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
