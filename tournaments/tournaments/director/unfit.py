"""Tables of a bracket to which others would have come, had an earlier result been another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.tournaments.director.brackets import progress_of
from tournaments.tournaments.director.events import TablesWithdrawn
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.state import Round, Stage, State
from tournaments.tournaments.formats.progress import Progress, Status, TableState, Vacant


@dataclass(frozen=True, slots=True)
class Unfit:
    """What of an announced round does not fit any more."""

    stage: int
    round: int
    tables: tuple[int, ...]
    """Tables that were announced with others."""
    coming: tuple[tuple[int, ...], ...]
    """Who would sit at each of them, as far as that is known."""
    begun: tuple[int, ...]
    """Those of them that have begun."""
    places: tuple[int, ...]
    """The same in the plan of the bracket, and those that nobody had to play."""
    byes: tuple[int, ...]
    """Who went through without playing and would not have come so far."""

    @property
    def withdrawal(self) -> TablesWithdrawn:
        """The event that takes it back."""
        return TablesWithdrawn(self.stage, self.round, self.tables, self.places, self.byes)


def unfit_rounds(before: State, after: State, number: int) -> list[Unfit]:
    """Return what of each round of a bracket does not fit any more, the first round first.

    `after` is changed: it is taken back there, and what stood on it with it. Raises
    `result_does_not_fit` if the bracket cannot be read even then.
    """
    former, stage = before.stages[number], after.stages[number]
    planned = _everybody_there(before, former, former_ranks(before, former)).rounds
    ranks, unfit = former_ranks(after, stage), []
    for row in former.rounds.values():
        earlier = {one.number: one for one in stage.rounds.values() if one.number < row.number}
        now = _everybody_there(after, replace(stage, rounds=earlier), ranks)
        found = _unfit(number, row, planned[row.number - 1], now.rounds[row.number - 1])
        if found is not None:
            unfit.append(found)
            apply(after, found.withdrawal, "")
    progress_of(after, stage, ranks)
    return unfit


def _everybody_there(state: State, stage: Stage, ranks: dict[int, int]) -> Progress:
    """Return how far a bracket is if nobody goes through only because others have dropped out.

    Whoever has may come back: nothing that was announced may stand on it.
    """
    entrants = {number: replace(one, dropped=False) for number, one in state.entrants.items()}
    return progress_of(replace(state, entrants=entrants), stage, ranks)


def _unfit(
    stage: int, row: Round, planned: Sequence[TableState], now: Sequence[TableState]
) -> Unfit | None:
    announced = {number: table for table in row.tables.values() for number in table.entrants}
    tables, coming, places, byes = [], [], [], set[int]()
    for was, then in zip(planned, now, strict=True):
        if _who(was) == _who(then):
            continue
        sitting = next((announced[n] for n in was.entrants if n in announced), None)
        if sitting is not None:
            tables.append(sitting)
            coming.append(then.entrants)
        elif was.table.number in row.reopened:
            continue
        places.append(was.table.number)
        byes |= {*was.entrants} & {*row.byes}
    if not places:
        return None
    begun = tuple(table.number for table in tables if table.begun)
    numbers = tuple(table.number for table in tables)
    taken = tuple(places), tuple(sorted(byes))
    return Unfit(stage, row.number, numbers, tuple(coming), begun, *taken)


def _who(table: TableState) -> tuple[frozenset[int], bool, bool]:
    """Return who sits at a table, whether somebody is awaited, and whether it is not needed."""
    awaited = Vacant.OPEN in table.occupants
    return frozenset(table.entrants), awaited, table.status is Status.SKIPPED
