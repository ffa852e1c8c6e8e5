"""The text form: what it looks like, what it compares, what it refuses."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Choice
from games.core.notation import Record, read_record, write_record
from games.registry import rules_of
from games.sushi_boat import events as facts
from games.sushi_boat.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_boat.matches import drawn_setup, played
from tests.games.sushi_boat.table import ANA, BO, RULES, STAFF, plates, play, table

LABELS = ("Ana", "Bo", "Cy")


def challenged(**position: Any) -> State:
    return play(table(phase="reveal", **position), facts.CardRevealed("wasabi"))


CASES = [
    (table(phase="reveal"), facts.CardRevealed("tempura_red"), "Ana tempura red"),
    (table(phase="reveal"), facts.CardRevealed("wasabi"), "Ana wasabi"),
    (challenged(), facts.GuessPlaced(BO, 1, ("red", "blue")), "Bo guesses B R"),
    (challenged(), facts.GuessPlaced(BO, 1, None), "Bo guesses ?"),
    (challenged(), facts.GuessPlaced(BO, 1, ("takoyaki",)), "Bo guesses takoyaki"),
    (table(phase="move"), facts.PawnMoved(ANA, "L3"), "to L3"),
    (table(), facts.PawnBoughtOut(ANA, BO), "buy out Bo"),
    (table(), facts.OrderPlaced(ANA), "order"),
    (table(at="L5"), facts.PlateEaten(ANA, 1), "eat 1 BP"),
    (table(at="L5"), facts.PlateFetched(ANA, 12), "hiroshi 12 RM"),
    (table(at="L3"), facts.PlateFetched(ANA, 2), "yuki 2 BO"),
    (table(at="L1"), facts.TrashSearched(ANA, "green_salmon"), "neko GS"),
    (table(at="R1", discard=("miso",)), facts.DishFetched(ANA), "momoko miso"),
    (table(at="R3"), facts.SatsukiAsked(ANA), "satsuki"),
    (table(), facts.YenTaken(ANA), "yen"),
    (table(), facts.TempuraPlayed(ANA, 3), "tempura 3 BC"),
    (table(), facts.EdamamePlayed(ANA, 3), "edamame 3 BC"),
    (table(), facts.MisoPlayed(ANA), "miso"),
    (table(), facts.GyozaPlayed(ANA), "gyoza"),
    (table(), facts.YakitoriPlayed(ANA, (9, 1)), "yakitori 1 9"),
    (table(), facts.MochiPlayed(ANA, ("R1", "L1")), "mochi L1 R1"),
    (table(), facts.DishDiscarded(ANA, "miso"), "discard miso"),
    (table(), facts.TurnEnded(ANA), "end"),
]


@pytest.mark.parametrize(("state", "event", "text"), CASES, ids=lambda case: str(case)[:30])
def test_each_event_has_its_piece(state: State, event: Choice, text: str) -> None:
    assert RULES.write(state, event, LABELS) == text
    assert RULES.read(state, text, LABELS) == event


def test_setup_draws_and_late_guesses_have_their_pieces() -> None:
    state = table(phase="staff")
    event = facts.StaffPlaced(tuple(STAFF.values()))
    text = "staff neko momoko yuki satsuki hiroshi neko momoko"
    assert RULES.write(state, event, LABELS) == text
    assert RULES.read(state, text, LABELS) == event
    state = table(phase="belt")
    filled = facts.BeltFilled(plates("BS RP"), plates("GO YC WT"))
    assert RULES.write(state, filled, LABELS) == "belt BS RP / trash GO YC WT"
    assert RULES.read(state, "belt BS RP / trash YC GO WT", LABELS) == filled
    drawn = facts.PlatesDrawn(plates("BM RK"))
    assert RULES.write(table(phase="fill"), drawn, LABELS) == "draw BM RK"
    assert RULES.read(table(phase="fill"), "draw BM RK", LABELS) == drawn
    brought = facts.SatsukiDrew(plates("BM RK"))
    assert RULES.read(table(phase="satsuki"), "brings RK BM", LABELS) == brought
    kept = facts.PlateKept(ANA, "blue_omelette", "bottom")
    assert RULES.write(table(phase="keep"), kept, LABELS) == "keep BM bottom"
    late = facts.TakoyakiGuessed(BO, 1, ("white", "blue", "red"))
    state = challenged(hands={BO: ["takoyaki"]})
    play(state, *(facts.GuessPlaced(seat, 1, ("red", "red")) for seat in (0, 2)))
    play(state, facts.GuessPlaced(BO, 1, ("takoyaki",)))
    assert RULES.write(state, late, LABELS) == "Bo takoyaki B R W"
    assert RULES.read(state, "Bo takoyaki W B R", LABELS) == late


def test_the_heading_is_the_setup_or_the_number_of_the_turn() -> None:
    assert RULES.turn(table(phase="staff")) == "Setup"
    assert RULES.turn(table(phase="belt")) == "Setup"
    assert RULES.turn(table(turn=7)) == "7"


def test_what_follows_from_the_position_may_be_left_out() -> None:
    assert RULES.read(table(at="L5"), "eat 1", LABELS) == facts.PlateEaten(ANA, 1)
    assert RULES.read(table(), "momoko", LABELS) == facts.DishFetched(ANA)
    assert RULES.read(table(phase="reveal"), "mochi green", LABELS) == facts.CardRevealed(
        "mochi_green"
    )


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (table(at="L5"), "eat 1 RS"),
        (table(at="L5"), "eat 1 BP BP"),
        (table(at="L5"), "eat x"),
        (table(at="L5"), "eat 111"),
        (table(at="L5"), "yuki 12 RM"),
        (table(at="R1", discard=("miso",)), "momoko mochi"),
        (table(), "discard sake"),
        (table(), "buy out Zoe"),
        (table(), ""),
        (table(), "dance"),
        (table(phase="reveal"), "Bo tempura red"),
        (table(phase="reveal"), "Ana sake"),
        (table(phase="staff"), "staff cat"),
        (table(phase="belt"), "belt BS / bin GO"),
        (table(phase="belt"), "belt BS ZZ / trash GO"),
        (challenged(), "Bo guesses"),
        (challenged(), "Bo guesses P"),
        (challenged(), "Zoe guesses B B"),
        (challenged(), "eat 1"),
    ],
    ids=lambda case: str(case)[:20],
)
def test_what_cannot_be_read_is_refused(state: State, text: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.read(state, text, LABELS)
    assert caught.value.code == "bad_notation"


@pytest.mark.parametrize("number", range(12))
def test_whole_matches_read_back(number: int) -> None:
    setup = drawn_setup(f"notation/{number}")
    events, _ = played(setup, f"notation/{number}")
    labels = ("Ana", "Bo", "Cy", "Dee", "Eve")[: setup.seats]
    record = Record(setup, labels, events)
    text = write_record(RULES, record)
    assert read_record(text, rules_of) == record


def test_an_event_of_no_game_cannot_be_written() -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.write(table(), StrangerCame(ANA), LABELS)
    assert caught.value.code == "not_expected"
