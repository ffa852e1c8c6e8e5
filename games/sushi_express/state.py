"""A position at Sushi Express."""

from typing import Literal, cast

from games.core.position import Position
from games.core.setup import Setup
from games.sushi_express.components import (
    BETS,
    BOX,
    CUSTOMER_CARDS,
    FIRST_HAND,
    HIGHEST,
    SUSHI_EXPRESS,
    Counts,
    copies_of,
)

Phase = Literal[
    "reveal",
    "first",
    "bet",
    "swap",
    "throw",
    "reroll",
    "rethrow",
    "draw",
    "move",
    "customer",
    "row",
    "show",
    "over",
]
_NOBODY = -1


class State(Position):
    """Betting board, vans, customers and action cards; of the last it may not know all.

    Pawns are seats; a box holds them bottom first. Counts are by the order of the components.
    """

    __slots__ = (
        "acting",
        "bets",
        "boxes",
        "copies",
        "customer_due",
        "dice",
        "discarded",
        "driving",
        "failed",
        "first",
        "hands",
        "lowest",
        "park_due",
        "phase",
        "pile",
        "placed",
        "played",
        "round",
        "row",
        "seats",
        "seen",
        "shown",
        "stock",
        "swaps_due",
        "tables",
        "throw",
        "unknown",
        "vans",
    )

    def __init__(self, seats: int, copies: Counts) -> None:
        self.seats = seats
        self.copies = copies
        self.phase: Phase = "reveal"
        self.round = 0
        self.first = _NOBODY
        self.acting = _NOBODY  # the seat that bets, throws, drives, draws or decides
        self.placed = 0  # pawns placed in this round
        self.swaps_due = 0  # swap cards laid down with a bet and not yet carried out
        self.boxes: list[Counts] = [()] * (HIGHEST + 1)
        self.bets = [0] * seats  # what each pawn stood on when betting ended (A5)
        self.lowest = _NOBODY
        self.throw = 0  # throws made by the acting seat
        self.dice: Counts = ()
        self.failed = [False] * seats
        self.driving = False  # True from the first success of a round on
        self.customer_due = False
        self.park_due = False
        self.vans = [SUSHI_EXPRESS] * seats
        self.row = [0] * len(copies)
        self.tables = [[0] * len(copies) for _ in range(seats)]
        self.discarded = [0] * len(copies)
        self.stock = CUSTOMER_CARDS  # customers in the pile
        self.hands = [list(FIRST_HAND) for _ in range(seats)]  # action cards known to be there
        self.unknown = [0] * seats  # action cards of each hand that this state does not know
        self.seen = [list(FIRST_HAND) for _ in range(seats)]  # what the whole table knows
        self.played = [0] * len(BOX)
        self.pile = sum(BOX) - seats * sum(FIRST_HAND)  # action cards in the pile
        self.shown = [False] * seats

    def clone(self) -> "State":
        twin = State.__new__(State)
        twin.seats = self.seats
        twin.copies = self.copies
        twin.phase = self.phase
        twin.round = self.round
        twin.first = self.first
        twin.acting = self.acting
        twin.placed = self.placed
        twin.swaps_due = self.swaps_due
        twin.boxes = self.boxes[:]
        twin.bets = self.bets[:]
        twin.lowest = self.lowest
        twin.throw = self.throw
        twin.dice = self.dice
        twin.failed = self.failed[:]
        twin.driving = self.driving
        twin.customer_due = self.customer_due
        twin.park_due = self.park_due
        twin.vans = self.vans[:]
        twin.row = self.row[:]
        twin.tables = [table[:] for table in self.tables]
        twin.discarded = self.discarded[:]
        twin.stock = self.stock
        twin.hands = [hand[:] for hand in self.hands]
        twin.unknown = self.unknown[:]
        twin.seen = [seen[:] for seen in self.seen]
        twin.played = self.played[:]
        twin.pile = self.pile
        twin.shown = self.shown[:]
        return twin

    def hand_size(self, seat: int) -> int:
        """Return how many action cards a seat holds, which everybody can count."""
        return sum(self.hands[seat]) + self.unknown[seat]

    def secret_cards(self, seat: int) -> int:
        """Return how many cards of a hand the table has not seen."""
        return sum(self.hands[seat]) + self.unknown[seat] - sum(self.seen[seat])

    def box_of(self, seat: int) -> int:
        """Return the box a seat's pawn stands on, 0 for none."""
        for box in BETS:
            if seat in self.boxes[box]:
                return box
        return 0

    def missing(self) -> int:
        """Return how many customers the row lacks."""
        return self.seats - sum(self.row)


def start(setup: Setup) -> State:
    others = cast(list[str], setup.options["other_colours"])
    return State(setup.seats, copies_of(tuple(others)))
