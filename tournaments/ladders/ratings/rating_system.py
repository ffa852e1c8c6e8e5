"""What goes into a rating system and what comes out of it. Ratings are float64, never rounded."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol
from uuid import UUID


class Standing(NamedTuple):
    """What a ladder knows of a player between two matches."""

    mu: float
    """The rating itself."""
    sigma: float
    """How unsure it is; 0.0 in a system that does not say."""
    matches: int = 0
    """Matches rated so far, those a start list brought along included."""
    firsts: int = 0
    """Matches won, shared first places included."""
    last: int | None = None
    """When the last rated match ended, in microseconds since 1970 (UTC)."""


class Seat(NamedTuple):
    """One rated seat of a match; seats that are skipped are not there at all."""

    player: UUID
    place: int
    """1 is best; equal places are a tie. Gaps, left by skipped seats, mean nothing."""
    score: int | None = None


class Part(NamedTuple):
    """What one opponent contributed to a change. The parts of a change add up to it."""

    opponent: UUID
    delta: float


class Change(NamedTuple):
    """What a match did to the rating of one player."""

    player: UUID
    place: int
    before: Standing
    mu: float
    sigma: float
    factor: float
    """The K factor that applied; 0.0 in a system without one."""
    parts: tuple[Part, ...]
    """One per rated opponent, in the order of the seats."""

    @property
    def delta(self) -> float:
        """How much the rating moved."""
        return self.mu - self.before.mu


class RatingSystem(Protocol):
    """A way to rate tables of 2 to 8."""

    def first(self, mu: float | None = None) -> Standing:
        """Return the standing of a newcomer, or of somebody a start list gives a rating."""
        ...

    def rate(self, seats: Sequence[Seat], standings: Sequence[Standing]) -> tuple[Change, ...]:
        """Return the change of every seat, in the order given; depends on nothing else."""
        ...

    def shown(self, mu: float, sigma: float) -> float:
        """Return the number that a ladder sorts by and shows."""
        ...

    def chances(self, standings: Sequence[Standing]) -> "tuple[Chance, ...]":
        """Return what to expect of a planned table, in the order given."""
        ...


class Chance(NamedTuple):
    """What a system expects of one seat of a planned table."""

    first: float
    """The probability of being first; those of a table add up to 1."""
    score: float
    """The expected share of opponents beaten, between 0 and 1."""
