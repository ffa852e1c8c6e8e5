"""Which tables a rewind turns: those that go, come back, or are again what they were."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from tournaments.tournaments.director.events import ResultRecorded
from tournaments.tournaments.director.fold import state_at
from tournaments.tournaments.director.rewinding import counting
from tournaments.tournaments.director.state import State, Table

Place = tuple[int, int, int]
"""A table by the numbers of its stage, its round and its own."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A table as it is and as it will be; None where there is none."""

    place: Place
    before: Table | None
    after: Table | None
    version: int = 0
    """The version of its match that says the result it will have; 0: none does."""

    @property
    def dropped(self) -> UUID | None:
        """The match that will be no table's, if there is one."""
        if self.before is None or (self.after and self.after.match == self.before.match):
            return None
        return self.before.match

    @property
    def restored(self) -> Table | None:
        """The table if it will have another result than its match had last."""
        before, after = self.before, self.after
        if after is None or after.result is None:
            return None
        same = before is not None and (before.match, before.result) == (after.match, after.result)
        return None if same else after

    @property
    def unstarted(self) -> bool:
        """Whether nobody will have begun to record the table."""
        return bool(self.before and self.before.started and self.after and not self.after.started)

    def kept_moves(self) -> Iterator[tuple[UUID, int]]:
        """Yield each match that changes and the version whose moves it keeps; 0 keeps none."""
        if self.dropped is not None:
            yield self.dropped, 0
        elif self.unstarted and self.before is not None:
            yield self.before.match, 0
        if self.restored is not None and self.version:
            yield self.restored.match, self.version


def turns_of(state: State, to: int) -> list[Turn]:
    """Return the tables that would be others if a tournament were again what it was at a version.

    What it says stays true while the state goes on.
    """
    now, then = _tables(state), _tables(state_at(state, to))
    results = {
        (event.stage, event.round, event.table): event.version
        for event in (state.log[version - 1][0] for version in counting(state.log, to))
        if isinstance(event, ResultRecorded)
    }
    turns = []
    for place in sorted({*now, *then}):
        before, after = now.get(place), then.get(place)
        if before != after:
            copied = replace(before) if before is not None else None
            turns.append(Turn(place, copied, after, results.get(place, 0)))
    return turns


def _tables(state: State) -> dict[Place, Table]:
    return {
        (stage.number, round_.number, table.number): table
        for stage in state.stages.values()
        for round_ in stage.rounds.values()
        for table in round_.tables.values()
    }
