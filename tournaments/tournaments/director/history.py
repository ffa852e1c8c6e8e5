"""What the rounds of a tournament have brought, as standings and pairing read it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.core import told
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.state import Entrant, Round, Stage, State, Table
from tournaments.tournaments.standings.results import (
    Absence,
    Bye,
    LateEntry,
    Penalty,
    ResultKind,
    TableResult,
)
from tournaments.tournaments.standings.tally import History


def history_of(state: State, stage: Stage, carried: dict[int, Fraction] | None = None) -> History:
    """Return everything that happened in a stage so far."""
    return History(
        entrants=stage.seeds,
        results=[result for _, result in results_of(stage)],
        byes=[
            Bye(stage.number, round_.number, entrant)
            for round_ in stage.rounds.values()
            for entrant in round_.byes
        ],
        absences=list(_absences(state, stage)),
        penalties=[
            Penalty(penalty.entrant, penalty.points, penalty.stage, penalty.round, "ruling")
            for penalty in state.penalties
            if penalty.stage == stage.number and penalty.entrant in stage.seeds
        ],
        late_entries=list(_late_entries(state, stage)),
        carried=carried or {},
        dropped=[number for number in stage.seeds if state.entrants[number].dropped],
        lots={entrant: place for place, entrant in enumerate(stage.lots, 1)},
    )


def results_of(stage: Stage) -> Iterator[tuple[Table, TableResult]]:
    """Yield every table of a stage that has a result, with what standings make of it."""
    for round_ in stage.rounds.values():
        for table in round_.tables.values():
            if table.result is not None:
                yield table, table_result(stage, round_, table, table.result)


def table_result(stage: Stage, round_: Round, table: Table, result: Reported) -> TableResult:
    """Return a result as standings read it: the higher score is the better one."""
    scores: tuple[int, ...] | None = None
    if result.scores is not None:
        sign = -1 if lowest_wins(stage, table) else 1
        # Whoever has no score was absent, and standings do not look at theirs.
        scores = tuple(sign * (score or 0) for score in result.scores)
    return TableResult(
        stage=stage.number,
        round=round_.number,
        table=table.number,
        entrants=table.entrants,
        places=result.places,
        scores=scores,
        kind=ResultKind(result.kind),
        absent=frozenset(result.absent),
    )


def lowest_wins(stage: Stage, table: Table) -> bool:
    """Whether the lowest score is the best at a table."""
    return told.lowest_wins(stage.rules.games[table.game].options)


def first_rounds(stage: Stage) -> dict[int, int]:
    """Return in which round each entrant of a stage was first there: at a table or with a bye."""
    first: dict[int, int] = {}
    for round_ in stage.rounds.values():
        for number in round_.seated.union(round_.byes):
            first.setdefault(number, round_.number)
    return first


def _came(stage: Stage, entrant: Entrant, first: dict[int, int]) -> int:
    """Return from which round on somebody who came late is there, whether they play or not."""
    came = first.get(entrant.number, max(stage.rounds, default=0) + 1)
    if entrant.arrived is None:
        return came
    arrived_in, missed = entrant.arrived
    return min(came, missed + 1 if arrived_in == stage.number else 1)


def _absences(state: State, stage: Stage) -> Iterator[Absence]:
    first = first_rounds(stage)
    for round_ in stage.rounds.values():
        for number in round_.absent:
            entrant = state.entrants[number]
            if entrant.late is None or round_.number >= _came(stage, entrant, first):
                yield Absence(stage.number, round_.number, number)


def _late_entries(state: State, stage: Stage) -> Iterator[LateEntry]:
    """Yield the rounds that somebody missed before they came, or between dropping and returning."""
    if not stage.rounds or stage.rules.is_open:
        return
    listed = {round_.number: round_.listed for round_ in stage.rounds.values()}
    first = first_rounds(stage)
    upcoming = max(stage.rounds) + 1
    for number in stage.seeds:
        entrant = state.entrants[number]
        if entrant.late is None:
            continue
        came = _came(stage, entrant, first)
        if came > 1:
            yield LateEntry(number, stage.number, came, entrant.late)
        last = max(
            (round_number for round_number in listed if number in listed[round_number]), default=0
        )
        until = last if entrant.dropped else upcoming
        for round_number in range(came, until):
            if number not in listed.get(round_number, {number}):
                yield LateEntry(
                    number, stage.number, round_number + 1, entrant.late, since=round_number
                )


class Past:
    """Who met whom, who sat where and who had a bye, in the rounds of a stage.

    The rounds of `former` stages count as if they were its own.
    """

    def __init__(
        self, stage: Stage, before: int | None = None, former: Sequence[Stage] = ()
    ) -> None:
        self.meetings: dict[int, Counter[int]] = {}
        self.starts: dict[int, Counter[int]] = {}
        self.small_tables: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()
        for played in former:
            self._count(played)
        self._count(stage, before)

    def _count(self, stage: Stage, before: int | None = None) -> None:
        for round_ in stage.rounds.values():
            if before is None or round_.number < before:
                self.byes.update(round_.byes)
                for table in round_.tables.values():
                    self._add(stage, table)

    def _add(self, stage: Stage, table: Table) -> None:
        result = table.result
        away: tuple[int, ...] = result.absent if result is not None else ()
        present = [number for number in table.entrants if number not in away]
        if result is not None and result.kind == "walk_over":
            return
        for seat, number in enumerate(table.entrants):
            if number in away:
                continue
            met = self.meetings.setdefault(number, Counter())
            met.update(other for other in present if other != number)
            self.starts.setdefault(number, Counter())[seat] += 1
            if len(table.entrants) < stage.rules.preferred:
                self.small_tables[number] += 1

    def starts_of(self, number: int) -> tuple[int, ...]:
        """Return how often an entrant held each seat, from the first on."""
        held = self.starts.get(number, Counter())
        return tuple(held[seat] for seat in range(max(held, default=-1) + 1))


def stages_met_in(state: State, stage: Stage) -> list[Stage]:
    """Return the former stages whose meetings count in a stage, as far back as they carry them."""
    former = []
    while stage.rules.carry_meetings and (before := state.stages.get(stage.number - 1)) is not None:
        former.append(before)
        stage = before
    return former


def replaceable(stage: Stage) -> set[int]:
    """Return the entrants of a stage who have no result in it."""
    played = {n for table in stage.tables if not table.is_open for n in table.entrants}
    return {*stage.seeds} - played


def playing(state: State, stage: Stage) -> list[Entrant]:
    """Return the entrants of a stage who can be paired now, best seed first."""
    entrants = [state.entrants[number] for number in stage.seeds]
    return [entrant for entrant in entrants if entrant.present and not entrant.dropped]
