"""What the match waits for, as data, and every legal choice of a seat."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from games.core.needs import Field, Form, Item, Need, exactly, seat_form
from games.core.offers import Offer
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

_CHOICES = ("move", "act", "keep", "discard")
_ANYBODY = ("staff", "belt")
_PAIRS = ("slots", "spaces")
Action = tuple[Any, str, tuple[Item, ...]]
"""A class of events, its field ("" if it has none) and the items: it takes one, a pair two."""


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
        form = seat_form(facts.TakoyakiGuessed, seat, cubes, challenge=state.challenge)
        return (Need("takoyaki", "seat", seat, (form,)),)
    if phase in _CHOICES:
        return (Need(phase, "seat", state.seat, tuple(_forms(state))),)
    performer = None if phase in _ANYBODY else state.seat
    return (Need(phase, "chance", None, (_chance(state),), performer),)


def awaited(state: State) -> tuple[int | None, ...]:
    match state.phase:
        case "over":
            return ()
        case "guess":
            return tuple([seat for seat, picked in enumerate(state.picked) if not picked])
        case "takoyaki":
            return (state.declared[state.waiting],)
        case phase:
            return (state.seat if phase in _CHOICES else None,)


def offers(state: State, seat: int) -> list[Offer]:
    if seat not in awaited(state):
        return []
    if state.phase == "guess":
        placed = [(state.challenge, cubes) for cubes in guesses(state, seat)]
        return [(facts.GuessPlaced, seat, placed)]
    if state.phase == "takoyaki":
        placed = [(state.challenge, cubes) for cubes in late_guesses(state)]
        return [(facts.TakoyakiGuessed, seat, placed)]
    if state.phase == "keep":
        return [(facts.PlateKept, seat, list(product(dict.fromkeys(state.drawn), ENDS)))]
    return [(event, seat, _ways(name, items)) for event, name, items in _turn(state)]


def _ways(name: str, items: tuple[Item, ...]) -> list[Any]:
    if name in _PAIRS:
        return [(pair,) for pair in combinations(items, 2)]
    return list(items) if name else [()]


def _turn(state: State) -> Iterator[Action]:
    """Yield what the active seat may do: an event, the field that it fills in, and with what."""
    match state.phase:
        case "move":
            names = state.kit.board.names
            yield facts.PawnMoved, "space", tuple(names[i] for i in reach.free_spaces(state))
        case "act":
            yield from _actions(state)
            yield from _played(state)
        case "discard":
            yield facts.DishDiscarded, "dish", tuple(dict.fromkeys(state.hands[state.seat]))
            return
        case _:  # chance is next, or nothing
            return
    if reach.can_order(state):
        yield facts.OrderPlaced, "", ()
    yield facts.PawnBoughtOut, "owner", tuple(reach.buyable(state))
    if state.phase == "act":
        yield facts.TurnEnded, "", ()


def _actions(state: State) -> Iterator[Action]:
    if reach.can_eat(state):
        yield facts.PlateEaten, "slot", tuple(reach.eatable(state))
    if reach.can_ask(state):
        match state.tile:
            case "neko":
                yield facts.TrashSearched, "plate", tuple(dict.fromkeys(state.trash))
            case "momoko":
                yield facts.DishFetched, "", ()
            case "satsuki":
                yield facts.SatsukiAsked, "", ()
            case _:
                yield facts.PlateFetched, "slot", tuple(reach.fetchable(state))
    if reach.may_do(state, EARN):
        yield facts.YenTaken, "", ()


def _played(state: State) -> Iterator[Action]:
    for dish in dict.fromkeys(state.hands[state.seat]):
        match dish:
            case "tempura":
                yield facts.TempuraPlayed, "slot", tuple(reach.on_belt(state))
            case "edamame" if state.stacks[state.seat]:
                yield facts.EdamamePlayed, "slot", tuple(reach.on_belt(state))
            case "miso":
                yield facts.MisoPlayed, "", ()
            case "gyoza":
                yield facts.GyozaPlayed, "", ()
            case "yakitori":
                yield facts.YakitoriPlayed, "slots", tuple(reach.on_belt(state))
            case "mochi":
                board = state.kit.board
                places = tuple(sorted([board.names[space] for space in board.staff]))
                yield facts.MochiPlayed, "spaces", places
            case _:  # Takoyaki waits for a challenge, edamame for a plate to exchange
                continue


def _guessing(state: State, seat: int) -> Need:
    of, least = state.kit.guessable, CUBES
    supply: tuple[int, ...] = (CUBES,) * len(of)
    if "takoyaki" in state.hands[seat]:
        of, supply, least = (*of, "takoyaki"), (*supply, 1), 1
    placed = Field("placed", of, many=True, least=least, most=CUBES, supply=supply)
    form = seat_form(facts.GuessPlaced, seat, placed, challenge=state.challenge)
    return Need("guess", "seat", seat, (form,))


def _forms(state: State) -> Iterator[Form]:
    seat = state.seat
    if state.phase == "keep":
        plates = Field("plate", tuple(dict.fromkeys(state.drawn)))
        yield seat_form(facts.PlateKept, seat, plates, Field("end", ENDS))
    for event, name, items in _turn(state):
        if not name:
            yield seat_form(event, seat)
        elif name not in _PAIRS and items:
            yield seat_form(event, seat, Field(name, items, seats=name == "owner"))
        elif len(items) > 1:
            yield seat_form(event, seat, exactly(2, name, dict.fromkeys(items, 1)))


def _chance(state: State) -> Form:
    kit = state.kit
    match state.phase:
        case "staff":
            tiles = {tile: STAFF_TILES[tile] for tile in STAFF}
            field = exactly(len(kit.board.staff), "tiles", tiles, ordered=True)
            return Form(facts.StaffPlaced.type, (field,))
        case "belt":
            colours = {plate: kit.plates[plate] for plate in PLATES if COLOUR_OF[plate] != WHITE}
            belt = exactly(kit.board.length, "belt", colours, ordered=True)
            return Form(facts.BeltFilled.type, (belt, exactly(FIRST_TRASH, "trash", colours)))
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
            there = [plate for plate, count in counts.items() if count or plate in state.belt]
            return exactly(state.due, "plates", there, ordered=ordered)
    return exactly(state.due, "plates", counts, ordered=ordered)
