"""Two worlds that a seat cannot tell apart: shuffling what it cannot know changes nothing for it.

The other world is made by hand here, card by card, and does not rely on `view` or `determinize`.
"""

from typing import Any

import pytest

from games.core.events import Event
from games.core.rng import SeededRng, pick, shuffle
from games.sushi_go_party.components import COPIES, DESSERTS, TYPE_OF
from games.sushi_go_party.dishes import copyable
from games.testing.play import Sitting
from games.testing.scale import scaled
from games.testing.secret_laws import events_of_seat, require_alike
from tests.games.sushi_go_party.matches import RULES, drawn_setup, positions

BATCH = 10
BATCHES = scaled(1_000, 32) // BATCH
TRIES = 40


def has_held(state: Any, seat: int, index: int) -> bool:
    """Tell whether a hand that goes to the left has been with a seat."""
    return (seat - index) % state.seats <= state.passes


def another_world(state: Any, seat: int, rng: SeededRng) -> Any | None:
    """Return the state with everything that a seat never saw dealt anew, or None if that fails."""
    world = state.clone()
    secret = [index for index in range(len(state.hands)) if not has_held(state, seat, index)]
    deck = _deck(state, rng)
    seen_in_deck = _take(deck, state.deck_seen[seat])
    cards = deck[:]
    sizes = {}
    for index in secret:
        unseen = state.hands[index].known[:]
        _take(unseen, state.hands[index].seen)
        cards += unseen
        sizes[index] = len(unseen)
    shuffle(rng, cards)
    for index in secret:
        hand = world.hands[index]
        dealt = [cards.pop() for _ in range(sizes[index])]
        if any(card in hand.lacks for card in dealt):
            return None
        hand.known = sorted([*hand.seen, *dealt])
    for other in range(state.seats):
        if other != seat:
            world.deck_seen[other] = ()
            world.main_seen[other] = world.main_seen[-1]
    if state.phase == "take" and state.acting != seat:
        drawn = (cards + seen_in_deck)[: len(state.drawn)]
        if all(TYPE_OF[card] == "menu" for card in drawn):
            return None
        world.drawn = drawn
    _choose_again(world, seat, rng)
    return world


def _deck(state: Any, rng: SeededRng) -> list[str]:
    """Return what may lie in the deck: all that lies nowhere else, desserts as many as are due."""
    left = {face: COPIES[face] for face in state.kit.faces}
    for laids in (*state.tables, *state.kept):
        for laid in laids:
            left[laid.card] -= 1
    for cards in (*state.limbo, state.discard, state.gone, *(hand.known for hand in state.hands)):
        for card in cards:
            left[card] -= 1
    sweets = [card for card in left if card in DESSERTS for _ in range(left[card])]
    first = [card for card in state.kit.desserts for _ in range(_surely(state, card))]
    _take(sweets, first)
    shuffle(rng, sweets)
    due = sum(left[card] for card in left if card in DESSERTS) - state.pile
    others = [card for card in left if card not in DESSERTS for _ in range(left[card])]
    return others + (first + sweets)[:due]


def _surely(state: Any, card: str) -> int:
    """Return how many of a dessert somebody knows to lie in the deck, dealt ones left aside."""
    dealt = sum(hand.known.count(card) for hand in state.hands)
    in_main = max(seen.count(card) for seen in state.main_seen) - dealt
    return max(0, in_main, *(seen.count(card) for seen in state.deck_seen))


def _take(cards: list[str], taken: Any) -> list[str]:
    for card in taken:
        cards.remove(card)
    return list(taken)


def _choose_again(world: Any, seat: int, rng: SeededRng) -> None:
    """Let the others have made other secret choices."""
    for other in range(world.seats):
        if other == seat or world.picks[other] is None:
            continue
        if world.phase == "choose":
            world.picked[other] = False
            world.picks[other] = pick(rng, list(RULES.choices(world, other)))
            world.picked[other] = True
        elif world.phase == "order" and world.orders[other] is not None:
            world.orders[other] = pick(rng, copyable(world, other))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_shuffling_what_a_seat_cannot_know_changes_nothing_for_it(batch: int) -> None:
    changed = 0
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        rng = SeededRng(f"worlds/{number}")
        setup = drawn_setup(f"worlds/{number}")
        state, events = _position(setup, number, rng)
        sitting = Sitting(RULES, setup, tuple(events), state)
        for seat in range(setup.seats):
            worlds = [state]
            while len(worlds) < 3:
                world = another_world(state, seat, rng)
                if world is None:
                    break
                worlds.append(world)
            changed += any(world != state for world in worlds)
            tries = events_of_seat(sitting, seat, f"{number}/{seat}", TRIES)
            require_alike(RULES, worlds, seat, [*tries, *RULES.choices(state, seat)])
    assert changed > BATCH


def _position(setup: Any, number: int, rng: SeededRng) -> tuple[Any, list[Event]]:
    """Return a position somewhere in a random match, and how it came about."""
    events: list[Event] = []
    stop = setup.seats + rng.below(setup.seats * 30)
    walk = positions(setup, f"worlds/{number}", events=events)
    state = next(walk)
    while len(events) < stop and RULES.needs(state):
        state = next(walk)
    return state.clone(), events
