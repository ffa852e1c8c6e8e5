"""What chance did, what a seat chose and what the table saw of hidden hands."""

from typing import Any

from games.core.events import Chance, Choice, Sighting, Unordered, event_type
from games.core.upcasting import upcaster
from games.sushi_go_party.components import FACES

_ORDER = {face: place for place, face in enumerate(FACES)}


@event_type("sushi_go_party.dealt")
class Dealt(Chance, Unordered, frozen=True):
    """A seat got its hand of a round; null is a card that nobody who writes the record saw."""

    seat: int
    round: int
    cards: tuple[str | None, ...]
    unordered = ("cards", _ORDER)


@event_type("sushi_go_party.card_chosen")
class CardChosen(Choice, frozen=True):
    """The seat chose in secret what it lays; the others learn it when all have chosen."""

    turn: int
    """Counted through the whole match, from 1."""
    card: str | None
    """Null in what others are told before the reveal."""
    uses: tuple[str, ...] = ()
    """Bonus cards on its table that the seat announces."""
    extras: tuple[str, ...] = ()
    """The second card, for each Chopsticks of `uses` in rising order of their numbers."""
    order: str | None = None
    """What a Special Order copies, where that is committed before the reveal."""


@event_type("sushi_go_party.dish_copied")
class DishCopied(Choice, frozen=True):
    """The seat laid its Special Order on a dish: `squid`, `squid_on_wasabi`, `packed`, …"""

    turn: int
    dish: str | None


@event_type("sushi_go_party.extra_chosen")
class ExtraChosen(Choice, frozen=True):
    """The seat chose the second card of its Chopsticks after the reveal."""

    card: str


@event_type("sushi_go_party.spoon_asked")
class SpoonAsked(Choice, frozen=True):
    """The seat asked for a type of card, or for one card exactly."""

    wanted: str


@event_type("sushi_go_party.spoon_answered")
class SpoonAnswered(Sighting, frozen=True):
    """The seat gave a card to whoever asked with the Spoon; null says that it has none."""

    card: str | None


@event_type("sushi_go_party.menu_drawn")
class MenuDrawn(Chance, Unordered, frozen=True):
    """The seat looked at four cards of the deck; null is one that nobody told."""

    seat: int
    cards: tuple[str | None, ...]
    unordered = ("cards", _ORDER)


@event_type("sushi_go_party.menu_taken")
class MenuTaken(Choice, frozen=True):
    """The seat laid one of the four cards; the others went back into the deck."""

    card: str


@event_type("sushi_go_party.box_packed", schema=2)
class BoxPacked(Choice, Unordered, frozen=True):
    """The seat turned these of its dishes face down, or none; see `packing.py` for their names."""

    dishes: tuple[str, ...]
    unordered = ("dishes", {})  # they turn at once


@upcaster(BoxPacked.type, from_schema=1)
def _packed_before_pairs(data: Any) -> Any:
    """Return the same: plain dishes mean the oldest, as they did before there were other words."""
    return data
