"""The evenings of a season, and what they come to for one player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import ZERO


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


class EveningMark(NamedTuple):
    """What one evening gave a player; `points` are without the attendance point."""

    number: int
    attended: bool
    place: int | None
    points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """One player's evenings: the entries by number, and a mark for every evening so far."""

    key: str
    entries: Mapping[int, EveningEntry]
    marks: tuple[EveningMark, ...]
    total: Fraction

    @property
    def results(self) -> list[Fraction]:
        """What the evenings attended gave, in order."""
        return [mark.points for mark in self.marks if mark.attended]

    @property
    def attended(self) -> int:
        """How many evenings the player came to."""
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
