"""What the match waits for, as data, and every legal choice of a seat."""

from collections.abc import Iterator
from itertools import combinations, product

from games.core.events import Event
from games.core.needs import Field, Form, Item, Need
from games.sushi_boat import events as facts
from games.sushi_boat import reach
from games.sushi_boat.actions import ENDS
from games.sushi_boat.challenge import guesses, late_guesses
from games.sushi_boat.components import (
    COLOUR_OF,
    CUBES,
    FIRST_TRASH,
    PLATES,
    STAFF,
    STAFF_TILES,
    TAKOYAKI_CUBES,
    WASABI,
    WHITE,
)
from games.sushi_boat.state import EARN, State

_SEAT = ("seat",)


def needs(state: State) -> tuple[Need, ...]:
    phase = state.phase
    if phase == "over":
        return ()
    if phase == "guess":
        return tuple(
            _guessing(state, seat) for seat in range(state.seats) if not state.picked[seat]
        )
    if phase == "takoyaki":
        seat = state.declared[state.waiting]
        least, most = TAKOYAKI_CUBES
        cubes = Field("cubes", state.kit.guessable, many=True, least=least, most=most)
        fixed = {"seat": seat, "challenge": state.challenge}
        form = Form(facts.TakoyakiGuessed.type, (cubes,), fixed, _SEAT)
        return (Need("takoyaki", "seat", seat, (form,)),)
    if phase in ("move", "act", "keep", "discard"):
        return (Need(phase, "seat", state.seat, tuple(_forms(state))),)
    return (Need(phase, "chance", None, (_chance(state),)),)


def choices(state: State, seat: int) -> Iterator[Event]:
    if state.phase == "guess":
        if not state.picked[seat]:
            for placed in guesses(state, seat):
                yield facts.GuessPlaced(seat, state.challenge, placed)
    elif state.phase == "takoyaki":
        if seat == state.declared[state.waiting]:
            for placed in late_guesses(state):
                yield facts.TakoyakiGuessed(seat, state.challenge, placed)
    elif seat == state.seat:
        yield from _own_turn(state, seat)


def _own_turn(state: State, seat: int) -> Iterator[Event]:
    match state.phase:
        case "move":
            for space in reach.free_spaces(state):
                yield facts.PawnMoved(seat, state.kit.board.names[space])
            yield from _bought(state, seat)
        case "act":
            yield from _actions(state, seat)
            yield from _played(state, seat)
            yield from _bought(state, seat)
            yield facts.TurnEnded(seat)
        case "keep":
            for plate, end in product(dict.fromkeys(state.drawn), ENDS):
                yield facts.PlateKept(seat, plate, end)
        case "discard":
            for dish in dict.fromkeys(state.hands[seat]):
                yield facts.DishDiscarded(seat, dish)
        case _:  # chance is next, or nothing
            return


def _actions(state: State, seat: int) -> Iterator[Event]:
    if reach.can_eat(state):
        for slot in reach.eatable(state):
            yield facts.PlateEaten(seat, slot)
    if reach.can_ask(state):
        match state.tile:
            case "neko":
                for plate in dict.fromkeys(state.trash):
                    yield facts.TrashSearched(seat, plate)
            case "momoko":
                yield facts.DishFetched(seat)
            case "satsuki":
                yield facts.SatsukiAsked(seat)
            case _:
                for slot in reach.fetchable(state):
                    yield facts.PlateFetched(seat, slot)
    if reach.may_do(state, EARN):
        yield facts.YenTaken(seat)


def _played(state: State, seat: int) -> Iterator[Event]:
    for dish in dict.fromkeys(state.hands[seat]):
        match dish:
            case "tempura":
                yield from [facts.TempuraPlayed(seat, slot) for slot in reach.on_belt(state)]
            case "edamame" if state.stacks[seat]:
                yield from [facts.EdamamePlayed(seat, slot) for slot in reach.on_belt(state)]
            case "miso":
                yield facts.MisoPlayed(seat)
            case "gyoza":
                yield facts.GyozaPlayed(seat)
            case "yakitori":
                pairs = combinations(reach.on_belt(state), 2)
                yield from [facts.YakitoriPlayed(seat, slots) for slots in pairs]
            case "mochi":
                swaps = combinations(_staffed(state), 2)
                yield from [facts.MochiPlayed(seat, spaces) for spaces in swaps]
            case _:  # Takoyaki waits for a challenge, edamame for a plate to exchange
                continue


def _bought(state: State, seat: int) -> Iterator[Event]:
    if reach.can_order(state):
        yield facts.OrderPlaced(seat)
    for owner in reach.buyable(state):
        yield facts.PawnBoughtOut(seat, owner)


def _staffed(state: State) -> tuple[str, ...]:
    board = state.kit.board
    return tuple(sorted([board.names[space] for space in board.staff]))


def _guessing(state: State, seat: int) -> Need:
    of, least = state.kit.guessable, CUBES
    supply: tuple[int, ...] = (CUBES,) * len(of)
    if "takoyaki" in state.hands[seat]:
        of, supply, least = (*of, "takoyaki"), (*supply, 1), 1
    placed = Field("placed", of, many=True, least=least, most=CUBES, supply=supply)
    fixed = {"seat": seat, "challenge": state.challenge}
    return Need("guess", "seat", seat, (Form(facts.GuessPlaced.type, (placed,), fixed, _SEAT),))


