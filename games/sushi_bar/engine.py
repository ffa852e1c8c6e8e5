"""Sushi Bar as the contract wants it."""

from games.core.engine import Engine
from games.sushi_bar.state import State


class SushiBar(Engine[State]):
    """Seat 0 is the one who last ate sushi: it throws first, and play goes by rising seats."""

    slug = "sushi_bar"
    seats = range(2, 6)
    package = __package__
