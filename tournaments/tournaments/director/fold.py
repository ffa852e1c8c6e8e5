"""Events in, state out. Trusts the log: what may be written is decided in `commands`."""

from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from fractions import Fraction

from games.core.errors import RuleViolation
from tournaments.commands import clean_day
from tournaments.tournaments.director import events
from tournaments.tournaments.director.events import TournamentEvent
from tournaments.tournaments.director.rewinding import Log, Recorded, counting
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.running_rules import paired_alike
from tournaments.tournaments.director.state import (
    Clock,
    Entrant,
    Notice,
    PenaltyGiven,
    Proposal,
    Round,
    Stage,
    State,
    Table,
)

_RESULT = events.ResultRecorded | events.ResultWithdrawn
_TOUCHES_PAIRING = (
    events.EntrantEvent
    | events.SeatingEvent
    | events.Substituted
    | events.KeptApart
    | events.Penalised
    | _RESULT
)
"""After these a proposal may not be what would be proposed now."""


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
    if not isinstance(event, events.TournamentCreated):
        raise RuleViolation("not_expected", type=event.type)
    day = clean_day(event.day)
    state = State(event.club, event.title, event.ruleset, event.seed, day, at, version=1)
    state.log.append((event, at))
    return state


def apply(state: State, event: TournamentEvent, at: str) -> State:
    """Fold one more event into a state, in place, and return it."""
    if isinstance(event, events.EntrantEvent):
        _apply_to_entrants(state, event)
    elif isinstance(event, events.StageEvent):
        _apply_to_stages(state, event)
    elif isinstance(event, events.SeatingEvent):
        _apply_to_round(state, event)
    elif isinstance(event, events.TableEvent):
        table = state.stages[event.stage].rounds[event.round].tables[event.table]
        _apply_to_table(table, event, at)
    elif isinstance(event, events.ClockEvent):
        _apply_to_clock(state, event, at)
    else:
        _apply_to_tournament(state, event, at)
    state.version += 1
    state.log.append((event, at))
    if isinstance(event, _TOUCHES_PAIRING):
        for stage in state.stages.values():
            if stage.draft is not None:
                stage.draft.stale = True
    return state


def _apply_to_tournament(state: State, event: events.OtherEvent, at: str) -> None:
    match event:
        case events.TournamentCreated():
            raise RuleViolation("not_expected", type=event.type)
        case events.TournamentRenamed():
            state.title, state.day = event.title, clean_day(event.day)
        case events.TournamentFinished():
            state.finished_at, state.notice = at, None
        case events.TournamentReopened():
            state.finished_at = None
        case events.NoticeShown():
            state.notice = Notice(event.note, at, event.minutes)
        case events.NoticeTakenAway():
            state.notice = None
        case events.KeptApart():
            state.apart = event.groups
        case events.Penalised():
            points = Fraction(event.points)
            state.penalties.append(PenaltyGiven(event.stage, event.round, event.entrant, points))
        case events.TournamentRewound():
            _rewind(state, event)


def state_at(state: State, version: int) -> State:
    """Return a tournament as it was at a version; its log, and how many entered, only grow."""
    past = fold(state.log[number - 1] for number in counting(state.log, version))
    past.version, past.log = state.version, Log(state.log)
    past.club = state.club  # whose it is here, no version of its log says
    # A number that somebody had, and has no more, is nobody else's: the log speaks of them by it.
    past.next_entrant = state.next_entrant
    return past


def _rewind(state: State, event: events.TournamentRewound) -> None:
    if not 1 <= event.to <= state.version:
        raise RuleViolation("not_expected", type=event.type)
    past = state_at(state, event.to)
    for one in fields(State):
        setattr(state, one.name, getattr(past, one.name))


def _apply_to_entrants(state: State, event: events.EntrantEvent) -> None:
    match event:
        case events.Entered():
            _enter(state, event)
        case events.Removed():
            _remove(state, event.entrant)
        case events.Present():
            _arrive(state, event)
        case events.Away():
            for number in event.entrants:
                state.entrants[number].present = False
        case events.Dropped():
            entrant = state.entrants[event.entrant]
            entrant.dropped, entrant.present = True, False
        case events.Returned():
            entrant = state.entrants[event.entrant]
            entrant.dropped, entrant.present = False, True
            if event.late:
                entrant.late = Fraction(event.late)
            _join(state, event.entrant)
        case events.Affiliated():
            state.entrants[event.entrant].club = event.club
        case events.TablesFixed():
            state.entrants[event.entrant].fixed_tables = event.tables


