"""What the match waits for, as data."""

from games.core.needs import Field, Form, Need
from tests.games.hidden_game.components import CARDS
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown
from tests.games.hidden_game.state import State


def needs(state: State) -> tuple[Need, ...]:
    """Return everything that may happen next; a round's choices are all open at once."""
    seats = range(state.seats)
    match state.phase:
        case "deal":
            cards = _cards(state, "cards", state.hand_size)
            form = Form(Dealt.type, (cards,), {"seat": len(state.hands)}, ("seat",))
            return (Need("deal", "chance", None, (form,), len(state.hands)),)
        case "ask":
            others = tuple(seat for seat in seats if seat != state.asker)
            fields = (Field("other", others, seats=True), Field("card", CARDS))
            form = Form(Asked.type, fields, {"seat": state.asker}, ("seat",))
            return (Need("question", "seat", state.asker, (form,)),)
        case "answer":
            field = Field("card", (state.question,), least=0)
            form = Form(Answered.type, (field,), {"seat": state.other}, ("seat",))
            return (Need("answer", "table", state.other, (form,)),)
        case "choose":
            return tuple(_choice(state, seat) for seat in seats if not state.picked[seat])
        case "draw":
            field = Field("card", CARDS, supply=_supply(state), unknown=True)
            form = Form(Drawn.type, (field,), {"seat": state.drawer}, ("seat",))
            return (Need("draw", "chance", None, (form,), state.drawer),)
        case "show":
            return tuple(_showing(state, seat) for seat in seats if not state.shown[seat])
        case _:
            return ()


def _choice(state: State, seat: int) -> Need:
    hand = state.held(seat)
    field = Field("card", tuple(card for card in CARDS if hand.may_hold(card)))
    form = Form(CardChosen.type, (field,), {"seat": seat, "round": state.round}, ("seat",))
    return Need("choice", "seat", seat, (form,))


def _showing(state: State, seat: int) -> Need:
    hand, tray = state.held(seat), state.trays[seat]
    fields = tuple(
        Field(name, CARDS, many=True, least=zone.size, most=zone.size)
        for name, zone in (("cards", hand), ("tray", tray))
    )
    return Need(
        "showing", "table", seat, (Form(HandShown.type, fields, {"seat": seat}, ("seat",)),)
    )


def _cards(state: State, name: str, size: int) -> Field:
    return Field(name, CARDS, many=True, least=size, most=size, supply=_supply(state), unknown=True)


def _supply(state: State) -> tuple[int, ...]:
    pool = state.pool()
    return tuple(pool[card] for card in CARDS)
