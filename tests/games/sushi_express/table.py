"""Positions at Sushi Express, laid out by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.registry import rules_of
from games.sushi_express.components import (
    ACTION_ORDER,
    BOX,
    CUSTOMER_ORDER,
    CUSTOMERS,
    FIRST_HAND,
    Action,
    customers_in,
)
from games.sushi_express.events import BetPlaced, DiceThrown, FirstPlayerDrawn
from games.sushi_express.state import State

RULES = rules_of("sushi_express")
LABELS = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
HAND: tuple[Action, ...] = ("same_bet", "one_further")


def table(
    *,
    seats: int = 3,
    first: int = 0,
    row: Sequence[str] = (),
    vans: Sequence[int] = (),
    customers: Mapping[int, Sequence[str]] | None = None,
    hands: Mapping[int, Sequence[str | None]] | None = None,
    discarded: Sequence[str] = (),
    pile: int | None = None,
    **options: Any,
) -> State:
    """Return a position in which a seat is about to bet first.

    Hands are what is known of them, None for a card that is not; a first hand is known to all. A
    smaller pile of action cards means that the others were drawn and laid down long ago.
    """
    state = RULES.start(make_setup(RULES, seats=seats, options=options))
    row = row or ("light_blue", "dark_blue", "pink", "violet", "green", "tip")[:seats]
    for name in row:
        state.row[CUSTOMER_ORDER[name]] += 1
    for seat, names in (customers or {}).items():
        for name in names:
            state.tables[seat][CUSTOMER_ORDER[name]] += 1
    for name in discarded:
        state.discarded[CUSTOMER_ORDER[name]] += 1
    state.stock -= len(row) + len(discarded) + sum(map(sum, state.tables))
    for seat, cards in (hands or {}).items():
        _hold(state, seat, cards)
    state.pile = sum(BOX) - sum(state.hand_size(seat) for seat in range(seats))
    state.phase = "first"
    RULES.apply(state, FirstPlayerDrawn(first))
    if vans:
        state.vans = list(vans)
    if pile is not None:
        state.pile = pile
    return state


def _hold(state: State, seat: int, cards: Sequence[str | None]) -> None:
    counts = [0] * len(BOX)
    for card in cards:
        if card is not None:
            counts[ACTION_ORDER[card]] += 1
    state.hands[seat] = counts
    state.seen[seat] = [min(pair) for pair in zip(counts, FIRST_HAND, strict=True)]
    state.unknown[seat] = cards.count(None)


def play(state: State, *events: Event) -> State:
    """Check and apply events one by one."""
    for event in events:
        RULES.check(state, event)
        RULES.apply(state, event)
    return state


def bet(state: State, *boxes: int) -> State:
    """Let everybody bet in turn, from the seat that is to bet."""
    for box in boxes:
        play(state, BetPlaced(state.acting, box))
    return state


def throw(state: State, *throws: tuple[int, int]) -> State:
    """Throw both dice so many times."""
    for dice in throws:
        play(state, DiceThrown(dice))
    return state


def refusal(state: State, event: Event) -> str:
    """Return the code with which an event is refused; the state must not change."""
    before = state.clone()
    with pytest.raises(RuleViolation) as caught:
        RULES.check(state, event)
    assert state == before
    return caught.value.code


def row_of(state: State) -> list[str]:
    """Return the customers that lie in the row."""
    return list(customers_in(state.row))


def served(state: State, seat: int) -> list[str]:
    """Return the customers before a seat."""
    return list(customers_in(state.tables[seat]))


def in_stock(state: State) -> list[int]:
    """Return how many of each kind of customer are still in the pile."""
    out = [sum(counts) for counts in zip(state.row, state.discarded, *state.tables, strict=True)]
    return [state.copies[kind] - out[kind] for kind in range(len(CUSTOMERS))]