def _arrive(state: State, event: events.Present) -> None:
    stage = state.current
    for entrant in (state.entrants[number] for number in event.entrants):
        if event.late and stage is not None:
            entrant.late = Fraction(event.late)
            # The worth alone may be put right later: then they have been there since before.
            if not (entrant.present and entrant.arrived):
                entrant.arrived = (stage.number, max(stage.rounds, default=0))
        entrant.present = True
        _join(state, entrant.number)


def _enter(state: State, event: events.Entered) -> None:
    for entry in event.entries:
        late = Fraction(entry.late) if entry.late else None
        state.entrants[entry.entrant] = Entrant(entry.entrant, entry.player, entry.club, late=late)
        state.next_entrant = max(state.next_entrant, entry.entrant + 1)
        running = state.current
        if running is not None and running.status == "running":
            running.seeds = (*running.seeds, entry.entrant)


def _remove(state: State, number: int) -> None:
    del state.entrants[number]
    for stage in state.stages.values():
        stage.seeds = tuple(seed for seed in stage.seeds if seed != number)
        stage.alternates = tuple(one for one in stage.alternates if one != number)
        for round_ in stage.rounds.values():
            round_.taken_back = tuple(n for n in round_.taken_back if n != number)


def _join(state: State, number: int) -> None:
    """Let somebody who was not there when the first stage began play on with the others."""
    stage = state.current
    if stage is None or stage.number > 1 or stage.status != "running" or number in stage.seeds:
        return
    if stage.rules.format not in CHAINED | SCHEDULED:
        stage.seeds = (*stage.seeds, number)


def _apply_to_stages(state: State, event: events.StageEvent) -> None:
    match event:
        case events.StageSet():
            _set_rules(state, event)
        case events.StageDropped():
            del state.stages[event.stage]
        case events.StageStarted():
            stage = state.stages[event.stage]
            stage.status, stage.seeds = "running", event.seeds
            stage.alternates = event.alternates
        case events.StageClosed():
            stage = state.stages[event.stage]
            stage.status, stage.draft, stage.lots = "closed", None, event.lots
            _confirm(stage)
        case events.StageReopened():
            state.stages[event.stage].status = "running"
        case events.StageUnstarted():
            _unstart(state, state.stages[event.stage])
        case events.Substituted():
            _substitute(state.stages[event.stage], event.entrant, event.by)
        case events.RoundDrafted():
            proposal = Proposal(event.round, event.tables, event.byes, event.by_hand)
            state.stages[event.stage].draft = proposal
        case events.DraftDiscarded():
            state.stages[event.stage].draft = None


def _set_rules(state: State, event: events.StageSet) -> None:
    known = state.stages.get(event.stage)
    if known is None or known.status == "planned":
        state.stages[event.stage] = Stage(event.stage, event.rules)
        return
    if known.draft is not None and not paired_alike(known.rules, event.rules):
        known.draft.stale = True
    known.rules = event.rules


def _unstart(state: State, stage: Stage) -> None:
    for table in stage.tables:
        _count(state, table.entrants, -1)
    state.penalties = [one for one in state.penalties if one.stage != stage.number]
    state.stages[stage.number] = Stage(stage.number, stage.rules)


