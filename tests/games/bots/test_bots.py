"""Bots play every game through the contract alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.bots import bot_named, bot_names
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.matches import make_setup, play_match
from games.core.replay import checked_fold
from games.core.rng import SeededRng
from games.core.words import CORE_WORDS
from games.registry import games, rules_of
from games.testing.scale import sampled

PLAYED = [rules for rules in games() if not rules.reported_only]
QUICK = ("random", "greedy", "search:2")
"""Every kind of bot, with a budget that lets it finish soon."""


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.slug)
def test_a_bot_plays_any_game_to_its_end_and_the_same_way_from_the_same_seed(
    rules: AnyRules, name: str
) -> None:
    fewest_and_most = (rules.seats.start, rules.seats.stop - 1)
    for seats in sampled(fewest_and_most, 2, QUICK.index(name) + len(rules.slug)):
        setup = make_setup(rules, seats=seats, options={})
        events = play_match(rules, setup, [bot_named(name)] * seats, "bots")
        assert rules.outcome(checked_fold(rules, setup, events)).final
        assert events == play_match(rules, setup, [bot_named(name)] * seats, "bots")


UNKNOWN = (
    *("", "oracle" * 20, "Greedy", "search", "search:", "search:x", "search:0", "search:-1"),
    *("search:064", "search:6.4", "search:64 ", "search:64\n", "search:٣", "search:10001"),
    *("search:99999999", "search:" + "9" * 5000),
)


@pytest.mark.parametrize("name", UNKNOWN, ids=lambda name: repr(name[:16]))
def test_a_bot_that_nobody_wrote_is_refused(name: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        bot_named(name)
    assert caught.value.code == "unknown_bot"
    assert len(str(caught.value.params["bot"])) <= 40
    assert "code.unknown_bot" in CORE_WORDS


def test_the_listed_bots_go_by_their_names_and_a_search_takes_any_budget_within_reason() -> None:
    assert bot_names() == ("random", "greedy", "search:64", "search:1000")
    for name in (*bot_names(), "search:1", "search:10000"):
        assert bot_named(name).name == name


def test_choosing_changes_nothing_in_the_view() -> None:
    rules = rules_of("sushi_bar")
    state = rules.start(make_setup(rules, seats=3, options={}))
    rng = SeededRng(3)
    while (need := rules.needs(state)[0]).seat is None:
        rules.apply(state, rules.sample(state, need, rng))
    before = state.clone()
    for name in QUICK:
        bot_named(name).choose(rules, state, need.seat, rng)
        assert state == before


def test_greedy_beats_random_from_every_seat() -> None:
    rules = rules_of("sushi_bar")
    for seats in (2, 4):
        setup = make_setup(rules, seats=seats, options={})
        wins = 0
        for number in range(40):
            seat = number % seats
            bots = [bot_named("greedy" if k == seat else "random") for k in range(seats)]
            state = checked_fold(rules, setup, play_match(rules, setup, bots, number))
            wins += rules.outcome(state).places[seat] == 1
        assert wins > 25


def test_greedy_picks_among_equals_by_its_generator() -> None:
    class Equal:
        def choices(self, _view: None, _seat: int) -> Iterator[str]:
            return iter("abc")

        def evaluate(self, _view: None, _seat: int, choice: str) -> int:
            return {"a": -5, "b": -1, "c": -1}[choice]

    rules: Any = Equal()
    picks: set[Any] = {bot_named("greedy").choose(rules, None, 0, SeededRng(n)) for n in range(20)}
    assert picks == {"b", "c"}
