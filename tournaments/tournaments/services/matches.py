"""Every table that is played is a match: results go into it, and it gives its result by itself."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from replays.envelope import Envelope
from replays.models import Match, MatchSeat
from replays.ports import ENDED_STATUSES
from replays.selectors.logs import load_log
from replays.services.life import (
    Report,
    Stop,
    reopen_match,
    report_result,
    rule_result,
    stop_match,
    void_match,
)
from replays.services.matches import NewMatch, create_match
from tournaments.tournaments.director.events import (
    ResultRecorded,
    ResultWithdrawn,
    TableReseated,
    TableStarted,
    TablesWithdrawn,
    TournamentEvent,
)
from tournaments.tournaments.director.parts import Kind, Reported
from tournaments.tournaments.director.state import State, Table

LEAST_SEATS = 2
VOIDED = "voided"
_KINDS: dict[str, Kind] = {"time": "on_time", "left": "early", "other": "early"}
"""What a match that was stopped for a reason is to a tournament."""


def write_matches(
    state: State, events: Sequence[TournamentEvent], envelope: Envelope
) -> list[partial[None]]:
    """Return what has to be written into matches, in the transaction that stores the events."""
    steps: list[partial[None]] = []
    seated: dict[tuple[int, int, int], Table] = {}
    for event in events:
        if isinstance(event, TablesWithdrawn):
            gone = [state.table(event.stage, event.round, number) for number in event.tables]
            steps.append(partial(_let_go, [table.match for table in gone if table], envelope))
        if not isinstance(event, ResultRecorded | ResultWithdrawn | TableStarted | TableReseated):
            continue
        key = (event.stage, event.round, event.table)
        found = seated.get(key) or state.table(*key)
        if found is None:
            continue
        # A copy: the state goes back to memory before these steps are run.
        table = replace(found)
        match event:
            case TableReseated():
                steps.append(partial(_let_go, [table.match], envelope))
                seated[key] = replace(table, entrants=event.entrants, match=event.match)
            case TableStarted():
                seats = table.entrants
                steps.append(partial(_begin, state, event.stage, table, seats, envelope))
            case ResultRecorded() if event.origin != "match":
                steps.append(partial(_enter, state, event.stage, table, event.report, envelope))
            case ResultWithdrawn():
                steps.append(partial(_open_again, table, envelope))
            case _:
                pass
    return steps


def with_new_matches(state: State, events: Sequence[TournamentEvent]) -> list[TournamentEvent]:
    """Return events in which a table gets another match where the one it has was of other people.

    That is so when somebody turns out to have been there, or not, after the slip was typed in.
    """
    found: list[TournamentEvent] = []
    for event in events:
        if isinstance(event, ResultRecorded) and event.origin != "match":
            table = state.table(event.stage, event.round, event.table)
            if table is not None and _is_of_others(state, table, event.report):
                at = (event.stage, event.round, event.table)
                match_id = uuid5(table.match, f"again/{state.version}")
                found.append(TableReseated(*at, table.entrants, match_id))
        found.append(event)
    return found


def _is_of_others(state: State, table: Table, report: Reported) -> bool:
    if report.kind in ("walk_over", "void"):
        return False
    seats = MatchSeat.objects.filter(match_id=table.match).order_by("seat")
    players = list(seats.values_list("player_id", flat=True))
    if not players or len(players) == len(table.entrants):
        return False
    there = [number for number in table.entrants if number not in report.absent]
    return players != [state.entrants[number].player for number in there]


def _let_go(match_ids: Sequence[UUID], envelope: Envelope) -> None:
    """Void the matches that were begun for tables whose seats have changed since."""
    begun = Match.objects.filter(pk__in=match_ids).exclude(status=VOIDED).order_by("pk")
    for match_id in begun.values_list("pk", flat=True):
        version = load_log(match_id).version
        void_match(match_id=match_id, expected_version=version, envelope=envelope)


def _begin(
    state: State,
    stage: int,
    table: Table,
    seats: Sequence[int],
    envelope: Envelope,
) -> None:
    game = state.stages[stage].rules.games[table.game]
    players = [state.entrants[number].player for number in seats]
    create_match(
        match_id=table.match,
        match=NewMatch(state.club, game.game, players, game.options),
        envelope=envelope,
    )


def _enter(state: State, stage: int, table: Table, report: Reported, envelope: Envelope) -> None:
    """Write a result into the match of a table; nobody played a walk-over."""
    there = [seat for seat, number in enumerate(table.entrants) if number not in report.absent]
    match = Match.objects.filter(pk=table.match).first()
    if match is None:
        if report.kind in ("walk_over", "void") or len(there) < LEAST_SEATS:
            return
        _begin(state, stage, table, [table.entrants[seat] for seat in there], envelope)
        seats = len(there)
        status = ""
    else:
        seats, status = match.seats, match.status
    if seats != len(there):
        there = list(range(seats)) if seats == len(table.entrants) else there
    places = _dense([report.places[seat] for seat in there]) if report.places is not None else None
    scores = [report.scores[seat] for seat in there] if report.scores is not None else None
    _write(table.match, status, report.kind, Report(places=places, scores=scores), envelope)


def _write(match_id: UUID, status: str, kind: Kind, report: Report, envelope: Envelope) -> None:
    log = load_log(match_id)
    places, scores = report.places, report.scores
    at: dict[str, Any] = {
        "match_id": match_id,
        "expected_version": log.version,
        "envelope": envelope,
    }
    if kind == "void" or kind == "walk_over":
        if status != VOIDED:
            void_match(**at)
        return
    ended = status in ENDED_STATUSES
    if status == VOIDED or (ended and places is None):
        at["expected_version"] = reopen_match(**at).last_version
        ended = False
    if ended and places is not None:
        result = log.result
        if result is None or (list(result.places), _listed(result.scores)) != (places, scores):
            rule_result(places=places, scores=scores, **at)
    elif places is not None:
        report_result(report=report, **at)
    else:
        stop_match(stop=Stop("other", "none"), **at)


def _listed(values: Sequence[int] | None) -> list[int] | None:
    return list(values) if values is not None else None


def _dense(places: Sequence[int]) -> list[int]:
    """Return places among those who were there."""
    return [1 + sum(other < place for other in places) for place in places]


def _open_again(table: Table, envelope: Envelope) -> None:
    match = Match.objects.filter(pk=table.match).first()
    if match is not None and match.status in ENDED_STATUSES:
        version = load_log(table.match).version
        reopen_match(match_id=table.match, expected_version=version, envelope=envelope)


def result_of_match(state: State, stage: int, table: Table) -> Reported | None:
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
            placed[number].score or 0 if number in placed else 0 for number in table.entrants
        )
    return Reported(_KINDS.get(match.ending, "complete"), places, scores, absent)


def _entrants_by_seat(state: State, table: Table, rows: Sequence[MatchSeat]) -> dict[int, int]:
    if len(rows) == len(table.entrants):
        # Also where a seat changed hands: the entrant answers for it.
        return {row.seat: table.entrants[row.seat] for row in rows}
    by_player = {state.entrants[number].player: number for number in table.entrants}
    return {row.seat: by_player[row.player_id] for row in rows if row.player_id in by_player}
