"""Every table that is played is a match: results go into it, and it gives its result by itself."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any
from uuid import UUID

import msgspec

from replays.envelope import Envelope
from replays.log import Log
from replays.models import Match, MatchSeat
from replays.ports import ENDED_STATUSES
from replays.selectors.logs import load_log, version_of
from replays.services.life import (
    record_ended_match,
    reopen_match,
    report_result,
    rule_result,
    stop_match,
    void_match,
)
from replays.services.matches import NewMatch, begun, create_match
from replays.telling import Report, Stop
from tournaments.tournaments.director.events import (
    ResultRecorded,
    ResultWithdrawn,
    StageUnstarted,
    TableMoved,
    TableReseated,
    TableStarted,
    TablesWithdrawn,
    TournamentEvent,
)
from tournaments.tournaments.director.parts import Kind, Reported
from tournaments.tournaments.director.slips import UNPLAYED
from tournaments.tournaments.director.state import State, Table
from tournaments.tournaments.director.turns import Place
from tournaments.tournaments.selectors.table_matches import planned_match, seated_for

VOIDED = "voided"
_KINDS: dict[str, Kind] = {"time": "on_time", "left": "early", "other": "early"}
"""What a match that was stopped for a reason is to a tournament."""


Step = partial[list[TournamentEvent]]
TableEvent = ResultRecorded | ResultWithdrawn | TableStarted | TableReseated


@dataclass(slots=True)
class JointWrite:
    """What a tournament and the matches of its tables change together, in one transaction."""

    matches: set[UUID] = field(default_factory=set)
    tables: set[Place] = field(default_factory=set)
    """Those whose match says by itself what is new."""


_joint_write: ContextVar[JointWrite | None] = ContextVar("joint_write", default=None)


@contextmanager
def joint_write() -> Iterator[JointWrite]:
    """Let a tournament and its matches change together: neither has to follow the other."""
    joint = _joint_write.get() or JointWrite()
    token = _joint_write.set(joint)
    try:
        yield joint
    finally:
        _joint_write.reset(token)


def current_joint_write() -> JointWrite | None:
    """Return what a tournament is changing right now, or None."""
    return _joint_write.get()


def writing_matches(
    state: State, events: Sequence[TournamentEvent], envelope: Envelope, reason: str = ""
) -> Callable[[], list[TournamentEvent]] | None:
    """Return what writes the matches of tables before the events are stored, or None.

    It returns the events as they are then: each result names the version of the match that says
    so, and a table has another match where the one it had was of other people. The `reason` is
    kept with matches whose tables are taken back.
    """
    with_reason = msgspec.structs.replace(envelope, note=reason)
    steps: list[Step] = []
    seated: dict[Place, Table | None] = {}
    for event in events:
        step: Step = partial(list, [event])
        if isinstance(event, TablesWithdrawn | StageUnstarted):
            matches = [table.match for table in _taken_back(state, event)]
            step = partial(_void_matches, matches, event, with_reason)
        elif isinstance(event, TableMoved):
            here, there = ((event.stage, event.round, n) for n in (event.table, event.to))
            tables = [seated[key] if key in seated else state.table(*key) for key in (there, here)]
            seated |= dict(zip((here, there), tables, strict=True))
        elif isinstance(event, TableEvent):
            key = (event.stage, event.round, event.table)
            current = seated[key] if key in seated else state.table(*key)
            if current is not None:
                # A copy: the state goes back to memory before these steps are run.
                table = replace(current)
                told = with_reason if isinstance(event, TableReseated) else envelope
                step = partial(_note_table, partial(_write, state, table, event, told), event)
                if isinstance(event, TableReseated):
                    seated[key] = replace(table, entrants=event.entrants, match=event.match)
        steps.append(step)
    if all(step.func is list for step in steps):
        return None
    return lambda: list(chain.from_iterable(step() for step in steps))


def _taken_back(state: State, event: TablesWithdrawn | StageUnstarted) -> list[Table]:
    rounds = state.stages[event.stage].rounds
    if isinstance(event, StageUnstarted):
        return [table for round_ in rounds.values() for table in round_.tables.values()]
    tables = rounds[event.round].tables if event.round in rounds else {}
    return [tables[number] for number in event.tables if number in tables]


def _note_table(step: Step, event: TableEvent) -> list[TournamentEvent]:
    """Do a step, and note the table if its match says by itself what is new."""
    with joint_write() as joint:
        before = len(joint.matches)
        events = step()
        from_match = isinstance(event, ResultRecorded) and event.origin == "match"
        if from_match or len(joint.matches) > before:
            joint.tables.add((event.stage, event.round, event.table))
    return events


def _write(
    state: State,
    table: Table,
    event: TableEvent,
    envelope: Envelope,
) -> list[TournamentEvent]:
    match event:
        case TableReseated():
            return _void_matches([table.match], event, envelope)
        case TableStarted():
            return _begin_match(state, table, event, envelope)
        case ResultRecorded() if event.origin != "match":
            return _write_result(state, table, event, envelope)
        case ResultWithdrawn():
            if Match.objects.filter(pk=table.match, status__in=ENDED_STATUSES).exists():
                reopen_match(
                    match_id=table.match, expected_version=None, envelope=envelope, decided=True
                )
        case ResultRecorded():
            pass  # its match has said so
    return [event]


def _void_matches(
    match_ids: Sequence[UUID], event: TournamentEvent, envelope: Envelope
) -> list[TournamentEvent]:
    """Void the matches that were begun for tables whose seats have changed since."""
    begun = Match.objects.filter(pk__in=match_ids).exclude(status=VOIDED).order_by("pk")
    for match_id in begun.values_list("pk", flat=True):
        void_match(match_id=match_id, expected_version=None, envelope=envelope, decided=True)
    return [event]


def _begin_match(
    state: State, table: Table, event: TableStarted, envelope: Envelope
) -> list[TournamentEvent]:
    """Begin the match of a table, or go on with the one that a result left which is gone."""
    new = _match_of(state, event.stage, table, table.entrants)
    plan = planned_match(state, table, event)
    if plan.match is not None and plan.reseated is None:
        if plan.match.status in ENDED_STATUSES:
            reopen_match(match_id=plan.id, expected_version=None, envelope=envelope, decided=True)
        return [event]
    events: list[TournamentEvent] = []
    if plan.match is not None and plan.reseated is not None:
        events += _void_matches([plan.match.pk], plan.reseated, envelope)
    create_match(match_id=plan.id, match=new, envelope=envelope)
    return [*events, event]


def _match_of(state: State, stage: int, table: Table, entrants: Sequence[int]) -> NewMatch:
    game = state.stages[stage].rules.games[table.game]
    players = [state.entrants[number].player for number in entrants]
    return NewMatch(state.written_club, game.game, players, game.options)


def _write_result(
    state: State, table: Table, event: ResultRecorded, envelope: Envelope
) -> list[TournamentEvent]:
    """Write a result into the match of a table; nobody played a walk-over."""
    new = _match_of(state, event.stage, table, seated_for(table, event))
    events: list[TournamentEvent] = []
    plan = planned_match(state, table, event)
    match = plan.match
    if match is not None and plan.reseated is not None:
        # Somebody turned out to have been there, or not, after it was begun or typed in.
        events += _void_matches([match.pk], plan.reseated, envelope)
        match = None
    ending = ending_of(event.report, table.entrants, match.seats if match else len(new.players))
    if match:
        version = end_match(match, ending, envelope) if ending else void_counted(match, envelope)
    elif ending and plan.begins:
        version = record_ended_match(
            match_id=plan.id, created=begun(new), ending=ending, envelope=envelope
        ).last_version
    else:
        version = 0
    return [*events, msgspec.structs.replace(event, version=version)]


def ending_of(report: Reported, entrants: Sequence[int], seats: int) -> Report | Stop | None:
    """Return how a match of so many seats ends by what a table says; None if it is void."""
    if report.kind in UNPLAYED:
        return None
    if report.places is None:
        return Stop("other", "none")
    everybody = seats == len(entrants)
    present = [
        seat for seat, number in enumerate(entrants) if everybody or number not in report.absent
    ]
    places = [report.places[seat] for seat in present]
    scores = [report.scores[seat] for seat in present] if report.scores is not None else []
    told = [score for score in scores if score is not None]
    return Report(
        places=[1 + sum(other < place for other in places) for place in places],
        # Where somebody who was absent has a seat in the match, it can hold the places alone.
        scores=told if len(told) == len(present) else None,
        decided=True,
    )


def agrees(log: Log, version: int, report: Reported, entrants: Sequence[int]) -> bool:
    """Whether a match ended at a version as its table reports."""
    if version > log.version:
        return False
    ending = ending_of(report, entrants, log.setup.seats)
    result = log.at(version).result
    if not isinstance(ending, Report):
        return result is None
    if result is None or list(result.places) != ending.places:
        return False
    # An arbiter may rule on places alone: the scores that were reported before still stand.
    return None in (result.scores, ending.scores) or list(result.scores or ()) == ending.scores


def void_counted(match: Match, envelope: Envelope) -> int:
    """Void a match that counts; return the version that says so."""
    if match.status == VOIDED:
        return version_of(match.pk)
    return void_match(
        match_id=match.pk, expected_version=None, envelope=envelope, decided=True
    ).last_version


def end_match(match: Match, ending: Report | Stop, envelope: Envelope) -> int:
    """Give a match another result than it has; one that is the same already stays as it is."""
    log = load_log(match.pk)
    at: dict[str, Any] = {
        "match_id": match.pk,
        "expected_version": log.version,
        "envelope": envelope,
    }
    ended = match.status in ENDED_STATUSES
    if match.status == VOIDED or (ended and isinstance(ending, Stop)):
        at["expected_version"] = reopen_match(**at, decided=True).last_version
        ended = False
    if isinstance(ending, Stop):
        return stop_match(stop=ending, **at).last_version
    if not ended:
        return report_result(report=ending, **at).last_version
    result = log.result
    if result and (list(result.places), _listed(result.scores)) == (ending.places, ending.scores):
        return log.version
    ruled = rule_result(places=ending.places or (), scores=ending.scores, decided=True, **at)
    return ruled.last_version


def _listed(values: Sequence[int] | None) -> list[int] | None:
    return list(values) if values is not None else None


def result_of_match(state: State, table: Table) -> Reported | None:
    """Return what the match of a table says about its result, or None while it says nothing."""
    match = Match.objects.filter(pk=table.match).first()
    if match is None or match.status not in ENDED_STATUSES:
        return None
    rows = list(MatchSeat.objects.filter(match=match).order_by("seat"))
    if any(row.place is None for row in rows):
        return Reported("void") if match.status != "finished" else None
    entrants = _entrants_by_seat(state, table, rows)
    placed = {entrants[row.seat]: row for row in rows if entrants.get(row.seat) is not None}
    absent = tuple(number for number in table.entrants if number not in placed)
    after = len(placed) + 1
    places = tuple(
        placed[number].place or after if number in placed else after for number in table.entrants
    )
    scores = None
    if all(row.score is not None for row in rows):
        scores = tuple(
            placed[number].score if number in placed else None for number in table.entrants
        )
    return Reported(_KINDS.get(match.ending, "complete"), places, scores, absent)


def _entrants_by_seat(state: State, table: Table, rows: Sequence[MatchSeat]) -> dict[int, int]:
    if len(rows) == len(table.entrants):
        # Also where a seat changed hands: the entrant answers for it.
        return {row.seat: table.entrants[row.seat] for row in rows}
    by_player = {state.entrants[number].player: number for number in table.entrants}
    return {row.seat: by_player[row.player_id] for row in rows if row.player_id in by_player}
