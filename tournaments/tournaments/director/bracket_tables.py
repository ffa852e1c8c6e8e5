"""What the tables of a round are in their bracket, at whatever numbers they are played."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.tournaments.director.brackets import announced_table, bracket_of, progress_of
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats import names
from tournaments.tournaments.formats.names import TableName
from tournaments.tournaments.formats.progress import TableState
from tournaments.tournaments.formats.schedule import Reason


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """A planned table that somebody sits at."""

    name: TableName
    planned: TableState

    def reason(self, entrant: int) -> Reason | None:
        """Why somebody is behind another who was level here; None where nothing had to decide."""
        finish = self.planned.finish
        if not self.planned.is_over or entrant not in finish.order:
            return None
        return finish.reasons[finish.order.index(entrant)]


Places = dict[tuple[int, int], BracketPlace]
"""By round and by the number at which a table is played."""


def announced_places(state: State, stage: Stage) -> Places:
    """Return what every announced table of an elimination is; nothing for another format."""
    if stage.rules.format not in CHAINED or not stage.rounds:
        return {}
    progress = progress_of(state, stage, former_ranks(state, stage))
    called = names.table_names(bracket_of(stage))
    return {
        (round_.number, table.number): BracketPlace(called[planned.table.key], planned)
        for round_ in stage.rounds.values()
        for planned in progress.rounds[round_.number - 1]
        if (table := announced_table(planned, round_)) is not None
    }


def round_name(stage: Stage, number: int) -> TableName | None:
    """Return what a round of an elimination is called; None where it has no name of its own."""
    if stage.rules.format not in CHAINED or number > len(bracket_of(stage).rounds):
        return None
    return names.round_name(bracket_of(stage), number)


def proposed_names(
    state: State, stage: Stage, round_: int, tables: Iterable[tuple[int, ...]]
) -> list[TableName | None]:
    """Return what tables of a proposal are called, by who would sit there."""
    if stage.rules.format not in CHAINED or round_ > len(bracket_of(stage).rounds):
        return [None for _ in tables]
    progress = progress_of(state, stage, former_ranks(state, stage))
    called = names.table_names(bracket_of(stage))
    by_entrant = {
        entrant: called[planned.table.key]
        for planned in progress.rounds[round_ - 1]
        for entrant in planned.entrants
    }
    return [next((by_entrant.get(entrant) for entrant in table), None) for table in tables]
