"""Sushi Roll as the contract wants it."""

from games.core.engine import Engine
from games.sushi_roll.state import State


class SushiRoll(Engine[State]):
    """Seats sit clockwise: belts go from each seat to the next higher one, its left neighbour."""

    slug = "sushi_roll"
    seats = range(2, 6)
    counts_are_linked = True
    package = __package__
