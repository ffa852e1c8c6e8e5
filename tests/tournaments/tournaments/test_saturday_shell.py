"""The club's Saturday by the shell alone, typed as people type: names, and a script per round."""

import os
import re
import subprocess
import sys

import pytest

from replays.models import Stream
from replays.services.verify import verify_stream
from tests.factories import make_club
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.typist import Typist, manage, rows, tables, tournament
from tournaments.people.models import Player

MEMBERS = (
    "Ana Bernard",
    "Bo Chen",
    "Chloé Dubois",
    "Dan Evers",
    "Eve Fischer",
    "Finn Garcia",
    "Gus Haas",
    "Hana Ito",
    "Ida Jensen",
    "Jan Kowal",
)
GUESTS = ("Kim Lopez", "Lou Moreau")
ORDER = [name.split()[0].lower() for name in (*MEMBERS, *GUESTS, "Mia Novak")]
SAT = "sat"
"""The beginning of the title is enough."""


@pytest.fixture
def typist(db: None, monkeypatch: pytest.MonkeyPatch) -> Typist:
    make_club()
    return Typist(monkeypatch)


def slip(names: list[str], round_: int) -> str:
    """Return a slip; who was entered first plays better, most of the time."""
    seats = {name: ORDER.index(name) + 1 for name in names}
    return " ".join(f"{name}={60 - seat - seat * round_ % 7}" for name, seat in seats.items())


def slips(round_: int, *, but: int = 0) -> str:
    """Return a script with the slips of a round."""
    seated = tables(SAT, 1, round_)
    return "".join(
        f"record {slip(names, round_)}\n" for number, names in seated.items() if number != but
    )


def wrong_slip(round_: int) -> str:
    """Return what should have stood on the slip of the first table: who came last has won."""
    scores = {
        row["label"].split()[0].lower(): int(row["score"])
        for row in rows("pairings", SAT)
        if (row["stage"], row["round"], row["table"]) == ("1", str(round_), "1") and row["score"]
    }
    last = min(scores, key=lambda name: scores[name])
    scores[last] = max(scores.values()) + 5
    told = " ".join(f"{name}={score}" for name, score in scores.items())
    return f"{told} round={round_}"


def begin(typist: Typist) -> None:
    """Add everybody to an empty club, and begin a tournament with them."""
    added = manage("player", "add", *MEMBERS)
    assert added.startswith("Added: Ana Bernard, Bo Chen")
    manage("player", "add", "--guest", *GUESTS)
    assert "guest" in manage("player", "list", "lou")
    plan = """swiss_pods game=plain 'options={"title": "Go"}'"""
    typist.run(f"# ten members, two guests\nnew Saturday --seed s --preset {plan}\n")
    assert "Add entrants" in tournament("advice", ".")
    script = f"enter {' '.join(ORDER[:12])} present=true\n\nkeep_apart ana,bo\nstart_stage\n"
    told = typist.run(script, SAT)
    assert "Entered: Ana B., Bo C., Chloé D." in told
    assert "Stage 1 began." in told
    listed = tournament("people", SAT, "chloe")
    assert "Chloé Dubois" in listed
    assert "Bo Chen" not in listed


def play_the_swiss(typist: Typist) -> None:
    """Play four rounds: somebody late, somebody absent, a wrong slip, a wrong drop."""
    proposed = tournament("propose", SAT)
    assert "Round 1.1 was proposed." in proposed
    assert "repeated meetings 0" in proposed
    shown = tournament("show", SAT)
    assert "Proposal of round 1" in shown
    assert "Next: Look at the proposal of round 1 and announce it" in shown
    one, other = (tables_of_proposal(proposed)[number][0] for number in (1, 2))
    swapped = tournament("swap", SAT, one, other)
    assert "was edited by hand" in swapped
    tournament("publish", SAT)
    assert "No result yet, tables: 1, 2, 3" in tournament("show", SAT)
    typist.run(slips(1), SAT)

    script = "player add 'Mia Novak'\nenter mia present=true late=1\npropose\npublish\n"
    assert "Entered: Mia N." in typist.run(script, SAT)
    absent, *there = reversed(tables(SAT, 1, 2)[1])
    told = tournament("record", SAT, *slip(there, 2).split(), f"{absent}=-")
    assert "(absent)" in told
    told = typist.run(f"{slips(2, but=1)}propose\npublish\n", SAT)
    assert "Round 1.3, tables announced: 1, 2, 3, 4." in told
    typist.run(f"{slips(3)}propose\npublish\n", SAT)

    wrong = wrong_slip(1)
    assert "→" in tournament("preview", SAT, "correct", *wrong.split())
    told = tournament("correct", SAT, *wrong.split(), "then=repair")
    assert "Round 1.4, tables withdrawn: 1, 2, 3, 4." in told
    # The wrong one is dropped: that is undone, and the right one goes home after the round.
    script = "propose\npublish\ndrop chlo\nundo\n"
    assert "Chloé D. dropped out." in typist.run(script, SAT)
    assert "Dropped out" not in tournament("show", SAT)
    told = typist.run(f"{slips(4)}drop lou\nclose_stage draw=true\n", SAT)
    assert "Lou M. dropped out." in told
    assert "Stage 1 was closed." in told


