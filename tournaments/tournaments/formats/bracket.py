"""The plan of an elimination stage: every table of every round, known before the first is played.

A slot of a table is filled by a seed or by somebody who takes a certain place at an earlier table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

TableKey = tuple[int, int]
"""A round and a table in it, both counted from 1."""


class Side(Enum):
    """The part of a bracket that a table belongs to."""

    MAIN = "main"
    """The only part of single elimination, the winners' part of double elimination."""
    LOSERS = "losers"
    FINAL = "final"
    """The grand final of double elimination."""
    RESET = "reset"
    """The second grand final, played only if the first was its winner's way to level losses."""
    THIRD = "third"
    """The match of the losing semi-finalists."""


@dataclass(frozen=True, slots=True)
class FromSeed:
    """A slot that waits for nothing."""

    seed: int
    """From 1, the best."""


@dataclass(frozen=True, slots=True)
class FromTable:
    """A slot for whoever takes `place` at an earlier table."""

    round: int
    table: int
    place: int

    @property
    def key(self) -> TableKey:
        return self.round, self.table


Slot = FromSeed | FromTable


@dataclass(frozen=True, slots=True)
class BracketTable:
    """One planned table; its slots are ordered by the seeds expected in them, not by seat."""

    round: int
    number: int
    slots: tuple[Slot, ...]
    through: int
    """How many go through: with no more than these present there is nothing to play for."""
    is_final: bool
    """Whether its places are places of the stage: the first two, or the third and the fourth."""
    side: Side
    side_round: int
    """The number of the round among the rounds of its side."""
    level: int
    """Who is out at a higher level is placed better; who is out at the same level shares."""

    @property
    def key(self) -> TableKey:
        return self.round, self.number


@dataclass(frozen=True, slots=True)
class Bracket:
    """All tables of an elimination stage; tables of one round can be played at the same time."""

    entrants: tuple[int, ...]
    """In seed order, the best first."""
    rounds: tuple[tuple[BracketTable, ...], ...]

    @property
    def tables(self) -> Iterator[BracketTable]:
        """Every table, no table before one that it waits for."""
        return (table for round_ in self.rounds for table in round_)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The table sizes that occur, the smallest first."""
        return tuple(sorted({len(table.slots) for table in self.tables}))

    def byes(self, round_number: int) -> tuple[int, ...]:
        """The seeds that skip all rounds up to this one, the best first."""
        later = (table for table in self.tables if table.round > round_number)
        seeds = [slot.seed for table in later for slot in table.slots if isinstance(slot, FromSeed)]
        return tuple(sorted(seeds))
