"""What is in the box; `box.py` says where each number comes from.

Customers and action cards are counted in lists whose places are those of `CUSTOMERS` and `ACTIONS`.
"""

from typing import Literal, get_args

Customer = Literal[
    "light_blue",
    "dark_blue",
    "pink",
    "violet",
    "green",
    "yellow",
    "orange",
    "red",
    "brown",
    "white",
    "grey",
    "black",
    "tip",
]
Action = Literal["same_bet", "swap", "reroll", "one_further", "tip_action"]
Decision = Literal["keep", "discard"]
Counts = tuple[int, ...]

# Yellow, orange and red are placeholders: the option `other_colours` names those of the club's box.
CUSTOMERS: tuple[Customer, ...] = get_args(Customer)
BLUES = 8
TIPS = 8
OTHERS = 2
OTHER_COLOURS = CUSTOMERS[2:-1]
USUAL_COLOURS = OTHER_COLOURS[:6]
CUSTOMER_CARDS = 36
TIP = CUSTOMERS.index("tip")

ACTIONS: tuple[Action, ...] = get_args(Action)
SAME_BET, SWAP, REROLL, FURTHER, TIP_ACTION = range(len(ACTIONS))
BOX: Counts = (12, 4, 4, 6, 2)
FIRST_HAND: Counts = (1, 0, 0, 1, 0)
"""Rulebook, "Mise en place": a "same bet" and a "one tile further" for each player."""

TILES = 12
SUSHI_EXPRESS = 0
PARK = 6

LOWEST, HIGHEST = 2, 12
"""The boxes of the betting board: every total of two dice."""
BETS = range(LOWEST, HIGHEST + 1)
FACES = (1, 2, 3, 4, 5, 6)
THROWS = 2
DECISIONS: tuple[Decision, ...] = get_args(Decision)

FIRST_OF_A_COLOUR = 3
FURTHER_OF_A_COLOUR = 1

CUSTOMER_ORDER: dict[str, int] = {name: index for index, name in enumerate(CUSTOMERS)}
ACTION_ORDER: dict[str, int] = {name: index for index, name in enumerate(ACTIONS)}
THROWN: dict[tuple[int, int], int] = {
    (low, high): low + high for low in FACES for high in FACES if low <= high
}
"""Every throw of two dice, the lower one first, and its total."""


def copies_of(others: tuple[str, ...]) -> Counts:
    """Return how many customers of each kind there are with these other colours."""
    copies = {"light_blue": BLUES, "dark_blue": BLUES, "tip": TIPS} | dict.fromkeys(others, OTHERS)
    return tuple(copies.get(name, 0) for name in CUSTOMERS)


def customers_in(counts: list[int] | Counts) -> list[Customer]:
    """Return counted customers one by one, in the order of `CUSTOMERS`."""
    return [name for name, count in zip(CUSTOMERS, counts, strict=True) for _ in range(count)]


def actions_in(counts: list[int] | Counts) -> list[Action]:
    """Return counted action cards one by one, in the order of `ACTIONS`."""
    return [name for name, count in zip(ACTIONS, counts, strict=True) for _ in range(count)]
