"""What a viewer knows, with perfect memory; full states that a view allows; the JSON form.

Secret are the action cards that a seat drew: it sees them alone until it lays them down or shows
its hand. Which card of a hand came from which draw is nobody's business before the end.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.core.events import Event
from games.core.rng import Rng, shuffle
from games.core.viewer import Viewer
from games.sushi_express.cards import unseen
from games.sushi_express.components import (
    ACTION_ORDER,
    BETS,
    THROWS,
    TILES,
    actions_in,
    customers_in,
)
from games.sushi_express.events import ActionDrawn
from games.sushi_express.scoring import outcome
from games.sushi_express.state import State


def view(state: State, viewer: Viewer) -> State:
    known = state.clone()
    if viewer.role == "arbiter":
        return known
    for seat in range(state.seats):
        if seat != viewer.seat:
            known.unknown[seat] = state.secret_cards(seat)
            known.hands[seat] = state.seen[seat][:]
    return known


def redact(event: Event, state: State, viewer: Viewer) -> Event:
    if (
        isinstance(event, ActionDrawn)
        and viewer.role != "arbiter"
        and event.seat != viewer.seat
        and state.phase != "over"
    ):
        return ActionDrawn(event.seat, None)
    return event


def determinize(view: State, rng: Rng) -> State:
    """Return a full state that the view allows, every explanation equally likely."""
    state = view.clone()
    if any(view.unknown):
        cards = actions_in(unseen(view))
        shuffle(rng, cards)
        for seat, number in enumerate(view.unknown):
            for _ in range(number):
                state.hands[seat][ACTION_ORDER[cards.pop()]] += 1
            state.unknown[seat] = 0
    return state


def to_data(state: State) -> dict[str, Any]:
    standing = outcome(state)
    over = state.phase == "over"
    return {
        **state.told("phase", "round", "placed", "swaps_due", "failed", "throw", "dice"),
        **state.told("driving", "customer_due", "park_due", "stock", "pile"),
        "first": None if state.first < 0 else state.first,
        "acting": None if state.acting < 0 or state.phase == "reveal" else state.acting,
        "lowest": None if state.lowest < 0 else state.lowest,
        "boxes": [{"box": box, "pawns": list(state.boxes[box])} for box in BETS],
        "bets": [bet or None for bet in state.bets],
        "throws": THROWS,
        "tiles": [_vans(state, tile) for tile in range(TILES)],
        "row": list(customers_in(state.row)),
        "discarded": _piles(customers_in(state.discarded)),
        "played": _piles(actions_in(state.played)),
        "seats": [
            {
                "van": state.vans[seat],
                "bet": state.bets[seat] or state.box_of(seat) or None,
                "customers": _piles(customers_in(state.tables[seat])),
                "hand": _piles([*actions_in(state.hands[seat]), *[None] * state.unknown[seat]]),
                "seen": _piles(actions_in(state.seen[seat])),
                "shown": state.shown[seat],
                "now": standing.scores[seat],
            }
            for seat in range(state.seats)
        ],
        "scores": list(standing.scores) if over else None,
    }


def _piles(cards: Sequence[str | None]) -> list[dict[str, Any]]:
    """Return equal cards together; a null card stands for those that are not known."""
    return [{"card": card, "count": count} for card, count in Counter(cards).items()]


def _vans(state: State, tile: int) -> list[int]:
    return [seat for seat, van in enumerate(state.vans) if van == tile]
