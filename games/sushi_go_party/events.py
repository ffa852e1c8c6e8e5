"""What chance did, what a seat chose and what the table saw of hidden hands."""

import msgspec

from games.core.events import Chance, Choice, Sighting, event_type
from games.sushi_go_party.components import FACES

_ORDER: dict[str | None, int] = {face: place for place, face in enumerate(FACES)}


def in_order(cards: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return cards in the order of the box, unknown ones last: a hand has no order of its own."""
    if all(card in _ORDER for card in cards):
        return tuple(sorted(cards, key=_ORDER.__getitem__))
    return tuple(sorted(cards, key=lambda card: (card is None, _ORDER.get(card, 99), card or "")))


@event_type("sushi_go_party.dealt")
class Dealt(Chance, frozen=True):
    """A seat got its hand of a round; null is a card that nobody who writes the record saw."""

    seat: int
    round: int
    cards: tuple[str | None, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", in_order(self.cards))


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
class MenuDrawn(Chance, frozen=True):
    """The seat looked at four cards of the deck; null is one that nobody told."""

    seat: int
    cards: tuple[str | None, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", in_order(self.cards))


@event_type("sushi_go_party.menu_taken")
class MenuTaken(Choice, frozen=True):
    """The seat laid one of the four cards; the others went back into the deck."""

    card: str


@event_type("sushi_go_party.box_packed")
class BoxPacked(Choice, frozen=True):
    """The seat turned these of its dishes face down, or none."""

    dishes: tuple[str, ...]

    def __post_init__(self) -> None:
        """Put the dishes into their one order: they turn at once."""
        msgspec.structs.force_setattr(self, "dishes", tuple(sorted(self.dishes)))
