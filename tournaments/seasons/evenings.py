"""The evenings of a season, and what they come to for one player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import ZERO

Exact = Annotated[Fraction, Meta(description="An exact fraction such as `7/2`.")]
EveningNumber = Annotated[int, Meta(description="The number of the evening, from 1.")]


@dataclass(frozen=True, slots=True)
class EveningEntry:
    """How one player did on one evening; `player` is an opaque key, `place` None if unranked."""

    player: str
    place: int | None
    points: Fraction
    matches: int
    wins: Fraction = ZERO


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of a season, numbered in order of date."""

    number: int
    entries: tuple[EveningEntry, ...]


class Mark(msgspec.Struct, frozen=True):
    """What one evening gave a player."""

    number: EveningNumber
    attended: bool
    """Whether they came."""
    place: int | None
    """The place they took, from 1; null where they have none."""
    # Without the attendance point.
    points: Exact
    counts: bool
    """False for a result that is struck through."""


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """One player's evenings: the entries by number, and a mark for every evening so far."""

    key: str
    entries: Mapping[int, EveningEntry]
    marks: tuple[Mark, ...]
    total: Fraction

    @property
    def results(self) -> list[Fraction]:
        """What the evenings attended gave, in order."""
        return [mark.points for mark in self.marks if mark.attended]

    @property
    def attended(self) -> int:
        return len(self.entries)


def require_evenings(evenings: Sequence[Evening]) -> None:
    """Raise `evening_twice`, `player_twice_in_evening` or `bad_evening_entry`."""
    numbers = [evening.number for evening in evenings]
    for number in numbers:
        if numbers.count(number) > 1:
            raise RuleViolation("evening_twice", evening=number)
    for evening in evenings:
        players = [entry.player for entry in evening.entries]
        if len(set(players)) != len(players):
            raise RuleViolation("player_twice_in_evening", evening=evening.number)
        for entry in evening.entries:
            if entry.matches < 0 or (entry.place is not None and entry.place < 1):
                raise RuleViolation("bad_evening_entry", evening=evening.number)
