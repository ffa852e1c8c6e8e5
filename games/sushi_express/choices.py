"""What a seat may choose, and what a hand may turn out to be, in a stable order."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from games.core.events import Event
from games.core.offers import Offer
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

Action = tuple[type[Event], str, Sequence[Any]]
"""A class of events, its field ("" if it has none) and what may stand there; None is nothing."""


def offers(state: State, seat: int) -> list[Offer]:
    if state.phase == "show":
        shows = 0 <= seat < state.seats and not state.shown[seat]
        return [(facts.HandShown, seat, list(_hands(state, seat)))] if shows else []
    if seat != state.acting:
        return []
    if state.phase == "bet":
        return _bets(state, seat)
    return [(event, seat, items if name else [()]) for event, name, items in actions(state)]


def actions(state: State) -> list[Action]:
    """Return what the acting seat may do; a bet has two fields and is not among it."""
    seat = state.acting
    match state.phase:
        case "swap":
            return [(facts.PawnsSwapped, "box", swappable(state.boxes))]
        case "reroll":
            dice = dict.fromkeys(state.dice) if most_held(state, seat, REROLL) else ()
            return [(facts.RerollChosen, "die", (None, *dice))]
        case "move":
            return [(facts.VanMoved, "further", range(most_held(state, seat, FURTHER) + 1))]
        case "customer":
            kinds = [name for name, count in zip(CUSTOMERS, state.row, strict=True) if count]
            park: list[Action] = [(facts.ParkCameFirst, "", ())] if state.park_due else []
            return [(facts.CustomerTaken, "customer", kinds), *park]
        case "row":
            return [(facts.RowDecided, "row", DECISIONS)]
        case _:  # chance is next, or nothing
            return []


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


def _bets(state: State, seat: int) -> list[Offer]:
    boxes = open_boxes(state, seat)
    bets: Offer = (facts.BetPlaced, seat, boxes)
    if not most_held(state, seat, SWAP):
        return [bets]
    more = [(box, swaps + 1) for box in boxes for swaps in range(most_swaps(state, seat, box))]
    return [
        bets,
        (facts.BetPlaced, seat, more),
        (facts.PawnsSwapped, seat, swappable(state.boxes)),
    ]


def most_swaps(state: State, seat: int, box: int) -> int:
    """Return how many swap cards a seat may lay down with a bet, its "same bet" card paid."""
    if not may_swap_after(state, box):
        return 0
    swaps = most_held(state, seat, SWAP)
    if state.boxes[box] and not state.hands[seat][SAME_BET]:  # that card is a hidden one as well
        swaps = min(swaps, state.hands[seat][SWAP] + state.unknown[seat] - 1)
    return swaps


def _hands(state: State, seat: int) -> Iterator[tuple[tuple[str, ...]]]:
    """Yield the hands that the known cards of a seat and the unseen ones allow."""
    room, left = state.unknown[seat], unseen(state)
    known = state.hands[seat]
    numbers = [range(min(room, count) + 1) for count in left]
    for more in product(*numbers):
        if sum(more) == room:
            counts = [count + extra for count, extra in zip(known, more, strict=True)]
            yield (tuple(actions_in(counts)),)
