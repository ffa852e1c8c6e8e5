"""What chance did and what a seat chose at the sushi boat.

Slots are counted from 0, where plates come onto the belt.
"""

from games.core.events import Chance, Choice, Unordered, event_type
from games.sushi_boat.components import COLOURS, PLATE_ORDER

_CUBE_ORDER = {colour: place for place, colour in enumerate(COLOURS)}


@event_type("sushi_boat.staff_placed")
class StaffPlaced(Chance, frozen=True):
    """The tiles lie on the staff places, in the order of the board's text."""

    tiles: tuple[str, ...]


@event_type("sushi_boat.belt_filled")
class BeltFilled(Chance, Unordered, frozen=True):
    """Coloured plates lie on the belt, from slot 0 on, and three in the trash."""

    belt: tuple[str, ...]
    trash: tuple[str, ...]
    unordered = ("trash", PLATE_ORDER)


@event_type("sushi_boat.card_revealed")
class CardRevealed(Chance, frozen=True):
    """The top card of the deck: `tempura_red`, `mochi_green`, `wasabi`, …"""

    card: str


@event_type("sushi_boat.plates_drawn")
class PlatesDrawn(Chance, frozen=True):
    """These plates came out of the bag one by one and were pushed onto the belt in this order."""

    plates: tuple[str, ...]


@event_type("sushi_boat.satsuki_drew")
class SatsukiDrew(Chance, Unordered, frozen=True):
    """The plates that Satsuki brought out of the bag to choose from."""

    plates: tuple[str, ...]
    unordered = ("plates", PLATE_ORDER)


@event_type("sushi_boat.guess_placed")
class GuessPlaced(Choice, Unordered, frozen=True):
    """The seat laid two cubes in secret, or its Takoyaki card to choose after the others."""

    challenge: int
    """Counted through the match, from 1."""
    placed: tuple[str, ...] | None
    """Colours, or `takoyaki` alone; null in what others are told before the cubes are shown."""
    unordered = ("placed", _CUBE_ORDER)


@event_type("sushi_boat.takoyaki_guessed")
class TakoyakiGuessed(Choice, Unordered, frozen=True):
    """The seat looked at what the others had laid and laid two or three cubes."""

    challenge: int
    cubes: tuple[str, ...] | None
    unordered = ("cubes", _CUBE_ORDER)


@event_type("sushi_boat.pawn_moved")
class PawnMoved(Choice, frozen=True):
    """The seat moved its pawn to an action space."""

    space: str


@event_type("sushi_boat.pawn_bought_out")
class PawnBoughtOut(Choice, frozen=True):
    """The seat paid 1 yen to another, whose pawn left the board."""

    owner: int


@event_type("sushi_boat.order_placed")
class OrderPlaced(Choice, frozen=True):
    """The seat paid 1 yen for a special order: a plate from the bag comes onto the belt."""


@event_type("sushi_boat.plate_eaten")
class PlateEaten(Choice, frozen=True):
    """The seat ate the plate next to its pawn."""

    slot: int


@event_type("sushi_boat.plate_fetched")
class PlateFetched(Choice, frozen=True):
    """Hiroshi, or Yuki and Takeshi, fetched the seat a plate from this slot."""

    slot: int


@event_type("sushi_boat.trash_searched")
class TrashSearched(Choice, frozen=True):
    """Neko brought the seat this plate out of the trash."""

    plate: str


@event_type("sushi_boat.dish_fetched")
class DishFetched(Choice, frozen=True):
    """Momoko gave the seat the top side dish of the discard pile."""


@event_type("sushi_boat.satsuki_asked")
class SatsukiAsked(Choice, frozen=True):
    """The seat asked Satsuki for plates from the bag."""


@event_type("sushi_boat.plate_kept")
class PlateKept(Choice, frozen=True):
    """The seat put one of Satsuki's plates on the top or at the bottom of its stack."""

    plate: str
    end: str


@event_type("sushi_boat.yen_taken")
class YenTaken(Choice, frozen=True):
    """The seat took 1 yen from the bank."""


@event_type("sushi_boat.tempura_played")
class TempuraPlayed(Choice, frozen=True):
    """The seat pushed the plate of this slot one place towards the trash."""

    slot: int


@event_type("sushi_boat.edamame_played")
class EdamamePlayed(Choice, frozen=True):
    """The seat swapped the top of its stack with the plate of this slot."""

    slot: int


@event_type("sushi_boat.miso_played")
class MisoPlayed(Choice, frozen=True):
    """The seat looked through its stack and took the top side dish of the discard pile."""


@event_type("sushi_boat.gyoza_played")
class GyozaPlayed(Choice, frozen=True):
    """The seat laid down a Gyoza, which is worth a point."""


@event_type("sushi_boat.yakitori_played")
class YakitoriPlayed(Choice, Unordered, frozen=True):
    """The seat swapped the plates of these two slots."""

    slots: tuple[int, ...]
    unordered = ("slots", {})


@event_type("sushi_boat.mochi_played")
class MochiPlayed(Choice, Unordered, frozen=True):
    """The seat swapped the staff tiles of these two action spaces."""

    spaces: tuple[str, ...]
    unordered = ("spaces", {})


@event_type("sushi_boat.dish_discarded")
class DishDiscarded(Choice, frozen=True):
    """The seat laid a third side dish back onto the discard pile."""

    dish: str


@event_type("sushi_boat.turn_ended")
class TurnEnded(Choice, frozen=True):
    """The seat ended its turn."""
