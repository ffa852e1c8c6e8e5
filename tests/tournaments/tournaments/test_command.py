import csv
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.testing.scale import soaking
from replays.models import Match, StoredEvent
from replays.services.verify import verify_stream
from tests.factories import make_club, make_player
from tests.known import known
from tests.tournaments.tournaments.doors import FINAL, SWISS, Evening
from tournaments.people.models import Kind, Player
from tournaments.tournaments.director.commands.catalogue import (
    command_class,
    command_names,
    read_command,
)
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.shell.fields import fields_of_words

pytestmark = pytest.mark.django_db

PARTY = [{"game": "sushi_go_party"}]


def shell(*args: UUID | int | str) -> str:
    out = StringIO()
    call_command("tournament", *map(str, args), stdout=out)
    return out.getvalue().strip()


def do(tournament: str, name: str, **fields: Any) -> str:
    texts = [f"{key}={json.dumps(value)}" for key, value in fields.items()]
    return shell("do", tournament, name, *texts)


def rows(tournament: UUID | str, kind: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(shell(kind, tournament, "--csv") + "\r\n")))


def refused(code: str, *args: str) -> None:
    with pytest.raises(CommandError) as refusal:
        shell(*args)
    assert refusal.value.returncode == 2
    assert re.match(rf"{code}\b", str(refusal.value))
    assert "\n" not in str(refusal.value)


def begun(entrants: int, **rules: Any) -> str:
    """Begin a Swiss of bots, ready for its first round."""
    club = make_club()
    tournament = shell("new", "Bots", "--club", club.slug, "--seed", "bots")
    do(tournament, "set_stage", stage=1, rules=SWISS | {"games": PARTY} | rules)
    shell("bots", tournament, entrants)
    do(tournament, "start_stage", stage=1)
    return tournament


def elsewhere(folder: Path) -> Callable[..., Any]:
    """Return a way to run commands as another process on a database of its own, empty at first."""
    env = dict(os.environ) | {
        "DATABASE_URL": f"sqlite:///{folder / 'elsewhere.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
    }

    def manage(*args: str) -> str:
        command = [sys.executable, "manage.py", *args]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout

    return manage


def test_an_open_evening_of_thirteen_on_four_tables_with_three_games() -> None:
    club = make_club()
    evening = shell("new", "Open evening", "--club", club.slug)
    games = [
        {"game": "sushi_go_party", "boxes": 1},
        {"game": "sushi_bar", "boxes": 2},
        {"game": "plain", "options": {"title": "Chess"}, "boxes": 1},
    ]
    rules = {"format": "open", "games": games, "ranking": "average", "least_matches": 1}
    do(evening, "set_stage", stage=1, rules=rules)
    shell("bots", evening, 13)
    do(evening, "start_stage", stage=1)
    do(evening, "begin_table", game=0, entrants=[1, 2, 3, 4])
    do(evening, "begin_table", game=1, entrants=[5, 6, 7])
    do(evening, "begin_table", game=1, entrants=[8, 9, 10, 11])
    refused("no_box_left", "do", evening, "begin_table", "game=0", "entrants=[12,13]")
    do(evening, "begin_table", game=2, entrants=[12, 13])
    refused("already_at_a_table", "do", evening, "begin_table", "game=0", "entrants=[1,2,3]")
    refused("tables_open", "do", evening, "close_stage", "stage=1")
    shell("record", evening, 4, 1, 0)
    shell("play", evening)
    # Who is free plays on, while others have left.
    do(evening, "check_out", entrants=[13])
    do(evening, "begin_table", game=1, entrants=[12, 1, 5])
    shell("play", evening)
    do(evening, "close_stage", stage=1)
    do(evening, "finish")
    lines = rows(evening, "standings")
    assert len(lines) == 13
    assert {line["played"] for line in lines} == {"1", "2"}
    assert Match.objects.exclude(status="open").count() == 5


