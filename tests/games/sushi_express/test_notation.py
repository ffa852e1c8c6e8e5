"""The text form of events."""

from pathlib import Path

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.notation import Record, read_record, write_record
from games.core.replay import checked_fold
from games.registry import rules_of
from games.sushi_express.events import (
    ActionDrawn,
    BetPlaced,
    CustomersRevealed,
    CustomerTaken,
    DiceThrown,
    DieRerolled,
    FirstPlayerDrawn,
    HandShown,
    ParkCameFirst,
    PawnsSwapped,
    RerollChosen,
    RowDecided,
    VanMoved,
)
from games.sushi_express.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_express.matches import drawn_setup, played
from tests.games.sushi_express.table import HAND, LABELS, RULES, bet, play, table, throw

NAMES = LABELS[:3]


def thrown() -> State:
    return throw(bet(table(hands={0: (*HAND, "reroll")}), 9, 8, 7), (2, 5))


def driven() -> State:
    return throw(bet(table(), 9, 8, 7), (6, 5))


@pytest.mark.parametrize(
    ("state", "event", "text"),
    [
        (table(), CustomersRevealed(("tip", "pink", "tip")), "row pink tip tip"),
        (table(), FirstPlayerDrawn(1), "Bo starts"),
        (table(), BetPlaced(0, 7), "Ana bets 7"),
        (bet(table(), 7), BetPlaced(1, 7), "Bo bets 7 same"),
        (bet(table(), 7), BetPlaced(1, 8, 1), "Bo bets 8 swaps 1"),
        (bet(table(), 7), BetPlaced(1, 7, 2), "Bo bets 7 same swaps 2"),
        (bet(table(), 7, 8), PawnsSwapped(2, 7), "Cy swaps 7-8"),
        (bet(table(), 9, 8, 7), DiceThrown((5, 2)), "Ana throws 2+5"),
        (thrown(), RerollChosen(0, None), "Ana stays"),
        (thrown(), RerollChosen(0, 5), "Ana rerolls 5"),
        (play(thrown(), RerollChosen(0, 5)), DieRerolled(6), "die 6"),
        (thrown(), ActionDrawn(0, None), "Ana draws ?"),
        (thrown(), ActionDrawn(0, "tip_action"), "Ana draws tip_action"),
        (driven(), VanMoved(0, 0), "Ana drives 9"),
        (driven(), VanMoved(0, 1), "Ana drives 9+1"),
        (driven(), CustomerTaken(0, "dark_blue"), "Ana serves dark_blue"),
        (driven(), ParkCameFirst(0), "Ana parks first"),
        (driven(), RowDecided(2, "keep"), "Cy keeps"),
        (driven(), RowDecided(2, "discard"), "Cy discards"),
        (driven(), HandShown(2, ("swap", "same_bet")), "Cy shows same_bet swap"),
    ],
)
def test_every_event_has_one_text_and_reads_back(state: State, event: Event, text: str) -> None:
    assert RULES.write(state, event, NAMES) == text
    assert RULES.read(state, text, NAMES) == event


def test_headings_are_the_setup_the_rounds_and_the_end() -> None:
    state = table()
    assert RULES.turn(state) == "R1"
    state.round = 0
    assert RULES.turn(state) == "Setup"
    state.phase = "show"
    assert RULES.turn(state) == "End"


def test_what_the_rules_derive_may_be_left_out_by_hand() -> None:
    assert RULES.read(bet(table(), 7), "Bo bets 7", NAMES) == BetPlaced(1, 7)
    assert RULES.read(bet(table(), 7, 8), "Cy swaps 7", NAMES) == PawnsSwapped(2, 7)
    assert RULES.read(bet(table(), 9, 8, 7), "Ana throws 5+2", NAMES) == DiceThrown((2, 5))


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (table(), ""),
        (table(), "Ana"),
        (table(), "Ana bets"),
        (table(), "Ana bets seven"),
        (table(), "Ana bets 7 same"),
        (table(), "Ana bets 99 same"),
        (table(), "Ana bets 7 swaps"),
        (table(), "Ana bets 7 twice"),
        (table(), "Eve bets 7"),
        (table(), "Ana swaps 7-9"),
        (table(), "Ana draws sushi"),
        (table(), "Ana serves sushi"),
        (table(), "Ana shows sushi"),
        (table(), "row sushi"),
        (table(), "die x"),
        (bet(table(), 9, 8, 7), "Bo throws 2+5"),
        (bet(table(), 9, 8, 7), "Ana throws 25"),
        (driven(), "Ana drives 8"),
        (driven(), "Ana drives 9+"),
    ],
)
def test_what_cannot_be_read_is_refused(state: State, text: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.read(state, text, NAMES)
    assert caught.value.code == "bad_notation"


@pytest.mark.parametrize("label", ["row", "die", "bets", "pink", "tip", "throws", "swap"])
def test_any_label_is_told_from_the_words_of_the_notation(label: str) -> None:
    setup = drawn_setup(f"labels/{label}")
    events, _ = played(setup, f"labels/{label}")
    labels = (label, *LABELS[1 : setup.seats])
    state = RULES.start(setup)
    for event in events:
        assert RULES.read(state, RULES.write(state, event, labels), labels) == event
        RULES.apply(state, event)


def test_a_record_is_a_line_per_round() -> None:
    setup = drawn_setup("lines")
    events, last = played(setup, "lines")
    text = write_record(RULES, Record(setup, LABELS[: setup.seats], events))
    headings = [line.partition(":")[0] for line in text.splitlines() if ": " in line]
    assert headings[0] == "Setup"
    assert [name for name in headings if name.startswith("R")] == [
        f"R{number}" for number in range(1, last.round + 1)
    ]
    assert read_record(text, rules_of).events == events


def test_an_event_of_another_game_cannot_be_written() -> None:
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.write(table(), StrangerCame(0), NAMES)
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.check(table(), StrangerCame(0))


def test_sampling_refuses_what_the_match_does_not_wait_for() -> None:
    state = table()
    (need,) = RULES.needs(state)
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.sample(state, need, None)  # type: ignore[arg-type]
    (other,) = RULES.needs(bet(table(), 9, 8, 7))
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.sample(state, other, None)  # type: ignore[arg-type]


def test_the_example_of_the_documentation_is_a_legal_record() -> None:
    page = Path(__file__).parents[3] / "docs" / "games" / "sushi_express.md"
    moves = page.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0]
    headers = '[Kaiten "1"]\n[Game "sushi_express"]\n[Rules "1"]\n[Seats "Ana Bo Cy"]\n'
    record = read_record(headers + moves, rules_of)
    assert write_record(RULES, record).endswith("\n\n" + moves)
    assert checked_fold(RULES, record.setup, record.events).round == 4
