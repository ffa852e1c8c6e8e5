"""Sushi Express as the contract wants it."""

from games.core.engine import Engine
from games.sushi_express.state import State


class SushiExpress(Engine[State]):
    """Seats sit clockwise; chance says which of them bets first."""

    slug = "sushi_express"
    seats = range(3, 7)
    package = __package__
