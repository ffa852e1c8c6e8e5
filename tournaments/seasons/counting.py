"""A season counted from the results of its evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from tournaments.seasons.evenings import Evening
from tournaments.seasons.results import PlayerEvening, evening_of
from tournaments.seasons.rules import SeasonRules
from tournaments.seasons.state import SeasonState
from tournaments.seasons.table import SeasonTable, season_table

Results = Mapping[UUID, Sequence[PlayerEvening]]
"""What the evenings that are over brought, by tournament."""


@dataclass(frozen=True)
class SeasonCount:
    """A season's evenings as they stand: counted on the way, and as if nothing were to come."""

    evenings: Sequence[Evening]
    rules: SeasonRules
    waiting: tuple[int, ...]
    """The numbers of the evenings that are not over; they count once they are."""
    to_come: int

    @cached_property
    def table(self) -> SeasonTable:
        return season_table(self.evenings, self.rules, to_come=self.to_come)

    @cached_property
    def final_table(self) -> SeasonTable:
        return season_table(self.evenings, self.rules) if self.to_come else self.table


def count_season(state: SeasonState, results: Results, read_as: Mapping[UUID, UUID]) -> SeasonCount:
    """Count a season; `read_as` says who was merged into whom."""
    evenings: list[Evening] = []
    waiting: list[int] = []
    for number, tournament in enumerate(state.evenings, 1):
        if tournament in results:
            evenings.append(evening_of(number, results[tournament], read_as))
        else:
            waiting.append(number)
    to_come = state.expected_evenings - len(evenings)
    return SeasonCount(evenings, state.rules, tuple(waiting), to_come)
