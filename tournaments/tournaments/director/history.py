"""What the rounds of a tournament have brought, as standings and pairing read it."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

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

_LOWEST_WINS = ("winner", "lowest")
"""The option of games in which the lowest score is the best."""


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
    scores = result.scores
    if scores is not None and lowest_wins(stage, table):
        scores = tuple(-score for score in scores)
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
    option, lowest = _LOWEST_WINS
    return stage.rules.games[table.game].options.get(option) == lowest


def first_rounds(stage: Stage) -> dict[int, int]:
    """Return in which round each entrant of a stage was first there: at a table or with a bye."""
    first: dict[int, int] = {}
    for round_ in stage.rounds.values():
        for number in round_.seated.union(round_.byes):
            first.setdefault(number, round_.number)
    return first


def _absences(state: State, stage: Stage) -> Iterator[Absence]:
    first = first_rounds(stage)
    for round_ in stage.rounds.values():
        for number in round_.absent:
            came_late = state.entrants[number].late is not None
            if not came_late or round_.number >= first.get(number, round_.number + 1):
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
        came = first.get(number, upcoming)
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
    """Who met whom, who sat where and who had a bye, in the rounds of a stage."""

    def __init__(self, stage: Stage, before: int | None = None) -> None:
        self.meetings: dict[int, Counter[int]] = {}
        self.starts: dict[int, Counter[int]] = {}
        self.small_tables: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()
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


def replaceable(stage: Stage) -> set[int]:
    """Return the entrants of a stage who have no result in it."""
    played = {n for table in stage.tables if not table.is_open for n in table.entrants}
    return {*stage.seeds} - played


def playing(state: State, stage: Stage) -> list[Entrant]:
    """Return the entrants of a stage who can be paired now, best seed first."""
    entrants = [state.entrants[number] for number in stage.seeds]
    return [entrant for entrant in entrants if entrant.present and not entrant.dropped]