def tables_of_proposal(told: str) -> dict[int, list[str]]:
    """Return the first names at each table of a proposal as it is printed."""
    lines = re.findall(r"^│ (\d+) +│ ([^│]+)│", told, re.MULTILINE)
    return {
        int(number): [name.split()[1].lower() for name in seats.split(",") if len(name.split()) > 1]
        for number, seats in lines
    }


def play_the_final(typist: Typist) -> list[str]:
    """Play the final with an alternate; meanwhile a slip of the Swiss is put right."""
    typist.run("start_stage draw=true\npropose\npublish\n", SAT)
    finalists = tables(SAT, 2, 1)[1]
    missing = finalists[1]
    told = typist.run(f"check_out {missing}\nsubstitute {missing}\n", SAT)
    assert f"and not {missing.capitalize()}" in told
    seated = tables(SAT, 2, 1)[1]
    assert missing not in seated
    assert len({*seated} & {*finalists}) == 3
    tournament("correct", SAT, "stage=1", *wrong_slip(3).split(), "then=keep")
    assert tables(SAT, 2, 1)[1] == seated
    typist.run("record 1 44 44 38 20\nclose_stage\nfinish\n", SAT)
    return seated


def test_a_saturday_is_directed_by_typing_names(typist: Typist) -> None:
    begin(typist)
    play_the_swiss(typist)
    finalists = play_the_final(typist)

    ranking = rows("standings", SAT)
    assert len(ranking) == 13
    assert {row["label"].split()[0].lower() for row in ranking[:4]} == {*finalists}
    assert [row["place"] for row in ranking[:4]] == ["1", "2", "3", "4"]
    assert [row["2_played"] for row in ranking[:5]] == ["1"] * 4 + [""]
    assert ranking[1]["reason"] == "former_stage"
    assert all(row["1_points"] and row["1_place"] and row["1_wins"] for row in ranking)
    told = tournament("standings", SAT)
    assert told.count(" · ") >= 13
    assert "level, decided by the" in told
    assert all(row["label"] in told for row in ranking)
    assert "Lou M. (dropped out)" in " ".join(told.split())
    assert "The tournament is over." in tournament("log", SAT)
    assert "Nothing is left to do." in tournament("show", SAT)

    manage("season", "new", "Winter", "--planned", "1")
    assert ranking[0]["label"] in manage("season", "add", "win", SAT)
    assert f"Champion: {ranking[0]['label']}" in manage("season", "close", "winter")
    assert Player.objects.filter(guest=True).count() == 2
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())


@pytest.mark.services
def test_a_whole_evening_is_one_start_of_django(fresh_database: FreshDatabase) -> None:
    script = """
        club add "Here" --time-zone Europe/Paris --language fr
        player add "Ana Bernard" "Bo Chen" "Chloé Dubois" Dan
        new Friday --seed s --preset swiss_pods game=plain options={} rounds=1 final=0
        enter friday ana bo chlo dan --present true  # everybody is there
        start_stage .
        propose .
        publish .
        record . ana=4 bo=3 chlo=2 dan=1
        standings .
        drop . dave
        finish .
    """
    env = dict(os.environ) | {
        "DATABASE_URL": fresh_database.url,
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "LANGUAGE": "fr_FR",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "tournament", "run", "-"],
        env=env,
        input=script,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "unknown_name" in done.stderr
    assert "Rien ne s’appelle « dave » ici." in done.stderr
    assert "(ligne 11)" in done.stderr
    assert "La ronde 1 a été proposée." in done.stdout
    assert re.search(r"│ 1 +│ 1 Ana B\. ", done.stdout)
    assert "finish" not in done.stdout
