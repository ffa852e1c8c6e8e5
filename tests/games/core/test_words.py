import pytest

from games.core.errors import RuleViolation
from games.core.words import CORE_WORDS, read_words, say

WORDS = {"code.too_far": ("At most {most} steps.", "Au plus {most} pas.")}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "At most 3 steps."),
        ("fr", "Au plus 3 pas."),
        ("fr-ca", "Au plus 3 pas."),
        ("de", "At most 3 steps."),
    ],
)
def test_words_are_filled_in_the_language_asked_for(language: str, text: str) -> None:
    assert say(WORDS, "code.too_far", language, most=3) == text


def test_a_missing_parameter_stays_visible_instead_of_failing() -> None:
    assert say(WORDS, "code.too_far", "en", least=1) == "At most {most} steps."


def test_a_list_is_said_as_people_write_it_with_the_names_of_components() -> None:
    words = {"code.short": ("{left} of {cards}", "{left} de {cards}"), "component.a": ("A", "À")}
    assert say(words, "code.short", "fr", left=2, cards=["a", "b", 3]) == "2 de À, b, 3"
    assert say(words, "code.short", "en", left="a", cards=()) == "a of "


def test_the_core_has_words_for_what_a_game_leaves_out() -> None:
    assert say(WORDS, "code.match_over", "en") == CORE_WORDS["code.match_over"][0]


def test_a_key_without_words_is_said_as_it_is() -> None:
    assert say(WORDS, "code.unheard_of", "fr") == "code.unheard_of"


def test_a_violation_tells_its_code_and_parameters() -> None:
    violation = RuleViolation("too_far", most=3, from_="x")
    assert str(violation) == "too_far (from_='x', most=3)"
    assert str(RuleViolation("too_far")) == "too_far"


def test_words_are_read_one_after_the_other_in_both_languages() -> None:
    text = """
code.too_far: At most {most} steps: not
    {found}.
    fr: Au plus {most} pas : pas
    {found}.
tell.moved.back: {seat} goes  back.
fr: {seat} recule.
game.name: Nim
"""
    assert read_words(text) == {
        "code.too_far": ("At most {most} steps: not {found}.", "Au plus {most} pas : pas {found}."),
        "tell.moved.back": ("{seat} goes  back.", "{seat} recule."),
        "game.name": "Nim",
    }
