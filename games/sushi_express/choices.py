"""What a seat may choose, and what a hand may turn out to be, in a stable order."""

from collections.abc import Iterator
from itertools import product

from games.core.events import Event
from games.sushi_express import events as facts
from games.sushi_express.cards import most_held, unseen
from games.sushi_express.components import (
    BETS,
    CUSTOMERS,
    DECISIONS,
    FURTHER,
    HIGHEST,
    LOWEST,
    REROLL,
    SAME_BET,
    SWAP,
    actions_in,
)
from games.sushi_express.state import State


def choices(state: State, seat: int) -> Iterator[Event]:
    if state.phase == "show":
        if 0 <= seat < state.seats and not state.shown[seat]:
            yield from _hands(state, seat)
    elif seat == state.acting:
        yield from _acting(state, seat)


def _acting(state: State, seat: int) -> Iterator[Event]:
    match state.phase:
        case "bet":
            yield from _bets(state, seat)
        case "swap":
            yield from [facts.PawnsSwapped(seat, box) for box in swappable(state.boxes)]
        case "reroll":
            yield from _rerolls(state, seat)
        case "move":
            for further in range(most_held(state, seat, FURTHER) + 1):
                yield facts.VanMoved(seat, further)
        case "customer":
            yield from _customers(state, seat)
        case "row":
            yield from [facts.RowDecided(seat, decision) for decision in DECISIONS]
        case _:  # chance is next, or nothing
            return


def swappable(boxes: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the boxes that hold pawns and whose next higher neighbour does too (A8)."""
    return tuple([box for box in range(LOWEST, HIGHEST) if boxes[box] and boxes[box + 1]])


def may_swap_after(state: State, box: int) -> bool:
    """Tell whether a pawn added to a box leaves any two neighbouring boxes to exchange."""
    boxes = state.boxes
    if (box > LOWEST and boxes[box - 1]) or (box < HIGHEST and boxes[box + 1]):
        return True
    return bool(swappable(boxes))


def open_boxes(state: State, seat: int) -> tuple[int, ...]:
    """Return the boxes a seat may bet on: free ones, and with a "same bet" card all of them."""
    if most_held(state, seat, SAME_BET):
        return tuple(BETS)
    return tuple([box for box in BETS if not state.boxes[box]])


def _bets(state: State, seat: int) -> Iterator[Event]:
    boxes = open_boxes(state, seat)
    for box in boxes:
        yield facts.BetPlaced(seat, box)
    if not most_held(state, seat, SWAP):
        return
    for box in boxes:
        for number in range(1, most_swaps(state, seat, box) + 1):
            yield facts.BetPlaced(seat, box, number)
    for box in swappable(state.boxes):
        yield facts.PawnsSwapped(seat, box)


def _rerolls(state: State, seat: int) -> Iterator[Event]:
    yield facts.RerollChosen(seat, None)
    if most_held(state, seat, REROLL):
        for die in dict.fromkeys(state.dice):
            yield facts.RerollChosen(seat, die)


def _customers(state: State, seat: int) -> Iterator[Event]:
    for kind, count in enumerate(state.row):
        if count:
            yield facts.CustomerTaken(seat, CUSTOMERS[kind])
    if state.park_due:
        yield facts.ParkCameFirst(seat)


def most_swaps(state: State, seat: int, box: int) -> int:
    """Return how many swap cards a seat may lay down with a bet, its "same bet" card paid."""
    if not may_swap_after(state, box):
        return 0
    swaps = most_held(state, seat, SWAP)
    if state.boxes[box] and not state.hands[seat][SAME_BET]:  # that card is a hidden one as well
        swaps = min(swaps, state.hands[seat][SWAP] + state.unknown[seat] - 1)
    return swaps


def _hands(state: State, seat: int) -> Iterator[Event]:
    """Yield the hands that the known cards of a seat and the unseen ones allow."""
    room, left = state.unknown[seat], unseen(state)
    known = state.hands[seat]
    numbers = [range(min(room, count) + 1) for count in left]
    for more in product(*numbers):
        if sum(more) == room:
            counts = [count + extra for count, extra in zip(known, more, strict=True)]
            yield facts.HandShown(seat, tuple(actions_in(counts)))
