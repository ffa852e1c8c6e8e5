"""Sushi Go Party! as the contract wants it."""

from games.core.engine import Engine
from games.sushi_go_party.state import State


class SushiGoParty(Engine[State]):
    """Seats sit clockwise: hands go from each seat to the next higher one, its left neighbour."""

    slug = "sushi_go_party"
    version = 2
    seats = range(2, 9)
    counts_are_linked = True
    package = __package__
