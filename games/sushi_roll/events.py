"""What chance did and what a seat chose.

Dice have no order: events put theirs into the order of the box when they are made, unknown ones
last, so that equal throws are equal events with one content hash, however a client sent them.
"""

from functools import lru_cache

import msgspec

from games.core.events import Chance, Choice, event_type
from games.sushi_roll.components import ORDER

_LAST = len(ORDER)


@lru_cache(maxsize=8192)
def in_order(dice: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return kinds or faces in the order of the box, what is unknown last."""
    return tuple(
        sorted(
            dice, key=lambda die: (die is None, ORDER.get(die, _LAST), "" if die is None else die)
        )
    )


@event_type("sushi_roll.belts_dealt")
class BeltsDealt(Chance, frozen=True):
    """The belts were dealt face down; this seat got the one with the red border."""

    red: int


@event_type("sushi_roll.dice_drawn")
class DiceDrawn(Chance, frozen=True):
    """The seat drew these kinds of dice from the bag; null is a die that nobody noted."""

    seat: int
    dice: tuple[str | None, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "dice", in_order(self.dice))


@event_type("sushi_roll.dice_rolled")
class DiceRolled(Chance, frozen=True):
    """The dice of the seat's belt, or those picked up for a menu, came up like this.

    Null is a face that nobody noted.
    """

    seat: int
    faces: tuple[str | None, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "faces", in_order(self.faces))


@event_type("sushi_roll.menu_used")
class MenuUsed(Choice, frozen=True):
    """The seat paid a menu and picked up these dice of its belt to roll them again.

    Null is a die whose face was not noted.
    """

    faces: tuple[str | None, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "faces", in_order(self.faces))


@event_type("sushi_roll.chopsticks_used")
class ChopsticksUsed(Choice, frozen=True):
    """The seat paid chopsticks and swapped a die of its belt for one of an opponent's belt.

    Null is a die whose face was not noted.
    """

    opponent: int
    given: str | None
    taken: str | None


@event_type("sushi_roll.die_taken")
class DieTaken(Choice, frozen=True):
    """The seat put a die of its belt onto its tray."""

    face: str
