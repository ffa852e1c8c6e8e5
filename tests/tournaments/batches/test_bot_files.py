"""From bots to files to a database and back: the same bytes every time, and not one byte else."""

import os
import random
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.testing.scale import scaled
from replays.models import Match
from replays.records.kgn import read_kgn
from replays.selectors.logs import load_log
from replays.services.verify import verify_text
from tests.factories import NOW, make_club
from tournaments.people.selectors.clubs import DEMO_CLUB_ID

MATCHES = scaled(30)
FORMATS = ("jsonl", "kgn")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The files of the same matches, played by two processes that hash differently."""
    folders = [tmp_path_factory.mktemp("bots") for _ in range(2)]
    for folder, hash_seed in zip(folders, ("1", "4242"), strict=True):
        call = ["bots", "sushi_bar", "--seats", "random,greedy,random", "--seed", "s"]
        environment = os.environ | {
            "PYTHONHASHSEED": hash_seed,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
        }
        subprocess.run(
            [sys.executable, "manage.py", *call, "--matches", str(MATCHES), "--save", str(folder)],
            check=True,
            env=environment,
            capture_output=True,
        )
    return folders


@pytest.fixture(scope="module")
def files(runs: list[Path]) -> list[Path]:
    """The files of the first run."""
    return sorted(runs[0].iterdir())


def run(*arguments: object) -> tuple[int, str]:
    """Run a command; return its exit code and what it printed."""
    out, code = StringIO(), 0
    try:
        call_command(*map(str, arguments), stdout=out, stderr=StringIO())
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    return code, out.getvalue()


def test_two_processes_save_the_same_bytes(runs: list[Path]) -> None:
    first, second = ({path.name: path.read_bytes() for path in run.iterdir()} for run in runs)
    assert first == second
    assert len(first) == MATCHES * len(FORMATS)


def test_every_file_verifies(files: list[Path]) -> None:
    code, out = run("verify", *files)
    assert (code, out.count("intact")) == (0, len(files))


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("format", FORMATS)
def test_every_file_goes_through_the_database_without_changing_a_byte(
    files: list[Path], format: str, tmp_path: Path
) -> None:
    make_club(club_id=DEMO_CLUB_ID)
    taken = [path for path in files if path.suffix == f".{format}"]
    code, out = run("import", *taken)
    assert (code, out.count("imported")) == (0, MATCHES)
    for path in taken:
        notation = read_kgn(path.with_suffix(".kgn").read_text())
        match = Match.objects.get(pk=notation.match_id)
        assert match.content_hash == notation.content_hash == load_log(match.pk).content_hash
        for again in FORMATS:  # whichever came in, both can be had
            target = tmp_path / "again"
            assert run("export", match.pk, "--format", again, "--output", target) == (0, "")
            assert target.read_bytes() == path.with_suffix(f".{again}").read_bytes()
    code, out = run("verify", "--all")
    assert (code, out.count("intact")) == (0, MATCHES)
    assert run("import", *files)[1].count("already here") == len(files)


def verifies(data: bytes) -> bool:
    """Say whether a file of these bytes would be found intact."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    return verify_text(text, now=NOW).ok


def test_one_changed_byte_anywhere_is_found(files: list[Path], tmp_path: Path) -> None:
    data = files[0].read_bytes()
    assert verifies(data)
    rng = random.Random(20261116)
    header = data.index(b"\n") + 1
    # The header and the end are not in the chain: not one of their bytes is left to luck.
    positions = [*range(header), *range(len(data) - 100, len(data))]
    positions += rng.sample(range(header, len(data)), scaled(3000))
    for at in positions:
        other = rng.choice([byte for byte in b' \n\r\t"\\,0aA\xc3' if byte != data[at]])
        for byte in {other, data[at] ^ 0x20, data[at] ^ 1}:
            changed = data[:at] + bytes([byte]) + data[at + 1 :]
            assert not verifies(changed), f"{bytes([byte])!r} at {at}"
    edited = tmp_path / "edited.jsonl"
    edited.write_bytes(data.replace(b"Greedy", b"Creedy", 1))
    assert run("verify", edited)[0] == 2


def test_a_file_cut_anywhere_is_found(files: list[Path], tmp_path: Path) -> None:
    data = files[0].read_bytes()
    ends = [at + 1 for at, byte in enumerate(data[:-1]) if byte == ord("\n")]
    cuts = {*range(50), *ends, *(end - 1 for end in ends), *range(len(data) - 50, len(data))}
    cuts |= set(random.Random(20261116).sample(range(len(data)), scaled(1000)))
    assert [length for length in sorted(cuts) if verifies(data[:length])] == []
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(data[:-1])
    assert run("verify", cut)[0] == 2
