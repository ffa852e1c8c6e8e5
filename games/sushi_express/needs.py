"""What the match waits for, as data."""

from collections.abc import Callable

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


def needs(state: State) -> tuple[Need, ...]:
    if state.phase == "over":
        return ()
    if state.phase == "show":
        return tuple(_showing(state, seat) for seat in range(state.seats) if not state.shown[seat])
    if state.phase in _CHANCES:
        return (Need(state.phase, "chance", None, (_CHANCES[state.phase](state),)),)
    return (Need(state.phase, "seat", state.acting, _FORMS[state.phase](state)),)


def _revealed(state: State) -> Form:
    stock = [in_stock(state, kind) for kind in range(len(CUSTOMERS))]
    missing = state.missing()
    field = Field(
        "customers",
        tuple(name for name, count in zip(CUSTOMERS, stock, strict=True) if count),
        many=True,
        least=missing,
        most=missing,
        supply=tuple(count for count in stock if count),
    )
    return Form(facts.CustomersRevealed.type, (field,))


def _first(state: State) -> Form:
    return Form(
        facts.FirstPlayerDrawn.type, (Field("seat", tuple(range(state.seats)), seats=True),)
    )


def _thrown(state: State) -> Form:
    return Form(facts.DiceThrown.type, (Field("dice", FACES, many=True, least=2, most=2),))


def _rerolled(state: State) -> Form:
    return Form(facts.DieRerolled.type, (Field("face", FACES),))


def _drawn(state: State) -> Form:
    left = unseen(state)
    field = Field(
        "card",
        tuple(name for name, count in zip(ACTIONS, left, strict=True) if count),
        supply=tuple(count for count in left if count),
        unknown=True,
    )
    return Form(facts.ActionDrawn.type, (field,), {"seat": state.acting}, ("seat",))


def _betting(state: State) -> tuple[Form, ...]:
    seat = {"seat": state.acting}
    boxes = open_boxes(state, state.acting)
    most = max(most_swaps(state, state.acting, box) for box in boxes)
    fields = (Field("box", boxes), Field("swaps", tuple(range(1, most + 1)), least=0))
    forms = [Form(facts.BetPlaced.type, fields, seat, ("seat",))]
    pairs = swappable(state.boxes)
    if pairs and most_held(state, state.acting, SWAP):
        forms.append(Form(facts.PawnsSwapped.type, (Field("box", pairs),), seat, ("seat",)))
    return tuple(forms)


def _swapping(state: State) -> tuple[Form, ...]:
    field = Field("box", swappable(state.boxes))
    return (Form(facts.PawnsSwapped.type, (field,), {"seat": state.acting}, ("seat",)),)


def _rerolling(state: State) -> tuple[Form, ...]:
    dice = tuple(dict.fromkeys(state.dice)) if most_held(state, state.acting, REROLL) else ()
    field = Field("die", dice, least=0)
    return (Form(facts.RerollChosen.type, (field,), {"seat": state.acting}, ("seat",)),)


def _moving(state: State) -> tuple[Form, ...]:
    most = most_held(state, state.acting, FURTHER)
    field = Field("further", tuple(range(most + 1)))
    return (Form(facts.VanMoved.type, (field,), {"seat": state.acting}, ("seat",)),)


def _serving(state: State) -> tuple[Form, ...]:
    seat = {"seat": state.acting}
    kinds = tuple(name for name, count in zip(CUSTOMERS, state.row, strict=True) if count)
    forms = [Form(facts.CustomerTaken.type, (Field("customer", kinds),), seat, ("seat",))]
    if state.park_due:
        forms.append(Form(facts.ParkCameFirst.type, (), seat, ("seat",)))
    return tuple(forms)


def _deciding(state: State) -> tuple[Form, ...]:
    field = Field("row", DECISIONS)
    return (Form(facts.RowDecided.type, (field,), {"seat": state.acting}, ("seat",)),)


def _showing(state: State, seat: int) -> Need:
    """Return what a seat must show; a card may be there as often as it is known or unseen."""
    most = [
        count + min(state.unknown[seat], more)
        for count, more in zip(state.hands[seat], unseen(state), strict=True)
    ]
    size = state.hand_size(seat)
    field = Field(
        "cards",
        tuple(name for name, count in zip(ACTIONS, most, strict=True) if count),
        many=True,
        least=size,
        most=size,
        supply=tuple(count for count in most if count),
    )
    return Need(
        "show", "table", seat, (Form(facts.HandShown.type, (field,), {"seat": seat}, ("seat",)),)
    )


_CHANCES: dict[str, Callable[[State], Form]] = {
    "reveal": _revealed,
    "first": _first,
    "throw": _thrown,
    "rethrow": _rerolled,
    "draw": _drawn,
}
_FORMS: dict[str, Callable[[State], tuple[Form, ...]]] = {
    "bet": _betting,
    "swap": _swapping,
    "reroll": _rerolling,
    "move": _moving,
    "customer": _serving,
    "row": _deciding,
}
