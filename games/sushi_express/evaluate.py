"""What a choice is worth to a seat, in hundredths of a point.

A bet is worth what the drive brings times the chance to drive: somebody who throws before and
reaches his bet takes everybody below along. Bets that are still to come are taken as usual ones.
"""

from games.core.events import Event
from games.sushi_express import events as facts
from games.sushi_express.choices import open_boxes, swappable
from games.sushi_express.components import (
    BETS,
    CUSTOMER_ORDER,
    CUSTOMERS,
    FACES,
    FURTHER,
    HIGHEST,
    LOWEST,
    REROLL,
    SAME_BET,
    SWAP,
    THROWN,
    THROWS,
)
from games.sushi_express.scoring import outcome
from games.sushi_express.state import State
from games.sushi_express.worth import (
    CARD_WORTH,
    DRAWN_CARD,
    POINT,
    SURE,
    card_worth,
    customer_worth,
    drive_worth,
)

DECIDING = 18
"""What it is worth to decide about the row and to bet first in the next round."""
WINNING = 400
"""What it is worth to end a match that one leads, or to go on in one that one does not."""


def _hits(least: int) -> int:
    """Return the chance that two dice make at least so much, in thousandths."""
    ways = sum([1 if low == high else 2 for low, high in THROWN if low + high >= least])
    return SURE * ways // 36


HIT = {box: _hits(box) for box in BETS}
REACH: dict[int, int] = {box: SURE - (SURE - HIT[box]) * (SURE - HIT[box]) // SURE for box in BETS}
"""The chance to reach a bet in two throws, in thousandths."""
USUAL = {4: 50, 5: 100, 6: 150, 7: 200, 8: 200, 9: 150, 10: 100, 11: 50}
"""How often others bet on a box, in thousandths."""
HELP = {
    box: sum([share * REACH[other] // SURE for other, share in USUAL.items() if other > box])
    for box in BETS
}
"""The chance that a seat which has not bet yet takes a bet along."""


def evaluate(view: State, seat: int, choice: Event) -> int:
    match choice:
        case facts.BetPlaced(box=box, swaps=swaps):
            return _bet(view, seat, box, swaps or 0)
        case facts.PawnsSwapped(box=box):
            return _swap(view, seat, box)
        case facts.RerollChosen(die=die):
            return _reroll(view, seat, die)
        case facts.VanMoved(further=further):
            price = further * card_worth(view, CARD_WORTH[FURTHER])
            return drive_worth(view, seat, view.bets[seat] + further) - price
        case facts.CustomerTaken(customer=customer):
            return customer_worth(view, seat, CUSTOMER_ORDER[customer])
        case facts.ParkCameFirst():  # to know the card can only help to choose
            kinds = range(len(CUSTOMERS))
            return 1 + max([customer_worth(view, seat, kind) for kind in kinds if view.row[kind]])
        case facts.RowDecided(row="keep"):
            return _row(view, seat)
        case facts.RowDecided(row="discard"):
            return _ending(view, seat)
        case _:
            return 0


def _bet(view: State, seat: int, box: int, swaps: int) -> int:
    boxes = view.boxes[:]
    price = card_worth(view, CARD_WORTH[SAME_BET]) if boxes[box] else 0
    boxes[box] += (seat,)
    worth = _position(view, seat, boxes)
    if swaps:
        worth = max([_position(view, seat, _exchanged(boxes, low)) for low in swappable(boxes)])
        price += swaps * card_worth(view, CARD_WORTH[SWAP])
    return worth - price


def _swap(view: State, seat: int, low: int) -> int:
    boxes = _exchanged(view.boxes, low)
    if view.phase == "swap":
        return _position(view, seat, boxes)
    trial = view.clone()
    trial.boxes = boxes
    best = max([_bet(trial, seat, box, 0) for box in open_boxes(view, seat)])
    return best - card_worth(view, CARD_WORTH[SWAP])


def _exchanged(boxes: list[tuple[int, ...]], low: int) -> list[tuple[int, ...]]:
    after = boxes[:]
    after[low], after[low + 1] = after[low + 1], after[low]
    return after


def _position(view: State, seat: int, boxes: list[tuple[int, ...]]) -> int:
    """Return what a seat's pawn is worth where it stands."""
    missed = SURE  # the chance that everybody who throws before fails
    before = 0  # thousandths of a customer taken before
    mine = lower = 0
    for box in range(HIGHEST, LOWEST - 1, -1):
        for pawn in reversed(boxes[box]):
            if mine:
                lower += 1
            elif pawn == seat:
                mine = box
            else:
                before += (SURE - missed) * box // 12
                missed = missed * (SURE - REACH[box]) // SURE
    for _ in range(view.seats - sum([len(pawns) for pawns in boxes])):
        missed = missed * (SURE - HELP[mine]) // SURE
    drives = SURE - missed * (SURE - REACH[mine]) // SURE
    fails = card_worth(view, DRAWN_CARD) if view.pile else 0
    worth = drives * drive_worth(view, seat, mine, before // SURE) + (SURE - drives) * fails
    return worth // SURE + (0 if lower else DECIDING)


def _reroll(view: State, seat: int, die: int | None) -> int:
    """Return what a die thrown again, then a second throw if one is left, may bring."""
    bet = view.bets[seat]
    reached = HIT[bet] if view.throw < THROWS else 0
    price = 0
    if die is not None:
        kept = sum(view.dice) - die
        again = SURE * len([face for face in FACES if kept + face >= bet]) // len(FACES)
        reached = again + (SURE - again) * reached // SURE
        price = card_worth(view, CARD_WORTH[REROLL])
    fails = card_worth(view, DRAWN_CARD) if view.pile else 0
    return (reached * drive_worth(view, seat, bet) + (SURE - reached) * fails) // SURE - price


def _row(view: State, seat: int) -> int:
    """Return how much better the rest of the row suits a seat than the others."""
    worth = 0
    for kind, count in enumerate(view.row):
        if count:
            others = [
                customer_worth(view, other, kind) for other in range(view.seats) if other != seat
            ]
            own = customer_worth(view, seat, kind)
            worth += count * (own - sum(others) // len(others))
    return worth


def _ending(view: State, seat: int) -> int:
    """Return what it is worth that a discard ends the match, 0 where it does not."""
    if view.stock >= view.seats:
        return 0
    scores = outcome(view).scores
    best = max([score for other, score in enumerate(scores) if other != seat])
    return WINNING if scores[seat] > best else POINT * (scores[seat] - best)
