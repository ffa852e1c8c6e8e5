"""A match of which nothing but its result will be known."""

from dataclasses import dataclass, replace


@dataclass(slots=True)
class State:
    """Seats and who wins; there is nothing else."""

    lowest_wins: bool
    seats: int

    def clone(self) -> "State":
        return replace(self)
