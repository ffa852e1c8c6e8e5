"""What chance did and what a seat chose."""

from games.core.events import Chance, Choice, Unordered, event_type
from games.sushi_roll.components import ORDER


@event_type("sushi_roll.belts_dealt")
class BeltsDealt(Chance, frozen=True):
    """The belts were dealt face down; this seat got the one with the red border."""

    red: int


@event_type("sushi_roll.dice_drawn")
class DiceDrawn(Chance, Unordered, frozen=True):
    """The seat drew these kinds of dice from the bag; null is a die that nobody noted."""

    seat: int
    dice: tuple[str | None, ...]
    unordered = ("dice", ORDER)


@event_type("sushi_roll.dice_rolled")
class DiceRolled(Chance, Unordered, frozen=True):
    """The dice of the seat's belt, or those picked up for a menu, came up like this.

    Null is a face that nobody noted.
    """

    seat: int
    faces: tuple[str | None, ...]
    unordered = ("faces", ORDER)


@event_type("sushi_roll.menu_used")
class MenuUsed(Choice, Unordered, frozen=True):
    """The seat paid a menu and picked up these dice of its belt to roll them again.

    Null is a die whose face was not noted.
    """

    faces: tuple[str | None, ...]
    unordered = ("faces", ORDER)


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
