"""What chance did, what a seat chose and what the table saw at Sushi Express."""

from games.core.events import Chance, Choice, Sighting, Unordered, event_type
from games.sushi_express.components import (
    ACTION_ORDER,
    CUSTOMER_ORDER,
    Action,
    Customer,
    Decision,
)


@event_type("sushi_express.customers_revealed")
class CustomersRevealed(Chance, Unordered, frozen=True):
    """These customers were turned up from the pile to complete the row."""

    customers: tuple[Customer, ...]
    unordered = ("customers", CUSTOMER_ORDER)


@event_type("sushi_express.first_player_drawn")
class FirstPlayerDrawn(Chance, frozen=True):
    """This seat bets first in the first round (A16)."""

    seat: int


@event_type("sushi_express.pawns_swapped")
class PawnsSwapped(Choice, frozen=True):
    """The seat exchanged the pawns on a box with those on the next higher one."""

    box: int


@event_type("sushi_express.bet_placed")
class BetPlaced(Choice, frozen=True):
    """The seat bet on a total, with a "same bet" card if a pawn was there.

    `swaps` is how many "swap" cards it lays down with the bet, to be carried out before the next
    seat bets; null is none.
    """

    box: int
    swaps: int | None = None


@event_type("sushi_express.dice_thrown")
class DiceThrown(Chance, Unordered, frozen=True):
    """The two dice came up like this."""

    dice: tuple[int, int]
    unordered = ("dice", {})


@event_type("sushi_express.reroll_chosen")
class RerollChosen(Choice, frozen=True):
    """The seat throws a die with this face again, using a card; null says that it does not."""

    die: int | None


@event_type("sushi_express.die_rerolled")
class DieRerolled(Chance, frozen=True):
    """The one die that was thrown again came up like this."""

    face: int


@event_type("sushi_express.action_drawn")
class ActionDrawn(Chance, frozen=True):
    """The seat drew an action card, looking at it alone; null is a card that nobody else saw."""

    seat: int
    card: Action | None


@event_type("sushi_express.van_moved")
class VanMoved(Choice, frozen=True):
    """The seat drove its bet and one tile more for each "one further" card it laid down."""

    further: int


@event_type("sushi_express.customer_taken")
class CustomerTaken(Choice, frozen=True):
    """The seat took a customer of the row."""

    customer: Customer


@event_type("sushi_express.park_came_first")
class ParkCameFirst(Choice, frozen=True):
    """The seat draws its card at the park before it takes the customer of the same move (A19)."""


@event_type("sushi_express.row_decided")
class RowDecided(Choice, frozen=True):
    """The lowest bettor left the rest of the row or discarded all of it."""

    row: Decision


@event_type("sushi_express.hand_shown")
class HandShown(Sighting, Unordered, frozen=True):
    """Before scoring the seat showed the action cards it has left."""

    cards: tuple[Action, ...]
    unordered = ("cards", ACTION_ORDER)
