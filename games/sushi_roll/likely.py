"""What a score can be in Sushi Roll: bounds from the dice on a tray, whatever they show."""

from collections.abc import Sequence
from typing import cast

from games.core.setup import Setup
from games.sushi_roll.components import (
    APPETIZERS,
    BELT_SIZE,
    CHOPSTICKS_TOKENS,
    MENU_TOKENS,
    ROUNDS,
)
from games.sushi_roll.options import faces_option
from games.sushi_roll.scoring import DESSERT_PRIZE, MAKI_PRIZES, TOKENS_PER_POINT

# Three sashimi give 13, a squid and the wasabi below it 9: no die is worth more than five, and
# none that shows an appetizer twice more than nine.
_MOST_OF_A_DIE, _MOST_OF_A_DOUBLE = 5, 9


def likely_scores(setup: Setup) -> tuple[int, int]:
    """Return the fewest desserts and nothing else, and three trays of the best dice there are."""
    appetizers = cast(Sequence[int], setup.options[faces_option("appetizer")])
    doubled = any(appetizers[len(APPETIZERS) :])
    tray = BELT_SIZE[setup.seats] * (_MOST_OF_A_DOUBLE if doubled else _MOST_OF_A_DIE)
    tokens = (MENU_TOKENS + CHOPSTICKS_TOKENS) // TOKENS_PER_POINT
    return -DESSERT_PRIZE, ROUNDS * (MAKI_PRIZES[0] + tray) + DESSERT_PRIZE + tokens
