"""Which tables a rewind turns: those that go, come back, or are again what they were.

A table is known by its match: it keeps that where it is given another number.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from tournaments.tournaments.director.events import ResultRecorded
from tournaments.tournaments.director.fold import state_at
from tournaments.tournaments.director.rewinding import counting
from tournaments.tournaments.director.state import State, Table

Place = tuple[int, int, int]
"""A table by the numbers of its stage, its round and its own."""
_NOWHERE: tuple[None, None] = (None, None)


@dataclass(frozen=True, slots=True)
class Turn:
    """The table of a match as it is and as it will be; None where there is none."""

    place: Place
    before: Table | None
    after: Table | None
    version: int = 0
    """The version of its match that says the result it will have; 0: none does."""

    @property
    def dropped(self) -> UUID | None:
        """The match if it will be no table's."""
        return self.before.match if self.before is not None and self.after is None else None

    @property
    def restored(self) -> Table | None:
        """The table if it will have another result than its match had last."""
        before, after = self.before, self.after
        if after is None or after.result is None:
            return None
        return None if before is not None and before.result == after.result else after

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
    for match in {**now, **then}:
        (_, before), (place, after) = now.get(match, _NOWHERE), then.get(match, _NOWHERE)
        if before != after:
            copied = replace(before) if before is not None else None
            where = place or now[match][0]
            turns.append(Turn(where, copied, after, results.get(where, 0)))
    return sorted(turns, key=lambda turn: turn.place)


def _tables(state: State) -> dict[UUID, tuple[Place, Table]]:
    return {
        table.match: ((stage.number, round_.number, table.number), table)
        for stage in state.stages.values()
        for round_ in stage.rounds.values()
        for table in round_.tables.values()
    }
