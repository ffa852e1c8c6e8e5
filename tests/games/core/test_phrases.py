"""A notation made from a table of phrases: one phrase, written and read."""

from dataclasses import dataclass

import pytest

from games.core.errors import RuleViolation
from games.core.events import Chance, Choice, Event, event_type
from games.core.phrases import WORD, Phrases, alone, many, note, number, one_of, spelled
from games.testing.mutants import StrangerCame


@event_type("phrases.drawn")
class Drawn(Chance, frozen=True):
    seat: int
    round: int
    cards: tuple[str | None, ...]


@event_type("phrases.bid")
class Bid(Choice, frozen=True):
    amount: int
    more: int = 0


@event_type("phrases.swapped")
class Swapped(Choice, frozen=True):
    other: int
    card: str | None


@event_type("phrases.rested")
class Rested(Choice, frozen=True):
    """Only in the phase of that name, where the seat is known."""


@dataclass
class Position:
    seat: int = 1
    round: int = 3
    best: int = 7
    phase: str = "play"


CARDS = {"egg": "egg", "omelette": "egg", "the": "tea"}
PHRASES = Phrases(
    {
        "cards": alone(many(alone(spelled(CARDS))), lambda state: (None,) * state.round),
        "card": alone(one_of({"egg": "E", "tea": "T"})),
        "amount": number("[0-9]{1,3}"),
        "more": number("[0-9]{1,2}", missing=0),
        "high": note(
            lambda state, event: "high" if event.amount > state.best else None,
            WORD,
            lambda _state, event: event.amount > 99,
        ),
    },
    {
        Drawn: "{seat} {gets|reçoit}[ {cards}]",
        Bid: "{seat} bids {amount}[+{more}][ {high}]",
        Swapped: "swap {card} of {other:seat}",
    },
    {"rest sleep": {Rested: "rest"}},
)
LABELS = ("Ana", "Bo", "bids")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Drawn(0, 3, ("egg", None)), "Ana gets egg ?"),
        (Drawn(0, 3, (None,) * 3), "Ana gets ?"),
        (Drawn(0, 3, ()), "Ana gets"),
        (Bid(1, 5), "Bo bids 5"),
        (Bid(1, 5, 2), "Bo bids 5+2"),
        (Bid(1, 8), "Bo bids 8 high"),
        (Bid(2, 8, 1), "bids bids 8+1 high"),
        (Swapped(1, 0, "tea"), "swap T of Ana"),
        (Swapped(1, 2, None), "swap ? of bids"),
    ],
)
def test_one_phrase_is_written_and_read_back(event: Event, text: str) -> None:
    assert PHRASES.write(Position(), event, LABELS) == text
    assert PHRASES.read(Position(), text, LABELS) == event
    assert PHRASES.read(Position(), f"  {text.replace(' ', '   ')} ", LABELS) == event


@pytest.mark.parametrize("text", ["Ana reçoit thé", "Ana RECOIT The", "Ana gets (t-h_é)"])
def test_a_word_is_read_in_each_spelling(text: str) -> None:
    assert PHRASES.read(Position(), text, LABELS) == Drawn(0, 3, ("tea",))


def test_a_field_without_a_part_is_that_of_the_state() -> None:
    assert PHRASES.read(Position(round=9), "Ana gets egg", LABELS) == Drawn(0, 9, ("egg",))
    assert PHRASES.read(Position(seat=2), "swap E of Bo", LABELS) == Swapped(2, 1, "egg")


def test_a_note_may_be_left_out_but_not_be_wrong() -> None:
    assert PHRASES.read(Position(), "Bo bids 8", LABELS) == Bid(1, 8)
    for text in ("Bo bids 7 high", "Bo bids 8 low"):
        with pytest.raises(RuleViolation, match="bad_notation"):
            PHRASES.read(Position(), text, LABELS)


def test_a_note_of_an_illegal_event_is_left_to_the_rules() -> None:
    assert PHRASES.read(Position(), "Bo bids 100 low", LABELS) == Bid(1, 100)


@pytest.mark.parametrize("phase", ["rest", "sleep"])
def test_a_phase_with_a_table_of_its_own_reads_nothing_else(phase: str) -> None:
    state = Position(phase=phase)
    assert PHRASES.write(state, Rested(1), LABELS) == "rest"
    assert PHRASES.read(state, "rest", LABELS) == Rested(1)
    for other, text in ((state, "Bo bids 8"), (Position(), "rest")):
        with pytest.raises(RuleViolation, match="bad_notation"):
            PHRASES.read(other, text, LABELS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ana",
        "Zoe gets egg",
        "Ana gets steak",
        "Ana takes egg",
        "Bo Bids 5",
        "Bo bids",
        "Bo bids 1000",
        "Bo bids ٣",
        "Bo bids 5+",
        "Bo bids 5 +1",
        "Bo bids 5 5 5",
        "swap T of",
        "swap t of Ana",
        "swap T of Ana Bo",
        "x" * 200,
    ],
)
def test_what_no_phrase_says_is_refused_with_its_beginning(text: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        PHRASES.read(Position(), text, LABELS)
    assert (caught.value.code, caught.value.params) == ("bad_notation", {"text": text[:80]})


def test_an_event_without_a_phrase_is_not_written() -> None:
    with pytest.raises(RuleViolation, match="not_expected"):
        PHRASES.write(Position(), StrangerCame(0), LABELS)


def test_a_game_without_phases_needs_none() -> None:
    plain = Phrases({"amount": number("[0-9]"), "more": number("[0-9]")}, {Bid: "{amount}/{more}"})
    assert plain.read(Drawn(1, 1, ()), "3/4", LABELS) == Bid(1, 3, 4)
