"""Schedules: entrants in seed order, rounds of tables, placings, and the sizes that are legal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from games.core.errors import RuleViolation

MOST_SEATS = 8
"""The largest table there is."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its tables, each in seat order (position 0 starts), and who sits out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """All rounds of a stage whose tables do not depend on results."""

    rounds: tuple[Round, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The table sizes that occur, the smallest first."""
        return tuple(sorted({len(table) for round_ in self.rounds for table in round_.tables}))


class Reason(Enum):
    """Why those who were level at a table of a bracket stand in the order they do."""

    PLAY_OFF = "play_off"
    """They played it off."""
    FORMER_STAGE = "former_stage"
    """The better rank in the stage before decided."""
    SEED = "seed"
    """The better seed decided."""
    SHARED = "shared"
    """Nothing decided: they share the place."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The place of one entrant; entrants who share a place have the same one (1, 1, 3, 4)."""

    entrant: int
    place: int
    reason: Reason | None = None
    """Why this entrant is not ahead of the one above, who was level in the last match."""


def require_field(entrants: Sequence[int], least: int = 2) -> tuple[int, ...]:
    """Return the entrants as they are, best seed first.

    Raises too_few_entrants below `least` and seeding_twice for an entrant named twice.
    """
    if len(entrants) < least:
        raise RuleViolation("too_few_entrants", entrants=len(entrants), least=least)
    seen: set[int] = set()
    for entrant in entrants:
        if entrant in seen:
            raise RuleViolation("seeding_twice", entrant=entrant)
        seen.add(entrant)
    return tuple(entrants)


def require_size(size: int) -> None:
    """Raise impossible_size unless a table can have `size` seats."""
    if not 2 <= size <= MOST_SEATS:
        raise RuleViolation("impossible_size", size=size, least=2, most=MOST_SEATS)


def require_sizes(sizes: Collection[int], legal_seats: Collection[int]) -> None:
    """Raise size_not_playable, with the smallest such size, unless the game has seats for all."""
    for size in sorted(sizes):
        if size not in legal_seats:
            raise RuleViolation("size_not_playable", size=size, legal=tuple(sorted(legal_seats)))
