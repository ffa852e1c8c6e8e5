from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import pytest

from games.core.errors import RuleViolation
from games.core.setup import LONGEST_TEXT, Option, resolve_box, resolve_options, with_box

OPTIONS = (
    Option("open", "flag", default=False),
    Option("mode", "choice", default="short", choices=("short", "long")),
    Option("rounds", "integer", default=3, least=1, most=5),
    Option("deck", "table", default=[1, 2], check=lambda value, seats: _small(value, seats)),
    Option("title", "text", default="Game", least=1),
    Option("teams", "flag", default=False, seats=(4, 6)),
    Option("guests", "set", default=["cat"], choices=("cat", "dog", "owl")),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}


def _small(value: list[int], seats: int) -> str | None:
    return "deck_too_small" if sum(value) < seats else None


def test_options_left_out_take_their_defaults() -> None:
    assert resolve_options(OPTIONS, 2, {}) == DEFAULTS


def test_chosen_values_replace_the_defaults() -> None:
    chosen = {"open": True, "mode": "long", "rounds": 5, "deck": [4, 0, 1], "title": " Go "}
    assert resolve_options(OPTIONS, 4, chosen) == {**DEFAULTS, **chosen, "title": "Go"}


def test_resolving_twice_changes_nothing() -> None:
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
        ("guests", "cat", "option_wrong_kind"),
        ("guests", {"cat": True}, "option_wrong_kind"),
        ("guests", None, "option_wrong_kind"),
        ("guests", ["cow"], "option_not_offered"),
        ("guests", ["cat", "cat"], "option_not_offered"),
        ("guests", ["cat", 1], "option_not_offered"),
        ("guests", [["cat"]], "option_not_offered"),
        ("guests", [None], "option_not_offered"),
    ],
)
def test_a_wrong_value_is_refused_with_its_code(
    name: str, value: list[int | str] | bool | str | None, code: str
) -> None:
    with pytest.raises(RuleViolation) as refused:
        resolve_options(OPTIONS, 2, {name: value})
    assert refused.value.code == code


def test_a_text_is_as_long_as_its_option_allows() -> None:
    options = (Option("map", "text", default="", most=200),)
    assert resolve_options(options, 2, {"map": "x" * 200}) == {"map": "x" * 200}
    with pytest.raises(RuleViolation) as refused:
        resolve_options(options, 2, {"map": "x" * 201})
    assert refused.value.params["most"] == 200


def test_an_option_for_some_tables_accepts_its_default_at_every_table() -> None:
    assert resolve_options(OPTIONS, 2, {"teams": False})["teams"] is False
    assert resolve_options(OPTIONS, 5, {"teams": True})["teams"] is True


@pytest.mark.parametrize(
    ("chosen", "kept"),
    [
        ([], []),
        (["owl"], ["owl"]),
        (["owl", "cat"], ["cat", "owl"]),
        (("dog", "owl", "cat"), ["cat", "dog", "owl"]),
    ],
)
def test_a_set_is_kept_as_a_list_in_the_order_of_its_choices(
    chosen: Sequence[str], kept: list[str]
) -> None:
    once = resolve_options(OPTIONS, 2, {"guests": chosen})
    assert once["guests"] == kept
    assert resolve_options(OPTIONS, 2, once) == once


def test_a_set_that_may_not_be_offered_says_what_is() -> None:
    with pytest.raises(RuleViolation) as refused:
        resolve_options(OPTIONS, 2, {"guests": ["cow"]})
    assert refused.value.params == {"option": "guests", "choices": ["cat", "dog", "owl"]}


def _agreeing(calls: list[Any]) -> tuple[Option, Option]:
    def agrees(options: Mapping[str, Any], seats: int) -> None:
        calls.append((dict(options), seats))
        if options["zoo"] and len(options["guests"]) < seats:
            raise RuleViolation("too_few_guests", wanted=seats, found=len(options["guests"]))

    return (
        Option("zoo", "flag", default=False, agrees=agrees),
        Option("guests", "set", default=[], choices=("cat", "dog", "owl")),
    )


