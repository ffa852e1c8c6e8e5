import pytest

from games.core.errors import RuleViolation
from games.core.setup import LONGEST_TEXT, Option, resolve_options

OPTIONS = (
    Option("open", "flag", default=False),
    Option("mode", "choice", default="short", choices=("short", "long")),
    Option("rounds", "integer", default=3, least=1, most=5),
    Option("deck", "table", default=[1, 2], check=lambda value, seats: _small(value, seats)),
    Option("title", "text", default="Game", least=1),
    Option("teams", "flag", default=False, seats=(4, 6)),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}


def _small(value, seats):
    return "deck_too_small" if sum(value) < seats else None


def test_options_left_out_take_their_defaults():
    assert resolve_options(OPTIONS, 2, {}) == DEFAULTS


def test_chosen_values_replace_the_defaults():
    chosen = {"open": True, "mode": "long", "rounds": 5, "deck": [4, 0, 1], "title": " Go "}
    assert resolve_options(OPTIONS, 4, chosen) == {**DEFAULTS, **chosen, "title": "Go"}


def test_resolving_twice_changes_nothing():
    once = resolve_options(OPTIONS, 3, {"deck": (3, 3)})
    assert resolve_options(OPTIONS, 3, once) == once
    assert once["deck"] == [3, 3]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("colour", 1, "unknown_option"),
        ("open", 1, "option_wrong_kind"),
        ("open", "true", "option_wrong_kind"),
        ("open", None, "option_wrong_kind"),
        ("mode", "medium", "option_not_offered"),
        ("mode", 1, "option_wrong_kind"),
        ("rounds", 0, "option_out_of_range"),
        ("rounds", 6, "option_out_of_range"),
        ("rounds", True, "option_wrong_kind"),
        ("rounds", "3", "option_wrong_kind"),
        ("rounds", 2**60, "integer_too_large"),
        ("rounds", 3.0, "not_plain_json"),
        ("deck", [1, "2"], "option_wrong_kind"),
        ("deck", [True], "option_wrong_kind"),
        ("deck", "12", "option_wrong_kind"),
        ("deck", [1, 0], "deck_too_small"),
        ("title", "   ", "option_text_length"),
        ("title", "x" * (LONGEST_TEXT + 1), "option_text_length"),
        ("title", "a\0", "nul_character"),
        ("teams", True, "option_not_for_seats"),
    ],
)
def test_a_wrong_value_is_refused_with_its_code(name, value, code):
    with pytest.raises(RuleViolation) as refused:
        resolve_options(OPTIONS, 2, {name: value})
    assert refused.value.code == code


def test_an_option_for_some_tables_accepts_its_default_at_every_table():
    assert resolve_options(OPTIONS, 2, {"teams": False})["teams"] is False
    assert resolve_options(OPTIONS, 5, {"teams": True})["teams"] is True
