"""A match of which nothing but its result will be known."""

from games.core.position import Position


class State(Position):
    """Seats and who wins; there is nothing else."""

    __slots__ = ("lowest_wins", "seats")

    def __init__(self, seats: int, lowest_wins: bool) -> None:
        self.seats = seats
        self.lowest_wins = lowest_wins

    def clone(self) -> "State":
        return State(self.seats, self.lowest_wins)
