"""A season counted from the results of its evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from tournaments.seasons.evenings import Evening
from tournaments.seasons.results import PlayerEvening, evening_of
from tournaments.seasons.state import SeasonState
from tournaments.seasons.table import SeasonTable, season_table

Results = Mapping[UUID, Sequence[PlayerEvening]]
"""What the evenings that are over brought, by tournament."""


@dataclass(frozen=True, slots=True)
class SeasonCount:
    """A season's evenings as they stand: counted on the way, and as if nothing were to come."""

    table: SeasonTable
    final_table: SeasonTable
    waiting: tuple[int, ...]
    """The numbers of the evenings that are not over; they count once they are."""
    to_come: int


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
    final = season_table(evenings, state.rules)
    table = season_table(evenings, state.rules, to_come=to_come) if to_come else final
    return SeasonCount(table, final, tuple(waiting), to_come)