def test_a_crowd_of_bots_plays_four_rounds_and_a_final_from_the_shell(tmp_path: Path) -> None:
    crowd, tables_a_round = (27, 7) if soaking() else (11, 3)
    club = make_club()
    tournament = shell("new", "Championship", "--club", club.slug, "--seed", "27")
    rules = SWISS | {"games": PARTY, "rounds": 4, "sizes": [3, 4]}
    do(tournament, "set_stage", stage=1, rules=rules)
    do(tournament, "set_stage", stage=2, rules=FINAL | {"games": PARTY})
    shell("bots", tournament, crowd, "--bots", "random")
    do(tournament, "keep_apart", groups=[[1, 2]])
    do(tournament, "fix_tables", entrant=5, tables=[2])
    do(tournament, "start_stage", stage=1)
    for number in range(1, 5):
        shell("propose", tournament)
        shell("publish", tournament)
        if number == 2:
            absent = next(row for row in rows(tournament, "pairings") if row["round"] == "2")
            seats = [
                row
                for row in rows(tournament, "pairings")
                if (row["round"], row["table"]) == ("2", absent["table"])
            ]
            places = [len(seats) if row is seats[0] else seat for seat, row in enumerate(seats)]
            do(
                tournament,
                "record",
                stage=1,
                round=2,
                table=int(absent["table"]),
                places=places,
                absent=[int(seats[0]["entrant"])],
            )
        shell("play", tournament)
        if number == 3:
            before = shell("standings", tournament)
            first = [row for row in rows(tournament, "pairings") if row["round"] == "3"]
            table = [row for row in first if row["table"] == "1"]
            told = [str(10 * (seat + 1)) for seat in range(len(table))]
            assert "→" in shell(
                "preview",
                tournament,
                "correct",
                "stage=1",
                "round=3",
                "table=1",
                f"scores=[{','.join(told)}]",
            )
            shell("correct", tournament, 1, *told, "--round", 3)
            assert shell("standings", tournament) != before
    pairings = rows(tournament, "pairings")
    tables: dict[Any, Any] = {}
    for row in pairings:
        tables.setdefault((row["round"], row["table"]), set()).add(row["entrant"])
    assert len(tables) == 4 * tables_a_round
    assert not any({"1", "2"} <= seated for seated in tables.values())
    assert all("5" in tables[str(number), "2"] for number in range(1, 5))
    assert sum(row["result"] == "absent" for row in pairings) == 1
    do(tournament, "close_stage", stage=1)
    do(tournament, "start_stage", stage=2)
    shell("propose", tournament)
    shell("publish", tournament)
    assert shell("play", tournament) == "Tables played: 1"
    do(tournament, "close_stage", stage=2)
    do(tournament, "finish")
    assert Tournament.objects.get().status == "finished"
    champion = next(row for row in rows(tournament, "players") if row["place"] == "1")
    winner = re.escape(f"{champion['entrant']} {champion['label']} ")
    assert re.search(rf"│ 1 +│ {winner}", shell("standings", tournament))
    deep = Match.objects.filter(source="bots", status="finished")
    assert deep.count() == 4 * tables_a_round
    assert verify_stream(Tournament.objects.get().id).ok
    file = tmp_path / "championship.jsonl"
    call_command("tournamentfile", "export", tournament, "-o", str(file))
    manage = elsewhere(tmp_path)
    manage("migrate", "--verbosity", "0")
    manage("tournamentfile", "import", str(file))
    for stage in ("0", "1", "2") if soaking() else ("0",):
        told = manage("tournament", "standings", tournament, "--stage", stage, "--csv")
        assert told.split() == shell("standings", tournament, "--stage", stage, "--csv").split()


def test_the_same_seed_gives_the_same_tournament_and_the_same_matches() -> None:
    told = []
    for _ in range(2):
        tournament = begun(8)
        shell("propose", tournament)
        shell("publish", tournament)
        shell("play", tournament)
        told.append([row | {"player": ""} for row in rows(tournament, "pairings")])
    assert told[0] == told[1]
    assert all(row["score"] for row in told[0])


