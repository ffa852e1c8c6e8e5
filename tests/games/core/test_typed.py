"""Notation as people type it: every game's, in any case, with the wrong word named."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.core.completion import continuations
from games.core.contract import AnyRules
from games.core.events import Event
from games.core.matches import make_setup
from games.core.typed import read_typed
from games.registry import rules_of
from games.testing.play import play
from games.testing.scale import scaled
from tests.example_game import example_installed

GAMES = ("sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll", "liars_dice")
LABELS = ("Ana", "Bo", "Chloé")


def rules_named(game: str) -> AnyRules:
    if game != "liars_dice":
        return rules_of(game)
    with example_installed():
        return rules_of(game)


def steps(rules: AnyRules, seed: int) -> Iterator[tuple[Any, Event]]:
    """Yield every event of a random match of three with the state before it."""
    setup = make_setup(rules, seats=3, options={})
    state = rules.start(setup)
    for event in play(rules, setup, f"typed/{seed}")[0]:
        yield state.clone(), event
        rules.apply(state, event)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_back_in_any_case_and_completed_from_any_beginning(
    game: str,
) -> None:
    rules = rules_named(game)
    for seed in range(scaled(16)):
        for state, event in steps(rules, seed):
            text = rules.write(state, event, LABELS)
            for way in (text, text.lower(), text.upper(), f"  {text.replace(' ', '  ')} "):
                typed = read_typed(rules, state, way, LABELS)
                assert (typed.problem, typed.events) == (None, [event]), way
            for end in range(0, len(text), 7):
                start = text[:end]
                assert continuations(rules, state, LABELS, start, 8), (start, text)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_for_a_seat_is_legal(game: str) -> None:
    rules = rules_named(game)
    for state, _ in steps(rules, 1):
        if any(need.seat is None for need in rules.needs(state)):
            continue
        for text in continuations(rules, state, LABELS, "", 8):
            assert read_typed(rules, state, text, LABELS).problem is None, text


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_word_is_named_where_it_stands_and_nothing_after_it_is_read(game: str) -> None:
    rules = rules_named(game)
    state = rules.start(make_setup(rules, seats=3, options={}))
    pieces: list[str] = []
    for before, event in list(steps(rules, 2))[:6]:
        pieces.append(rules.write(before, event, LABELS))
    text = f"{pieces[0]}\n\n{pieces[1]} |  zzz | {pieces[2]}"

    typed = read_typed(rules, state, text, LABELS)

    problem = typed.problem
    assert len(typed.entries) == 2
    assert problem is not None
    assert (problem.line, problem.start) == (3, len(pieces[1]) + 4)
    assert (problem.violation.code, problem.violation.params) == ("bad_notation", {"text": "zzz"})
    assert problem.legal


def test_a_whole_record_without_headings_or_with_them_is_read() -> None:
    rules = rules_of("sushi_bar")
    state = rules.start(make_setup(rules, seats=3, options={}))
    lines: list[str] = []
    events = []
    for before, event in steps(rules, 3):
        lines.append(f"{rules.turn(before)}: {rules.write(before, event, LABELS)}")
        events.append(event)

    assert read_typed(rules, state, "\r\n".join(lines), LABELS).events == events
    bare = " | ".join(line.partition(": ")[2] for line in lines)
    assert read_typed(rules, state, bare, LABELS).events == events


def test_the_heading_of_another_turn_is_refused() -> None:
    rules = rules_of("sushi_bar")
    (state, first), *_ = steps(rules, 3)
    text = f"7: {rules.write(state, first, LABELS)}"

    problem = read_typed(rules, state, text, LABELS).problem

    assert problem is not None
    assert (problem.violation.code, text[problem.start : problem.end]) == ("wrong_heading", "7")


def test_an_illegal_piece_comes_with_what_it_means_and_what_would_be_legal() -> None:
    rules = rules_of("sushi_go_party")
    chosen = "sushi_go_party.card_chosen"
    state = next(state for state, event in steps(rules, 4) if event.type == chosen)
    problem = read_typed(rules, state, "ana eel | bo egg", LABELS).problem

    assert problem is not None
    assert problem.event is not None
    assert (problem.event.type, problem.violation.code) == (chosen, "no_such_card")
    assert (problem.start, problem.end) == (0, len("ana eel"))
    assert all(text.split()[0] in LABELS for text in problem.legal)
    several = read_typed(rules, state, "salmon", LABELS).problem
    assert several is not None
    assert several.violation.code == "seat_missing"


def test_a_seat_is_left_out_where_one_alone_acts() -> None:
    rules = rules_of("sushi_express")
    for state, event in steps(rules, 5):
        needs = rules.needs(state)
        if len(needs) == 1 and needs[0].seat is not None:
            text = rules.write(state, event, LABELS).partition(" ")[2]
            assert read_typed(rules, state, text, LABELS).events == [event], text


def test_comments_and_remarks_are_kept_by_where_they_stand() -> None:
    rules = rules_of("sushi_bar")
    states = list(steps(rules, 3))[:2]
    one, two = (rules.write(state, event, LABELS) for state, event in states)
    start = rules.start(make_setup(rules, seats=3, options={}))

    text = f"{{before}}\n{one} {{after \\}} one}}\n% a remark\n{two} {{a}} {{b}}"
    typed = read_typed(rules, start, text, LABELS)

    assert typed.problem is None
    assert typed.comments == {0: ["before"], 1: ["after } one"], 2: ["a", "b"]}
    assert typed.remarks == {1: ["a remark"]}
    assert read_typed(rules, start, f"{one} {{open", LABELS).problem is not None
