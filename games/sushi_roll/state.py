"""A position: belts, trays and tokens. A die may be known by its face, by its kind or not at all.

Dice of one kind are alike, so a belt is three things: the faces that are known, the kinds of the
dice whose face is not (packed), and the number of dice of which not even the kind is known. After
unnamed dice were swapped, `worlds` tells what more is known of the two latter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple, cast

from games.core.errors import RuleViolation
from games.core.outcome import ScoreLine
from games.core.position import Position
from games.core.setup import Setup, once_per_setup
from games.sushi_roll.components import (
    BAG,
    BELT_SIZE,
    DICE,
    FIRST_CHOPSTICKS,
    FIRST_MENUS,
    KIND_OF,
    UNIT,
    number,
)
from games.sushi_roll.options import faces_option
from games.sushi_roll.worlds import Worlds

Phase = Literal["belts", "draw", "roll", "choose", "reroll", "over"]
Faces = tuple[str, ...]


class Kit(NamedTuple):
    """What does not change during a match: the dice as the setup has them."""

    seats: int
    size: int
    """Dice per belt at the start of a round."""
    dessert_cap: bool
    sides: Mapping[str, Faces]
    """Kind → the faces on its six sides."""
    faces: Faces
    """Every face that some die has, in the order of the box."""
    unit: Mapping[str, int]
    """Face → one die of its kind, packed."""


class Sheet(NamedTuple):
    """A finished round: what lay on the trays and what it gave."""

    trays: tuple[Faces, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]


def kind_of(kit: Kit, face: str) -> str:
    """Return the kind of die that shows a face; raise that none does, and what would change it."""
    if face in kit.unit:
        return KIND_OF[face]
    if face in KIND_OF:
        raise RuleViolation("no_such_face", face=[face], option=faces_option(KIND_OF[face]))
    raise RuleViolation("no_such_face", face=face[:20])


@once_per_setup
def kit_of(setup: Setup) -> Kit:
    sides: dict[str, Faces] = {}
    unit: dict[str, int] = {}
    for die in DICE:
        table = cast(list[int], setup.options[faces_option(die.kind)])
        counts = list(zip(die.faces, table, strict=True))
        sides[die.kind] = tuple(face for face, count in counts for _ in range(count))
        unit.update({face: UNIT[die.kind] for face, count in counts if count})
    return Kit(
        setup.seats,
        BELT_SIZE[setup.seats],
        bool(setup.options["dessert_cap"]),
        MappingProxyType(sides),
        tuple(unit),
        MappingProxyType(unit),
    )


@dataclass(slots=True)
class State(Position):
    """Belts lie before the seats: entry k is the belt that seat k has now."""

    kit: Kit = field(repr=False)
    faces: list[Faces]
    kinds: list[int]  # dice whose face is not known or not rolled yet, packed
    blanks: list[int]  # dice of which nothing is known
    trays: list[Faces]
    menus: list[int]
    chopsticks: list[int]
    desserts: list[int]
    phase: Phase = "belts"
    round: int = 1
    turn: int = 1
    red: int = 0  # the seat that has the belt with the red border
    step: int = 0  # how many seats have drawn, rolled or taken, from the red belt on
    pool: int = BAG  # dice that are not known to be on a belt or tray, packed
    picked: int = 0  # dice in the hand for a menu, packed
    picked_blind: int = 0  # how many more dice without a known face are in the hand
    sheets: list[Sheet] = field(default_factory=list)
    worlds: Worlds | None = None  # how dice can lie, where kinds, blanks and pool do not say it all

    @property
    def seats(self) -> int:
        return self.kit.seats

    @property
    def seat(self) -> int:
        """The seat that draws, rolls or chooses: from the red belt on, clockwise."""
        return (self.red + self.step) % self.kit.seats

    def hidden(self, seat: int) -> int:
        """Return how many dice of a belt have no known face."""
        packed = self.kinds[seat]
        return (number(packed) if packed else 0) + self.blanks[seat]

    def size(self, seat: int) -> int:
        """Return how many dice lie on a belt; those in the hand for a menu do not."""
        return len(self.faces[seat]) + self.hidden(seat) - self.picked_blind * (seat == self.seat)


def start(setup: Setup) -> State:
    seats = setup.seats
    return State(
        kit_of(setup),
        faces=[()] * seats,
        kinds=[0] * seats,
        blanks=[0] * seats,
        trays=[()] * seats,
        menus=[FIRST_MENUS] * seats,
        chopsticks=[FIRST_CHOPSTICKS] * seats,
        desserts=[0] * seats,
    )
