"""Scoring, counts of finished tables, and what the box cannot hold; sentences are cited."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.outcome import Outcome
from games.sushi_express.components import ACTIONS, CUSTOMERS, USUAL_COLOURS
from games.sushi_express.scoring import customer_points, tip_points
from tests.games.sushi_express.recount import recounted
from tests.games.sushi_express.table import RULES, table

SETUP = make_setup(RULES, seats=3, options={})
CLAUDE = ["light_blue"] * 3 + ["dark_blue"] * 2 + ["pink", "violet"]
NOTHING: dict[str, list[str]] = {}


def counts(cards: list[str]) -> list[int]:
    return [cards.count(name) for name in CUSTOMERS]


def tally(*tables: Any) -> Outcome:
    return RULES.tally(SETUP, list(tables))


def lines(outcome: Outcome, seat: int) -> dict[str, int]:
    return {line.rule: line.points for line in outcome.breakdown[seat]}


def test_the_example_of_the_rulebook() -> None:
    """SE-X1, A2: 4x3 + 3x1 - 3 = 12; Andre, Bernard lose 0."""
    outcome = tally(
        {"customers": [*CLAUDE, "tip"]}, {"customers": ["tip"] * 3}, {"customers": ["tip"] * 3}
    )
    assert lines(outcome, 0) == {
        "first_customers": 12,
        "further_customers": 3,
        "tips": -3,
        "cards_left": 0,
    }
    assert outcome.scores == (12, 0, 0)
    assert outcome.places == (1, 2, 2)


@pytest.mark.parametrize("number", range(1, 9))
def test_the_first_customer_of_a_colour_gives_three_and_each_further_one(number: int) -> None:
    """SE-X2: single customer of a colour 3; k of a colour 3+(k-1)."""
    assert sum(customer_points(counts(["light_blue"] * number))) == 3 + (number - 1)


def test_each_colour_counts_for_itself() -> None:
    """« Le premier client de chaque couleur rapporte 3 points. »"""
    assert customer_points(counts([*USUAL_COLOURS, "light_blue", "dark_blue"])) == (24, 0)
    assert customer_points(counts(["tip"] * 8)) == (0, 0)


@pytest.mark.parametrize(
    ("tips", "lost"),
    [
        ((1, 3, 3), [-3, 0, 0]),
        ((0, 0, 5), [-5, -5, 0]),
        ((2, 2, 2), [-2, -2, -2]),
        ((0, 0, 0), [0, 0, 0]),
        ((4, 1, 2), [0, -4, 0]),
    ],
)
def test_who_has_the_fewest_tips_loses_as_many_points_as_the_most(
    tips: tuple[int, ...], lost: list[int]
) -> None:
    """A14: ties all lose; everybody equal: all lose that number; zero for all -> 0."""
    assert tip_points(tips) == lost


def test_tip_cards_in_the_hand_count_as_tips() -> None:
    """« compte comme une carte pourboire supplémentaire »"""
    outcome = tally({"actions": ["tip_action"] * 2}, {"customers": ["tip"]}, NOTHING)
    assert outcome.scores == (0, 0, -2)


def test_scores_may_be_negative() -> None:
    """A14."""
    assert tally({"customers": ["tip"] * 8}, {"customers": ["pink"]}, NOTHING).scores == (0, -5, -8)


def test_a_tie_goes_to_who_has_more_action_cards_left() -> None:
    """« celui des ex-æquos auquel il reste le plus grand nombre de cartes action »"""
    outcome = tally({"actions": ["swap"]}, {"actions": ["swap", "reroll"]}, {"actions": ["swap"]})
    assert (outcome.scores, outcome.places) == ((0, 0, 0), (2, 1, 2))


def test_tip_cards_do_not_break_a_tie() -> None:
    """A15 « sans compter les cartes pourboire prises en compte lors du décompte »"""
    one = ["tip"]
    outcome = tally(
        {"actions": ["tip_action", "swap"]},
        {"customers": one, "actions": ["same_bet", "reroll"]},
        {"customers": one, "actions": ["swap"]},
    )
    assert (outcome.scores, outcome.places) == ((-1, -1, -1), (2, 1, 2))


def test_the_same_score_and_as_many_cards_share_the_place() -> None:
    """A15: then shared."""
    assert tally(NOTHING, NOTHING, NOTHING).places == (1, 1, 1)


def test_most_points_win() -> None:
    """« Le joueur ayant le score le plus élevé … remporte la partie. »"""
    outcome = tally({"customers": ["pink"]}, {"customers": CLAUDE}, {"actions": ["swap"] * 4})
    assert outcome.places == (2, 1, 3)
    assert (outcome.final, outcome.ending) == (True, "complete")


def test_a_running_score_does_not_count_what_nobody_has_seen() -> None:
    """The tip cards of a hand count once they are shown."""
    state = table(hands={0: ("tip_action", "swap"), 1: (None, None)}, customers={2: ["tip"]})
    outcome = RULES.outcome(state)
    assert (outcome.final, outcome.ending) == (False, "running")
    assert outcome.scores == (-1, -1, 0)
    assert [seat[3].detail for seat in outcome.breakdown] == ["2", "2", "2"]


names = st.lists(st.sampled_from(["light_blue", "dark_blue", "pink", "tip"]), max_size=3)
hands = st.lists(st.sampled_from(["same_bet", "one_further", "tip_action"]), max_size=2)


@given(st.lists(names, min_size=3, max_size=3), st.lists(hands, min_size=3, max_size=3))
def test_a_count_is_scored_as_the_slow_reading_does(
    tables: list[list[str]], left: list[list[str]]
) -> None:
    cards = [card for one in (*tables, *left) for card in one]
    copies = {"pink": 2, "tip_action": 2, "one_further": 6}
    assume(all(cards.count(card) <= copies.get(card, 8) for card in cards))
    outcome = tally(
        *[{"customers": one, "actions": hand} for one, hand in zip(tables, left, strict=True)]
    )
    scores, places = recounted(tables, left)
    assert (list(outcome.scores), list(outcome.places)) == (scores, places)


def test_a_count_may_miss_cards_but_not_seats() -> None:
    for tables in ([], [NOTHING], [NOTHING] * 4):
        with pytest.raises(RuleViolation, match="bad_tables"):
            tally(*tables)


@pytest.mark.parametrize(
    "junk",
    [
        {"customers": 3},
        {"customers": "tip"},
        {"customers": ["sushi"]},
        {"customers": [1]},
        {"customers": [["tip"]]},
        {"actions": None},
        {"actions": ["tip"]},
        {"tea": []},
        [],
        "tip",
        None,
    ],
)
def test_a_count_of_the_wrong_form_is_refused(
    junk: list[Any] | dict[str, Any] | str | None,
) -> None:
    with pytest.raises(RuleViolation, match="bad_tables"):
        tally(NOTHING, NOTHING, junk)


@pytest.mark.parametrize(
    ("first", "second", "card"),
    [
        ({"customers": ["pink"]}, {"customers": ["pink"] * 2}, "pink"),
        ({"customers": ["tip"] * 9}, NOTHING, "tip"),
        ({"actions": ["tip_action"] * 2}, {"actions": ["tip_action"]}, "tip_action"),
        ({"actions": ["same_bet"] * 13}, NOTHING, "same_bet"),
    ],
)
def test_a_count_of_more_than_the_box_holds_is_refused(
    first: dict[str, list[str]], second: dict[str, list[str]], card: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        tally(first, second, NOTHING)
    assert caught.value.code == "tally_too_many"
    assert caught.value.params["item"] == [card]


def test_a_count_of_a_colour_that_the_box_lacks_names_the_option_that_corrects_it() -> None:
    with pytest.raises(RuleViolation) as caught:
        tally({"customers": ["brown"]}, NOTHING, NOTHING)
    assert caught.value.code == "customer_not_in_box"
    assert caught.value.params == {"customers": ["brown"], "option": "other_colours"}


def test_a_count_asks_for_customers_and_the_cards_left() -> None:
    customers, actions = RULES.count_fields(SETUP)
    assert (sum(customers.supply), sum(actions.supply)) == (36, 28)
    assert "brown" not in customers.of
    assert actions.of == ACTIONS
