"""Over all seats, options and boards: nothing is made or lost, and every point can be recounted."""

from collections import Counter
from typing import Any

import pytest

from games.core.events import event_types
from games.sushi_boat.components import COLOUR_OF
from games.sushi_boat.events import (
    CardRevealed,
    OrderPlaced,
    PawnMoved,
    PlateFetched,
    TurnEnded,
    YenTaken,
)
from games.sushi_boat.state import NOWHERE
from games.sushi_boat.variety import best_groups, variety_points
from games.testing.scale import scaled
from tests.games.sushi_boat.matches import drawn_setup, positions
from tests.games.sushi_boat.recount import totals, variety
from tests.games.sushi_boat.table import RULES

BATCH = 50
BATCHES = scaled(10_000, 32) // BATCH
TURNS = {2: 9, 3: 7, 4: 6, 5: 5}
BRUTE = 12
"""Stacks of up to so many plates are split in every way there is."""

# What an event changes of the yen that all seats have together; a pawn bought out changes nothing.
EARNED = {"YenTaken": 1, "TempuraPlayed": 1, "EdamamePlayed": 1, "YakitoriPlayed": 1}
PAID = {"OrderPlaced", "PlateFetched", "TrashSearched", "DishFetched", "SatsukiAsked"}


def require_plates(state: Any) -> None:
    """Every plate of the box is on the belt, in the trash, in the bag, drawn or in a stack."""
    seen = Counter(state.bag)
    seen.update(plate for plate in state.belt if plate is not None)
    seen.update((*state.trash, *state.drawn))
    for stack in state.stacks:
        seen.update(stack)
    assert +seen == +Counter(dict(state.kit.plates))
    assert sum(seen.values()) == 54
    assert state.bag_size == sum(state.bag.values())
    assert min(state.bag.values()) >= 0


def require_cards(state: Any) -> None:
    """Every revealed side dish is discarded, in a hand or eaten; wasabi cards are gone."""
    revealed: Counter[str] = Counter()
    for card, count in state.revealed.items():
        assert 0 <= count <= state.kit.cards[card]
        if card != "wasabi":
            revealed[card.split("_")[0]] += count
    held = Counter(state.discard)
    for dishes in (*state.hands, *state.eaten):
        held.update(dishes)
    assert +held == +revealed
    assert sum(state.revealed.values()) + state.deck == state.kit.turns
    assert state.wasabis <= state.deck
    assert state.challenge == state.revealed["wasabi"]


def require_table(state: Any) -> None:
    """Pawns stand apart, hands are small, nobody owes anything."""
    standing = [space for space in state.pawns if space != NOWHERE]
    assert len(set(standing)) == len(standing)
    assert min(state.yen) >= 0
    assert min(state.cubes) >= 0
    limit = 3 if state.phase == "discard" else 2
    assert all(len(hand) <= limit for hand in state.hands)
    closed = state.kit.board.four_plus
    assert state.seats >= 4 or not any(closed[space] for space in standing)
    if state.seats == 2 and len(standing) == 2:
        bits = [state.kit.board.row_bits[space] for space in standing]
        assert not bits[0] & bits[1]


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_plates_cards_yen_and_cubes_are_conserved_and_every_point_is_recounted(batch: int) -> None:
    split = 0
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        setup = drawn_setup(number)
        events: list[Any] = []
        turns = [0] * setup.seats
        yen, cubes, challenges = 2 * setup.seats, 0, 0
        for state in positions(setup, number, events=events):
            require_plates(state)
            require_cards(state)
            require_table(state)
            name = type(events[-1]).__name__ if events else ""
            yen += EARNED.get(name, 0) - (name in PAID)
            assert sum(state.yen) == yen, (number, name)
            if name == "TurnEnded":
                turns[events[-1].seat] += 1
            if sum(state.cubes) != cubes:
                challenges += 1
                assert sum(state.cubes) - cubes <= 3 * setup.seats
                cubes = sum(state.cubes)
        assert turns == [TURNS[setup.seats]] * setup.seats
        assert state.challenge == 4
        assert challenges <= 4
        outcome = RULES.outcome(state)
        assert outcome.final
        second = bool(setup.options["second_after_tie"])
        assert list(outcome.scores) == totals(state, second_after_tie=second)
        for stack in state.stacks:
            if len(stack) <= BRUTE:
                assert variety_points(stack) == variety(stack)
                split += 1
            _require_groups(stack)
        _require_places(outcome, state.yen)
    assert split > BATCH


def _require_groups(stack: list[str]) -> None:
    """The groups told can be formed: no more plates than there are, each group of its own types."""
    types = sorted(Counter(plate.split("_", 1)[1] for plate in stack).values(), reverse=True)
    left = list(types)
    for size in best_groups(stack):
        left.sort(reverse=True)
        assert len([count for count in left if count > 0]) >= size
        left = [count - (place < size) for place, count in enumerate(left)]


def _require_places(outcome: Any, yen: list[int]) -> None:
    for one, place in enumerate(outcome.places):
        better = [
            other
            for other in range(len(yen))
            if (outcome.scores[other], yen[other]) > (outcome.scores[one], yen[one])
        ]
        assert place == len(better) + 1


def test_every_kind_of_event_comes_up_and_both_colours_of_symbols_do() -> None:
    """The figures above mean little if random play never got anywhere."""
    kinds: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    whites = 0
    for number in range(60):
        events: list[Any] = []
        *_, state = positions(drawn_setup(number), number, events=events)
        kinds.update(type(event).__name__ for event in events)
        cards.update(event.card for event in events if isinstance(event, CardRevealed))
        whites += sum(COLOUR_OF[plate] == "white" for stack in state.stacks for plate in stack)
    assert {cls.__name__ for cls in event_types("sushi_boat")} == set(kinds)
    assert min(kinds.values()) >= 3, kinds
    assert all(kinds[cls.__name__] > 100 for cls in (PawnMoved, TurnEnded, YenTaken, OrderPlaced))
    assert kinds[PlateFetched.__name__] > 20
    assert len(cards) == 15
    assert whites > 10
