"""What the greedy bot is told a choice is worth."""

import pytest

from games.bots import bot_named
from games.core.events import Event
from games.core.matches import make_setup, play_match
from games.core.replay import fold
from games.core.rng import SeededRng
from games.sushi_roll.evaluate import evaluate
from games.sushi_roll.events import ChopsticksUsed, DieTaken, MenuUsed
from games.sushi_roll.state import State
from games.testing.mutants import StrangerCame
from games.testing.scale import scaled
from tests.games.sushi_roll.table import RULES, blind, choosing, menu, swap, take


def chosen(state: State) -> Event:
    return bot_named("greedy").choose(RULES, state, state.seat, SeededRng(0))


def test_a_high_nigiri_goes_onto_a_free_wasabi() -> None:
    state = choosing(["squid", "dumpling"], ["egg", "egg"], trays={0: ["wasabi"]})
    assert chosen(state) == take(0, "squid")


def test_the_third_sashimi_is_worth_more_than_the_first() -> None:
    state = choosing(["sashimi", "squid"], ["egg", "egg"], trays={0: ["sashimi"] * 2})
    assert chosen(state) == take(0, "sashimi")
    state.trays[0] = ()
    assert evaluate(state, 0, take(0, "sashimi")) < evaluate(state, 0, take(0, "squid"))


def test_the_last_turn_is_worth_exactly_its_points() -> None:
    state = choosing(["tempura"], ["egg"], trays={0: ["tempura"] * 2, 1: ["maki1"]})
    assert evaluate(state, 0, take(0, "tempura")) == 500
    assert evaluate(state, 0, take(0, "maki3")) == 600 + 300
    assert evaluate(state, 0, take(0, "wasabi")) == 0


def test_a_menu_is_worth_the_exact_expectation_less_its_price() -> None:
    state = choosing(["egg"], ["squid"])
    state.round = 3
    worths = [evaluate(state, 0, take(0, face)) for face in state.kit.sides["nigiri"]]
    assert evaluate(state, 0, menu(0, "egg")) == sum(worths) // 6 - 50


def test_a_bad_belt_is_rolled_again_rather_than_taken() -> None:
    state = choosing(["sashimi"] * 4, ["squid"] * 4, red=0)
    state.round = 3
    state.chopsticks = [0, 2]
    assert isinstance(chosen(state), MenuUsed)


def test_the_best_die_of_an_opponent_is_fetched() -> None:
    state = choosing(["sashimi", "sashimi"], ["squid", "egg"], trays={0: ["wasabi"]})
    state.menus = [0, 3]
    assert chosen(state) == swap(0, "sashimi", 1, "squid")


def test_what_is_unknown_is_worth_something_too() -> None:
    state = blind(2)
    assert isinstance(evaluate(state, 0, menu(0, None, None)), int)
    assert isinstance(evaluate(state, 0, swap(0, None, 1, None)), int)
    assert isinstance(chosen(state), DieTaken | MenuUsed | ChopsticksUsed)


def test_an_event_of_another_game_is_worth_nothing() -> None:
    assert evaluate(blind(2), 0, StrangerCame(0)) == 0


@pytest.mark.soak
def test_greedy_beats_three_random_bots_far_more_often_than_one_in_four() -> None:
    setup = make_setup(RULES, seats=4, options={})
    wins, matches = 0, max(30, scaled(300))
    for number in range(matches):
        bots = [bot_named("random")] * 4
        bots[number % 4] = bot_named("greedy")
        last = fold(RULES, setup, play_match(RULES, setup, bots, f"greedy/{number}"))
        wins += RULES.outcome(last).places[number % 4] == 1
    assert wins > matches * 3 // 4
