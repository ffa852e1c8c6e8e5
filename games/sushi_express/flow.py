"""Consequences: what follows from each event, up to the next one that somebody must tell.

Whatever everybody at the table can work out is derived: a drive that no card can lengthen, a
customer that is the only kind left in the row, the forced discard, the end. Here are the bets and
the throws; `driving.py` has the vans, `rounds.py` the row and the hands.
"""

from collections.abc import Callable
from typing import Any

from games.core.events import Event
from games.sushi_express import driving, rounds
from games.sushi_express import events as facts
from games.sushi_express.cards import add_to_hand, lay_down, table_allows
from games.sushi_express.components import ACTION_ORDER, BETS, REROLL, SAME_BET, SWAP, THROWS
from games.sushi_express.state import State


def apply(state: State, event: Event) -> None:
    _APPLIES[type(event)](state, event)


def _apply_swapped(state: State, event: facts.PawnsSwapped) -> None:
    boxes, box = state.boxes, event.box
    boxes[box], boxes[box + 1] = boxes[box + 1], boxes[box]
    if state.phase == "bet":
        lay_down(state, event.seat, SWAP)
        return
    state.swaps_due -= 1  # its card was laid down with the bet
    if not state.swaps_due:
        _end_bet(state)


def _apply_bet(state: State, event: facts.BetPlaced) -> None:
    if state.boxes[event.box]:
        lay_down(state, event.seat, SAME_BET)
    state.boxes[event.box] += (event.seat,)  # on top of the pile (A9)
    if event.swaps:
        lay_down(state, event.seat, SWAP, event.swaps)
        state.swaps_due = event.swaps
        state.phase = "swap"
    else:
        _end_bet(state)


def _end_bet(state: State) -> None:
    state.placed += 1
    if state.placed < state.seats:
        state.acting = (state.acting + 1) % state.seats
        state.phase = "bet"
        return
    for box in BETS:
        for pawn in state.boxes[box]:
            state.bets[pawn] = box
            if state.lowest < 0:
                state.lowest = pawn  # the bottom pawn of the lowest box (A5)
    _next_thrower(state)


def _next_thrower(state: State) -> None:
    state.throw = 0
    state.dice = ()
    if driving.highest_pawn(state):
        state.phase = "throw"
    else:
        rounds.settle_row(state)


def _apply_thrown(state: State, event: facts.DiceThrown) -> None:
    state.throw += 1
    state.dice = event.dice
    _judge(state)


def _judge(state: State) -> None:
    if sum(state.dice) >= state.bets[state.acting]:
        state.driving = True
        driving.next_driver(state)
    elif table_allows(state, state.acting, REROLL):
        state.phase = "reroll"
    else:
        _miss(state)


def _miss(state: State) -> None:
    if state.throw < THROWS:
        state.phase = "throw"
        return
    driving.take_pawn_back(state)
    state.failed[state.acting] = True
    if state.pile:
        state.phase = "draw"
    else:
        _next_thrower(state)


def _apply_reroll(state: State, event: facts.RerollChosen) -> None:
    if event.die is None:
        _miss(state)
        return
    lay_down(state, event.seat, REROLL)
    low, high = state.dice
    state.dice = (high,) if event.die == low else (low,)
    state.phase = "rethrow"


def _apply_rerolled(state: State, event: facts.DieRerolled) -> None:
    (kept,) = state.dice
    state.dice = (min(kept, event.face), max(kept, event.face))
    _judge(state)


def _apply_drawn(state: State, event: facts.ActionDrawn) -> None:
    add_to_hand(state, event.seat, None if event.card is None else ACTION_ORDER[event.card])
    if state.driving:
        state.park_due = False
        driving.settle_drive(state)
    else:
        _next_thrower(state)


_APPLIES: dict[type[Event], Callable[[State, Any], None]] = {
    facts.CustomersRevealed: rounds.apply_revealed,
    facts.FirstPlayerDrawn: rounds.apply_first,
    facts.PawnsSwapped: _apply_swapped,
    facts.BetPlaced: _apply_bet,
    facts.DiceThrown: _apply_thrown,
    facts.RerollChosen: _apply_reroll,
    facts.DieRerolled: _apply_rerolled,
    facts.ActionDrawn: _apply_drawn,
    facts.VanMoved: driving.apply_moved,
    facts.CustomerTaken: driving.apply_taken,
    facts.ParkCameFirst: driving.apply_park,
    facts.RowDecided: rounds.apply_decided,
    facts.HandShown: rounds.apply_shown,
}
