"""Two worlds that a seat cannot tell apart: other guesses and another deck change nothing for it.

The other world is made by hand here and does not rely on `view` or `determinize`.
"""

from itertools import combinations_with_replacement
from typing import Any, cast

import pytest

from games.core.events import Event
from games.core.rng import SeededRng, pick
from games.core.viewer import PUBLIC, seat_viewer
from games.sushi_boat.events import CardRevealed, GuessPlaced, TakoyakiGuessed
from games.testing.feeds import feed
from games.testing.play import Sitting
from games.testing.scale import scaled
from games.testing.secret_laws import events_of_seat, require_alike
from tests.games.sushi_boat.matches import chosen, drawn_setup, positions
from tests.games.sushi_boat.table import RULES

BATCH = 10
BATCHES = scaled(1_000, 32) // BATCH
TRIES = 30


def has_seen(state: Any, seat: int, owner: int) -> bool:
    """Tell what A5 and A7 let a seat see: its own; with Takoyaki all that came before."""
    if seat == owner:
        return True
    if state.phase == "guess" or seat not in state.declared:
        return False
    place = state.declared.index(seat)
    if place > state.waiting:
        return False
    return owner not in state.declared[place:]


def another_world(state: Any, seat: int, rng: SeededRng) -> Any:
    """Return the state with every guess that a seat has not seen made again."""
    world = state.clone()
    for owner in range(state.seats):
        laid = state.placed[owner]
        if laid is None or has_seen(state, seat, owner):
            continue
        colours = list(state.kit.guessable)
        count = 2 if owner not in state.declared else 2 + rng.below(2)
        options: list[tuple[str, ...]] = list(combinations_with_replacement(colours, count))
        if state.phase == "guess" and "takoyaki" in state.hands[owner]:
            options.append(("takoyaki",))
        world.placed[owner] = pick(rng, options)
    return world


def guessing(setup: Any, number: int, rng: SeededRng) -> tuple[Any, list[Event]] | None:
    """Return a position in the middle of a challenge, and how it came about."""
    events: list[Event] = []
    found: list[tuple[Any, int]] = []
    for state in positions(setup, f"worlds/{number}", events=events):
        if state.phase in ("guess", "takoyaki") and any(state.picked):
            found.append((state.clone(), len(events)))
    if not found:
        return None
    late = [place for place in found if place[0].phase == "takoyaki"]
    state, ply = pick(rng, late if late and rng.below(2) else found)
    return state, events[:ply]


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_other_guesses_that_a_seat_has_not_seen_change_nothing_for_it(batch: int) -> None:
    changed = 0
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        rng = SeededRng(f"worlds/{number}")
        setup = drawn_setup(f"worlds/{number}")
        position = guessing(setup, number, rng)
        if position is None:
            continue
        state, events = position
        sitting = Sitting(RULES, setup, tuple(events), state)
        for seat in range(setup.seats):
            worlds = [state, *(another_world(state, seat, rng) for _ in range(2))]
            changed += any(world != state for world in worlds)
            tries = events_of_seat(sitting, seat, f"{number}/{seat}", TRIES)
            require_alike(RULES, worlds, seat, [*tries, *RULES.choices(state, seat)])
    assert changed > BATCH


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_another_deck_and_other_removed_dishes_change_nothing_before_they_are_seen(
    batch: int,
) -> None:
    """Two matches with one past and other cards to come are alike to everybody until then."""
    parted = 0
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        rng = SeededRng(f"decks/{number}")
        setup = drawn_setup(f"decks/{number}")
        state = RULES.start(setup)
        events: list[Event] = []
        stop = 1 + rng.below(state.kit.turns - 1)
        while not (state.phase == "reveal" and state.turn == stop):
            need = pick(rng, RULES.needs(state))
            if need.seat is None:
                event = RULES.sample(state, need, rng)
            else:
                event = chosen(state, need.seat, rng)
            RULES.apply(state, event)
            events.append(event)
        (need,) = RULES.needs(state)
        tops = {
            cast(CardRevealed, RULES.sample(state, need, SeededRng(seed))).card
            for seed in range(12)
        }
        parted += len(tops) > 1
        offers = need.forms[0].fields[0].of
        assert tops <= set(offers)
        assert all(_explains(setup, events, str(card)) for card in offers)
    assert parted > BATCH // 2


def _explains(setup: Any, events: list[Event], card: str) -> bool:
    """Tell whether a deck exists with this card next: told by counting, not by the rules.

    Four wasabi cards are in the deck, none among the first cards; a side dish may come up as often
    as the box holds it, since any of them may have been left in the box.
    """
    seen = [event.card for event in events if isinstance(event, CardRevealed)]
    state = RULES.start(setup)
    deck = {2: 18, 3: 21, 4: 24, 5: 25}[setup.seats]
    wasabi = [*seen, card].count("wasabi")
    left = deck - len(seen) - 1
    return (
        [*seen, card].count(card) <= state.kit.cards[card]
        and 0 <= 4 - wasabi <= left
        and (card != "wasabi" or len(seen) >= setup.seats)
    )


def test_nothing_told_to_the_public_names_a_cube_before_all_are_locked() -> None:
    told = 0
    for number in range(8):
        setup = drawn_setup(f"told/{number}")
        events: list[Event] = []
        phases = [state.phase for state in positions(setup, f"told/{number}", events=events)][1:]
        for viewer in (PUBLIC, *map(seat_viewer, range(setup.seats))):
            entries = list(feed(RULES, setup, events, viewer))
            for event, entry, after in zip(events, entries, phases, strict=True):
                if not isinstance(event, GuessPlaced | TakoyakiGuessed):
                    continue
                if after not in ("guess", "takoyaki") or event.seat == viewer.seat:
                    continue
                shown = getattr(entry.event, "placed", getattr(entry.event, "cubes", None))
                told += 1
                if after == "guess":
                    assert shown is None
                elif viewer == PUBLIC:
                    assert shown in (None, ("takoyaki",))
    assert told > 100
