"""Any box by name: nothing but reported results."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.needs import Need
from games.core.rng import SeededRng
from games.core.setup import Setup
from games.core.viewer import PUBLIC
from games.registry import rules_of
from games.sushi_bar.events import DiceRolled

RULES = rules_of("plain")


def setup(seats: int = 3, **options: str) -> Setup:
    return make_setup(RULES, seats=seats, options=options)


def test_a_plain_game_has_a_title_and_says_who_wins() -> None:
    assert setup().options == {"title": "Game", "winner": "highest"}
    assert setup(title="  Hive ", winner="lowest").options == {"title": "Hive", "winner": "lowest"}


@pytest.mark.parametrize("title", ["", "   ", "x" * 81])
def test_a_title_has_one_to_eighty_characters(title: str) -> None:
    with pytest.raises(RuleViolation, match="option_text_length"):
        setup(title=title)


@pytest.mark.parametrize("seats", [1, 9])
def test_a_plain_game_takes_two_to_eight_seats(seats: int) -> None:
    with pytest.raises(RuleViolation, match="wrong_seat_count"):
        setup(seats)


def test_a_match_waits_for_nothing_and_is_never_final_by_itself() -> None:
    state = RULES.start(setup())
    outcome = RULES.outcome(state)
    assert RULES.needs(state) == ()
    assert list(RULES.choices(state, 0)) == []
    assert (outcome.final, outcome.ending, outcome.scores) == (False, "running", (0, 0, 0))
    assert RULES.reported_only


@pytest.mark.parametrize(
    ("winner", "places"), [("highest", (2, 1, 4, 2)), ("lowest", (2, 4, 1, 2))]
)
def test_scores_give_places_and_equal_scores_share_the_better_one(
    winner: str, places: tuple[int, ...]
) -> None:
    tables = [{"score": score} for score in (5, 9, -2, 5)]
    outcome = RULES.tally(setup(4, winner=winner), tables)
    assert outcome.places == places
    assert outcome.scores == (5, 9, -2, 5)
    assert outcome.final
    assert [line.points for lines in outcome.breakdown for line in lines] == [5, 9, -2, 5]


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ([{"score": 1}], "bad_tables"),
        ([{"score": 1}, {}], "bad_tables"),
        ([{"score": 1}, {"score": 1, "more": 2}], "bad_tables"),
        ([{"score": 1}, {"score": "1"}], "bad_tables"),
        ([{"score": 1}, {"score": True}], "bad_tables"),
        ([{"score": 1}, None], "bad_tables"),
        ([{"score": 1}, {"score": 2**53}], "integer_too_large"),
    ],
)
def test_tables_that_are_not_scores_are_refused(tables: list[Any], code: str) -> None:
    with pytest.raises(RuleViolation, match=code):
        RULES.tally(setup(2), tables)


def test_every_event_and_every_piece_of_notation_is_refused() -> None:
    state, event = RULES.start(setup()), DiceRolled(())
    for act in (
        lambda: RULES.check(state, event),
        lambda: RULES.write(state, event, "ABC"),
        lambda: RULES.describe(state, event, "ABC", "en"),
        lambda: RULES.sample(state, Need("throw", "chance", None, ()), SeededRng(1)),
    ):
        with pytest.raises(RuleViolation, match="not_expected"):
            act()
    with pytest.raises(RuleViolation, match="bad_notation"):
        RULES.read(state, "x", "ABC")
    RULES.apply(state, event)
    assert state == RULES.start(setup())


def test_there_is_one_state_and_everybody_sees_it() -> None:
    state = RULES.start(setup(winner="lowest"))
    assert RULES.view(state, PUBLIC) == RULES.determinize(state, SeededRng(1)) == state
    assert RULES.redact(DiceRolled(()), state, PUBLIC) == DiceRolled(())
    assert RULES.to_data(state) == {"seats": 3, "winner": "lowest"}
    assert RULES.evaluate(state, 0, DiceRolled(())) == 0
    assert RULES.turn(state) == ""
    assert state != RULES.start(setup()) != "state"
    assert repr(state) == "State(lowest_wins=True, seats=3)"
    assert "A, B, C" in RULES.text_board(state, "ABC", "fr")
