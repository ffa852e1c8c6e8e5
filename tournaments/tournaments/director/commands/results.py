"""Results: typed in, reported by those at the table, confirmed, withdrawn."""

from typing import ClassVar

import msgspec

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import AtTable, Context, EntrantNumber, Events
from tournaments.tournaments.director.events import (
    ResultConfirmed,
    ResultRecorded,
    ResultReported,
    ResultWithdrawn,
    TableStarted,
)
from tournaments.tournaments.director.history import lowest_wins, table_result
from tournaments.tournaments.director.parts import (
    Ending,
    Missing,
    Origin,
    Places,
    PlayOff,
    Reported,
    Scores,
)
from tournaments.tournaments.director.state import Round, Stage, State, Table

HIGHEST_SCORE = 1_000_000


class StartTable(AtTable, frozen=True, kw_only=True):
    """Begin to record the match of a table."""

    commutes: ClassVar = True

    def decide(self, state: State, _context: Context) -> Events:
        _, _, table = self.lookup(state)
        if table.result is not None:
            raise RuleViolation("table_has_result", table=self.table, round=self.round)
        return [] if table.started else [TableStarted(*self.table_key)]


class ResultCommand(AtTable, frozen=True, kw_only=True):
    """How a table ended: places and scores by seat; places follow from scores where left out."""

    example: ClassVar = {"stage": 1, "round": 1, "table": 1, "scores": [41, 38, 38, 30]}

    kind: Ending = "complete"
    places: Places | None = None
    scores: Scores | None = None
    absent: Missing = ()
    play_off: PlayOff = ()

    def reported(self) -> Reported:
        """Return the part of the command that is stored."""
        return Reported(self.kind, self.places, self.scores, self.absent, self.play_off)


class Record(ResultCommand, frozen=True, kw_only=True):
    """Give a table its result."""

    commutes: ClassVar = True

    def decide(self, state: State, _context: Context) -> Events:
        return record(state, self, self.reported())


def record(
    state: State,
    command: AtTable,
    report: Reported,
    *,
    origin: Origin = "slip",
    correct: bool = False,
) -> Events:
    """Give a table its result; another one than it has takes `correct`.

    The same result again changes nothing. A first result needs a stage that is not closed and a
    tournament that is not over; another one does not.
    """
    stage, round_, table = command.found(state) if correct else command.lookup(state)
    report = _placed(report, stage, table)
    if table.result == report:
        return []
    if table.result is None:
        state.require_going_on()
        if stage.status == "closed":
            raise RuleViolation("stage_closed", stage=command.stage)
    _require_report(stage, round_, table, report)
    if table.result is not None and not correct:
        raise RuleViolation("table_has_result", table=command.table, round=command.round)
    later = command.round < max(stage.rounds) or stage.status == "closed"
    confirmed = origin in ("players", "ruling") or later
    return [ResultRecorded(*command.table_key, report, origin, confirmed)]


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
    present_scores = [
        sign * score for score, gone in zip(report.scores, away, strict=True) if not gone
    ]
    places = tuple(
        after if gone else 1 + sum(other > sign * score for other in present_scores)
        for score, gone in zip(report.scores, away, strict=True)
    )
    return msgspec.structs.replace(report, places=places)


def _require_report(stage: Stage, round_: Round, table: Table, report: Reported) -> None:
    """Raise what of a report does not fit the table: places, scores, who was missing."""
    if report.scores is not None and any(abs(score) > HIGHEST_SCORE for score in report.scores):
        raise RuleViolation("scores_do_not_fit", table=table.number)
    table_result(stage, round_, table, report).check()
    present = set(table.entrants) - set(report.absent)
    if len(set(report.play_off)) != len(report.play_off) or set(report.play_off) - present:
        raise RuleViolation("play_off_does_not_fit", table=table.number)


class Report(ResultCommand, frozen=True, kw_only=True):
    """Say as somebody at the table how it ended."""

    commutes: ClassVar = True
    example: ClassVar = {**ResultCommand.example, "entrant": 1}

    entrant: EntrantNumber

    def decide(self, state: State, _context: Context) -> Events:
        """Once two agree and nobody differs, what they say is the result."""
        stage, round_, table = self.lookup(state)
        if self.entrant not in table.entrants:
            raise RuleViolation("not_at_this_table", entrant=self.entrant)
        if table.result is not None:
            raise RuleViolation("table_has_result", table=self.table, round=self.round)
        report = _placed(self.reported(), stage, table)
        _require_report(stage, round_, table, report)
        events: Events = []
        if table.reports.get(self.entrant) != report:
            events.append(ResultReported(*self.table_key, self.entrant, report))
        others = [other for number, other in table.reports.items() if number != self.entrant]
        if others and all(other == report for other in others):
            events.append(ResultRecorded(*self.table_key, report, "players", True))
        return events


class Confirm(AtTable, frozen=True, kw_only=True):
    """Let a provisional result stand."""

    commutes: ClassVar = True

    def decide(self, state: State, _context: Context) -> Events:
        _, _, table = self.lookup(state)
        if table.result is None:
            raise RuleViolation("table_without_result", table=self.table)
        return [] if table.confirmed else [ResultConfirmed(*self.table_key)]


class WithdrawResult(AtTable, frozen=True, kw_only=True):
    """Open a table again."""

    def decide(self, state: State, _context: Context) -> Events:
        return withdraw(state, self)


def withdraw(state: State, command: AtTable) -> Events:
    """Open a table again whose result was wrong."""
    stage, _, table = command.lookup(state)
    if table.result is None:
        raise RuleViolation("table_without_result", table=command.table)
    if stage.status == "closed":
        raise RuleViolation("stage_closed", stage=command.stage)
    if command.round < max(stage.rounds):
        # The rounds after it stand on this result: it can be corrected, not taken away.
        raise RuleViolation("later_round_announced", round=command.round)
    return [ResultWithdrawn(*command.table_key)]
