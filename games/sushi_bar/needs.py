"""What the match waits for, as data, and every legal choice of a seat."""

from games.core.counts import pile
from games.core.needs import Field, Form, Need, exactly, seat_form
from games.core.offers import Offer
from games.sushi_bar.components import FACES, PARTS, TILES
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.rules import steals, takes
from games.sushi_bar.state import State


def needs(state: State) -> tuple[Need, ...]:
    if state.phase == "laying":
        fields = (_row("sushi", state.sushi_values), _row("bones", state.bone_values))
        return (Need("rows", "chance", None, (Form(RowsLaid.type, fields),)),)
    if state.phase == "throwing":
        dice = exactly(state.loose, "dice", FACES)
        return (Need("throw", "chance", None, (Form(DiceRolled.type, (dice,)),), state.seat),)
    if state.phase == "choosing":
        kind = "choose" if state.may_keep else "portion"
        return (Need(kind, "seat", state.seat, _forms(state)),)
    return ()


def awaited(state: State) -> tuple[int | None, ...]:
    if state.phase == "over":
        return ()
    return (state.seat if state.phase == "choosing" else None,)


def offers(state: State, seat: int) -> list[Offer]:
    if state.phase != "choosing" or seat != state.seat:
        return []
    stolen = [
        (victim, stack, position)
        for victim, stack, deepest in steals(state)
        for position in range(1, deepest + 1)
    ]
    parts = [(dice,) for dice in PARTS[state.rolled]] if state.may_keep else []
    return [
        (PortionTaken, seat, list(takes(state))),
        (PortionStolen, seat, stolen),
        (DiceKept, seat, parts),
    ]


def _forms(state: State) -> tuple[Form, ...]:
    forms, seat = [], state.seat
    if rows := tuple(takes(state)):
        forms.append(seat_form(PortionTaken, seat, Field("row", rows)))
    for victim, stack, deepest in steals(state):
        fields = (Field("stack", (stack,)), Field("position", tuple(range(1, deepest + 1))))
        fixed = {"seat": seat, "victim": victim}
        forms.append(Form(PortionStolen.type, fields, fixed, ("seat", "victim")))
    if state.may_keep:
        thrown = {face: state.rolled.count(face) for face in FACES if face in state.rolled}
        forms.append(seat_form(DiceKept, seat, pile("dice", thrown, least=1)))
    return tuple(forms)


def _row(name: str, values: tuple[int, ...]) -> Field:
    tiles = {value: values.count(value) for value in sorted(values, key=abs)}
    return exactly(TILES, name, tiles, ordered=True)
