"""How a round begins and ends: the row is completed, or the hands are shown."""

from games.sushi_express.cards import lay_open
from games.sushi_express.components import ACTIONS, CUSTOMER_ORDER
from games.sushi_express.events import CustomersRevealed, FirstPlayerDrawn, HandShown, RowDecided
from games.sushi_express.state import State


def apply_revealed(state: State, event: CustomersRevealed) -> None:
    for customer in event.customers:
        state.row[CUSTOMER_ORDER[customer]] += 1
    state.stock -= len(event.customers)
    if state.round == 0:
        state.phase = "first"
    else:
        _begin_round(state, state.lowest)


def apply_first(state: State, event: FirstPlayerDrawn) -> None:
    _begin_round(state, event.seat)


def _begin_round(state: State, first: int) -> None:
    state.round += 1
    state.first = state.acting = first
    state.placed = 0
    state.bets = [0] * state.seats
    state.failed = [False] * state.seats
    state.lowest = -1
    state.throw = 0
    state.dice = ()
    state.driving = False
    state.phase = "bet"


def settle_row(state: State) -> None:
    """Let the lowest bettor decide about the rest of the row, if there is anything to decide."""
    if not state.driving:
        _discard_row(state)  # nobody reached his bet: the row goes by force (A6)
        _refill(state)
    elif any(state.row):
        state.acting = state.lowest
        state.phase = "row"
    else:
        _refill(state)


def _discard_row(state: State) -> None:
    for kind, count in enumerate(state.row):
        state.discarded[kind] += count
        state.row[kind] = 0


def apply_decided(state: State, event: RowDecided) -> None:
    if event.row == "discard":
        _discard_row(state)
    _refill(state)


def _refill(state: State) -> None:
    missing = state.missing()
    if missing > state.stock:  # A18: not before the pile is too small for what is missing
        _end(state)
    elif missing:
        state.phase = "reveal"
    else:
        _begin_round(state, state.lowest)


def _end(state: State) -> None:
    """Wait for the hands that the table does not know; without any the match is over."""
    state.shown = [not state.secret_cards(seat) for seat in range(state.seats)]
    state.acting = -1
    state.phase = "over" if all(state.shown) else "show"


def apply_shown(state: State, event: HandShown) -> None:
    lay_open(state, event.seat, [event.cards.count(card) for card in ACTIONS])
    state.shown[event.seat] = True
    if all(state.shown):
        state.phase = "over"
