"""What chance did, what a seat chose and what the table saw of hidden lanterns."""

import msgspec

from games.core.events import Chance, Choice, Sighting, event_type


def _in_order(cards: tuple[str | None, ...]) -> tuple[str | None, ...]:
    return tuple(sorted(cards, key=lambda card: (card is None, card or "")))


@event_type("hidden_game.dealt")
class Dealt(Chance, frozen=True):
    """A seat got its hand; null is a lantern that nobody who writes the record saw."""

    seat: int
    cards: tuple[str | None, ...]

    def __post_init__(self) -> None:
        """Put the lanterns into their one order: a hand has none."""
        msgspec.structs.force_setattr(self, "cards", _in_order(self.cards))


@event_type("hidden_game.asked")
class Asked(Choice, frozen=True):
    """The seat asked another one for a type of lantern."""

    other: int
    card: str


@event_type("hidden_game.answered")
class Answered(Sighting, frozen=True):
    """The seat showed the lantern it was asked for; null says that it has none."""

    card: str | None


@event_type("hidden_game.card_chosen")
class CardChosen(Choice, frozen=True):
    """The seat laid a lantern face down; the others learn which when all have chosen."""

    round: int
    card: str | None


@event_type("hidden_game.drawn")
class Drawn(Chance, frozen=True):
    """The seat put a lantern from the deck onto its tray, looking at it alone."""

    seat: int
    card: str | None


@event_type("hidden_game.hand_shown")
class HandShown(Sighting, frozen=True):
    """Before scoring the seat showed the rest of its hand and its tray."""

    cards: tuple[str, ...]
    tray: tuple[str, ...]

    def __post_init__(self) -> None:
        """Put the lanterns into their one order: neither hand nor tray has any."""
        msgspec.structs.force_setattr(self, "cards", _in_order(self.cards))
        msgspec.structs.force_setattr(self, "tray", _in_order(self.tray))
