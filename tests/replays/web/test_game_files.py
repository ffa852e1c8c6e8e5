"""Boards, pieces and styles are found in the packages of their games, and nowhere else."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.registry import games, rules_of
from replays.game_files import Finder, folder_of
from replays.web.styles import styles_of
from tests.services.processes import ROOT

PLAYED = [rules.slug for rules in games() if (ROOT / "games" / rules.slug / "templates").exists()]


def test_every_game_with_events_brings_a_board_of_its_own() -> None:
    built_in = [rules for rules in games() if (ROOT / "games" / rules.slug).exists()]
    assert [rules.slug for rules in built_in if not rules.reported_only] == PLAYED


@pytest.mark.parametrize("slug", PLAYED)
def test_the_files_of_a_game_are_those_in_its_package(slug: str) -> None:
    folder = ROOT / "games" / slug
    assert folder_of(rules_of(slug)) == folder
    assert styles_of(slug) == f"games/{slug}/board.css"
    for name in (folder / "templates").iterdir():
        origin = get_template(f"games/{slug}/{name.name}").origin  # type: ignore[attr-defined]
        assert origin.name == str(name)
    for name in (folder / "static").iterdir():
        assert finders.find(f"games/{slug}/{name.name}") == str(name)


def test_a_game_without_files_has_no_board_and_no_styles() -> None:
    assert styles_of("plain") == ""
    with pytest.raises(TemplateDoesNotExist):
        get_template("games/plain/board.html")


def test_what_is_collected_lies_under_the_name_of_its_game() -> None:
    listed = {(storage.prefix, path) for path, storage in Finder().list(None)}
    files = {
        (f"games/{slug}", str(path.relative_to(folder)))
        for slug in PLAYED
        for folder in [ROOT / "games" / slug / "static"]
        for path in folder.rglob("*.*")
    }
    assert listed == files


@pytest.mark.parametrize(
    "name",
    [
        "games/sushi_bar/../../sushi_roll/templates/board.html",
        "games/sushi_bar/../engine.py",
        "games/sushi_bar//etc/passwd",
        "games/sushi_bar",
        "games/sushi_bar/",
        "games/core/board.html",
        "other/sushi_bar/board.html",
    ],
)
def test_nothing_but_the_files_of_a_game_can_be_named(name: str) -> None:
    with pytest.raises(TemplateDoesNotExist):
        get_template(name)
    assert not Finder().find(name.replace("board.html", "board.css"))


def styled(*sheets: Path) -> set[str]:
    return {name for sheet in sheets for name in re.findall(r"\.([a-z][\w-]*)", sheet.read_text())}


@pytest.mark.parametrize("slug", PLAYED)
def test_no_board_rests_on_the_styles_of_another_game(slug: str) -> None:
    shared = styled(ROOT / "replays" / "static" / "replays" / "css" / "boards.css")
    own = styled(ROOT / "games" / slug / "static" / "board.css")
    others = styled(*(ROOT / "games" / other / "static" / "board.css" for other in PLAYED))
    text = "".join(path.read_text() for path in (ROOT / "games" / slug / "templates").iterdir())
    used = {name for names in re.findall(r'class="([^"]*)"', text) for name in names.split()}
    assert used & others <= own | shared


def test_a_game_in_a_lone_module_has_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lone_game.py").write_text("class Rules: pass")
    monkeypatch.syspath_prepend(str(tmp_path))
    import lone_game  # type: ignore[import-not-found]

    assert folder_of(lone_game.Rules()) is None
