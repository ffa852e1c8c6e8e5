"""The replay command: a match as text, for each viewer and in both languages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replays.selectors.exports import export_jsonl, export_kgn
from replays.services import life
from tests.games.hidden_game.events import Dealt
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.test_commands_records import run

pytestmark = pytest.mark.django_db


def replay(*arguments: object) -> str:
    code, out, err = run("replay", *arguments)
    assert (code, err) == (0, "")
    return out


def test_a_finished_match_is_told_to_its_end_with_the_result() -> None:
    sitting = Sitting().finish()
    log = sitting.log()
    lines = replay(sitting.id, "--lang", "en").splitlines()
    numbered = [line for line in lines if line[:4].strip().isdigit()]
    assert len(numbered) == len(log.plies)
    assert lines[-1].startswith("Finished: 1. ")


def test_a_match_can_be_told_up_to_a_ply() -> None:
    sitting = Sitting().finish()
    lines = replay(sitting.id, "--at", 3).splitlines()
    assert [line[:4].strip() for line in lines[1:4]] == ["1", "2", "3"]
    assert lines[4] == ""
    assert "Finished" not in lines[-1]


def test_a_viewer_is_told_no_secret_of_another() -> None:
    sitting = Sitting("hidden_game")
    sitting.play_on(1)
    dealt = sitting.log().plies[0].event
    assert isinstance(dealt, Dealt)
    owner, other, public, arbiter = (
        replay(sitting.id, "--as", viewer)
        for viewer in (f"seat:{dealt.seat}", f"seat:{1 - dealt.seat}", "public", "arbiter")
    )
    assert owner == arbiter
    assert other == public
    assert known(dealt.cards[0]) in owner
    assert known(dealt.cards[0]) not in public


def test_french_is_spoken() -> None:
    sitting = Sitting("plain")
    sitting.do(life.report_result, scores=[4, 2])
    assert "Un autre jeu" in replay(sitting.id, "--lang", "fr")
    assert "Another game" in replay(sitting.id, "--lang", "en")


@pytest.mark.parametrize("export", [export_kgn, export_jsonl])
def test_a_file_is_told_like_the_match_it_holds(export: Callable[..., Any], tmp_path: Path) -> None:
    sitting = Sitting().finish()
    file = tmp_path / "match"
    file.write_text(export(sitting.id))
    assert replay(file) == replay(sitting.id)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--at", 99), "no_such_ply"),
        (("--at", -1), "no_such_ply"),
        (("--as", "me"), "unknown_viewer"),
    ],
)
def test_a_ply_or_viewer_that_is_not_there_is_refused_in_one_line(
    arguments: tuple[str, int | str], code: str
) -> None:
    returned, out, err = run("replay", Sitting().id, *arguments)
    assert (returned, out, err.count("\n")) == (2, "", 1)
    assert code in err