def test_options_must_agree_with_each_other_and_with_the_seats() -> None:
    calls: list[Any] = []
    options = _agreeing(calls)
    assert resolve_options(options, 3, {"guests": ["cat"]})["guests"] == ["cat"]
    chosen = {"zoo": True, "guests": ["cat", "dog"]}
    assert resolve_options(options, 2, chosen) == chosen
    with pytest.raises(RuleViolation) as refused:
        resolve_options(options, 3, chosen)
    assert refused.value.code == "too_few_guests"
    assert refused.value.params == {"wanted": 3, "found": 2}


def test_an_option_agrees_or_not_with_every_option_resolved() -> None:
    calls: list[Any] = []
    resolve_options(_agreeing(calls), 2, {"guests": ("owl", "cat")})
    assert calls == [({"zoo": False, "guests": ["cat", "owl"]}, 2)]


def test_a_wrong_value_is_told_before_what_does_not_agree() -> None:
    calls: list[Any] = []
    with pytest.raises(RuleViolation) as refused:
        resolve_options(_agreeing(calls), 2, {"zoo": True, "guests": ["cow"]})
    assert refused.value.code == "option_not_offered"
    assert not calls


def test_a_check_may_tell_more_than_a_code() -> None:
    def check(value: int, seats: int) -> NoReturn:
        raise RuleViolation("too_long", most=seats)

    with pytest.raises(RuleViolation) as refused:
        resolve_options((Option("rounds", "integer", 1, most=9, check=check),), 4, {"rounds": 2})
    assert refused.value.params == {"most": 4}


BOARDS = (
    Option("board", "choice", "usual", ("usual", "own"), box=True),
    Option("spaces", "text", "A B", placeholder="made_up", when=("board", "own")),
    Option("values", "table", [1, 2], placeholder="one_source", check=_small),
    Option("speed", "choice", "slow", ("slow", "fast")),
)
BOX: dict[str, Any] = {"board": "own", "spaces": "A B C"}


@pytest.mark.parametrize(
    ("chosen", "filled"),
    [
        ({}, BOX),
        ({"speed": "fast"}, {"speed": "fast"} | BOX),
        ({"spaces": "D"}, {"spaces": "D", "board": "own"}),
        ({"board": "own"}, BOX),
        ({"board": "usual"}, {"board": "usual"}),
    ],
)
def test_a_box_fills_in_what_was_not_chosen_and_still_matters(
    chosen: dict[str, object], filled: dict[str, object]
) -> None:
    assert with_box(BOARDS, BOX, chosen) == filled


def test_a_box_says_nothing_about_what_is_not_in_it() -> None:
    assert with_box(BOARDS, {"speed": "fast", "gone": 1}, {}) == {}


def test_of_a_box_only_what_differs_is_kept() -> None:
    assert resolve_box(BOARDS, (2, 3), {"board": "own", "spaces": " A B ", "values": (1, 2)}) == {
        "board": "own"
    }


@pytest.mark.parametrize(
    ("said", "code", "option"),
    [
        ({"speed": "fast"}, "not_in_the_box", "speed"),
        ({"x": 1}, "not_in_the_box", "x"),
        ({"board": "other"}, "option_not_offered", "board"),
        ({"values": [0]}, "deck_too_small", "values"),
    ],
)
def test_a_box_that_cannot_be_is_refused(said: dict[str, object], code: str, option: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        resolve_box(BOARDS, (2, 3), said)
    assert (refused.value.code, refused.value.params["option"]) == (code, option)


def test_a_box_need_not_be_enough_for_every_number_of_players() -> None:
    assert resolve_box(BOARDS, range(2, 6), {"values": [3]}) == {"values": [3]}
    assert resolve_box(BOARDS, range(5, 1, -1), {"values": [3]}) == {"values": [3]}
