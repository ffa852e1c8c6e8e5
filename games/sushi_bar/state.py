"""A position at the sushi bar."""

from typing import Literal, cast

from games.core.position import Position
from games.core.setup import Setup
from games.sushi_bar.components import DICE, PACKED, THROWS, UNPACKED, Dice

Phase = Literal["laying", "throwing", "choosing", "over"]


class State(Position):
    """Rows, stacks (bottom first) and dice; everything in it is public."""

    __slots__ = (
        "bone_stacks",
        "bone_values",
        "bones",
        "hide_covered",
        "kept",
        "loose",
        "phase",
        "rolled",
        "seat",
        "seats",
        "sushi",
        "sushi_stacks",
        "sushi_values",
        "throw",
        "turn",
    )

    def __init__(
        self,
        seats: int,
        sushi_values: tuple[int, ...],
        bone_values: tuple[int, ...],
        hide_covered: bool,
    ) -> None:
        self.seats = seats
        self.sushi_values = sushi_values
        self.bone_values = bone_values
        self.hide_covered = hide_covered
        self.phase: Phase = "laying"
        self.turn = 1
        self.seat = 0
        self.throw = 0  # throws made in this turn
        self.loose = DICE  # dice not set aside: about to be thrown, or just thrown
        self.kept = 0  # dice set aside, packed
        self.rolled: Dice = ()
        self.sushi: list[int] = []
        self.bones: list[int] = []
        self.sushi_stacks: list[list[int]] = [[] for _ in range(seats)]
        self.bone_stacks: list[list[int]] = [[] for _ in range(seats)]

    def clone(self) -> "State":
        twin = State.__new__(State)
        twin.seats = self.seats
        twin.sushi_values = self.sushi_values
        twin.bone_values = self.bone_values
        twin.hide_covered = self.hide_covered
        twin.phase = self.phase
        twin.turn = self.turn
        twin.seat = self.seat
        twin.throw = self.throw
        twin.loose = self.loose
        twin.kept = self.kept
        twin.rolled = self.rolled
        twin.sushi = self.sushi[:]
        twin.bones = self.bones[:]
        twin.sushi_stacks = [stack[:] for stack in self.sushi_stacks]
        twin.bone_stacks = [stack[:] for stack in self.bone_stacks]
        return twin

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
    )
