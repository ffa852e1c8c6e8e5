"""What a score can be at Sushi Express: every customer at one table, or none and no tip."""

from games.core.setup import Setup
from games.sushi_express.components import (
    BOX,
    CUSTOMER_CARDS,
    FIRST_OF_A_COLOUR,
    FURTHER_OF_A_COLOUR,
    TIP_ACTION,
    TIPS,
    USUAL_COLOURS,
)

_BLUES = 2
_COLOURS = _BLUES + len(USUAL_COLOURS)
_FURTHER = CUSTOMER_CARDS - TIPS - _COLOURS


def likely_scores(_setup: Setup) -> tuple[int, int]:
    """Return what all the tips of others cost, and what all the customers are worth."""
    return -TIPS - BOX[TIP_ACTION], FIRST_OF_A_COLOUR * _COLOURS + FURTHER_OF_A_COLOUR * _FURTHER
