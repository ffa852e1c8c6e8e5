"""A match of which nothing but its result will be known."""


class State:
    """Seats and who wins; there is nothing else."""

    __slots__ = ("lowest_wins", "seats")

    def __init__(self, seats: int, lowest_wins: bool) -> None:
        self.seats = seats
        self.lowest_wins = lowest_wins

    def clone(self) -> "State":
        """Return an equal state."""
        return State(self.seats, self.lowest_wins)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self.seats, self.lowest_wins) == (other.seats, other.lowest_wins)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"State(seats={self.seats}, lowest_wins={self.lowest_wins})"