def _forms(state: State) -> Iterator[Form]:
    fixed = {"seat": state.seat}
    match state.phase:
        case "move":
            names = tuple(state.kit.board.names[space] for space in reach.free_spaces(state))
            yield Form(facts.PawnMoved.type, (Field("space", names),), fixed, _SEAT)
        case "keep":
            fields = (Field("plate", tuple(dict.fromkeys(state.drawn))), Field("end", ENDS))
            yield Form(facts.PlateKept.type, fields, fixed, _SEAT)
            return
        case "discard":
            held = tuple(dict.fromkeys(state.hands[state.seat]))
            yield Form(facts.DishDiscarded.type, (Field("dish", held),), fixed, _SEAT)
            return
        case _:
            yield from _action_forms(state, fixed)
            yield from _dish_forms(state, fixed)
    if reach.can_order(state):
        yield Form(facts.OrderPlaced.type, (), fixed, _SEAT)
    if owners := tuple(reach.buyable(state)):
        field = Field("owner", owners, seats=True)
        yield Form(facts.PawnBoughtOut.type, (field,), fixed, _SEAT)
    if state.phase == "act":
        yield Form(facts.TurnEnded.type, (), fixed, _SEAT)


def _action_forms(state: State, fixed: dict[str, int]) -> Iterator[Form]:
    if reach.can_eat(state):
        field = Field("slot", tuple(reach.eatable(state)))
        yield Form(facts.PlateEaten.type, (field,), fixed, _SEAT)
    if reach.can_ask(state):
        match state.tile:
            case "neko":
                field = Field("plate", tuple(dict.fromkeys(state.trash)))
                yield Form(facts.TrashSearched.type, (field,), fixed, _SEAT)
            case "momoko":
                yield Form(facts.DishFetched.type, (), fixed, _SEAT)
            case "satsuki":
                yield Form(facts.SatsukiAsked.type, (), fixed, _SEAT)
            case _:
                field = Field("slot", tuple(reach.fetchable(state)))
                yield Form(facts.PlateFetched.type, (field,), fixed, _SEAT)
    if reach.may_do(state, EARN):
        yield Form(facts.YenTaken.type, (), fixed, _SEAT)


def _dish_forms(state: State, fixed: dict[str, int]) -> Iterator[Form]:
    slots = tuple(reach.on_belt(state))
    for dish in dict.fromkeys(state.hands[state.seat]):
        match dish:
            case "tempura" if slots:
                yield Form(facts.TempuraPlayed.type, (Field("slot", slots),), fixed, _SEAT)
            case "edamame" if slots and state.stacks[state.seat]:
                yield Form(facts.EdamamePlayed.type, (Field("slot", slots),), fixed, _SEAT)
            case "miso":
                yield Form(facts.MisoPlayed.type, (), fixed, _SEAT)
            case "gyoza":
                yield Form(facts.GyozaPlayed.type, (), fixed, _SEAT)
            case "yakitori" if len(slots) > 1:
                yield Form(facts.YakitoriPlayed.type, (_pair_field("slots", slots),), fixed, _SEAT)
            case "mochi" if len(state.staff) > 1:
                field = _pair_field("spaces", _staffed(state))
                yield Form(facts.MochiPlayed.type, (field,), fixed, _SEAT)


def _pair_field(name: str, items: tuple[Item, ...]) -> Field:
    return Field(name, items, many=True, least=2, most=2, supply=(1,) * len(items))


def _chance(state: State) -> Form:
    kit = state.kit
    match state.phase:
        case "staff":
            places = len(kit.board.staff)
            supply = tuple(STAFF_TILES[tile] for tile in STAFF)
            field = _list_field("tiles", STAFF, places, supply, ordered=True)
            return Form(facts.StaffPlaced.type, (field,))
        case "belt":
            colours = tuple(
                plate for plate in PLATES if COLOUR_OF[plate] != WHITE and kit.plates[plate]
            )
            supply = tuple(kit.plates[plate] for plate in colours)
            belt = _list_field("belt", colours, kit.board.length, supply, ordered=True)
            trash = _list_field("trash", colours, FIRST_TRASH, supply)
            return Form(facts.BeltFilled.type, (belt, trash))
        case "reveal":
            return Form(facts.CardRevealed.type, (Field("card", tuple(_cards(state))),))
        case "satsuki":
            return Form(facts.SatsukiDrew.type, (_plates(state, ordered=False),))
        case _:
            return Form(facts.PlatesDrawn.type, (_plates(state, ordered=True),))


def _cards(state: State) -> Iterator[str]:
    """Yield the cards that may be on top of the deck."""
    kit = state.kit
    forced = state.wasabis > kit.turns - state.turn
    for card, count in kit.cards.items():
        if state.revealed[card] < count and (
            state.turn > kit.seats if card == WASABI else not forced
        ):
            yield card


def _plates(state: State, *, ordered: bool) -> Field:
    """Return the field of plates out of the bag, or out of bag, trash and belt if that is short.

    Plates that fall while the tunnel is emptied may come back in the same draw.
    """
    counts = state.bag.copy()
    if state.due > state.bag_size:
        for plate in state.trash:
            counts[plate] += 1
        if state.phase == "push":
            for fallen in state.belt:
                if fallen is not None:
                    counts[fallen] += 1
    of = tuple(plate for plate, count in counts.items() if count)
    supply = tuple(counts[plate] for plate in of)
    if state.phase == "push" and state.due > state.bag_size:
        supply = ()
    return _list_field("plates", of, state.due, supply, ordered=ordered)


def _list_field(
    name: str, of: tuple[Item, ...], size: int, supply: tuple[int, ...], *, ordered: bool = False
) -> Field:
    return Field(name, of, many=True, least=size, most=size, supply=supply, ordered=ordered)
