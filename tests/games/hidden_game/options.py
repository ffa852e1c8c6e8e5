"""What a club may choose: one option of every kind, one of them not for every number of seats."""

from typing import Any

from games.core.setup import Option
from tests.games.hidden_game.components import CARDS, COUNTS, LARGEST_HAND


def check_box(counts: Any, seats: int) -> str | None:
    """Return why these counts of lanterns cannot be dealt to so many seats, or None."""
    if len(counts) != len(CARDS) or not all(0 <= count <= 40 for count in counts):
        return "box_wrong_counts"
    return "box_too_small" if sum(counts) < seats * LARGEST_HAND else None


OPTIONS = (
    Option("passing", "flag", default=True),
    Option("scoring", "choice", default="values", choices=("values", "sets")),
    Option("hand_size", "integer", default=3, least=2, most=LARGEST_HAND),
    Option("draws", "integer", default=1, least=0, most=2),
    Option("box", "table", default=list(COUNTS), check=check_box),
    Option("motto", "text", default=""),
    Option("quiet_start", "flag", default=False, seats=(3, 4)),
)
