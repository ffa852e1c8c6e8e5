"""What chance did and what a seat chose at the sushi bar."""

from games.core.events import Chance, Choice, Unordered, event_type
from games.sushi_bar.components import FACE_ORDER, Face, Row


@event_type("sushi_bar.rows_laid")
class RowsLaid(Chance, frozen=True):
    """Both rows lie on the table, face up, from left to right; bones are negative."""

    sushi: tuple[int, ...]
    bones: tuple[int, ...]


@event_type("sushi_bar.dice_rolled")
class DiceRolled(Chance, Unordered, frozen=True):
    """The dice that were not set aside came up like this."""

    dice: tuple[Face, ...]
    unordered = ("dice", FACE_ORDER)


@event_type("sushi_bar.dice_kept")
class DiceKept(Choice, Unordered, frozen=True):
    """The seat set these dice of its last throw aside and throws the others again."""

    dice: tuple[Face, ...]
    unordered = ("dice", FACE_ORDER)


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
