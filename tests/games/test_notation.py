"""The game-independent part of `.kgn`: headers, comments, remarks, and refusals with a line."""

from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import bot_named
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import content_hash, make_setup, play_match
from games.core.notation import Record, labels_from, read_record, usable_label, write_record
from games.core.setup import Setup
from games.registry import rules_of
from games.sushi_bar.events import DiceKept

RULES = rules_of("sushi_bar")
PLAIN = rules_of("plain")
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"), max_size=30)
NAMES = st.from_regex(r"\A[A-Za-z][A-Za-z0-9_-]{0,12}\Z").filter(
    lambda name: name not in ("Kaiten", "Game", "Rules", "Seats", "Option")
)


@cache
def match(seats: int = 2) -> tuple[Setup, tuple[Event, ...]]:
    """Return a match whose first turn takes three throws."""
    setup = make_setup(RULES, seats=seats, options={"hide_covered": True})
    bots = [bot_named("random")] * seats
    played = (play_match(RULES, setup, bots, f"notation {number}") for number in range(100))
    return setup, next(tuple(events) for events in played if _throws_thrice(events))


def _throws_thrice(events: list[Event]) -> bool:
    return isinstance(events[2], DiceKept) and isinstance(events[4], DiceKept)


def record(events: int | None = None, **more: Any) -> Record:
    setup, played = match()
    return Record(setup, ("Ana", "Bo"), list(played[:events]), **more)


def refused(text: str) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        read_record(text, rules_of)
    assert caught.value.code == "bad_notation"
    assert cast(int, caught.value.params["line"]) >= 1
    return caught.value


def test_a_record_has_headers_a_blank_line_and_a_line_per_heading() -> None:
    text = write_record(RULES, record(3, headers={"Place": "Reims"}))
    lines = text.split("\n")
    assert lines[:4] == ['[Kaiten "1"]', '[Game "sushi_bar"]', '[Rules "1"]', '[Seats "Ana Bo"]']
    assert lines[4] == '[Option "hide_covered true"]'
    assert lines[7:9] == ['[Place "Reims"]', ""]
    assert lines[9].startswith("Rows: sushi ")
    assert lines[10].startswith("1: Ana ")
    assert lines[10].count(" | ") == 1
    assert lines[11:] == [""]


@given(
    st.integers(0, 40),
    st.dictionaries(NAMES, TEXTS, max_size=3),
    st.dictionaries(st.integers(0, 40), st.lists(TEXTS, max_size=3), max_size=6),
    st.dictionaries(st.integers(0, 40), st.lists(LINES, max_size=2), max_size=4),
)
@settings(max_examples=60)
def test_a_record_survives_writing_and_reading(
    events: int,
    headers: dict[str, str],
    comments: dict[int, list[str]],
    remarks: dict[int, list[str]],
) -> None:
    comments = {ply: texts for ply, texts in comments.items() if ply <= events}
    remarks = {ply: lines for ply, lines in remarks.items() if ply <= events}
    before = record(events, headers=headers, comments=comments, remarks=remarks)
    text = write_record(RULES, before)
    after = read_record(text, rules_of)
    assert after == before
    assert list(after.headers) == list(before.headers)
    assert content_hash(after.setup, after.events) == content_hash(before.setup, before.events)
    assert write_record(RULES, after) == text
    assert read_record("\ufeff" + text.replace("\n", "\r\n"), rules_of) == before


@given(TEXTS.map(str.strip).filter(bool), st.sampled_from(["highest", "lowest"]))
def test_texts_and_choices_among_the_options_survive(title: str, winner: str) -> None:
    setup = make_setup(PLAIN, seats=8, options={"title": title, "winner": winner})
    before = Record(setup, tuple("ABCDEFGH"), [], comments={0: ["{|}", ""]}, remarks={0: ["%"]})
    text = write_record(PLAIN, before)
    assert read_record(text, rules_of) == before
    assert write_record(PLAIN, read_record(text, rules_of)) == text


def test_options_are_written_in_one_order_and_default_when_left_out() -> None:
    setup, _ = match()
    turned = Setup("sushi_bar", 1, 2, dict(reversed(setup.options.items())))
    text = write_record(RULES, replace(record(0), setup=turned))
    assert text == write_record(RULES, record(0))
    bare = '[Kaiten "1"]\n[Rules "1"]\n[Seats "A B"]\n[Game "sushi_bar"]\n'
    assert read_record(bare, rules_of).setup == make_setup(RULES, seats=2, options={})


def test_lines_may_be_broken_and_spaced_by_hand() -> None:
    text = write_record(RULES, record(6))
    loose = text.replace(" | ", "|").replace("Rows: ", "\n\nRows:   ") + "\n\n"
    assert read_record(loose, rules_of) == record(6)


def test_remarks_break_a_line_and_keep_their_place() -> None:
    text = write_record(RULES, record(4, remarks={2: ["rewound 1", ""], 4: ["end"]}))
    body = text.split("\n\n")[1].split("\n")
    assert [line[:3] for line in body] == ["Row", "1: ", "% r", "%", "1: ", "% e", ""]


def test_several_comments_stand_one_after_the_other() -> None:
    comments = {0: ["first", "second"], 2: ["a | b", "c } d"], 3: [""]}
    text = write_record(RULES, record(3, comments=comments))
    body = text.split("\n\n")[1].split("\n")
    assert body[:2] == ["{first}", "{second}"]
    assert body[3].endswith(" {}")
    assert " {a | b} {c \\} d} | " in body[3]
    loose = text.replace("{first}\n{second}", "{first}{second} ").replace("} {c", "}{c")
    assert read_record(loose, rules_of) == record(3, comments=comments)