def test_thin_play_reports_the_scores_of_the_same_matches_and_no_moves() -> None:
    deep, thin = begun(8), begun(8)
    for tournament, option in ((deep, ()), (thin, ("--thin",))):
        shell("propose", tournament)
        shell("publish", tournament)
        assert shell("play", tournament, *option) == "Tables played: 2"
    assert rows(deep, "pairings") == rows(thin, "pairings")
    statuses = Match.objects.order_by("status").values_list("status", flat=True)
    assert list(statuses) == ["finished", "finished", "reported", "reported"]


def test_a_game_without_rules_is_played_thin_or_not_at_all() -> None:
    tournament = begun(4, games=SWISS["games"])
    shell("propose", tournament)
    shell("publish", tournament)
    refused("reported_only", "play", tournament)
    shell("play", tournament, "--thin")
    assert all(row["score"] for row in rows(tournament, "pairings"))


def test_bots_leave_tables_alone_at_which_people_sit_and_go_on_with_what_was_begun() -> None:
    tournament = begun(7)
    with reading(Tournament.objects.get().id) as state:
        club = state.club
    person = known(Player.objects.filter(club_id=club).first()).club
    guest = make_player(person, "Anne Petit")
    do(tournament, "enter", players=[str(guest.id)], present=True)
    shell("propose", tournament)
    shell("publish", tournament)
    with_person = {row["table"] for row in rows(tournament, "pairings") if row["entrant"] == "8"}
    [other] = {"1", "2"} - with_person
    do(tournament, "start_table", stage=1, round=1, table=int(other))
    assert Match.objects.get().status == "open"
    assert shell("play", tournament, "--stage", 1, "--round", 1) == "Tables played: 1"
    assert {row["table"] for row in rows(tournament, "pairings") if row["score"]} == {other}
    assert Match.objects.get().status == "finished"
    assert shell("play", tournament, "--stage", 2) == "Tables played: 0"


def test_more_bots_enter_under_other_copies() -> None:
    tournament = begun(3)
    shell("bots", tournament, 20, "--bots", "greedy")
    bots = Player.objects.filter(kind=Kind.BOT)
    assert (bots.count(), bots.filter(bot="random").count()) == (23, 1)
    assert len({row["player"] for row in rows(tournament, "players")}) == 23


def test_every_command_can_be_sent_from_the_shell() -> None:
    evening = Evening()
    for name in command_names():
        with pytest.raises(CommandError) as refusal:
            shell("do", evening.id, name, "colour=red")
        assert str(refusal.value).startswith("malformed_command: ")


@pytest.mark.parametrize("words", [["do"], []], ids=["do", "alone"])
@pytest.mark.parametrize("name", command_names())
def test_help_shows_the_fields_of_a_command_and_a_call_that_can_be_typed(
    name: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        shell(*words, name, "--help")
    told = capsys.readouterr().out
    assert end.value.code == 0
    cls = command_class(name)
    assert all(f" {field} " in told for field in cls.__struct_fields__)
    call = shlex.split(told.splitlines()[-1])
    assert call[:4] == ["manage.py", "tournament", name, "TOURNAMENT"]
    assert read_command(name, fields_of_words(cls, call[4:])) == read_command(name, cls.example)


def test_help_without_a_command_lists_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["do", "-h"], ["preview", "1", "dance", "-h"]):
        with pytest.raises(SystemExit):
            shell(*words)
        assert "withdraw_result" in capsys.readouterr().out


