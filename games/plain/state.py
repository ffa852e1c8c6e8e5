"""A match of which nothing but its result will be known."""

from dataclasses import dataclass

from games.core.position import Position


@dataclass(slots=True)
class State(Position):
    """Seats and who wins; there is nothing else."""

    lowest_wins: bool
    seats: int
