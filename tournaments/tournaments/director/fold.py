"""Events in, state out. Trusts the log: what may be written is decided in `commands`."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import assert_never

from games.core.errors import RuleViolation
from tournaments.tournaments.director.events import (
    Affiliated,
    ArbiterCalled,
    ArbiterRuled,
    Away,
    ByeGiven,
    ByeTaken,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    DraftDiscarded,
    Dropped,
    Entered,
    KeptApart,
    Penalised,
    Present,
    Removed,
    ResultConfirmed,
    ResultRecorded,
    ResultReported,
    ResultWithdrawn,
    Returned,
    RoundDrafted,
    StageClosed,
    StageDropped,
    StageReopened,
    StageSet,
    StageStarted,
    TableReseated,
    TablesFixed,
    TablesPublished,
    TableStarted,
    TablesWithdrawn,
    TimeAdded,
    TournamentCreated,
    TournamentEvent,
    TournamentFinished,
    TournamentRenamed,
    TournamentReopened,
)
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import (
    Clock,
    Entrant,
    PenaltyGiven,
    Proposal,
    Result,
    Round,
    Stage,
    State,
    Table,
)

_TOUCHES_PAIRING = (
    Entered
    | Removed
    | Present
    | Away
    | Dropped
    | Returned
    | KeptApart
    | TablesFixed
    | Affiliated
    | ResultRecorded
    | ResultWithdrawn
    | Penalised
    | TablesPublished
    | TablesWithdrawn
    | TableReseated
    | ByeGiven
    | ByeTaken
)
"""After these a proposal may not be what would be proposed now."""

Recorded = tuple[TournamentEvent, str]
"""An event and the moment it was recorded at."""


def fold(recorded: Iterable[Recorded]) -> State:
    """Return the state after a whole log; raise `not_expected` if it does not begin as one."""
    state: State | None = None
    for event, at in recorded:
        state = advance(state, event, at)
    if state is None:
        raise RuleViolation("not_expected", type="")
    return state


def advance(state: State | None, event: TournamentEvent, at: str) -> State:
    """Return the state after one more event; one that is there is changed in place."""
    return begin(event, at) if state is None else apply(state, event, at)


def begin(event: TournamentEvent, at: str) -> State:
    """Return the state after the first event."""
    if not isinstance(event, TournamentCreated):
        raise RuleViolation("not_expected", type=event.type)
    return State(event.club, event.title, event.ruleset, event.seed, event.day, at, version=1)


def apply(state: State, event: TournamentEvent, at: str) -> State:
    """Fold one more event into a state, in place, and return it."""
    _apply(state, event, at)
    state.version += 1
    if isinstance(event, _TOUCHES_PAIRING):
        for stage in state.stages.values():
            if stage.draft is not None:
                stage.draft.stale = True
    return state


def _apply(state: State, event: TournamentEvent, at: str) -> None:
    match event:
        case TournamentCreated():
            raise RuleViolation("not_expected", type=event.type)
        case TournamentRenamed():
            state.title, state.day = event.title, event.day
        case TournamentFinished():
            state.finished_at = at
        case TournamentReopened():
            state.finished_at = None
        case Entered() | Removed() | Present() | Away() | Dropped() | Returned() | Affiliated():
            _apply_to_entrants(state, event)
        case KeptApart():
            state.apart = event.groups
        case TablesFixed():
            state.entrants[event.entrant].fixed_tables = event.tables
        case StageSet() | StageDropped() | StageStarted() | StageClosed() | StageReopened():
            _apply_to_stages(state, event)
        case RoundDrafted():
            state.stages[event.stage].draft = Proposal(
                event.round, event.tables, event.byes, event.by_hand
            )
        case DraftDiscarded():
            state.stages[event.stage].draft = None
        case TablesPublished() | TablesWithdrawn() | TableReseated() | ByeGiven() | ByeTaken():
            _apply_to_round(state, event)
        case Penalised():
            points = Fraction(event.points)
            state.penalties.append(PenaltyGiven(event.stage, event.round, event.entrant, points))
        case ClockStarted() | ClockPaused() | ClockResumed() | TimeAdded():
            _apply_to_clock(state, event, at)
        case (
            TableStarted()
            | ResultReported()
            | ResultRecorded()
            | ResultConfirmed()
            | ResultWithdrawn()
            | ArbiterCalled()
            | ArbiterRuled()
        ):
            _apply_to_table(
                state.stages[event.stage].rounds[event.round].tables[event.table], event
            )
        case _:
            assert_never(event)


def _apply_to_entrants(
    state: State, event: Entered | Removed | Present | Away | Dropped | Returned | Affiliated
) -> None:
    match event:
        case Entered():
            for entry in event.entries:
                late = Fraction(entry.late) if entry.late else None
                state.entrants[entry.entrant] = Entrant(
                    entry.entrant, entry.player, entry.club, late=late
                )
                state.next_entrant = max(state.next_entrant, entry.entrant + 1)
                running = state.current
                if running is not None and running.status == "running":
                    running.seeds = (*running.seeds, entry.entrant)
        case Removed():
            del state.entrants[event.entrant]
            for stage in state.stages.values():
                stage.seeds = tuple(seed for seed in stage.seeds if seed != event.entrant)
                for row in stage.rounds.values():
                    row.taken_back = tuple(n for n in row.taken_back if n != event.entrant)
        case Present():
            for number in event.entrants:
                state.entrants[number].present = True
                _join(state, number)
        case Away():
            for number in event.entrants:
                state.entrants[number].present = False
        case Dropped():
            entrant = state.entrants[event.entrant]
            entrant.dropped, entrant.present = True, False
        case Returned():
            entrant = state.entrants[event.entrant]
            entrant.dropped, entrant.present = False, True
            if event.late:
                entrant.late = Fraction(event.late)
            _join(state, event.entrant)
        case Affiliated():
            state.entrants[event.entrant].club = event.club


def _join(state: State, number: int) -> None:
    """Let somebody who was not there when the first stage began play on with the others."""
    stage = state.current
    if stage is None or stage.number > 1 or stage.status != "running" or number in stage.seeds:
        return
    if stage.rules.format not in CHAINED | SCHEDULED:
        stage.seeds = (*stage.seeds, number)


def _apply_to_stages(
    state: State, event: StageSet | StageDropped | StageStarted | StageClosed | StageReopened
) -> None:
    match event:
        case StageSet():
            state.stages[event.stage] = Stage(event.stage, event.rules)
        case StageDropped():
            del state.stages[event.stage]
        case StageStarted():
            stage = state.stages[event.stage]
            stage.status, stage.seeds = "running", event.seeds
            stage.alternates = event.alternates
        case StageClosed():
            stage = state.stages[event.stage]
            stage.status, stage.draft, stage.lots = "closed", None, event.lots
            _confirm(stage)
        case StageReopened():
            state.stages[event.stage].status = "running"


def _apply_to_round(
    state: State,
    event: TablesPublished | TablesWithdrawn | TableReseated | ByeGiven | ByeTaken,
) -> None:
    stage = state.stages[event.stage]
    match event:
        case TablesPublished():
            if event.round not in stage.rounds:
                _confirm(stage)
            round_ = stage.rounds.setdefault(event.round, Round(event.round))
            stage.draft = None
            for seating in event.tables:
                round_.tables[seating.table] = Table(
                    seating.table, seating.entrants, seating.match, seating.game
                )
                _count(state, seating.entrants, 1)
            round_.tables = dict(sorted(round_.tables.items()))
            seated = {entrant for table in round_.tables.values() for entrant in table.entrants}
            missing = {*round_.absent, *event.absent} - seated
            waiting = {*round_.byes, *event.byes} - seated
            round_.absent, round_.byes = tuple(sorted(missing)), tuple(sorted(waiting))
        case TablesWithdrawn():
            round_ = stage.rounds[event.round]
            for number in event.tables:
                entrants = round_.tables.pop(number).entrants
                _count(state, entrants, -1)
                round_.taken_back = (*round_.taken_back, *entrants)
            if not round_.tables:
                del stage.rounds[event.round]
        case TableReseated():
            table = stage.rounds[event.round].tables[event.table]
            _count(state, table.entrants, -1)
            _count(state, event.entrants, 1)
            table.entrants, table.match = event.entrants, event.match
            table.reports, table.started = {}, False
        case ByeGiven():
            round_ = stage.rounds[event.round]
            round_.byes = tuple(sorted({*round_.byes, event.entrant}))
            round_.absent = tuple(number for number in round_.absent if number != event.entrant)
        case ByeTaken():
            round_ = stage.rounds[event.round]
            round_.byes = tuple(number for number in round_.byes if number != event.entrant)
            round_.absent = tuple(number for number in round_.absent if number != event.entrant)
    if (row := stage.rounds.get(event.round)) is not None and row.taken_back:
        row.taken_back = _still_loose(row)


def _still_loose(row: Round) -> tuple[int, ...]:
    placed = {*row.byes, *row.absent}
    for table in row.tables.values():
        placed.update(table.entrants)
    return tuple(sorted({*row.taken_back} - placed))


def _count(state: State, entrants: Iterable[int], change: int) -> None:
    for number in entrants:
        state.entrants[number].seated += change


def _confirm(stage: Stage) -> None:
    """Results are provisional until the next round is announced or the stage is closed."""
    for round_ in stage.rounds.values():
        for table in round_.tables.values():
            table.confirmed = table.result is not None


def _apply_to_clock(
    state: State, event: ClockStarted | ClockPaused | ClockResumed | TimeAdded, at: str
) -> None:
    round_ = state.stages[event.stage].rounds[event.round]
    match event:
        case ClockStarted():
            round_.clock = Clock(event.seconds, since=at)
        case ClockPaused():
            if round_.clock is not None and round_.clock.since is not None:
                round_.clock.gone += seconds_between(round_.clock.since, at)
                round_.clock.since = None
        case ClockResumed():
            if round_.clock is not None:
                round_.clock.since = at
        case TimeAdded(table=0):
            if round_.clock is not None:
                round_.clock.seconds += event.seconds
        case TimeAdded():
            round_.tables[event.table].extra_seconds += event.seconds


def seconds_between(start: str, end: str) -> int:
    """Return the whole seconds between two recorded moments, never less than none."""
    passed = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return max(0, int(passed.total_seconds()))


def _apply_to_table(
    table: Table,
    event: TableStarted
    | ResultReported
    | ResultRecorded
    | ResultConfirmed
    | ResultWithdrawn
    | ArbiterCalled
    | ArbiterRuled,
) -> None:
    match event:
        case TableStarted():
            table.started = True
        case ResultReported():
            table.reports[event.entrant] = event.report
        case ResultRecorded():
            table.result = Result.of(event.report, event.origin)
            table.confirmed = event.confirmed
        case ResultConfirmed():
            table.confirmed = True
        case ResultWithdrawn():
            table.result, table.confirmed, table.reports = None, False, {}
        case ArbiterCalled():
            table.called = True
        case ArbiterRuled():
            table.called = False
