"""A position at Sushi Express."""

from dataclasses import dataclass
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


@dataclass(slots=True)
class State(Position):
    """Betting board, vans, customers and action cards; of the last it may not know all.

    Pawns are seats; a box holds them bottom first. Counts are by the order of the components.
    """

    seats: int
    copies: Counts
    boxes: list[Counts]
    bets: list[int]  # what each pawn stood on when betting ended (A5)
    failed: list[bool]
    vans: list[int]
    row: list[int]
    tables: list[list[int]]
    discarded: list[int]
    hands: list[list[int]]  # action cards known to be there
    unknown: list[int]  # action cards of each hand that this state does not know
    seen: list[list[int]]  # what the whole table knows
    played: list[int]
    pile: int  # action cards in the pile
    shown: list[bool]
    phase: Phase = "reveal"
    round: int = 0
    first: int = _NOBODY
    acting: int = _NOBODY  # the seat that bets, throws, drives, draws or decides
    placed: int = 0  # pawns placed in this round
    swaps_due: int = 0  # swap cards laid down with a bet and not yet carried out
    lowest: int = _NOBODY
    throw: int = 0  # throws made by the acting seat
    dice: Counts = ()
    driving: bool = False  # True from the first success of a round on
    customer_due: bool = False
    park_due: bool = False
    stock: int = CUSTOMER_CARDS  # customers in the pile

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
    seats, copies = setup.seats, copies_of(tuple(others))
    return State(
        seats,
        copies,
        boxes=[()] * (HIGHEST + 1),
        bets=[0] * seats,
        failed=[False] * seats,
        vans=[SUSHI_EXPRESS] * seats,
        row=[0] * len(copies),
        tables=[[0] * len(copies) for _ in range(seats)],
        discarded=[0] * len(copies),
        hands=[list(FIRST_HAND) for _ in range(seats)],
        unknown=[0] * seats,
        seen=[list(FIRST_HAND) for _ in range(seats)],
        played=[0] * len(BOX),
        pile=sum(BOX) - seats * sum(FIRST_HAND),
        shown=[False] * seats,
    )