def test_shortcuts_take_the_stage_and_round_that_are_played() -> None:
    evening = Evening(entrants=4).start()
    proposed = shell("propose", evening.id)
    assert proposed.splitlines()[0] == "Round 1.1 was proposed."
    assert "Ada03 Z." in proposed
    assert "1/1" in shell("publish", evening.id)
    assert ": 9, " in shell("record", evening.id, 1, 9, 7, 5, 3)
    shell("correct", evening.id, 1, 3, 5, 7, 9)
    assert [row["place"] for row in rows(evening.id, "pairings")] == list("4321")
    assert "Nothing to do" in shell("correct", evening.id, 1, 3, 5, 7, 9)
    assert "Ada01 Z." in shell("drop", evening.id, 2)
    assert "dropped out" in shell("standings", evening.id)
    assert "dropped out" in shell("players", evening.id)


def test_what_is_printed_tells_where_a_tournament_stands() -> None:
    evening = Evening().start()
    assert str(evening.id) in shell("list")
    assert str(evening.id) in shell("list", "--club", evening.club.slug)
    assert str(evening.id) not in shell("list", "--club", make_club().slug)
    shell("propose", evening.id)
    shown = shell("show", evening.id)
    assert "Friday" in shown
    assert "Swiss" in shown
    shell("do", evening.id, "penalise", "stage=1", "entrant=1", "points=1", "--note", "He shouted.")
    assert "He shouted." in shell("log", evening.id)
    assert "Nothing would change." in shell("preview", evening.id, "check_in", "entrants=[1]")
    renamed = shell("preview", evening.id, "rename", "title=Saturday")
    assert "→ Saturday" in renamed
    assert "tournament.renamed" in renamed
    shell("do", evening.id, "rename", "title=2026")
    assert "2026" in shell("show", evening.id)
    assert "Ada03 Z." in shell("players", evening.id)


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("unknown_name", ["show", "x"]),
        ("unknown_tournament", ["show", "00000000-0000-4000-8000-000000000000"]),
        ("unknown_tournament", ["play", "00000000-0000-4000-8000-000000000000"]),
        ("unknown_club", ["new", "T", "--club", "nowhere"]),
        ("title_missing", ["new", " "]),
        ("bad_date", ["new", "T", "--day", "soon"]),
        ("bad_tournament_seed", ["new", "T", "--seed", ""]),
        ("unknown_command", ["do", "ID", "dance"]),
        ("bad_option_text", ["do", "ID", "finish", "x"]),
        ("malformed_command", ["do", "ID", "propose", "stage=[]"]),
        ("unknown_name", ["do", "ID", "propose", "stage=one"]),
        ("unknown_name", ["drop", "ID", "Zoe"]),
        ("ambiguous_name", ["drop", "ID", "ada"]),
        ("no_proposal", ["publish", "ID"]),
        ("unknown_round", ["record", "ID", "1", "3", "4"]),
        ("unknown_stage", ["standings", "ID", "--stage", "9"]),
        ("unknown_entrant", ["drop", "ID", "99"]),
        ("bad_bot_count", ["bots", "ID", "0"]),
        ("unknown_bot", ["bots", "ID", "3", "--bots", "genius"]),
    ],
)
def test_a_call_that_makes_no_sense_is_one_line_and_writes_nothing(
    code: str, arguments: list[str]
) -> None:
    evening = Evening(entrants=4).start()
    before = StoredEvent.objects.count(), Player.objects.count()
    refused(code, *[str(evening.id) if text == "ID" else text for text in arguments])
    assert (StoredEvent.objects.count(), Player.objects.count()) == before


def test_a_club_has_to_be_named_only_where_there_are_several() -> None:
    refused("no_club", "new", "T")
    make_club()
    assert shell("new", "T")
    make_club()
    refused("club_needed_by_name", "new", "T")


@pytest.mark.parametrize("arguments", [[], ["dance"], ["show"], ["record", "x", "one", "2"]])
def test_a_call_without_what_it_needs_is_told_in_one_line(arguments: list[str]) -> None:
    with pytest.raises(CommandError) as refusal:
        shell(*arguments)
    assert "\n" not in str(refusal.value)
