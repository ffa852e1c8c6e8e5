"""A position at the sushi boat."""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, cast

import msgspec

from games.core.position import Position
from games.core.setup import Setup, once_per_setup
from games.sushi_boat.components import (
    COLOURS,
    COPIES,
    DISHES,
    FIRST_YEN,
    PLATES,
    WASABI,
    WASABIS,
    WHITE,
    deck_size,
)
from games.sushi_boat.layout import Board
from games.sushi_boat.options import board_of, plates_of

Phase = Literal[
    "staff",
    "belt",
    "reveal",
    "fill",
    "guess",
    "takoyaki",
    "push",
    "move",
    "act",
    "order",
    "satsuki",
    "keep",
    "discard",
    "over",
]
Placed = tuple[str, ...]

# The three actions as bits, and which sets of actions leave room for another.
EAT, ASK, EARN = 1, 2, 4
MAY_ACT = (True, True, True, False, True, False, False, False)
NOWHERE = -1


class Kit(msgspec.Struct, frozen=True):
    """What follows from a setup once and for all."""

    seats: int
    turns: int
    board: Board
    plates: "MappingProxyType[str, int]"
    """Plate → how many are in the box."""
    cards: "MappingProxyType[str, int]"
    """Card → how many are in the box, with its symbol."""
    in_reach: tuple[bool, ...]
    """The slots that cards and staff reach (A10)."""
    guessable: tuple[str, ...]
    per_cube: bool
    second_after_tie: bool
    table_memory: bool


@once_per_setup
def kit_of(setup: Setup) -> Kit:
    seats, options = setup.seats, setup.options
    board = board_of(options)
    plates = zip(PLATES, plates_of(options), strict=True)
    cards: dict[str, int] = {}
    for dish, greens in zip(DISHES, cast(list[int], options["greens"]), strict=True):
        cards[f"{dish}_red"] = COPIES - greens
        cards[f"{dish}_green"] = greens
    cards[WASABI] = WASABIS
    reach_all = bool(options["hidden_plates"])
    return Kit(
        seats=seats,
        turns=deck_size(seats),
        board=board,
        plates=MappingProxyType(dict(plates)),
        cards=MappingProxyType(cards),
        in_reach=tuple(reach_all or bool(row) for row in board.rows),
        guessable=COLOURS if options["guess_white"] else tuple(c for c in COLOURS if c != WHITE),
        per_cube=bool(options["per_cube"]),
        second_after_tie=bool(options["second_after_tie"]),
        table_memory=options["memory"] == "table",
    )


@dataclass(slots=True)
class State(Position):
    """Everything but the cubes laid in a challenge is open to all who were looking."""

    kit: Kit = field(repr=False)
    belt: list[str | None]
    bag: dict[str, int]
    bag_size: int
    revealed: dict[str, int]
    pawns: list[int]
    yen: list[int]
    cubes: list[int]
    stacks: list[list[str]]
    hands: list[list[str]]
    eaten: list[list[str]]
    picked: list[bool]
    placed: list[Placed | None]
    phase: Phase = "staff"
    turn: int = 1
    seat: int = 0
    moved: bool = False  # the pawn has moved in this turn
    actions: int = 0  # actions of this turn, as bits
    due: int = 0  # plates to draw now
    staff: list[str] = field(default_factory=list)  # the tile of each staff place
    trash: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    drawn: tuple[str, ...] = ()  # what Satsuki brought
    challenge: int = 0
    hidden: tuple[str, ...] = ()  # plates to guess
    declared: list[int] = field(default_factory=list)  # seats that choose with Takoyaki, in order
    waiting: int = 0  # how many of them have chosen

    @property
    def seats(self) -> int:
        return self.kit.seats

    @property
    def deck(self) -> int:
        drawn = self.turn - 1 if self.phase in ("staff", "belt", "reveal") else self.turn
        return self.kit.turns - drawn

    @property
    def wasabis(self) -> int:
        """How many wasabi cards are left in the deck."""
        return WASABIS - self.revealed[WASABI]

    @property
    def tile(self) -> str:
        """The member of the staff next to the active pawn, or nothing."""
        space = self.pawns[self.seat]
        place = self.kit.board.tile[space] if space >= 0 else -1
        return self.staff[place] if place >= 0 else ""


def start(setup: Setup) -> State:
    kit = kit_of(setup)
    seats = kit.seats
    return State(
        kit,
        belt=[None] * kit.board.length,
        bag=dict(kit.plates),
        bag_size=sum(kit.plates.values()),
        revealed=dict.fromkeys(kit.cards, 0),
        pawns=[NOWHERE] * seats,
        yen=[FIRST_YEN] * seats,
        cubes=[0] * seats,
        stacks=[[] for _ in range(seats)],
        hands=[[] for _ in range(seats)],
        eaten=[[] for _ in range(seats)],
        picked=[False] * seats,
        placed=[None] * seats,
    )
