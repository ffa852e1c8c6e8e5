"""The search bot: what it may know, what it spends, and what it sees that greedy does not."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.bots import bot_named
from games.bots.search import SearchBot, width_of
from games.core.contract import AnyRules
from games.core.matches import make_setup, play_match
from games.core.outcome import Outcome, shared_places
from games.core.replay import fold
from games.core.rng import SeededRng
from games.core.viewer import seat_viewer
from games.registry import rules_of
from tests.games.hidden_game import RULES as LANTERNS
from tests.games.hidden_game.events import Answered, Asked, CardChosen
from tests.games.hidden_game.test_secrets import truth
from tests.games.sushi_go_party.matches import RULES as PARTY
from tests.games.sushi_go_party.matches import drawn_setup, positions
from tests.games.sushi_go_party.test_two_worlds import another_world


def chosen(rules: AnyRules, state: Any, seat: int, *, budget: int = 16, seed: int = 0) -> Any:
    """Return what the search bot chooses in a seat of a full state."""
    view = rules.view(state, seat_viewer(seat))
    return SearchBot(budget).choose(rules, view, seat, SeededRng(seed))


@pytest.mark.parametrize("number", range(8))
def test_cards_that_a_seat_cannot_know_do_not_change_what_it_chooses(number: int) -> None:
    setup = drawn_setup(f"search/{number}")
    rng = SeededRng(f"search/{number}")
    changed = 0
    for ply, state in enumerate(positions(setup, f"search/{number}")):
        seats = [need.seat for need in PARTY.needs(state) if need.seat is not None]
        if ply % 29 or not seats:
            continue
        seat = seats[0]
        world = another_world(state, seat, rng)
        if world is not None:
            changed += world != state
            assert chosen(PARTY, state, seat) == chosen(PARTY, world, seat)
    assert changed


def test_a_hand_and_a_choice_face_down_do_not_change_what_the_others_choose() -> None:
    asked = (Asked(0, 1, "amber"), Answered(1, None))
    hands = (("coral", "dusk", "dusk"), ("blue", "coral", "dusk"))
    hidden = [truth(hand, *asked) for hand in hands]
    laid = [truth(hands[0], *asked, CardChosen(1, 0, card)) for card in ("coral", "dusk")]
    for worlds in (hidden, laid):
        for seat in (0, 2):
            for seed in range(5):
                one, other = (chosen(LANTERNS, world, seat, seed=seed) for world in worlds)
                assert one == other


def test_the_same_view_and_seed_give_the_same_choice_and_another_seed_may_not() -> None:
    rules = rules_of("sushi_bar")
    setup = make_setup(rules, seats=4, options={})
    state = rules.start(setup)
    rng = SeededRng("same")
    while (need := rules.needs(state)[0]).seat is None:
        rules.apply(state, rules.sample(state, need, rng))
    first = [chosen(rules, state, need.seat, budget=4, seed=seed) for seed in range(12)]
    assert first == [chosen(rules, state, need.seat, budget=4, seed=seed) for seed in range(12)]
    assert len(set(first)) > 1


class Pit:
    """A game of one choice: the evaluation loves the pit, which costs the match.

    Choices are the numbers below `size`; it counts what is asked of it.
    """

    def __init__(self, size: int, likes: Callable[[int], int]) -> None:
        self.size = size
        self.likes = likes
        self.worlds = self.tried = 0

    def choices(self, _view: "Leap", _seat: int) -> Iterator[int]:
        return iter(range(self.size))

    def evaluate(self, _view: "Leap", _seat: int, choice: int) -> int:
        return self.likes(choice)

    def determinize(self, _view: "Leap", _rng: SeededRng) -> "Leap":
        self.worlds += 1
        return Leap()

    def apply(self, state: "Leap", event: int) -> None:
        self.tried += 1
        state.leapt = event

    def awaited(self, _state: "Leap") -> tuple[int | None, ...]:
        return ()

    def outcome(self, state: "Leap") -> Outcome:
        scores = (0, 0) if state.leapt is None else (state.leapt, 0)
        return Outcome(False, shared_places(scores), scores, ((), ()), "running")


class Leap:
    leapt: int | None = None

    def clone(self) -> "Leap":
        return Leap()


def test_what_simulations_show_outweighs_what_the_evaluation_says() -> None:
    rules: Any = Pit(4, likes=lambda choice: -choice)
    assert bot_named("greedy").choose(rules, Leap(), 0, SeededRng(0)) == 0
    assert bot_named("search:64").choose(rules, Leap(), 0, SeededRng(0)) == 3


def test_the_evaluation_outweighs_a_few_simulations() -> None:
    rules: Any = Pit(2, likes=lambda choice: -1000 * choice)
    assert SearchBot(8).choose(rules, Leap(), 0, SeededRng(0)) == 0


@pytest.mark.parametrize("size", [2, 3, 5, 40, 500])
@pytest.mark.parametrize("budget", [1, 2, 3, 16, 64, 1000])
def test_a_budget_is_never_exceeded_and_mostly_spent(budget: int, size: int) -> None:
    rules: Any = Pit(size, likes=lambda choice: choice)
    assert SearchBot(budget).choose(rules, Leap(), 0, SeededRng(1)) == size - 1
    assert rules.tried <= budget
    assert rules.worlds <= rules.tried
    if budget >= 16:
        assert rules.tried > budget * 3 // 4


def test_a_seat_without_a_choice_spends_nothing() -> None:
    rules: Any = Pit(1, likes=lambda choice: choice)
    assert SearchBot(64).choose(rules, Leap(), 0, SeededRng(0)) == 0
    assert rules.tried == rules.worlds == 0


def test_even_few_simulations_beat_greedy_where_hands_go_round() -> None:
    setup = make_setup(PARTY, seats=4, options={})
    lead = 0
    for number in range(8):
        seat = number % 4
        bots = [bot_named("search:16" if other == seat else "greedy") for other in range(4)]
        state = fold(PARTY, setup, play_match(PARTY, setup, bots, f"lead/{number}"))
        scores = PARTY.outcome(state).scores
        lead += 4 * scores[seat] - sum(scores)
    assert lead > 0


def test_larger_budgets_try_more_choices() -> None:
    assert [width_of(budget) for budget in (1, 4, 16, 64, 1000, 10_000)] == [2, 3, 4, 6, 12, 12]
