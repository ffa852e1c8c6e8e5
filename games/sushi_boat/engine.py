"""Sushi Boat as the contract wants it."""

from games.core.engine import Engine
from games.sushi_boat.state import State


class SushiBoat(Engine[State]):
    """Seat 0 is the one who last ate sushi: it plays first, and play goes by rising seats."""

    slug = "sushi_boat"
    seats = range(2, 6)
    counts_are_linked = True
    package = __package__
