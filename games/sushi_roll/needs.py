"""What the match waits for, as data, and every legal answer to it."""

from functools import lru_cache
from itertools import combinations, product

from games.core.counts import pile
from games.core.needs import Field, Form, Need, exactly, seat_form
from games.core.offers import Offer
from games.sushi_roll import events as facts
from games.sushi_roll.components import KIND_OF, KINDS, count
from games.sushi_roll.knowledge import possible_faces, unseen_faces
from games.sushi_roll.rules import dice_to_roll
from games.sushi_roll.state import State


def needs(state: State) -> tuple[Need, ...]:
    match state.phase:
        case "choose":
            return (Need("choose", "seat", state.seat, _forms(state)),)
        case "roll" | "reroll":
            faces = exactly(dice_to_roll(state), "faces", _faces_to_roll(state), unknown=True)
            form = seat_form(facts.DiceRolled, state.seat, faces)
            return (Need(state.phase, "chance", None, (form,), state.seat),)
        case "draw":
            bag = {kind: count(state.pool, kind) for kind in KINDS}
            dice = exactly(state.kit.size, "dice", bag, unknown=True)
            form = seat_form(facts.DiceDrawn, state.seat, dice)
            return (Need("draw", "chance", None, (form,), state.seat),)
        case "belts":
            field = Field("red", tuple(range(state.seats)), seats=True)
            return (Need("belts", "chance", None, (Form(facts.BeltsDealt.type, (field,)),)),)
        case _:
            return ()


def awaited(state: State) -> tuple[int | None, ...]:
    if state.phase == "over":
        return ()
    return (state.seat if state.phase == "choose" else None,)


def offers(state: State, seat: int) -> list[Offer]:
    """Return dice to take, then menus, then swaps.

    In a record with unknown dice a menu or a swap names those whose face is known and leaves the
    others unknown; `check` also takes a face that an unknown die may show.
    """
    if state.phase != "choose" or seat != state.seat:
        return []
    offers: list[Offer] = [(facts.DieTaken, seat, possible_faces(state, seat))]
    if state.menus[seat]:
        parts = _parts((*state.faces[seat], *[None] * state.hidden(seat)))
        offers.append((facts.MenuUsed, seat, parts))
    if state.chopsticks[seat]:
        mine = _to_swap(state, seat)
        for opponent in _opponents(state, seat):
            swaps = list(product((opponent,), mine, _to_swap(state, opponent)))
            offers.append((facts.ChopsticksUsed, seat, swaps))
    return offers


@lru_cache(maxsize=4096)
def _parts(dice: tuple[str | None, ...]) -> list[tuple[tuple[str | None, ...]]]:
    """Return everything of some dice that a menu may roll again."""
    sizes = range(1, len(dice) + 1)
    return [(part,) for size in sizes for part in dict.fromkeys(combinations(dice, size))]


def _forms(state: State) -> tuple[Form, ...]:
    seat = state.seat
    faces, hidden = possible_faces(state, seat), state.hidden(seat)
    forms = [seat_form(facts.DieTaken, seat, Field("face", faces))]
    if state.menus[seat]:
        most = {face: state.faces[seat].count(face) + hidden for face in faces}
        field = pile("faces", most, state.size(seat), least=1, unknown=bool(hidden))
        forms.append(seat_form(facts.MenuUsed, seat, field))
    if state.chopsticks[seat]:
        given = Field("given", faces, unknown=bool(hidden))
        for opponent in _opponents(state, seat):
            theirs = possible_faces(state, opponent)
            taken = Field("taken", theirs, unknown=bool(state.hidden(opponent)))
            both = {"seat": seat, "opponent": opponent}
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
    seat, again = state.seat, state.phase == "reroll"
    kinds = state.picked if again else state.kinds[seat]
    blind = state.picked_blind if again else state.blanks[seat]
    unseen = unseen_faces(state, seat) if blind else ()
    return tuple([f for f in state.kit.faces if count(kinds, KIND_OF[f]) or f in unseen])