def header(name: str, value: str) -> str:
    return f'[{name} "{value}"]\n'


START = header("Kaiten", "1") + header("Game", "sushi_bar") + header("Rules", "1")
SEATED = START + header("Seats", "Ana Bo")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n\n", 1),
        ("1: Ana SSBUR", 1),
        ("[", 1),
        ('[Kaiten "2"]', 1),
        ('[Game "sushi_bar"]\n[Kaiten "1"]', 1),
        ('[Kaiten "1"]\n[Game "sushi_bar" ]', 2),
        ('[Kaiten "1"]\n[Game "sushi_bar]', 2),
        ('[Kaiten "1"]\n[Game "a\\x"]', 2),
        (START, 3),
        (START + header("Seats", "Ana"), 4),
        (START + header("Seats", "Ana Ana"), 4),
        (START + header("Seats", "Ana  Bo"), 4),
        (START + header("Seats", "A:a Bo"), 4),
        (SEATED + header("Seats", "Ana Bo"), 5),
        (SEATED + header("Option", "hide_covered yes"), 5),
        (SEATED + header("Option", "hide_covered true") * 2, 6),
        (SEATED + header("Option", "sushi_values 1 x"), 5),
        (SEATED + "\nstart", 6),
        (SEATED + "\n{open", 6),
        (SEATED + "\n{a} b", 6),
        (SEATED + "\n{a}\n{b", 7),
        (SEATED + "\n{a} {b} c", 6),
        (SEATED + "\nRows:", 6),
        (SEATED + "\nRows: sushi 1 / bones -1 |", 6),
        (SEATED + '\n[Late "x"]', 6),
        ("\0", 1),
    ],
)
def test_a_text_that_is_no_record_is_refused_with_its_line(text: str, line: int) -> None:
    assert refused(text).params["line"] == line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[Kaiten "1"]\n[Game "go"]\n[Rules "1"]\n[Seats "A B"]', "unknown_game"),
        (SEATED.replace('Rules "1"', 'Rules "2"'), "unknown_rules_version"),
        (SEATED + header("Option", "colour red"), "unknown_option"),
        (SEATED + header("Option", "sushi_values 1 2"), "not_twelve_values"),
        (SEATED + header("Option", "sushi_values "), "not_twelve_values"),
        (SEATED + "\nRows: sushi 1 / bones -1", "not_the_portions"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert refused(text).params["reason"] == reason


def test_an_illegal_event_is_refused_where_it_stands() -> None:
    text = write_record(RULES, record(3))
    found = refused(text.rstrip("\n") + " {why} | keep SSSSS\n")
    assert found.params["line"] == 10
    assert str(found.params["text"]).startswith("1: Ana ")
    assert refused(text.rstrip("\n") + " {why} not\n").params["line"] == 10
    assert refused(text.rstrip("\n") + " {why\n").params["line"] == 10
    assert refused(text + "2: Bo SSBUR\n").params["line"] == 11


def test_a_record_may_hold_a_whole_match_and_nothing_after_it() -> None:
    text = write_record(RULES, record())
    assert read_record(text, rules_of) == record()
    last = text.rstrip("\n").split("\n")[-1].split(":")[0]
    assert refused(text + f"{last}: Ana SSBUR\n").code == "bad_notation"


def code_of(text: str) -> str:
    """Return the code with which a record is refused; what is read comes back from what it says."""
    try:
        read = read_record(text, rules_of)
    except RuleViolation as violation:
        return violation.code
    assert read_record(write_record(RULES, read), rules_of) == read
    return ""


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    assert code_of(text) in ("", "bad_notation")


@given(st.data())
@settings(max_examples=150)
def test_a_damaged_record_is_read_or_refused(data: st.DataObject) -> None:
    text = write_record(RULES, record(8, comments={3: ["a", "c"]}, remarks={5: ["b"]}))
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 6)))
    damaged = text[:start] + data.draw(st.text(max_size=6)) + text[stop:]
    assert code_of(damaged) in ("", "bad_notation")


@pytest.mark.parametrize(
    "more",
    [
        {"headers": {"Game": "x"}},
        {"headers": {"two words": "x"}},
        {"headers": {"Place": "a\0b"}},
        {"headers": {"Place": "\ud800"}},
        {"comments": {4: ["after the end"]}},
        {"comments": {-1: ["before the start"]}},
        {"comments": {1: ["a\0b"]}},
        {"remarks": {1: ["two\nlines"]}},
    ],
)
def test_what_no_text_can_hold_is_not_written(more: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation):
        write_record(RULES, record(3, **more))


@pytest.mark.parametrize("labels", [("Ana",), ("Ana", "Ana"), ("Ana", "B o"), ("Ana", "")])
def test_labels_that_cannot_name_seats_are_not_written(labels: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation, match="bad_notation"):
        write_record(RULES, replace(record(3), labels=labels))


@given(st.lists(st.text(max_size=60), min_size=2, max_size=8))
def test_any_names_give_usable_and_different_labels(names: list[str]) -> None:
    labels = labels_from(names)
    assert len(set(labels)) == len(names)
    assert all(map(usable_label, labels))


def test_labels_stay_close_to_the_names() -> None:
    names = ("Zoé", "Anne Marie", "Zoé", "", "D'Arc-Y.", "a|b:{c}", "Zoé-2", "नीता")
    expected = ("Zoé", "Anne", "Zoé-2", "D", "D'Arc-Y.", "a", "Zoé-2-2", "नीता")
    assert labels_from(names) == expected
