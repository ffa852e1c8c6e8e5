"""What chance did and what a seat chose at the sushi bar.

Dice have no order: `DiceRolled` and `DiceKept` put theirs into the order of `FACES` when they are
made, so that equal throws are equal events with one content hash, however a client sent them.
"""

import msgspec

from games.core.events import Chance, Choice, event_type
from games.sushi_bar.components import FACE_ORDER, PACKED, Face, Row


@event_type("sushi_bar.rows_laid")
class RowsLaid(Chance, frozen=True):
    """Both rows lie on the table, face up, from left to right; bones are negative."""

    sushi: tuple[int, ...]
    bones: tuple[int, ...]


@event_type("sushi_bar.dice_rolled")
class DiceRolled(Chance, frozen=True):
    """The dice that were not set aside came up like this."""

    dice: tuple[Face, ...]

    def __post_init__(self) -> None:
        if self.dice not in PACKED:
            msgspec.structs.force_setattr(self, "dice", _in_order(self.dice))


@event_type("sushi_bar.dice_kept")
class DiceKept(Choice, frozen=True):
    """The seat set these dice of its last throw aside and throws the others again."""

    dice: tuple[Face, ...]

    def __post_init__(self) -> None:
        if self.dice not in PACKED:
            msgspec.structs.force_setattr(self, "dice", _in_order(self.dice))


@event_type("sushi_bar.portion_taken")
class PortionTaken(Choice, frozen=True):
    """The seat took from a row; the dice say which portion."""

    row: Row


@event_type("sushi_bar.portion_stolen")
class PortionStolen(Choice, frozen=True):
    """The seat stole from an opponent's stack; position 1 is the top."""

    victim: int
    stack: Row
    position: int


def _in_order(dice: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(sorted(dice, key=lambda die: (FACE_ORDER.get(die, len(FACE_ORDER)), die)))
