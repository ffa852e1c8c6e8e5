from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_club
from tests.tournaments.seasons.played import correct_evening, make_people, play_evening
from tournaments.people.models import Club
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.seasons import season_view
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.files import export_tournament

pytestmark = pytest.mark.django_db


def run(*args: Any) -> str:
    out = StringIO()
    call_command(*map(str, args), stdout=out)
    return out.getvalue()


def row_of(text: str, name: str) -> list[str]:
    [row] = [line for line in text.splitlines() if name in line and line.startswith("│")]
    return [cell.strip() for cell in row.strip("│").split("│")]


def test_a_season_of_ten_evenings_best_six_counting_is_closed_with_a_champion() -> None:
    """Person1 wins six evenings and misses four; Person2 comes always and wins four."""
    club = make_club("Lively", slug="lively")
    people = make_people(club, 4)
    evenings = []
    for number in range(10):
        order = people if number < 6 else people[1:]
        scores = {person: 90 - place for place, person in enumerate(order)}
        evenings.append(play_evening(club, scores, title=f"Evening {number + 1}"))
    season = run("season", "new", "Winter", "--planned", 10, "--best", 6).strip()
    assert Season.objects.get().id == UUID(season)
    run("season", "add", season, *evenings)
    assert "10/10  Winter" in run("season", "list", "--club", "lively")

    shown = run("season", "show", season)
    assert row_of(shown, "Person1") == ["1", "Person1 T.", "60"] + ["10"] * 6 + [""] * 4 + ["60"]
    # 4 × 10 and the first two of six second places; the other four are in brackets.
    second = row_of(shown, "Person2")
    assert second[:3] == ["2", "Person2 T.", "56"]
    assert second[3:] == ["8", "8", "(8)", "(8)", "(8)", "(8)", "10", "10", "10", "10", "56"]

    closed = run("season", "close", season)
    assert "Champion: Person1 T." in closed
    assert "(8)" in closed
    assert "would change" not in closed

    scores = {people[0]: 1, people[1]: 90, people[2]: 89, people[3]: 88}
    correct_evening(evenings[0], scores)
    after = run("season", "show", season)
    assert "A later correction would change this closed season." in after
    assert "Person1 T.: place 1, now 2" in after
    assert "Champion: Person1 T." in after
    assert row_of(after, "Person1")[:3] == ["1", "Person1 T.", "60"]

    with pytest.raises(CommandError, match="season_closed"):
        run("season", "do", season, "revise", "title=Other")
    run("season", "reopen", season)
    again = run("season", "close", season)
    assert "Champion: Person2 T." in again
    assert row_of(again, "Person2")[:3] == ["1", "Person2 T.", "58"]
    assert "would change" not in again


def test_rules_and_commands_are_given_as_key_and_value() -> None:
    club = make_club()
    people = make_people(club, 2)
    one, two = (
        play_evening(club, dict(zip(people, scores, strict=True))) for scores in ((5, 3), (2, 4))
    )
    season = run(
        "season", "new", "Sums", "--rules", "points_by=sum", "attendance=1/2", "best=1"
    ).strip()
    run("season", "add", season, one, two)
    run("season", "do", season, "move_evening", f"tournament={two}", "position=1")
    view = season_view(UUID(season))
    assert view.state.evenings == (two, one)
    assert view.lines[0].reach == view.lines[0].points
    assert row_of(run("season", "show", season), "Person2")[2:] == ["6", "5", "(1)", "6"]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("new", "No club"), "no_club"),
        (("show", "x"), "unknown_name"),
        (("show", "00000000-0000-4000-8000-000000000000"), "unknown_season"),
        (("new", "", "--club", "here"), "title_missing"),
        (("new", "A", "--club", "here", "--rules", "best"), "bad_option_text"),
        (("new", "A", "--club", "here", "--rules", "best=many"), "bad_rules_data"),
        (("new", "A", "--club", "here", "--planned", "1000"), "bad_evening_count"),
        (("new", "A", "--club", "nowhere"), "unknown_club"),
    ],
)
def test_bad_input_is_one_line_with_its_code(args: tuple[str, ...], code: str) -> None:
    if "here" in args:
        make_club(slug="here")
    with pytest.raises(CommandError, match=code) as error:
        run("season", *args)
    assert error.value.returncode == 2
    assert "\n" not in str(error.value)
    assert not Season.objects.exists()


def test_two_clubs_have_to_be_told_apart() -> None:
    make_club("A", slug="a")
    make_club("B", slug="b")
    with pytest.raises(CommandError, match="club_needed_by_name"):
        run("season", "new", "Winter")
    run("season", "new", "Winter", "--club", "b")
    assert Season.objects.get().club == Club.objects.get(slug="b")


def test_a_tournament_file_is_written_and_taken_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club = make_club()
    tournament = play_evening(club, dict(zip(make_people(club, 2), (5, 3), strict=True)))
    text = export_tournament(tournament)
    assert run("tournamentfile", "export", tournament) == text
    file = tmp_path / "one.jsonl"
    run("tournamentfile", "export", tournament, "-o", file)
    assert file.read_text() == text
    folder = tmp_path / "all"
    assert f"{tournament}.jsonl" in run("tournamentfile", "export", "--folder", folder)
    assert (folder / f"{tournament}.jsonl").read_text() == text
    assert "already here" in run("tournamentfile", "import", "--folder", folder)
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n")
    err = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("tournamentfile", "import", str(broken), str(file), stderr=err)
    assert end.value.code == 2
    assert "not_a_tournament_file" in err.getvalue()
    assert "already here" in capsys.readouterr().out
    with pytest.raises(CommandError, match="not_an_id"):
        run("tournamentfile", "export", "x")
    with pytest.raises(CommandError, match="file_unwritable"):
        run("tournamentfile", "export", tournament, "-o", file / "x")
    assert Tournament.objects.count() == 1
