"""The games command: the list, and the sheet of one game as text, in both languages."""

import pytest

from games.core.box import told
from games.core.words import LANGUAGES, say
from games.registry import games, rules_of
from tests.replays.test_commands_records import run

every_game = pytest.mark.parametrize("slug", [rules.slug for rules in games()])
in_both_languages = pytest.mark.parametrize("language", LANGUAGES)


def printed(*arguments: object) -> str:
    code, out, err = run("games", *arguments)
    assert (code, err) == (0, "")
    return out


@in_both_languages
def test_every_game_is_listed(language: str) -> None:
    out = printed("--language", language)
    for rules in games():
        assert rules.slug in out
        assert say(rules.words, "game.name", language) in out
    assert {"en": "move by move", "fr": "coup par coup"}[language] in out


@every_game
@in_both_languages
def test_a_sheet_tells_box_options_and_rulings(slug: str, language: str) -> None:
    rules = rules_of(slug)
    out = printed(slug, "--language", language)
    for table in rules.components():
        assert told(table.title, language) in out
        assert told(table.source, language).split()[0] in out
        assert all(f" {row.number} " in out for row in table.rows)
    for option in rules.options():
        assert option.name in out
    for ruling in rules.rulings():
        assert f" {ruling.id} " in out
        assert " ".join(told(ruling.text, language).split()[:3]) in out


def test_a_table_names_its_source_and_the_option_that_corrects_it() -> None:
    out = printed("sushi_bar", "--lang", "en")
    assert "Faces of the 5 dice (30)" in out
    assert "Rulebook, “Les 5 dés”." in out
    assert "correct it with the option bone_values." in out


def test_a_pipe_gets_no_colours() -> None:
    assert "\x1b" not in printed("sushi_bar")


def test_a_game_that_does_not_exist_is_one_line_and_the_exit_code_2() -> None:
    code, out, err = run("games", "tiddlywinks")
    assert (code, out) == (2, "")
    assert err == "unknown_game: There is no game called “tiddlywinks”.\n"
