"""Results: typed in, reported by those at the table, confirmed, corrected, withdrawn."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.entries import require_going_on
from tournaments.tournaments.director.commands.rounds import round_of
from tournaments.tournaments.director.commands.setup import stage_of
from tournaments.tournaments.director.events import (
    Origin,
    Reported,
    ResultConfirmed,
    ResultRecorded,
    ResultReported,
    ResultWithdrawn,
    TableStarted,
    TablesWithdrawn,
    TournamentEvent,
)
from tournaments.tournaments.director.history import lowest_wins, table_result
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Result, Round, Stage, State, Table

HIGHEST_SCORE = 1_000_000


def table_of(state: State, stage: int, round_: int, table: int) -> tuple[Stage, Round, Table]:
    """Return a table that was announced, or raise what of it is unknown."""
    found = stage_of(state, stage)
    row = round_of(found, round_)
    at = row.tables.get(table)
    if at is None:
        raise RuleViolation("unknown_table", table=table)
    return found, row, at


def record(
    state: State,
    stage: int,
    round_: int,
    table: int,
    report: Reported,
    *,
    origin: Origin = "slip",
    correct: bool = False,
) -> list[TournamentEvent]:
    """Give a table its result; another one than it has takes `correct`.

    The same result again changes nothing. A correction of a stage that is closed, or of a finished
    tournament, needs it reopened first.
    """
    require_going_on(state)
    found, row, at = table_of(state, stage, round_, table)
    report = _placed(report, found, at)
    result = Result.of(report, origin)
    if at.result is not None and _says_the_same(at.result, result):
        return []
    if found.status == "closed":
        raise RuleViolation("stage_closed", stage=stage)
    require_report(found, row, at, report)
    if at.result is not None and not correct:
        raise RuleViolation("table_has_result", table=table, round=round_)
    _require_bracket_allows(found, round_, at)
    confirmed = origin in ("players", "ruling") or round_ < max(found.rounds)
    return [ResultRecorded(stage, round_, table, report, origin, confirmed)]


Then = Literal["keep", "repair", "void"]
"""What becomes of the next round: it stands, what has not begun is paired anew, or it is void."""


def correct(
    state: State, stage: int, round_: int, table: int, report: Reported, *, then: Then = "keep"
) -> list[TournamentEvent]:
    """Give a table another result, and say what becomes of the round that was paired upon it."""
    events = record(state, stage, round_, table, report, correct=True)
    later = state.stages[stage].rounds.get(round_ + 1)
    if not events or then == "keep" or later is None:
        return events
    if round_ + 1 < max(state.stages[stage].rounds):
        raise RuleViolation("later_round_announced", round=round_ + 1)
    begun = [row.number for row in later.tables.values() if has_begun(row)]
    if then == "void":
        open_ones = [row for row in later.tables.values() if row.result is None]
        nothing = Reported("void")
        return [
            *events,
            *(
                ResultRecorded(stage, round_ + 1, row.number, nothing, "ruling", True)
                for row in open_ones
            ),
        ]
    fresh = tuple(number for number in later.tables if number not in begun)
    return [*events, TablesWithdrawn(stage, round_ + 1, fresh)] if fresh else events


def has_begun(table: Table) -> bool:
    """Whether anybody said that a table is being played or how it ended."""
    return table.started or bool(table.reports) or table.result is not None


def _says_the_same(one: Result, other: Result) -> bool:
    return (one.kind, one.places, one.scores, one.absent, one.play_off) == (
        other.kind,
        other.places,
        other.scores,
        other.absent,
        other.play_off,
    )


def _placed(report: Reported, stage: Stage, table: Table) -> Reported:
    """Return a report with the places that follow from what it says."""
    if report.places is not None or len(report.scores or table.entrants) != len(table.entrants):
        return report
    away = [number in report.absent for number in table.entrants]
    after = away.count(False) + 1
    if report.kind == "walk_over":
        places = tuple(after if gone else 1 for gone in away)
        return msgspec.structs.replace(report, places=places, scores=None)
    if report.scores is None or report.kind == "void":
        return report
    sign = -1 if lowest_wins(stage, table) else 1
    there = [sign * score for score, gone in zip(report.scores, away, strict=True) if not gone]
    places = tuple(
        after if gone else 1 + sum(other > sign * score for other in there)
        for score, gone in zip(report.scores, away, strict=True)
    )
    return msgspec.structs.replace(report, places=places)


def require_report(stage: Stage, row: Round, table: Table, report: Reported) -> None:
    """Raise what of a report does not fit the table: places, scores, who was missing."""
    if report.scores is not None and any(abs(score) > HIGHEST_SCORE for score in report.scores):
        raise RuleViolation("scores_do_not_fit", table=table.number)
    table_result(stage, row, table, Result.of(report, "slip")).check()
    there = set(table.entrants) - set(report.absent)
    if len(set(report.play_off)) != len(report.play_off) or set(report.play_off) - there:
        raise RuleViolation("play_off_does_not_fit", table=table.number)


def _require_bracket_allows(stage: Stage, round_: int, table: Table) -> None:
    """Refuse to change an elimination's result once a later round was announced upon it."""
    if table.result is None or stage.rules.format not in CHAINED:
        return
    if round_ < max(stage.rounds):
        raise RuleViolation("later_round_announced", round=round_)


