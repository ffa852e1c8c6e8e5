"""The shell as an organiser uses it: names, answers in words, scripts, what to do next."""

import builtins
import json
import re
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from replays.models import StoredEvent
from tests.factories import make_club, make_player
from tests.tournaments.seasons.played import make_people, play_evening
from tests.tournaments.tournaments.doors import Evening
from tests.tournaments.tournaments.typist import Typist, manage, rows, tournament
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, OPEN, Field
from tournaments.ladders.commands import LADDER_COMMANDS
from tournaments.people.models import Player
from tournaments.seasons.commands import SEASON_COMMANDS
from tournaments.tournaments.director.commands.catalogue import command_names
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def refusal(*words: str) -> str:
    with pytest.raises(CommandError) as refused:
        manage(*words)
    assert refused.value.returncode == 2
    return str(refused.value)


def test_every_command_of_a_tournament_is_a_word_of_the_shell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever is missing would be an unknown word: here it is the tournament that is unknown."""
    err = StringIO()
    monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{name} x\n" for name in command_names())))
    with pytest.raises(CommandError):
        call_command("tournament", "run", "-", "--keep-going", stdout=StringIO(), stderr=err)
    told = err.getvalue().splitlines()
    assert len(told) == len(command_names())
    assert all(line.startswith("unknown_name: ") for line in told)


@pytest.mark.parametrize(
    ("command", "names"),
    [("season", SEASON_COMMANDS.names()), ("ladder", LADDER_COMMANDS.names())],
)
def test_every_command_of_seasons_and_ladders_is_a_word_of_the_shell(
    command: str, names: tuple[str, ...]
) -> None:
    for name in names:
        assert refusal(command, name, "nobody").startswith("unknown_name: "), name
        assert refusal(command, "do", "nobody", name).startswith("unknown_name: "), name


def test_a_tournament_is_found_by_its_title_its_day_or_the_beginning_of_its_id() -> None:
    club = make_club()
    for title, day in (("Friday", "2026-11-06"), ("Friday", "2026-11-13"), ("Été au club", "")):
        tournament(
            "new", title, "--day", day, "--club", club.slug, "--preset", "open", "game=plain"
        )
    first = Tournament.objects.get(day="2026-11-06")
    assert "2026-11-06" in tournament("show", "friday 2026-11-06")
    assert "Été" in tournament("show", "ete")
    assert "Friday" in tournament("show", str(first.id)[:8])
    told = refusal("tournament", "show", "fri")
    assert told.startswith("ambiguous_name: ")
    assert "2026-11-06" in told
    assert "2026-11-13" in told
    assert refusal("tournament", "show", ".").startswith("ambiguous_name: ")
    # Only one of those of a title is not over; only one at all is going on.
    manage("player", "add", "Ana A", "Bo B", "--club", club.slug)
    play_one_table("friday 2026-11-06")
    assert "2026-11-13" in tournament("show", "friday")
    tournament("enter", "friday", "ana", "bo", "--present", "true")
    tournament("start_stage", "friday")
    assert "2026-11-13" in tournament("show", ".")


def play_one_table(name: str) -> None:
    """Play an open evening from its first entrant to its end."""
    tournament("enter", name, "ana", "bo", "--present", "true")
    tournament("start_stage", name)
    tournament("begin_table", name, "ana", "bo")
    for words in (["record", "ana=2", "bo=1"], ["close_stage"], ["finish"]):
        tournament(words[0], name, *words[1:])


def test_refusals_of_names_are_told_in_french_too() -> None:
    evening = Evening(entrants=4).start()
    with translation.override("fr"):
        assert "peut désigner" in refusal("tournament", "drop", str(evening.id), "ada")
        assert "Rien ne s’appelle" in refusal("tournament", "drop", str(evening.id), "zoé")


def test_a_command_answers_in_words_in_json_or_with_its_version() -> None:
    evening = Evening(entrants=4).start()
    name = str(evening.id)
    assert tournament("drop", name, "ada02").startswith("Ada02 Z. dropped out.\n")
    answer = json.loads(tournament("bring_back", name, "ada02", "--json"))
    assert (answer["last_version"], answer["entrants"][0]["label"]) == (evening.version, "Ada02 Z.")
    assert tournament("drop", name, "ada02", "--quiet") == f"{evening.version}\n"
    with translation.override("fr"):
        assert tournament("bring_back", name, "ada02").startswith("Retour de Ada02 Z.")


def test_a_correction_answers_in_json_as_the_api_does() -> None:
    evening = Evening(entrants=4).start()
    evening.play_round()
    told = tournament("correct", "friday", "1", "1", "2", "3", "4", "--json")
    assert json.loads(told)["consequences"]["stages"]


def test_a_slip_names_its_table_and_who_did_not_come() -> None:
    evening = Evening().start()
    seats = evening.announce()
    number, (one, other, gone, last) = next(iter(seats.items()))
    name = {entrant: f"ada{entrant - 1:02}" for entrants in seats.values() for entrant in entrants}
    words = [f"{name[last]}=1", f"{name[one]}=9", f"{name[other]}=5", f"{name[gone]}=-"]
    assert "(absent)" in tournament("record", "friday", *words)
    scores = {row["entrant"]: row["score"] for row in rows("pairings", "friday")}
    assert [scores[str(one_)] for one_ in seats[number]] == ["9", "5", "", "1"]
    stranger = next(entrants[0] for table, entrants in seats.items() if table != number)
    mixed = [f"{name[one]}=1", f"{name[stranger]}=2"]
    told = refusal("tournament", "correct", "friday", *mixed)
    assert told.startswith("slip_of_two_tables: ")


def test_tables_are_seated_and_called_by_names() -> None:
    evening = Evening().start()
    seats = evening.announce()
    (first, *_rest), (second, *_others) = seats.values()
    others = {table: [*entrants[1:]] for table, entrants in seats.items()}
    words = [
        f"{table}:{','.join(map(str, [swapped, *others[table]]))}"
        for table, swapped in zip(seats, (f"ada{second - 1:02}", f"ada{first - 1:02}"), strict=True)
    ]
    told = tournament("reseat", "friday", *words)
    assert "has new seats" in told
    assert f"table {max(seats)}" in tournament("call_arbiter", "friday", f"ada{first - 1:02}")
    shown = tournament("show", "friday")
    assert f"Waiting for an arbiter, tables: {max(seats)}" in shown
    assert "No result yet, tables: 1, 2" in shown


def test_show_says_who_is_missing_and_whose_reports_differ() -> None:
    evening = Evening(entrants=4).start()
    evening.announce()
    for words in (["ada00", "1", "2", "3", "4"], ["ada01", "4", "3", "2", "1"]):
        tournament("report", "friday", "1", *words)
    tournament("check_out", "friday", "ada03")
    shown = tournament("show", "friday")
    assert "Reports differ, tables: 1" in shown
    assert "Not there: Ada03 Z." in shown
    assert "Next: Enter the result of 1 table" in shown


def test_lines_are_done_until_one_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    evening, typist = Evening(entrants=4).start(), Typist(monkeypatch)
    before = StoredEvent.objects.count()
    script = "# first\ndrop ada00\n\ndrop nobody\ndrop ada01\n"
    with pytest.raises(CommandError) as refused:
        typist.run(script, "friday")
    assert str(refused.value).startswith("unknown_name: ")
    assert str(refused.value).endswith("(line 4)")
    assert StoredEvent.objects.count() == before + 1
    with pytest.raises(CommandError) as refused:
        typist.run(script, "friday", "--keep-going")
    assert str(refused.value).startswith("lines_refused: ")
    assert StoredEvent.objects.count() == before + 2
    file = tmp_path / "evening.txt"
    file.write_text("bring_back friday ada00\nstandings friday --stage 0\nshow -h\n")
    assert "Ada00 Z. came back." in tournament("run", str(file))
    assert evening.version == before + 3
    for line, code in (
        ("drop 'ada", "malformed_line"),
        ("dance", "argument ACTION"),
        ("run x", "bad_option_text"),
        ("season close", "malformed_line"),
        ("player dance", "argument action"),
        ("record friday stage=[] round={} ada00=1", "malformed_command"),
        ("record friday round=[1] table=[1] ada00=1", "malformed_command"),
        ("record friday table=nobody round=1", "unknown_name"),
    ):
        with pytest.raises(CommandError, match=code):
            typist.run(f"{line}\n")
    assert refusal("tournament", "run", str(file) + "x").startswith("file_unreadable: ")


def test_the_evening_of_the_documentation_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[3] / "docs" / "shell.md").read_text()
    script = page.rpartition("```text\n")[2].partition("```")[0]
    assert script.startswith("club add ")
    told = Typist(monkeypatch).run(script)
    assert "Proposal of round 1" in told
    assert re.search(r"1 +│ 1 Ana B\.", told)
    assert Tournament.objects.get().status == "finished"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_at_a_terminal_one_line_follows_another_whatever_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Evening(entrants=4).start()
    lines = iter(["drop nobody", "drop ada00", "quit", "drop ada01"])
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        return next(lines)

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(builtins, "input", typed)
    out, err = StringIO(), StringIO()
    call_command("tournament", "run", "-", "friday", stdout=out, stderr=err)
    assert prompts == ["Friday> "] * 3
    assert "unknown_name" in err.getvalue()
    assert out.getvalue().startswith("Ada00 Z. dropped out.")


def test_people_are_added_and_listed() -> None:
    added = manage("club", "add", "Le Club", "--time-zone", "Europe/Paris", "--language", "fr")
    assert added.strip() == "le-club"
    assert "Le Club" in manage("club", "list")
    assert manage("player", "add", "Ana Bernard", "Zoé", "--guest").startswith("Guests added: ")
    told = refusal("player", "add", "Bo Chen", "Anna Bernard")
    assert told.startswith("similar_player_typed: ")
    assert "Ana B." in told
    assert Player.objects.count() == 2
    manage("player", "add", "Anna Bernard", "--confirm")
    listed = manage("player", "list", "bernard")
    assert "Anna Bernard" in listed
    assert "Zoé" not in listed
    assert refusal("player", "add", " ").startswith("name_missing: ")


def test_the_people_of_the_club_say_who_is_entered() -> None:
    evening = Evening(entrants=4)
    make_player(evening.club, "Ada Other")
    listed = tournament("people", "friday", "ada")
    assert re.search(r"Ada03 Z +│ Ada03 Z\. +│ +│ 4 +│", listed)
    assert re.search(r"Ada Other +│ Ada O\. +│ +│ +│", listed)


def test_sizes_of_a_stage_that_has_none_to_choose_are_told_in_words() -> None:
    field = Field(4, KNOCK_OUT)
    told = tournament("sizes", str(field.id))
    assert told == "Stage 1, Elimination: there are no table sizes to choose from.\n"


def test_evenings_and_seasons_are_called_by_their_titles() -> None:
    club = make_club()
    people = make_people(club, 2)
    for title, scores in (("October", (5, 3)), ("November", (2, 4))):
        play_evening(club, dict(zip(people, scores, strict=True)), title=title)
    manage("season", "new", "Winter")
    manage("season", "add", "win", "oct")
    manage("season", "add_evening", "winter", "nov", "position=1")
    assert "Person1" in manage("season", "move_evening", "winter", "oct", "--position", "1")
    assert refusal("season", "remove_evening", "winter", "may").startswith("unknown_name: ")
    manage("season", "remove_evening", "winter", "nov")
    assert "Champion: Person1" in manage("season", "close", "winter")


def test_tables_of_an_open_evening_are_suggested_alike_by_every_door(staff: Client) -> None:
    field = Field(9, OPEN)
    field.do("start_stage", stage=1)
    field.do("keep_apart", groups=[[1, 2]])
    tables = staff.get(reverse("api-tournament-advice", args=[field.id])).json()["tables"]
    page = staff.get(field.path()).text
    shown = tournament("advice", str(field.id))
    lines = [line for line in shown.splitlines() if line.startswith("begin_table ")]
    assert len(lines) == len(tables) == 2
    assert not any({1, 2} <= {*table["entrants"]} for table in tables)
    forms = [form.partition("</form>")[0] for form in page.split("<form")]
    on_page = [re.findall(r'name="entrants" value="(\d+)"', form) for form in forms]
    for table, line in zip(tables, lines, strict=True):
        assert [str(number) for number in table["entrants"]] in on_page
        assert f"game={table['game']} entrants={','.join(map(str, table['entrants']))} " in line
    # What is suggested can be sent, or typed, as it stands.
    field.do("begin_table", **tables[0])
    [line] = [
        line for line in tournament("advice", ".").splitlines() if line.startswith("begin_table ")
    ]
    typed, _hash, _names = line.partition("#")
    assert "tables announced: 2." in tournament(*typed.split())
    begun = field.state.stages[1].rounds[1].tables.values()
    assert [{*table.entrants} for table in begun] == [{*table["entrants"]} for table in tables]
