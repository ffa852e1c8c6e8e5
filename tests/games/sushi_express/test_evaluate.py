"""What the greedy bot is told a choice is worth."""

from typing import Any

import pytest

from games.bots import bot_named
from games.core.events import Event
from games.core.matches import make_setup, play_match
from games.core.replay import fold
from games.core.rng import SeededRng
from games.sushi_express.evaluate import REACH, evaluate
from games.sushi_express.events import (
    BetPlaced,
    CustomerTaken,
    ParkCameFirst,
    PawnsSwapped,
    RerollChosen,
    RowDecided,
    VanMoved,
)
from games.sushi_express.state import State
from games.testing.mutants import StrangerCame
from games.testing.scale import scaled
from tests.games.sushi_express.table import HAND, RULES, bet, play, table, throw
from tests.games.sushi_express.test_orders import driven, gone

NONE = {0: (), 1: (), 2: ()}


def chosen(state: State) -> Event:
    return bot_named("greedy").choose(RULES, state, state.acting, SeededRng(0))


def test_the_chance_to_reach_a_bet_is_that_of_two_throws() -> None:
    assert REACH[2] == 1000
    assert REACH[12] == 1000 - (1000 - 27) * (1000 - 27) // 1000
    assert sorted(REACH.values(), reverse=True) == [REACH[box] for box in range(2, 13)]


def test_a_new_colour_is_better_than_one_more_of_the_same() -> None:
    state = throw(bet(table(hands=NONE, vans=(8, 1, 3), customers={0: ["pink"]}), 7, 3, 2), (6, 6))
    assert chosen(state) in (CustomerTaken(0, "light_blue"), CustomerTaken(0, "dark_blue"))


def test_a_tip_is_worth_most_to_who_has_the_fewest() -> None:
    row = ("tip", "light_blue", "dark_blue")
    mine = {0: ["light_blue", "dark_blue"], 1: ["tip"] * 3, 2: ["tip"] * 3}
    position: dict[str, Any] = {"hands": NONE, "vans": (8, 1, 3), "row": row}
    poor = throw(bet(table(**position, customers=mine), 7, 3, 2), (6, 6))
    rich = throw(bet(table(**position, customers={0: ["tip"] * 4}), 7, 3, 2), (6, 6))
    tip = CustomerTaken(0, "tip")
    assert evaluate(poor, 0, tip) > evaluate(rich, 0, tip)
    assert chosen(rich) != tip


def test_a_bet_that_nobody_reaches_is_worth_less_than_one_of_six_or_seven() -> None:
    state = table()
    assert evaluate(state, 0, BetPlaced(0, 7)) > evaluate(state, 0, BetPlaced(0, 12))
    assert evaluate(state, 0, BetPlaced(0, 7)) > evaluate(state, 0, BetPlaced(0, 2))


def test_higher_bets_of_others_take_a_low_bet_along() -> None:
    alone = bet(table(seats=3), 3, 2)
    along = bet(table(seats=3), 8, 9)
    assert evaluate(along, 2, BetPlaced(2, 7)) > evaluate(alone, 2, BetPlaced(2, 7))


def test_a_card_that_brings_nothing_is_kept() -> None:
    state = throw(bet(table(), 7, 5, 4), (6, 6))
    assert chosen(state) == VanMoved(0, 0)


def test_a_card_that_brings_a_customer_is_laid_down() -> None:
    state = throw(bet(table(vans=(6, 1, 3)), 5, 3, 2), (6, 6))
    assert chosen(state) == VanMoved(0, 1)


def test_a_die_is_thrown_again_when_that_is_likely_to_help() -> None:
    hands = {0: (*HAND, "reroll")}
    state = throw(bet(table(hands=hands, vans=(8, 1, 3)), 7, 3, 2), (1, 5))
    assert chosen(state) == RerollChosen(0, 1)
    hopeless = throw(bet(table(hands=hands, vans=(8, 1, 3)), 12, 3, 2), (1, 1))
    assert chosen(hopeless) == RerollChosen(0, None)


def test_a_swap_is_worth_the_place_that_it_brings_less_the_card() -> None:
    state = bet(table(hands={2: ("swap",)}, vans=(1, 2, 3)), 9, 8)
    assert evaluate(state, 2, PawnsSwapped(2, 8)) < max(
        evaluate(state, 2, BetPlaced(2, box)) for box in range(2, 8)
    )
    play(state, BetPlaced(2, 7, 1))
    assert evaluate(state, 2, PawnsSwapped(2, 7)) != evaluate(state, 2, PawnsSwapped(2, 8))


def test_knowing_the_park_card_first_never_hurts() -> None:
    state = throw(bet(table(vans=(8, 1, 3), hands=NONE), 8, 2, 3), (6, 6))
    assert chosen(state) == ParkCameFirst(0)


def test_a_row_that_suits_the_others_is_discarded() -> None:
    others = {2: ["light_blue", "dark_blue", "pink"]}
    assert chosen(driven(customers=others)) == RowDecided(2, "discard")
    mine = {0: ["light_blue", "dark_blue"], 1: ["light_blue", "dark_blue"]}
    assert chosen(driven(customers=mine)) == RowDecided(2, "keep")


def test_a_leader_ends_the_match_and_nobody_else_does() -> None:
    stock = gone(31)[:-1]
    ahead = driven(customers={2: ["pink"]}, discarded=stock)
    assert evaluate(ahead, 2, RowDecided(2, "discard")) > 0
    behind = driven(customers={0: ["pink"]}, discarded=stock)
    assert evaluate(behind, 2, RowDecided(2, "discard")) < 0


def test_an_event_of_another_game_is_worth_nothing() -> None:
    assert evaluate(table(), 0, StrangerCame(0)) == 0


@pytest.mark.soak
def test_the_greedy_bot_beats_random_ones() -> None:
    setup = make_setup(RULES, seats=4, options={})
    number = max(40, scaled(200))
    won = 0
    for match in range(number):
        bots = [bot_named("random")] * 4
        bots[match % 4] = bot_named("greedy")
        state = fold(RULES, setup, play_match(RULES, setup, bots, f"strength/{match}"))
        won += RULES.outcome(state).places[match % 4] == 1
    assert won > number * 3 // 4
