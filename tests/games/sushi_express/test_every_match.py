"""Over all seats and options: nothing is made or lost, every match ends, every point recounted."""

from collections import Counter
from typing import Any

import pytest

from games.sushi_express.components import BOX, actions_in, customers_in
from games.testing.scale import scaled
from tests.games.sushi_express.matches import RULES, drawn_setup, positions
from tests.games.sushi_express.recount import recounted
from tests.games.sushi_express.table import in_stock

BATCH = 100
BATCHES = scaled(10_000, 32) // BATCH
LONGEST = 300
"""Each round drives a van on by two tiles at least or discards the row: this is far beyond it."""


def require_whole_box(state: Any) -> None:
    """Every customer, action card, pawn and van is in exactly one place."""
    seats = range(state.seats)
    stock = in_stock(state)
    assert min(stock) >= 0
    assert sum(stock) == state.stock
    assert sum(state.copies) == 36
    known = [sum(hand[card] for hand in state.hands) for card in range(len(BOX))]
    left = [BOX[card] - known[card] - state.played[card] for card in range(len(BOX))]
    assert min(left) >= 0
    assert sum(left) == state.pile + sum(state.unknown)
    for seat in seats:
        assert all(map(int.__le__, state.seen[seat], state.hands[seat]))
    pawns = Counter(pawn for pawns in state.boxes for pawn in pawns)
    assert set(pawns.values()) <= {1}
    assert not state.boxes[0]
    assert not state.boxes[1]
    if state.phase in ("bet", "swap"):
        assert len(pawns) == state.placed + (state.phase == "swap")
    away = [tile for tile in state.vans if tile]
    assert len(set(away)) == len(away)
    assert sum(state.row) <= state.seats
    if state.phase in ("bet", "swap", "throw", "reroll", "rethrow"):
        assert sum(state.row) == state.seats


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_everything_is_somewhere_and_every_match_ends_with_the_recounted_score(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        setup = drawn_setup(number)
        for state in positions(setup, number):
            require_whole_box(state)
            assert state.round < LONGEST
        outcome = RULES.outcome(state)
        assert outcome.final
        assert not any(state.unknown)
        scores, places = recounted(
            [customers_in(table) for table in state.tables],
            [actions_in(hand) for hand in state.hands],
        )
        assert (list(outcome.scores), list(outcome.places)) == (scores, places), number


def test_the_random_matches_meet_every_number_of_seats_and_every_event() -> None:
    met: Counter[str] = Counter()
    for number in range(60):
        setup = drawn_setup(number)
        events: list[Any] = []
        for _ in positions(setup, number, events=events):
            pass
        met.update(event.type for event in events)
        met[str(setup.seats)] += 1
        met[str(bool(setup.options["other_colours"]))] += 1
    assert {"3", "4", "5", "6"} <= set(met)
    assert len([name for name in met if name.startswith("sushi_express.")]) == 13
