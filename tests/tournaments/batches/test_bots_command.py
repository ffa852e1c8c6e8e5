import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.core.matches import content_hash
from games.core.outcome import Outcome
from replays.envelope import Envelope
from replays.records.jsonl import read_jsonl
from replays.records.kgn import read_kgn
from replays.services.imports import import_record
from tests.factories import NOW, make_club
from tournaments.batches.services.pools import standings_of
from tournaments.people.models import Player
from tournaments.people.selectors.clubs import DEMO_CLUB_ID
from tournaments.people.services.bots import BotMatch, copies_of


def bots(*args: str) -> str:
    out = StringIO()
    call_command("bots", *args, stdout=out)
    return out.getvalue()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_bots_play_and_the_table_says_how_they_fared() -> None:
    table = bots("sushi_bar", "--seats", "random,greedy", "--matches", "4", "--seed", "7")
    assert "Greedy" not in table
    for word in ("greedy", "random", "Win rate", "Average score"):
        assert word in table
    again = bots("sushi_bar", "--seats", "random,greedy", "--matches", "4", "--seed", "7")
    assert again == table


def test_without_seats_greedy_meets_three_random_players_and_wins() -> None:
    table = bots("sushi_go_party", "--matches", "20")
    rows = {row.split()[1]: row.split() for row in table.splitlines() if row.startswith("│")}
    assert rows["greedy"][3] == "20"
    assert rows["random"][3] == "60"
    assert int(rows["greedy"][5]) >= 14


def test_the_same_seed_saves_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "other")]
    for number, folder in enumerate(folders):
        arguments = ["bots", "sushi_bar", "--seats", "random,random", "--matches", "2"]
        environment = os.environ | {
            "PYTHONHASHSEED": str(number + 1),
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
        }
        subprocess.run(
            [sys.executable, "manage.py", *arguments, "--seed", "5", "--save", str(folder)],
            check=True,
            env=environment,
            capture_output=True,
        )
    assert contents(folders[0]) == contents(folders[1])
    assert list(contents(folders[0])) == [
        "sushi_bar-5-00000.jsonl",
        "sushi_bar-5-00000.kgn",
        "sushi_bar-5-00001.jsonl",
        "sushi_bar-5-00001.kgn",
    ]


def test_both_files_of_a_match_tell_the_same_match(tmp_path: Path) -> None:
    bots("sushi_bar", "--seats", "random,random,greedy", "--matches", "1", "--save", str(tmp_path))
    jsonl, kgn = (path.read_text() for path in sorted(tmp_path.iterdir()))
    record, notation = read_jsonl(jsonl), read_kgn(kgn)
    assert record.stream_id == notation.match_id
    assert sorted(record.labels.values()) == ["Greedy (bot)", "Random (bot)", "Random 2 (bot)"]
    assert notation.content_hash == content_hash(notation.setup, notation.steps[:-1])


@pytest.mark.django_db
def test_a_saved_match_can_be_imported(tmp_path: Path) -> None:
    club = make_club(club_id=DEMO_CLUB_ID)
    bots("sushi_bar", "--seats", "random,greedy", "--matches", "1", "--save", str(tmp_path))
    jsonl, kgn = (path.read_text() for path in sorted(tmp_path.iterdir()))
    first = import_record(text=jsonl, club_id=club.id, envelope=Envelope("cli", NOW), source="test")
    again = import_record(text=kgn, club_id=club.id, envelope=Envelope("cli", NOW), source="test")
    assert (first.created, again.created) == (True, False)
    assert Player.objects.filter(club=club, kind="bot").count() == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["chess", "--seats", "random,greedy"], "unknown_game"),
        (["plain", "--seats", "random,greedy"], "reported_only"),
        (["sushi_bar", "--seats", "random,genius"], "unknown_bot"),
        (["sushi_bar", "--seats", "random"], "wrong_seat_count"),
        (["sushi_bar", "--seats", ""], "unknown_bot"),
        (["sushi_bar", "--seats", "random,random", "--matches", "0"], "bad_match_count"),
        (["sushi_bar", "--seats", "random,random", "--options", "x"], "bad_option_text"),
        (["sushi_bar", "--seats", "random,random", "--options", "x=1"], "unknown_option"),
        (["sushi_bar", "--seats", "random,random", "--date", "soon"], "bad_date"),
        (["sushi_bar", "--seats", "random,random", "--save", "manage.py/x"], "file_unwritable"),
    ],
)
def test_a_call_that_makes_no_sense_is_one_line_and_the_exit_code_2(
    arguments: list[str], code: str
) -> None:
    with pytest.raises(CommandError) as refusal:
        bots(*arguments)
    assert refusal.value.returncode == 2
    assert str(refusal.value).startswith(f"{code}: ")
    assert "\n" not in str(refusal.value)


def test_options_reach_the_game(tmp_path: Path) -> None:
    arguments = ["sushi_bar", "--seats", "random,random", "--matches", "1"]
    bots(*arguments, "--options", "hide_covered=true", "--save", str(tmp_path))
    [kgn] = tmp_path.glob("*.kgn")
    assert read_kgn(kgn.read_text()).setup.options["hide_covered"] is True


def test_a_shared_first_place_is_a_share_of_a_win() -> None:
    outcome = Outcome(final=True, places=(1, 1, 3), scores=(5, 5, 2), breakdown=((), (), ()))
    match = BotMatch(None, None, ("greedy", "random", "random"), (), outcome)  # type: ignore[arg-type]
    table = standings_of([match])
    assert [(row.bot, row.rate.trials, row.firsts, row.rate.value) for row in table] == [
        ("greedy", 1, 1, 0.5),
        ("random", 2, 1, 0.25),
    ]
    assert float(table[1].scores.average) == 3.5


def test_two_of_the_same_bot_are_told_apart() -> None:
    assert copies_of(["a", "b", "a", "a"]) == [("a", 1), ("b", 1), ("a", 2), ("a", 3)]
