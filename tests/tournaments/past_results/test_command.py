from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from replays.models import Match
from tests.tournaments.past_results.files import EVENING
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db


def run(*args: Any) -> str:
    out = StringIO()
    call_command("results", *map(str, args), stdout=out)
    return out.getvalue()


def test_a_file_is_looked_at_and_imported_in_the_shell(
    club: Club, people: list[Player], tmp_path: Path
) -> None:
    file = tmp_path / "results.csv"
    file.write_text(EVENING + "2026-01-31,Catan,Chloée C,9,Igor Roy,8,,\n", encoding="utf-8")
    told = run("import", file, "--club", "here", "--preview")
    assert f"Chloée C: resembles  Chloé C. {people[2].id}" in told
    assert "    5  open    Catan  name_in_doubt Say first who this is: Chloée C." in told
    assert told.endswith("new: 3  exists: 0  open: 1  error: 0\n")
    with pytest.raises(CommandError, match="import_refused"):
        run("import", file)
    assert not Match.objects.exists()
    decided = ("--who", f"Chloée C={people[2].id}", "--missing", "player", "--unrated")
    assert run("import", file, *decided) == "4 of 4 stored, 4 of them now\n"
    assert run("import", file, *decided) == "4 of 4 stored, 0 of them now\n"
    assert set(Match.objects.values_list("rated", flat=True)) == {False}


def test_the_example_of_the_shell_can_be_imported(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "example.csv"
    file.write_text(run("example"), encoding="utf-8")
    assert run("import", file, "--missing", "guest") == "3 of 3 stored, 3 of them now\n"
    with pytest.raises(CommandError, match="file_unreadable"):
        run("import", tmp_path / "none.csv")
    with pytest.raises(CommandError, match="bad_decision"):
        run("import", file, "--who", "Anne")
