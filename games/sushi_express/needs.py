"""What the match waits for, as data."""

from collections.abc import Iterator

from games.core.needs import Field, Form, Need, exactly, seat_form
from games.sushi_express import events as facts
from games.sushi_express.cards import most_held, unseen
from games.sushi_express.choices import actions, most_swaps, offers, open_boxes, swappable
from games.sushi_express.components import ACTIONS, CUSTOMERS, FACES, SWAP
from games.sushi_express.rules import in_stock
from games.sushi_express.state import State

__all__ = ["awaited", "needs", "offers"]

_CHANCES = frozenset(("reveal", "first", "throw", "rethrow", "draw"))


def needs(state: State) -> tuple[Need, ...]:
    phase = state.phase
    if phase in _CHANCES:
        performer = state.acting if phase in ("throw", "rethrow", "draw") else None
        return (Need(phase, "chance", None, (_chance(state),), performer),)
    if phase == "over":
        return ()
    if phase == "show":
        waiting = [seat for seat, shown in enumerate(state.shown) if not shown]
        return tuple([_showing(state, seat) for seat in waiting])
    return (Need(phase, "seat", state.acting, tuple(_forms(state))),)


def awaited(state: State) -> tuple[int | None, ...]:
    if state.phase == "show":
        return tuple([seat for seat, shown in enumerate(state.shown) if not shown])
    if state.phase == "over":
        return ()
    return (None if state.phase in _CHANCES else state.acting,)


def _chance(state: State) -> Form:
    match state.phase:
        case "throw":
            return Form(facts.DiceThrown.type, (exactly(2, "dice", FACES),))
        case "reveal":
            stock = {name: in_stock(state, kind) for kind, name in enumerate(CUSTOMERS)}
            field = exactly(state.missing(), "customers", stock)
            return Form(facts.CustomersRevealed.type, (field,))
        case "first":
            field = Field("seat", tuple(range(state.seats)), seats=True)
            return Form(facts.FirstPlayerDrawn.type, (field,))
        case "rethrow":
            return Form(facts.DieRerolled.type, (Field("face", FACES),))
        case _:
            left = unseen(state)
            field = Field(
                "card",
                tuple([name for name, count in zip(ACTIONS, left, strict=True) if count]),
                supply=tuple([count for count in left if count]),
                unknown=True,
            )
            return seat_form(facts.ActionDrawn, state.acting, field)


def _forms(state: State) -> Iterator[Form]:
    seat = state.acting
    if state.phase == "bet":
        boxes = open_boxes(state, seat)
        most = max([most_swaps(state, seat, box) for box in boxes])
        swaps = Field("swaps", tuple(range(1, most + 1)), least=0)
        yield seat_form(facts.BetPlaced, seat, Field("box", boxes), swaps)
        pairs = swappable(state.boxes)
        if pairs and most_held(state, seat, SWAP):
            yield seat_form(facts.PawnsSwapped, seat, Field("box", pairs))
    for event, name, items in actions(state):
        if not name:
            yield seat_form(event, seat)
        else:
            there = tuple([item for item in items if item is not None])
            yield seat_form(event, seat, Field(name, there, least=0 if None in items else 1))


def _showing(state: State, seat: int) -> Need:
    """Return what a seat must show; a card may be there as often as it is known or unseen."""
    most = {
        name: count + min(state.unknown[seat], more)
        for name, count, more in zip(ACTIONS, state.hands[seat], unseen(state), strict=True)
    }
    cards = exactly(state.hand_size(seat), "cards", most)
    return Need("show", "table", seat, (seat_form(facts.HandShown, seat, cards),))
