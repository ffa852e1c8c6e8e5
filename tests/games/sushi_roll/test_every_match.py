"""Over all seats and options: no die or token is made or lost, and every point is recounted."""

from collections import Counter
from typing import Any

import pytest

from games.sushi_roll.components import (
    BELT_SIZE,
    CHOPSTICKS_TOKENS,
    DESSERT_TOKENS,
    KIND_OF,
    MENU_TOKENS,
    NUMBER_OF,
    unpack,
)
from games.testing.scale import scaled
from tests.games.sushi_roll.matches import RULES, drawn_setup, positions
from tests.games.sushi_roll.recount import final_points, round_points

BATCH = 50
BATCHES = scaled(10_000, 32) // BATCH


def require_all_dice(state: Any) -> None:
    """Thirty dice are in the bag, on belts, in a hand or on trays, as many of each kind as ever."""
    faces = [face for held in (*state.faces, *state.trays) for face in held]
    dice = Counter(KIND_OF[face] for face in faces)
    for packed in (*state.kinds, state.pool, state.picked):
        dice.update(unpack(packed))
    assert dice == Counter(NUMBER_OF)
    assert set(faces) <= set(state.kit.faces)
    assert not any(state.blanks)
    assert not state.picked_blind


def require_all_tokens(state: Any) -> None:
    """No token goes below none or beyond what the box has."""
    for held, most in ((state.menus, MENU_TOKENS), (state.chopsticks, CHOPSTICKS_TOKENS)):
        assert min(held) >= 0
        assert sum(held) <= most
    assert min(state.desserts) >= 0
    if state.kit.dessert_cap:
        assert sum(state.desserts) <= DESSERT_TOKENS


def require_even_belts(state: Any) -> None:
    """Whoever has not chosen in this turn has as many dice as anybody; the others one fewer."""
    if state.phase == "choose":
        size = state.kit.size - state.turn + 1
        for step in range(state.seats):
            seat = (state.red + step) % state.seats
            assert state.size(seat) == size - (step < state.step)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_die_or_token_is_lost_every_match_ends_and_every_point_is_recounted(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        setup = drawn_setup(number)
        for state in positions(setup, number):
            require_all_dice(state)
            require_all_tokens(state)
            require_even_belts(state)
        outcome = RULES.outcome(state)
        tokens = [sum(pair) for pair in zip(state.menus, state.chopsticks, strict=True)]
        totals = final_points(state.desserts, tokens)
        assert len(state.sheets) == 3
        for sheet in state.sheets:
            assert {len(tray) for tray in sheet.trays} == {BELT_SIZE[setup.seats]}
            ends = round_points(sheet.trays)
            totals = [one + two for one, two in zip(totals, ends, strict=True)]
        assert outcome.final
        assert list(outcome.scores) == totals, number
        ranks = sorted(zip(outcome.scores, state.desserts, strict=True), reverse=True)
        for seat, pair in enumerate(zip(outcome.scores, state.desserts, strict=True)):
            assert outcome.places[seat] == ranks.index(pair) + 1
