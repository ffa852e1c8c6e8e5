"""What the match waits for, as data."""

from collections.abc import Iterator

from games.core.needs import Field, Form, Need
from games.sushi_express import events as facts
from games.sushi_express.cards import most_held, unseen
from games.sushi_express.choices import choices, most_swaps, open_boxes, swappable
from games.sushi_express.components import (
    ACTIONS,
    CUSTOMERS,
    DECISIONS,
    FACES,
    FURTHER,
    REROLL,
    SWAP,
)
from games.sushi_express.rules import in_stock
from games.sushi_express.state import State

__all__ = ["choices", "needs"]

_SEAT = ("seat",)
_CHANCES = frozenset(("reveal", "first", "throw", "rethrow", "draw"))


def needs(state: State) -> tuple[Need, ...]:
    phase = state.phase
    if phase in _CHANCES:
        return (Need(phase, "chance", None, (_chance(state),)),)
    if phase == "over":
        return ()
    if phase == "show":
        waiting = [seat for seat, shown in enumerate(state.shown) if not shown]
        return tuple([_showing(state, seat) for seat in waiting])
    return (Need(phase, "seat", state.acting, tuple(_forms(state))),)


def _chance(state: State) -> Form:
    match state.phase:
        case "throw":
            field = Field("dice", FACES, many=True, least=2, most=2)
            return Form(facts.DiceThrown.type, (field,))
        case "reveal":
            stock = [in_stock(state, kind) for kind in range(len(CUSTOMERS))]
            missing = state.missing()
            field = Field(
                "customers",
                tuple([name for name, count in zip(CUSTOMERS, stock, strict=True) if count]),
                many=True,
                least=missing,
                most=missing,
                supply=tuple([count for count in stock if count]),
            )
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
            return Form(facts.ActionDrawn.type, (field,), {"seat": state.acting}, _SEAT)


def _forms(state: State) -> Iterator[Form]:
    seat = state.acting
    fixed = {"seat": seat}
    match state.phase:
        case "bet":
            boxes = open_boxes(state, seat)
            most = max([most_swaps(state, seat, box) for box in boxes])
            fields = (Field("box", boxes), Field("swaps", tuple(range(1, most + 1)), least=0))
            yield Form(facts.BetPlaced.type, fields, fixed, _SEAT)
            pairs = swappable(state.boxes)
            if pairs and most_held(state, seat, SWAP):
                yield Form(facts.PawnsSwapped.type, (Field("box", pairs),), fixed, _SEAT)
        case "reroll":
            dice = tuple(dict.fromkeys(state.dice)) if most_held(state, seat, REROLL) else ()
            yield Form(facts.RerollChosen.type, (Field("die", dice, least=0),), fixed, _SEAT)
        case "move":
            field = Field("further", tuple(range(most_held(state, seat, FURTHER) + 1)))
            yield Form(facts.VanMoved.type, (field,), fixed, _SEAT)
        case "customer":
            kinds = tuple([name for name, count in zip(CUSTOMERS, state.row, strict=True) if count])
            yield Form(facts.CustomerTaken.type, (Field("customer", kinds),), fixed, _SEAT)
            if state.park_due:
                yield Form(facts.ParkCameFirst.type, (), fixed, _SEAT)
        case "swap":
            field = Field("box", swappable(state.boxes))
            yield Form(facts.PawnsSwapped.type, (field,), fixed, _SEAT)
        case _:
            yield Form(facts.RowDecided.type, (Field("row", DECISIONS),), fixed, _SEAT)


def _showing(state: State, seat: int) -> Need:
    """Return what a seat must show; a card may be there as often as it is known or unseen."""
    most = [
        count + min(state.unknown[seat], more)
        for count, more in zip(state.hands[seat], unseen(state), strict=True)
    ]
    size = state.hand_size(seat)
    field = Field(
        "cards",
        tuple([name for name, count in zip(ACTIONS, most, strict=True) if count]),
        many=True,
        least=size,
        most=size,
        supply=tuple([count for count in most if count]),
    )
    form = Form(facts.HandShown.type, (field,), {"seat": seat}, _SEAT)
    return Need("show", "table", seat, (form,))
