"""A position at the sushi bar."""

from dataclasses import dataclass, field
from typing import Literal, cast

from games.core.position import Position
from games.core.setup import Setup
from games.sushi_bar.components import DICE, PACKED, THROWS, UNPACKED, Dice

Phase = Literal["laying", "throwing", "choosing", "over"]


@dataclass(slots=True)
class State(Position):
    """Rows, stacks (bottom first) and dice; everything in it is public."""

    seats: int
    sushi_values: tuple[int, ...]
    bone_values: tuple[int, ...]
    hide_covered: bool
    sushi_stacks: list[list[int]]
    bone_stacks: list[list[int]]
    phase: Phase = "laying"
    turn: int = 1
    seat: int = 0
    throw: int = 0  # throws made in this turn
    loose: int = DICE  # dice not set aside: about to be thrown, or just thrown
    kept: int = 0  # dice set aside, packed
    rolled: Dice = ()
    sushi: list[int] = field(default_factory=list)
    bones: list[int] = field(default_factory=list)

    @property
    def dice(self) -> int:
        """All dice that count now, packed: set aside and thrown."""
        return self.kept + PACKED[self.rolled]

    @property
    def kept_dice(self) -> Dice:
        return UNPACKED[self.kept]

    @property
    def may_keep(self) -> bool:
        """True when a throw is left, so that dice may be set aside (A3, A3b)."""
        return self.phase == "choosing" and self.throw < THROWS and self.loose > 1

    @property
    def abandoned(self) -> bool:
        """True when the match was cut off with portions left on the table."""
        return self.phase == "over" and bool(self.sushi or self.bones)


def start(setup: Setup) -> State:
    return State(
        setup.seats,
        tuple(sorted(cast(list[int], setup.options["sushi_values"]))),
        tuple(sorted(cast(list[int], setup.options["bone_values"]))),
        bool(setup.options["hide_covered"]),
        sushi_stacks=[[] for _ in range(setup.seats)],
        bone_stacks=[[] for _ in range(setup.seats)],
    )
