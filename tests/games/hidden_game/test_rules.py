"""The few rules of Lanterns itself, where the laws of the contract do not reach."""

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.replay import checked_fold
from games.testing.play import sit
from games.testing.play_laws import refusal
from tests.games.hidden_game import RULES
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown

SETUP = make_setup(RULES, seats=2, options={"hand_size": 2})
EVENTS = [
    Dealt(0, ("dusk", "blue")),
    Dealt(1, ("coral", "dusk")),
    Asked(0, 1, "dusk"),
    Answered(1, "dusk"),
    CardChosen(0, 0, "blue"),
    CardChosen(1, 0, "coral"),
    Drawn(0, "blue"),
    HandShown(0, ("dusk",), ("blue",)),
    HandShown(1, ("dusk",), ()),
]


def test_a_hand_has_no_order() -> None:
    assert Dealt(0, (None, "blue", "amber")) == Dealt(0, ("amber", None, "blue"))


def test_scores_count_table_tray_and_what_is_left() -> None:
    outcome = RULES.outcome(checked_fold(RULES, SETUP, EVENTS))
    assert [[line.points for line in lines] for lines in outcome.breakdown] == [
        [2, 1, -2],
        [3, 0, -2],
    ]
    assert (outcome.scores, outcome.places) == ((1, 1), (1, 1))


def test_hidden_lanterns_do_not_count_before_they_are_shown() -> None:
    outcome = RULES.outcome(checked_fold(RULES, SETUP, EVENTS[:-2]))
    assert outcome.scores == (2, 3)
    assert not outcome.final


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_counting_the_table_gives_the_scores_of_the_match(seats: int, seed: int) -> None:
    match = sit(RULES, seats, seed)
    tables = [
        {
            "table": match.last.tables[seat],
            "hand": match.last.held(seat).known,
            "tray": match.last.trays[seat].known,
        }
        for seat in range(seats)
    ]
    assert RULES.tally(match.setup, tables) == RULES.outcome(match.last)


def test_more_lanterns_than_the_box_holds_cannot_be_counted() -> None:
    table = {"table": ["dusk"], "hand": ["dusk"], "tray": []}
    with pytest.raises(RuleViolation) as refused:
        RULES.tally(SETUP, [table, table])
    assert refused.value.code == "no_deal_explains"


@pytest.mark.parametrize(
    ("ply", "event", "code"),
    [
        (0, Dealt(1, ("amber", "blue")), "not_your_turn"),
        (0, Dealt(0, ("amber",)), "wrong_hand_size"),
        (0, Dealt(0, ("amber", "ruby")), "no_such_card"),
        (2, Asked(1, 0, "dusk"), "not_your_turn"),
        (2, Asked(0, 0, "dusk"), "asks_itself"),
        (2, Asked(0, 2, "dusk"), "no_such_seat"),
        (2, Asked(-1, 1, "dusk"), "no_such_seat"),
        (2, Drawn(0, "amber"), "not_expected"),
        (3, Answered(1, None), "hides_card"),
        (3, Answered(1, "coral"), "wrong_answer"),
        (4, CardChosen(0, 0, "amber"), "not_in_hand"),
        (4, CardChosen(0, 1, "blue"), "wrong_round"),
        (4, CardChosen(0, 0, None), "card_untold"),
        (5, CardChosen(0, 0, "dusk"), "not_your_turn"),
        (7, HandShown(0, ("blue",), ("blue",)), "shows_others"),
        (7, HandShown(0, ("dusk",), ("dusk",)), "shows_others"),
        (9, HandShown(0, ("dusk",), ("blue",)), "match_over"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_its_code(ply: int, event: Event, code: str) -> None:
    violation = refusal(RULES, checked_fold(RULES, SETUP, EVENTS[:ply]), event)
    assert violation is not None
    assert violation.code == code


def test_a_box_that_is_too_small_for_the_table_is_refused() -> None:
    for box, code in (([1, 1, 1, 1], "box_too_small"), ([9, 9], "box_wrong_counts")):
        with pytest.raises(RuleViolation) as refused:
            make_setup(RULES, seats=2, options={"box": box})
        assert refused.value.code == code


def test_nobody_draws_from_an_empty_deck() -> None:
    setup = make_setup(RULES, seats=2, options={"box": [4, 4, 0, 0], "hand_size": 4})
    events = [Dealt(0, ("amber",) * 4), Dealt(1, ("blue",) * 4), Asked(0, 1, "dusk")]
    events += [Answered(1, None), CardChosen(0, 0, "amber"), CardChosen(1, 0, "blue")]
    assert checked_fold(RULES, setup, events).phase == "ask"


def test_a_quiet_start_has_no_first_question() -> None:
    setup = make_setup(RULES, seats=3, options={"quiet_start": True})
    dealt = [Dealt(seat, (None,) * 3) for seat in range(3)]
    assert checked_fold(RULES, setup, dealt).phase == "choose"
