"""Two worlds that a seat cannot tell apart: shuffling what it cannot know changes nothing for it.

The other world is made by hand here, card by card, and does not rely on `view` or `determinize`.
"""

from typing import Any

import pytest

from games.core.events import Event
from games.core.rng import SeededRng, pick, shuffle
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from games.sushi_express.components import ACTION_ORDER, ACTIONS, BOX
from games.sushi_express.events import ActionDrawn
from games.sushi_express.state import Phase
from games.testing.play import Sitting
from games.testing.play_laws import data_of
from games.testing.scale import scaled
from games.testing.secret_laws import events_of_seat, require_alike
from tests.games.sushi_express.matches import RULES, drawn_setup, played, positions
from tests.games.sushi_express.table import HAND, bet, play, table, throw

BATCH = 10
BATCHES = scaled(1_000, 32) // BATCH
TRIES = 40


def another_world(state: Any, seat: int, rng: SeededRng) -> Any:
    """Return the state with everything that a seat never saw dealt anew."""
    world = state.clone()
    hidden: list[str] = []
    sizes = {}
    for other in range(state.seats):
        if other == seat:
            continue
        secret = [
            ACTIONS[card]
            for card in range(len(BOX))
            for _ in range(state.hands[other][card] - state.seen[other][card])
        ]
        hidden += secret
        sizes[other] = len(secret)
    for card, name in enumerate(ACTIONS):
        placed = state.played[card] + sum(hand[card] for hand in state.hands)
        hidden += [name] * (BOX[card] - placed)
    shuffle(rng, hidden)
    for other, number in sizes.items():
        hand = state.seen[other][:]
        for _ in range(number):
            hand[ACTION_ORDER[hidden.pop()]] += 1
        world.hands[other] = hand
    return world


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_a_seat_cannot_know_changes_nothing_for_it(batch: int) -> None:
    changed = 0
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        rng = SeededRng(f"worlds/{number}")
        setup = drawn_setup(f"worlds/{number}")
        events: list[Event] = []
        states = [
            state.clone()
            for state in positions(setup, f"worlds/{number}", events=events)
            if rng.below(12) == 0
        ]
        sitting = Sitting(RULES, setup, tuple(events), None)
        for state in states[:8]:
            seat = rng.below(setup.seats)
            world = another_world(state, seat, rng)
            changed += world != state
            tries = events_of_seat(sitting, seat, f"{number}", TRIES)
            tries += RULES.choices(state, seat)
            require_alike(RULES, [state, world], seat, tries)
            public = [data_of(RULES, RULES.view(one, PUBLIC)) for one in (state, world)]
            assert public[0] == public[1]
    assert changed > BATCH


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_feed_tells_no_card_that_its_reader_did_not_see(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        setup = drawn_setup(f"feeds/{number}")
        events, _ = played(setup, f"feeds/{number}")
        state = RULES.start(setup)
        for event in events[:-1]:
            RULES.apply(state, event)
            if isinstance(event, ActionDrawn) and state.phase != "over":
                hidden = ActionDrawn(event.seat, None)
                assert RULES.redact(event, state, PUBLIC) == hidden
                for seat in range(setup.seats):
                    told = RULES.redact(event, state, seat_viewer(seat))
                    assert told == (event if seat == event.seat else hidden)


def test_the_drawer_alone_sees_the_card() -> None:
    """« l'ajoute à sa main, sans la montrer aux autres joueurs »"""
    state = throw(bet(table(), 9, 8, 7), (1, 1), (1, 1))
    play(state, ActionDrawn(0, "tip_action"))
    own = RULES.view(state, seat_viewer(0))
    assert (own.hands[0], own.unknown[0]) == ([1, 0, 0, 1, 1], 0)
    for viewer in (PUBLIC, seat_viewer(1), seat_viewer(2)):
        view = RULES.view(state, viewer)
        assert (view.hands[0], view.unknown[0]) == ([1, 0, 0, 1, 0], 1)


def test_drawn_cards_stay_secret_while_hands_are_shown_and_are_open_after_the_end() -> None:
    event = ActionDrawn(0, "tip_action")
    state = table()
    phases: list[tuple[Phase, ActionDrawn]] = [("show", ActionDrawn(0, None)), ("over", event)]
    for phase, told in phases:
        state.phase = phase
        assert RULES.redact(event, state, PUBLIC) == RULES.redact(event, state, seat_viewer(1))
        assert RULES.redact(event, state, PUBLIC) == told
        assert RULES.redact(event, state, ARBITER) == event


def test_a_second_card_of_a_known_type_stays_secret_when_one_is_laid_down() -> None:
    state = bet(table(hands={1: (*HAND, "same_bet")}), 7, 7)
    view = RULES.view(state, PUBLIC)
    assert state.hands[1] == [1, 0, 0, 1, 0]
    assert (view.hands[1], view.unknown[1]) == ([0, 0, 0, 1, 0], 1)


def test_a_drawn_world_deals_only_cards_that_are_left() -> None:
    state = table(hands={0: (*HAND, None, None), 1: (None,)})
    state.played = [9, 4, 4, 0, 0]
    seen = set()
    for seed in range(200):
        world = RULES.determinize(state, SeededRng(seed))
        assert world.unknown == [0, 0, 0]
        assert sum(world.hands[0]) == 4
        seen.add(pick(SeededRng(0), [tuple(world.hands[1])]))
    # Nine "same bet" are laid down and two lie in known hands: one is left, so is every other type.
    assert seen == {(1, 0, 0, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1)}
