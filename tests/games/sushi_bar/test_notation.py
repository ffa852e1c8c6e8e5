"""The text form of events, and the sentences and boards made for people."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.events import Choice, Event
from games.core.matches import make_setup
from games.core.notation import read_record, write_record
from games.registry import rules_of
from games.sushi_bar.components import BONE_VALUES, MOST_TURNS, SUSHI_VALUES
from games.sushi_bar.events import PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_bar.table import RULES, kept, play, rolled, table

LABELS = ("Ana", "Bo", "Cy")


def choosing() -> State:
    state = table(sushi_stacks={1: [2, 4, 6]})
    return play(state, rolled("SSBUR"), kept(0, "U"), rolled("SUUU"))


@pytest.mark.parametrize(
    ("state", "event", "text"),
    [
        (table(), rolled("RUBSS"), "Ana SSBUR"),
        (play(table(), rolled("SSBUR"), kept(0, "U")), rolled("SSBB"), "SSBB"),
        (play(table(), rolled("SSBUR")), kept(0, "RU"), "keep UR"),
        (choosing(), PortionTaken(0, "sushi"), "take sushi +1"),
        (choosing(), PortionStolen(0, 1, "sushi", 3), "steal sushi 3 Bo +2"),
        (
            play(table(sushi=[1], bones=[-3]), rolled("SSUUR"), kept(0, "SSUU")),
            rolled("R"),
            "R forced -3",
        ),
        (
            play(table(sushi=[1, 6], bones=[]), rolled("BBUUR")),
            kept(0, "BBUUR"),
            "keep BBUUR forced +1",
        ),
    ],
)
def test_every_event_has_one_text_and_reads_back(state: State, event: Event, text: str) -> None:
    assert RULES.write(state, event, LABELS) == text
    assert RULES.read(state, text, LABELS) == event


def test_rows_are_written_left_to_right() -> None:
    state = RULES.start(make_setup(RULES, seats=2, options={}))
    event = RowsLaid(SUSHI_VALUES[::-1], BONE_VALUES)
    text = "sushi 6 6 5 5 4 4 3 3 2 2 1 1 / bones -1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4"
    assert RULES.turn(state) == "Rows"
    assert RULES.write(state, event, LABELS) == text
    assert RULES.read(state, text, LABELS) == event
    play(state, event)
    assert RULES.turn(state) == "1"


def test_what_the_rules_derive_may_be_left_out_by_hand() -> None:
    assert RULES.read(table(), "RUBSS", LABELS) == rolled("SSBUR")
    assert RULES.read(choosing(), "take sushi", LABELS) == PortionTaken(0, "sushi")
    assert RULES.read(choosing(), "steal sushi 2 Bo", LABELS) == PortionStolen(0, 1, "sushi", 2)


@pytest.mark.parametrize("label", ["keep", "take", "SSBUR", "forced", "steal"])
def test_any_label_is_told_from_the_words_of_the_notation(label: str) -> None:
    state = table(sushi=[1], bones=[-3], sushi_stacks={1: [2]})
    labels = (label, "Bo", "Cy")
    for events in ((rolled("SSUUR"), kept(0, "SSUUR")), (rolled("BBUUU"),)):
        now = state.clone()
        for event in events:
            assert RULES.read(now, RULES.write(now, event, labels), labels) == event
            play(now, event)
    now = play(state.clone(), rolled("SBBUR"), PortionTaken(0, "sushi"), rolled("BUUUU"))
    now.sushi_stacks[0] = [1]
    stolen = PortionStolen(1, 0, "sushi", 1)
    assert RULES.read(now, RULES.write(now, stolen, labels), labels) == stolen


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (table(), "Bo SSBUR"),
        (table(), "Ana SSBUX"),
        (table(), "Ana"),
        (table(), "Ana SSBUR SSBUR"),
        (table(), "Ana SSBUR forced -1"),
        (table(), ""),
        (table(), "take sushi"),
        (play(table(), rolled("SSBUR"), kept(0, "U")), "Ana SSBB"),
        (choosing(), "take sushi +2"),
        (choosing(), "take sushi +1 +1"),
        (choosing(), "take sushi ١"),
        (choosing(), "take tea"),
        (choosing(), "take"),
        (choosing(), "keep"),
        (choosing(), "keep s"),
        (choosing(), "keep S twice"),
        (choosing(), "keep S forced +1"),
        (choosing(), "steal sushi Bo"),
        (choosing(), "steal sushi one Bo"),
        (choosing(), "steal sushi ²  Bo"),
        (choosing(), "steal sushi 2 Dee"),
        (choosing(), "steal sushi 2 Bo +6"),
        (choosing(), "steal tea 2 Bo"),
        (choosing(), "SSBUR"),
        (RULES.start(make_setup(RULES, seats=2, options={})), "sushi 1 2 3"),
        (RULES.start(make_setup(RULES, seats=2, options={})), "sushi 1 / sushi -1"),
        (RULES.start(make_setup(RULES, seats=2, options={})), "bones -1 / sushi 1"),
        (RULES.start(make_setup(RULES, seats=2, options={})), "sushi x / bones -1"),
    ],
)
def test_what_cannot_be_meant_is_refused(state: State, text: str) -> None:
    before = state.clone()
    with pytest.raises(RuleViolation, match="bad_notation"):
        RULES.read(state, text, LABELS)
    assert state == before


def test_an_illegal_event_is_still_read_so_that_the_rules_can_say_why() -> None:
    state = choosing()
    for text, code in (
        ("steal sushi 7 Bo +3", "no_such_position"),
        ("steal bones 1 Bo", "too_few_chopsticks"),
        ("keep RR", "dice_not_thrown"),
    ):
        with pytest.raises(RuleViolation, match=code):
            RULES.check(state, RULES.read(state, text, LABELS))
    throwing = play(table(), rolled("SSBUR"), kept(0, "U"))
    with pytest.raises(RuleViolation, match="wrong_number_of_dice"):
        RULES.check(throwing, RULES.read(throwing, "SSB forced -1", LABELS))


@given(st.text(alphabet="SBUR +-0123456789/keptaslsushibonesAnaBoforced", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    for state in (table(), choosing(), RULES.start(make_setup(RULES, seats=2, options={}))):
        read, code = None, ""
        try:
            read = RULES.read(state, text, LABELS)
        except RuleViolation as violation:
            code = violation.code
        assert isinstance(read, Event) or code == "bad_notation"


def test_an_event_of_another_game_has_no_notation_and_no_sentence() -> None:
    acts: list[Callable[..., str]] = [
        RULES.write,
        lambda state, event, labels: RULES.describe(state, event, labels, "en"),
    ]
    for act in acts:
        with pytest.raises(RuleViolation, match="not_expected"):
            act(table(), StrangerCame(0), LABELS)
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.check(table(), StrangerCame(0))


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (
            PortionTaken(0, "sushi"),
            "Ana takes the 1st sushi (+1).",
            "Ana prend la 1re bouchée de sushi (+1).",
        ),
        (
            PortionStolen(0, 1, "sushi", 1),
            "Ana steals the top sushi from Bo (+6).",
            "Ana vole à Bo le sushi au sommet de sa pile (+6).",
        ),
        (
            PortionStolen(0, 1, "sushi", 3),
            "Ana steals the 3rd sushi from the top from Bo (+2).",
            "Ana vole à Bo la 3e bouchée de sushi en partant du haut (+2).",
        ),
        (kept(0, "UU"), "Ana sets aside 2 blue.", "Ana met de côté 2 baguettes bleues."),
    ],
)
def test_events_are_told_in_english_and_french(event: Choice, english: str, french: str) -> None:
    state = choosing()
    RULES.check(state, event)
    before = state.clone()
    assert RULES.describe(state, event, LABELS, "en") == english
    assert RULES.describe(state, event, LABELS, "fr") == french
    assert state == before


def test_bones_and_depth_are_told_too() -> None:
    state = play(table(bone_stacks={2: [-1] * 5}), rolled("SRRRR"))
    assert RULES.describe(state, PortionStolen(0, 2, "bones", 4), LABELS, "en") == (
        "Ana steals the 4th bone from the top from Cy (−1)."
    )
    assert RULES.describe(state, PortionStolen(0, 2, "bones", 1), LABELS, "fr") == (
        "Ana vole à Cy l'arête au sommet de sa pile (−1)."
    )


def test_the_sentence_says_when_the_match_ends() -> None:
    state = play(table(sushi=[2], bones=[]), rolled("SBBUR"))
    last = PortionTaken(0, "sushi")
    assert RULES.describe(state, last, LABELS, "en").endswith("That was the last portion.")
    state = play(table(), rolled("SBBUR"))
    state.turn = MOST_TURNS
    assert RULES.describe(state, last, LABELS, "fr").endswith("interrompue après 1000 tours.")


def test_the_board_shows_rows_dice_and_stacks() -> None:
    state = table(sushi=[5, 1], bones=[], sushi_stacks={1: [2, 6]}, bone_stacks={1: [-1]})
    play(state, rolled("SSBUR"), kept(0, "U"), rolled("SSBR"))
    assert RULES.text_board(state, LABELS, "en").splitlines() == [
        "Turn 1: Ana, throw 2 of 3",
        "Sushi:  +5 +1",
        "Bones:  none",
        "Thrown: 2 sushi, 1 bone, 1 red",
        "Aside:  1 blue",
        "Ana: 0 points",
        "  Sushi (bottom to top): none",
        "  Bones (bottom to top): none",
        "Bo: 1 points",
        "  Sushi (bottom to top): +2 +6",
        "  Bones (bottom to top): -1",
        "Cy: 0 points",
        "  Sushi (bottom to top): none",
        "  Bones (bottom to top): none",
    ]
    assert "Arêtes : aucune" in RULES.text_board(state, LABELS, "fr")


def test_the_board_says_how_the_match_stands() -> None:
    start = RULES.start(make_setup(RULES, seats=2, options={}))
    assert "not laid" in RULES.text_board(start, LABELS, "en")
    assert RULES.text_board(table(), LABELS, "fr").startswith("Tour 1 : Ana, lancer 1 sur 3")
    ended = play(table(sushi=[2], bones=[]), rolled("SBBUR"), PortionTaken(0, "sushi"))
    assert RULES.text_board(ended, LABELS, "en").startswith("The match is over")
    ended.sushi = [1]
    assert RULES.text_board(ended, LABELS, "en").startswith("The match was cut off")


def test_the_example_of_the_documentation_is_a_legal_record() -> None:
    page = Path(__file__).parents[3] / "docs" / "games" / "sushi_bar.md"
    moves = page.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0]
    headers = '[Kaiten "1"]\n[Game "sushi_bar"]\n[Rules "1"]\n[Seats "Ana Bo"]\n'
    assert write_record(RULES, read_record(headers + moves, rules_of)).endswith("\n\n" + moves)
