"""What a viewer knows, the full states that a view allows, and the JSON form.

Only the cubes of a running challenge are secret. Covered plates, the tunnel and hands were seen by
everybody when they came there; the option `memory` keeps the rule that nobody may look again: it
changes what boards show, not what the log tells.
"""

from typing import Any

from games.core.events import Event
from games.core.rng import Rng, pick
from games.core.viewer import Viewer
from games.sushi_boat.challenge import TAKOYAKI, guesses, late_guesses, sees
from games.sushi_boat.events import GuessPlaced, TakoyakiGuessed
from games.sushi_boat.scoring import outcome
from games.sushi_boat.state import NOWHERE, State


def view(state: State, viewer: Viewer) -> State:
    known = state.clone()
    if viewer.role == "arbiter" or state.phase not in ("guess", "takoyaki"):
        return known
    known.placed = [
        placed if sees(state, viewer.seat, owner) else None
        for owner, placed in enumerate(state.placed)
    ]
    return known


def redact(event: Event, state: State, viewer: Viewer) -> Event:
    if not isinstance(event, GuessPlaced | TakoyakiGuessed) or viewer.role == "arbiter":
        return event
    if event.challenge != state.challenge or sees(state, viewer.seat, event.seat):
        return event
    if isinstance(event, TakoyakiGuessed):
        return TakoyakiGuessed(event.seat, event.challenge, None)
    if event.placed == TAKOYAKI and state.phase != "guess":
        return event
    return GuessPlaced(event.seat, event.challenge, None)


def determinize(view: State, rng: Rng) -> State:
    state = view.clone()
    if state.phase == "guess":
        for seat, guessed in enumerate(state.picked):
            if guessed and state.placed[seat] is None:
                state.placed[seat] = pick(rng, list(guesses(state, seat)))
    elif state.phase == "takoyaki":
        for seat in range(state.seats):
            if state.placed[seat] is not None:
                continue
            if seat not in state.declared:
                state.placed[seat] = pick(
                    rng, [placed for placed in guesses(state, seat) if placed != TAKOYAKI]
                )
            elif state.declared.index(seat) < state.waiting:
                state.placed[seat] = pick(rng, list(late_guesses(state)))
    return state


def covers(state: State) -> bool:
    """Tell whether boards show only what lies open on the table now."""
    return state.kit.table_memory and state.phase != "over"


def shown_stack(state: State, seat: int) -> list[str | None]:
    """Return a stack, bottom first, as boards show it: null is a covered plate."""
    stack = state.stacks[seat]
    if covers(state):
        return [*[None] * (len(stack) - 1), *stack[-1:]]
    return list(stack)


def shown_hand(state: State, seat: int) -> list[str | None]:
    """Return a hand of side dishes as boards show it: null is a card face down."""
    return [None if covers(state) else dish for dish in state.hands[seat]]


def shown_tunnel(state: State) -> list[str | None]:
    """Return the hidden plates as boards show them: null for one that nobody sees now."""
    return [None if covers(state) else state.belt[slot] for slot in state.kit.board.hidden]


def to_data(state: State) -> dict[str, Any]:
    """Return the state as plain JSON data; boards draw `rows`, `tunnel` and what is `shown`."""
    kit = state.kit
    active = state.phase not in ("staff", "belt", "over")
    return {
        **state.told("phase", "turn", "moved", "actions", "due", "belt", "trash", "deck"),
        **state.told("wasabis", "discard", "revealed", "drawn", "challenge", "declared", "waiting"),
        "turns": kit.turns,
        "seat": state.seat if active else None,
        "rows": _rows(state),
        "tunnel": shown_tunnel(state),
        "tunnel_full": [state.belt[slot] is not None for slot in kit.board.hidden],
        "bag": state.bag_size,
        "guessing": state.phase in ("guess", "takoyaki", "push"),
        "places": [_place(state, seat) for seat in range(state.seats)],
        "places_now": list(outcome(state).places),
    }


def _place(state: State, seat: int) -> dict[str, Any]:
    space = state.pawns[seat]
    placed = state.placed[seat]
    return {
        "pawn": None if space == NOWHERE else state.kit.board.names[space],
        "yen": state.yen[seat],
        "cubes": state.cubes[seat],
        "stack": list(state.stacks[seat]),
        "shown": shown_stack(state, seat),
        "hand": list(state.hands[seat]),
        "shown_hand": shown_hand(state, seat),
        "eaten": list(state.eaten[seat]),
        "picked": state.picked[seat],
        "placed": None if placed is None else list(placed),
    }


def _rows(state: State) -> list[dict[str, Any]]:
    """Return the board row by row from the tunnel: slots and the action spaces around them."""
    board = state.kit.board
    rows: list[dict[str, Any]] = []
    for row in range(1, max(board.rows) + 1):
        (left, right), spaces = board.row(row)
        rows.append(
            {
                "row": row,
                "left": {"slot": left, "plate": state.belt[left]},
                "right": {"slot": right, "plate": state.belt[right]},
                "outer_left": [_space(state, space) for space in spaces["L"]],
                "inner": [_space(state, space) for space in spaces["M"]],
                "outer_right": [_space(state, space) for space in spaces["R"]],
            }
        )
    return rows


def _space(state: State, space: int) -> dict[str, Any]:
    board = state.kit.board
    place = board.tile[space]
    return {
        "name": board.names[space],
        "slots": list(board.slots[space]),
        "four_plus": board.four_plus[space],
        "closed": board.four_plus[space] and state.seats < 4,
        "staff": state.staff[place] if place >= 0 and state.staff else None,
        "pawn": state.pawns.index(space) if space in state.pawns else None,
    }
