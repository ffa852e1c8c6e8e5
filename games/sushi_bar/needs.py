"""What the match waits for, as data, and every legal choice of a seat."""

from collections.abc import Iterator

from games.core.events import Event
from games.core.needs import Field, Form, Need
from games.sushi_bar.components import FACES, PARTS, TILES
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.rules import steals, takes
from games.sushi_bar.state import State


def needs(state: State) -> tuple[Need, ...]:
    if state.phase == "laying":
        fields = (_row("sushi", state.sushi_values), _row("bones", state.bone_values))
        return (Need("rows", "chance", None, (Form(RowsLaid.type, fields),)),)
    if state.phase == "throwing":
        dice = Field("dice", FACES, many=True, least=state.loose, most=state.loose)
        return (Need("throw", "chance", None, (Form(DiceRolled.type, (dice,)),)),)
    if state.phase == "choosing":
        kind = "choose" if state.may_keep else "portion"
        return (Need(kind, "seat", state.seat, _forms(state)),)
    return ()


def choices(state: State, seat: int) -> Iterator[Event]:
    if state.phase != "choosing" or seat != state.seat:
        return
    for row in takes(state):
        yield PortionTaken(seat, row)
    for victim, stack, deepest in steals(state):
        for position in range(1, deepest + 1):
            yield PortionStolen(seat, victim, stack, position)
    if state.may_keep:
        for dice in PARTS[state.rolled]:
            yield DiceKept(seat, dice)


def _forms(state: State) -> tuple[Form, ...]:
    forms = []
    seat = {"seat": state.seat}
    if rows := tuple(takes(state)):
        forms.append(Form(PortionTaken.type, (Field("row", rows),), seat, ("seat",)))
    for victim, stack, deepest in steals(state):
        fields = (Field("stack", (stack,)), Field("position", tuple(range(1, deepest + 1))))
        fixed = seat | {"victim": victim}
        forms.append(Form(PortionStolen.type, fields, fixed, ("seat", "victim")))
    if state.may_keep:
        thrown = tuple(face for face in FACES if face in state.rolled)
        dice = Field(
            "dice",
            thrown,
            many=True,
            most=len(state.rolled),
            supply=tuple(state.rolled.count(face) for face in thrown),
        )
        forms.append(Form(DiceKept.type, (dice,), seat, ("seat",)))
    return tuple(forms)


def _row(name: str, values: tuple[int, ...]) -> Field:
    of = tuple(sorted(set(values), key=abs))
    return Field(
        name,
        of,
        many=True,
        least=TILES,
        most=TILES,
        supply=tuple(values.count(value) for value in of),
        ordered=True,
    )
