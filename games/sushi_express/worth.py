"""What customers, cards and tiles may still bring a seat, in hundredths of a point.

All of it is in whole numbers, so that the same view gives the same answer everywhere.
"""

from collections.abc import Sequence

from games.sushi_express.components import (
    CUSTOMERS,
    FIRST_OF_A_COLOUR,
    FURTHER_OF_A_COLOUR,
    OTHERS,
    PARK,
    TILES,
    TIP,
)
from games.sushi_express.driving import destination
from games.sushi_express.state import State

POINT = 100
SURE = 1000
CARD_WORTH = (12, 30, 45, 28, 110)
"""What an action card is worth while there is time to use it, in the order of `ACTIONS`."""
DRAWN_CARD = 30
"""What a card of the pile is worth on average."""
LAP = 230
"""What a customer is worth on average: driving is worth a share of it for each tile."""
TAKEN_EACH_ROUND = 75
"""How many customers leave the row in a round, in hundredths of a customer per seat."""
RARE = 25
"""What the first of a colour with two customers is worth more: there may be no second chance."""
SPREAD = 90
"""How far the tips that are still to come can move two seats apart, in hundredths of a tip."""


def time_left(view: State) -> int:
    """Return how much of a lap is still to be driven before the end, in thousandths of a lap."""
    rounds = SURE * POINT * view.stock // (TAKEN_EACH_ROUND * view.seats)
    return min(SURE, rounds * 2 // 3)


def customer_worth(view: State, seat: int, kind: int) -> int:
    """Return what one more customer of a kind is worth to a seat."""
    if kind == TIP:
        return tip_worth(view, seat)
    if view.tables[seat][kind]:
        return POINT * FURTHER_OF_A_COLOUR
    rare = RARE if view.copies[kind] == OTHERS else 0
    return POINT * FIRST_OF_A_COLOUR + rare


def tip_worth(view: State, seat: int) -> int:
    """Return by how much one more tip lowers the loss that a seat must expect."""
    tips = [table[TIP] + hand[-1] for table, hand in zip(view.tables, view.hands, strict=True)]
    late = view.stock * POINT // sum(view.copies)
    before = expected_loss(tips, seat, late)
    tips[seat] += 1
    return before - expected_loss(tips, seat, late)


def expected_loss(tips: Sequence[int], seat: int, late: int) -> int:
    """Return the loss by tips that a seat must expect; `late` hundredths of the pile are left."""
    chance = SURE
    for other, count in enumerate(tips):
        if other != seat:
            lead = 2 * (count - tips[seat]) + 1  # in halves of a tip: a tie is as bad
            room = abs(lead) * POINT + 2 * SPREAD * late // POINT
            chance = chance * (SURE + SURE * lead * POINT // room) // (2 * SURE)
    most = POINT * max(tips) + 2 * late
    return chance * most // SURE


def served(view: State, seat: int, before: int) -> int:
    """Return what a seat may expect to take from the row when so many choose before it."""
    worths = sorted(
        [
            customer_worth(view, seat, kind)
            for kind in range(len(CUSTOMERS))
            for _ in range(view.row[kind])
        ],
        reverse=True,
    )
    return worths[min(before, len(worths) - 1)] if worths else 0


def drive_worth(view: State, seat: int, steps: int, before: int = 0) -> int:
    """Return what driving so many tiles is worth: customer, park and the way to the next lap."""
    tile, serves = destination(view, seat, steps)
    time = time_left(view)
    distance = tile - view.vans[seat] + (TILES if serves else 0)
    worth = LAP * distance * time // (TILES * SURE)
    if serves:
        # The part of the lap that was already counted tile by tile is replaced by what it brings.
        worth += served(view, seat, before) - LAP * time // SURE
    if tile == PARK and view.pile:
        worth += card_worth(view, DRAWN_CARD)
    return worth


def card_worth(view: State, worth: int) -> int:
    """Return what a card is worth with the time that is left to use it."""
    return worth * (SURE + 3 * time_left(view)) // (4 * SURE)