def _substitute(stage: Stage, entrant: int, by: int) -> None:
    """Put somebody into every place that an entrant has in a stage, other than at a table."""

    def changed(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(by if number == entrant else number for number in numbers)

    stage.seeds = changed(stage.seeds)
    stage.alternates = tuple(number for number in stage.alternates if number != by)
    for round_ in stage.rounds.values():
        round_.byes = tuple(sorted(changed(round_.byes)))
        round_.absent = tuple(sorted(changed(round_.absent)))
        round_.taken_back = tuple(sorted(changed(round_.taken_back)))


def _apply_to_round(state: State, event: events.SeatingEvent) -> None:
    stage = state.stages[event.stage]
    match event:
        case events.TablesPublished():
            _publish(state, stage, event)
        case events.TablesWithdrawn():
            _withdraw(state, stage, event)
        case events.TableReseated():
            table = stage.rounds[event.round].tables[event.table]
            _count(state, table.entrants, -1)
            _count(state, event.entrants, 1)
            table.entrants, table.match = event.entrants, event.match
            table.reports, table.reported_at, table.started = {}, {}, False
        case events.TableMoved():
            _move(stage.rounds[event.round], event.table, event.to)
        case events.ByeGiven():
            round_ = stage.rounds[event.round]
            round_.byes = tuple(sorted({*round_.byes, event.entrant}))
            round_.absent = tuple(number for number in round_.absent if number != event.entrant)
        case events.ByeTaken():
            round_ = stage.rounds[event.round]
            round_.byes = tuple(number for number in round_.byes if number != event.entrant)
            round_.absent = tuple(number for number in round_.absent if number != event.entrant)
    if (changed := stage.rounds.get(event.round)) is not None and changed.taken_back:
        changed.taken_back = tuple(sorted({*changed.taken_back} - changed.listed))


def _publish(state: State, stage: Stage, event: events.TablesPublished) -> None:
    if event.round not in stage.rounds:
        _confirm(stage)
    round_ = stage.rounds.setdefault(event.round, Round(event.round))
    stage.draft = None
    for seating in event.tables:
        round_.tables[seating.table] = Table(
            seating.table, seating.entrants, seating.match, seating.game
        )
        _count(state, seating.entrants, 1)
    round_.tables, round_.reopened = dict(sorted(round_.tables.items())), ()
    if stage.rules.format in CHAINED:
        round_.taken_back = ()  # whoever is not announced again is out
    missing = {*round_.absent, *event.absent} - round_.seated
    waiting = {*round_.byes, *event.byes} - round_.seated
    round_.absent, round_.byes = tuple(sorted(missing)), tuple(sorted(waiting))


def _withdraw(state: State, stage: Stage, event: events.TablesWithdrawn) -> None:
    round_ = stage.rounds[event.round]
    for number in event.tables:
        entrants = round_.tables.pop(number).entrants
        _count(state, entrants, -1)
        round_.taken_back = (*round_.taken_back, *entrants)
    round_.reopened = tuple(sorted({*round_.reopened, *event.places}))
    round_.byes = tuple(number for number in round_.byes if number not in event.byes)
    if not round_.tables and event.round == max(stage.rounds):
        del stage.rounds[event.round]


def _move(round_: Round, number: int, to: int) -> None:
    """Let two tables change their numbers; where no table stands, one takes the number."""
    numbers = {number: to, to: number}
    for table in round_.tables.values():
        table.number = numbers.get(table.number, table.number)
    tables = sorted(round_.tables.values(), key=lambda table: table.number)
    round_.tables = {table.number: table for table in tables}


def _count(state: State, entrants: Iterable[int], change: int) -> None:
    for number in entrants:
        state.entrants[number].seated += change


def _confirm(stage: Stage) -> None:
    """Results are provisional until the next round is announced or the stage is closed."""
    for round_ in stage.rounds.values():
        for table in round_.tables.values():
            table.confirmed = table.result is not None


def _apply_to_clock(state: State, event: events.ClockEvent, at: str) -> None:
    round_ = state.stages[event.stage].rounds[event.round]
    match event:
        case events.ClockStarted():
            round_.clock = Clock(event.seconds, since=at)
        case events.ClockPaused():
            if round_.clock is not None and round_.clock.since is not None:
                round_.clock.gone += seconds_between(round_.clock.since, at)
                round_.clock.since = None
        case events.ClockResumed():
            if round_.clock is not None:
                round_.clock.since = at
        case events.TimeAdded(table=0):
            if round_.clock is not None:
                round_.clock.seconds += event.seconds
        case events.TimeAdded():
            round_.tables[event.table].extra_seconds += event.seconds


def seconds_between(start: str, end: str) -> int:
    """Return the whole seconds between two recorded moments, never less than none."""
    passed = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return max(0, int(passed.total_seconds()))


def _apply_to_table(table: Table, event: events.TableEvent, at: str) -> None:
    match event:
        case events.TableStarted():
            table.started = True
        case events.ResultReported():
            table.reports[event.entrant] = event.report.without_absent(table.entrants)
            table.reported_at[event.entrant] = at
        case events.ResultRecorded():
            table.result, table.origin = event.report.without_absent(table.entrants), event.origin
            table.confirmed = event.confirmed
        case events.ResultConfirmed():
            table.confirmed = True
        case events.ResultWithdrawn():
            table.result, table.origin = None, None
            table.confirmed, table.reports, table.reported_at = False, {}, {}
        case events.ArbiterCalled():
            table.called = True
        case events.ArbiterRuled():
            table.called = False
