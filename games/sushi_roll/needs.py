"""What the match waits for, as data, and every legal answer to it."""

from collections.abc import Iterator
from itertools import combinations

from games.core.events import Event
from games.core.needs import Field, Form, Need
from games.sushi_roll import events as facts
from games.sushi_roll.components import KIND_OF, KINDS, count
from games.sushi_roll.knowledge import possible_faces
from games.sushi_roll.rules import dice_to_roll
from games.sushi_roll.state import State

_SEAT = ("seat",)


def needs(state: State) -> tuple[Need, ...]:
    match state.phase:
        case "choose":
            return (Need("choose", "seat", state.seat, _forms(state)),)
        case "roll" | "reroll":
            dice = dice_to_roll(state)
            field = Field(
                "faces", _faces_to_roll(state), many=True, least=dice, most=dice, unknown=True
            )
            form = Form(facts.DiceRolled.type, (field,), {"seat": state.seat}, _SEAT)
            return (Need(state.phase, "chance", None, (form,)),)
        case "draw":
            field = Field(
                "dice",
                KINDS,
                many=True,
                least=state.kit.size,
                most=state.kit.size,
                supply=tuple([count(state.pool, kind) for kind in KINDS]),
                unknown=True,
            )
            form = Form(facts.DiceDrawn.type, (field,), {"seat": state.seat}, _SEAT)
            return (Need("draw", "chance", None, (form,)),)
        case "belts":
            field = Field("red", tuple(range(state.seats)), seats=True)
            return (Need("belts", "chance", None, (Form(facts.BeltsDealt.type, (field,)),)),)
        case _:
            return ()


def choices(state: State, seat: int) -> Iterator[Event]:
    """Yield dice to take, then menus, then swaps.

    In a record with unknown dice a menu or a swap names those whose face is known and leaves the
    others unknown; `check` also takes a face that an unknown die may show.
    """
    if state.phase != "choose" or seat != state.seat:
        return
    faces, hidden = state.faces[seat], state.hidden(seat)
    for face in possible_faces(state, seat):
        yield facts.DieTaken(seat, face)
    if state.menus[seat]:
        dice = (*faces, *[None] * hidden)
        for size in range(1, len(dice) + 1):
            for part in dict.fromkeys(combinations(dice, size)):
                yield facts.MenuUsed(seat, part)
    if state.chopsticks[seat]:
        mine = _to_swap(state, seat)
        for opponent in _opponents(state, seat):
            theirs = _to_swap(state, opponent)
            for given in mine:
                for taken in theirs:
                    yield facts.ChopsticksUsed(seat, opponent, given, taken)


def _forms(state: State) -> tuple[Form, ...]:
    seat = state.seat
    fixed = {"seat": seat}
    faces, hidden = possible_faces(state, seat), state.hidden(seat)
    forms = [Form(facts.DieTaken.type, (Field("face", faces),), fixed, _SEAT)]
    if state.menus[seat]:
        field = Field(
            "faces",
            faces,
            many=True,
            most=state.size(seat),
            supply=tuple([state.faces[seat].count(face) + hidden for face in faces]),
            unknown=bool(hidden),
        )
        forms.append(Form(facts.MenuUsed.type, (field,), fixed, _SEAT))
    if state.chopsticks[seat]:
        given = Field("given", faces, unknown=bool(hidden))
        for opponent in _opponents(state, seat):
            theirs = possible_faces(state, opponent)
            taken = Field("taken", theirs, unknown=bool(state.hidden(opponent)))
            both = fixed | {"opponent": opponent}
            forms.append(
                Form(facts.ChopsticksUsed.type, (given, taken), both, ("seat", "opponent"))
            )
    return tuple(forms)


def _opponents(state: State, seat: int) -> list[int]:
    """Return the other seats whose belts still have dice, from the left neighbour on (A7)."""
    others = [(seat + step) % state.seats for step in range(1, state.seats)]
    return [other for other in others if state.size(other)]


def _to_swap(state: State, seat: int) -> list[str | None]:
    dice: list[str | None] = list(dict.fromkeys(state.faces[seat]))
    return [*dice, None] if state.hidden(seat) else dice


def _faces_to_roll(state: State) -> tuple[str, ...]:
    """Return every face that the dice about to be rolled may show."""
    seat = state.seat
    kinds = state.picked if state.phase == "reroll" else state.kinds[seat]
    blind = state.picked_blind if state.phase == "reroll" else state.blanks[seat]
    if not blind:
        return tuple([face for face in state.kit.faces if count(kinds, KIND_OF[face])])
    unseen = possible_faces(state, seat)
    return tuple([f for f in state.kit.faces if count(kinds, KIND_OF[f]) or f in unseen])