def report(
    state: State, stage: int, round_: int, table: int, entrant: int, said: Reported
) -> list[TournamentEvent]:
    """Note what somebody at the table says; once two agree and nobody differs, it is the result."""
    require_going_on(state)
    found, row, at = table_of(state, stage, round_, table)
    if entrant not in at.entrants:
        raise RuleViolation("not_at_this_table", entrant=entrant)
    if at.result is not None:
        raise RuleViolation("table_has_result", table=table, round=round_)
    said = _placed(said, found, at)
    require_report(found, row, at, said)
    events: list[TournamentEvent] = []
    if at.reports.get(entrant) != said:
        events.append(ResultReported(stage, round_, table, entrant, said))
    others = [report for number, report in at.reports.items() if number != entrant]
    if others and all(report == said for report in others):
        events.append(ResultRecorded(stage, round_, table, said, "players", True))
    return events


def confirm(state: State, stage: int, round_: int, table: int) -> list[TournamentEvent]:
    """Let a provisional result stand."""
    require_going_on(state)
    _, _, at = table_of(state, stage, round_, table)
    if at.result is None:
        raise RuleViolation("table_without_result", table=table)
    return [] if at.confirmed else [ResultConfirmed(stage, round_, table)]


def withdraw(state: State, stage: int, round_: int, table: int) -> list[TournamentEvent]:
    """Open a table again whose result was wrong."""
    require_going_on(state)
    found, _, at = table_of(state, stage, round_, table)
    if at.result is None:
        raise RuleViolation("table_without_result", table=table)
    if found.status == "closed":
        raise RuleViolation("stage_closed", stage=stage)
    if round_ < max(found.rounds):
        # The rounds after it stand on this result: it can be corrected, not taken away.
        raise RuleViolation("later_round_announced", round=round_)
    return [ResultWithdrawn(stage, round_, table)]


def start(state: State, stage: int, round_: int, table: int) -> list[TournamentEvent]:
    """Note that the match of a table is being recorded."""
    require_going_on(state)
    _, _, at = table_of(state, stage, round_, table)
    if at.result is not None:
        raise RuleViolation("table_has_result", table=table, round=round_)
    return [] if at.started else [TableStarted(stage, round_, table)]


def open_tables(stage: Stage) -> Sequence[tuple[Round, Table]]:
    """Return the tables of a stage that have no result yet."""
    return [
        (row, table)
        for row in stage.rounds.values()
        for table in row.tables.values()
        if table.result is None
    ]
