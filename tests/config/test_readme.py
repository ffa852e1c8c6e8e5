"""Every command that the README shows is run as it stands there."""

import io
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.db import transaction

from replays.selectors.exports import export_jsonl
from tests.factories import make_club, make_player
from tests.tournaments.ladders.nights import begun, played
from tests.tournaments.tournaments.play import Friday, swiss

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
TARGETS = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
COMMANDS = [
    command
    for cell in re.findall(r"^\| (`.+`.*?) \| .* \|$", README, re.MULTILINE)
    for command in re.findall(r"`([^`]+)`", cell)
    if not command.endswith("/")
]
LONG = {"botstable"}
"""It takes more than an hour: only that it exists is looked at."""


@pytest.fixture
def filled(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return a function that puts what a club has into the placeholders of a command."""
    monkeypatch.chdir(tmp_path)
    club = make_club()
    people = [make_player(club, name) for name in ("Ana A", "Bo B")]
    ladder = begun(club)
    match = played(club, people, [3, 2])
    friday = Friday(4, swiss())
    friday.announce()
    friday.play_by_bots(1)
    played_out = friday.table(1).match
    Path("match.jsonl").write_text(export_jsonl(match))
    out = io.StringIO()
    call_command("tournamentfile", "export", str(friday.id), "-o", "friday.jsonl", stdout=out)
    call_command("backup", "club.zip", "--club", club.slug, stdout=out)
    Path("results.csv").write_text("date,game,player 1,score 1\n2026-01-31,Go,Ana A,1\n")
    ids = {"tournament": friday.id, "tournamentfile": friday.id, "ladder": ladder, "export": match}
    Path("names.txt").write_text("Ana Lima\nBo Berg\n")
    Path("lines.txt").write_text(f"show {friday.id}\n")
    files = {
        "setup": "names.txt",
        "restore": "club.zip",
        "tournament run": "lines.txt",
        "tournamentfile import": "friday.jsonl",
        "backup": "new.zip",
        "results import": "results.csv",
    }

    def fill(command: str) -> list[str]:
        name = command.split()[0]
        file = next((files[k] for k in files if command.startswith(k)), "match.jsonl")
        if "-o FILE" in command:
            file = "out.jsonl"
        for placeholder, value in {
            "FILE_OR_ID": played_out,
            "PLAYER…": f"{people[0].id} {people[1].id}",
            "FILE": file,
            "TITLE": "Friday",
            "COMMAND key=value": "rename title=Saturday",
            "PLAYER": people[0].id,
            "NAME": "Zoe",
            "ID": ids.get(name, match),
        }.items():
            command = command.replace(f"{placeholder}…", str(value)).replace(
                placeholder, str(value)
            )
        words = shlex.split(command)
        begins = words[:2] in (["tournament", "new"], ["season", "new"])
        imports = words[:2] == ["results", "import"]
        needs_club = begins or imports or name in ("backup", "box", "player")
        return [*words, "--club", club.slug] if needs_club else words

    return fill


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) > 20
    assert {"demo", "verify --all", "tournament advice ID"} <= set(COMMANDS)


def test_every_command_of_the_readme_runs(filled: Callable[..., Any]) -> None:
    refused = {}
    for command in COMMANDS:
        if command in LONG:
            assert command in get_commands()
            continue
        words = filled(command)
        try:
            with transaction.atomic():
                call_command(*words, stdout=io.StringIO())
                transaction.set_rollback(True)  # each meets the same club
        except (CommandError, SystemExit) as refusal:
            refused[command] = str(refusal)
    assert refused == {}


def test_every_target_of_make_that_the_readme_names_exists() -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b", README)) - {"the"}
    assert {"run", "test", "soak", "bench"} <= named
    assert named <= TARGETS
