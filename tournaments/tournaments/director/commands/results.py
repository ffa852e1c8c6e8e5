"""Results: typed in, reported by those at the table, confirmed, withdrawn."""

from typing import ClassVar

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import AtTable, Context, Events
from tournaments.tournaments.director.events import (
    ArbiterRuled,
    ResultConfirmed,
    ResultRecorded,
    ResultReported,
    ResultWithdrawn,
    TableStarted,
)
from tournaments.tournaments.director.parts import (
    Ending,
    EntrantNumber,
    Missing,
    Origin,
    Places,
    PlayOff,
    Reported,
    Scores,
)
from tournaments.tournaments.director.slips import (
    placed,
    require_believable,
    require_fitting,
    require_likely,
)
from tournaments.tournaments.director.state import State


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
    confirm: bool = False
    """Whether a score far outside what the game gives is meant (`score_unlikely`)."""

    def reported(self) -> Reported:
        """Return the part of the command that is stored."""
        return Reported(self.kind, self.places, self.scores, self.absent, self.play_off)

    def told(self, state: State, context: Context) -> Reported:
        """Return it with the places that follow; raise what does not fit or cannot be meant."""
        stage, round_, table = self.found(state)
        report = placed(self.reported(), stage, table)
        if table.result != report:
            require_fitting(stage, round_, table, report)
            require_believable(stage, table, report)
            if not self.confirm:
                require_likely(stage, table, report, context.box)
        return report


class Record(ResultCommand, frozen=True, kw_only=True):
    """Give a table its result."""

    commutes: ClassVar = True

    stands: bool = False
    """Whether it is confirmed at once: who records it has seen the slip."""

    def decide(self, state: State, context: Context) -> Events:
        return record(state, self, self.told(state, context), stands=self.stands)


def record(  # noqa: PLR0913  (how sure a result is comes with it)
    state: State,
    command: AtTable,
    report: Reported,
    *,
    origin: Origin = "slip",
    correct: bool = False,
    stands: bool = False,
) -> Events:
    """Give a table its result; another one than it has takes `correct`.

    The same result again changes nothing. A first result needs a stage that is not closed and a
    tournament that is not over; another one does not.
    """
    stage, round_, table = command.found(state) if correct else command.lookup(state)
    report = placed(report, stage, table)
    if table.result == report:
        return []
    if table.result is None:
        state.require_going_on()
        if stage.status == "closed":
            raise RuleViolation("stage_closed", stage=command.stage)
    require_fitting(stage, round_, table, report)
    if table.result is not None and not correct:
        raise RuleViolation("table_has_result", table=command.table, round=command.round)
    later = command.round < max(stage.rounds) or stage.status == "closed"
    confirmed = stands or origin in ("players", "ruling") or later
    return [ResultRecorded(*command.table_key, report, origin, confirmed)]


class Report(ResultCommand, frozen=True, kw_only=True):
    """Say as somebody at the table how it ended."""

    commutes: ClassVar = True
    example: ClassVar = {**ResultCommand.example, "entrant": 1}

    entrant: EntrantNumber

    def decide(self, state: State, context: Context) -> Events:
        """Once two agree and nobody differs, what they say is the result."""
        _, _, table = self.lookup(state)
        if self.entrant not in table.entrants:
            raise RuleViolation("not_at_this_table", entrant=self.entrant)
        if table.result is not None:
            raise RuleViolation("table_has_result", table=self.table, round=self.round)
        report = self.told(state, context)
        events: Events = []
        if table.reports.get(self.entrant) != report:
            events.append(ResultReported(*self.table_key, self.entrant, report))
        others = [other for number, other in table.reports.items() if number != self.entrant]
        if others and all(other == report for other in others):
            events.append(ResultRecorded(*self.table_key, report, "players", True))
        return events


class AcceptReport(AtTable, frozen=True, kw_only=True):
    """Let what somebody at the table reported be its result, whatever the others say.

    Where they differ it counts as a ruling. A table that waits for an arbiter waits no more.
    """

    commutes: ClassVar = True
    example: ClassVar = {**AtTable.example, "entrant": 1}

    entrant: EntrantNumber

    def decide(self, state: State, context: Context) -> Events:
        _, _, table = self.lookup(state)
        if self.entrant not in table.entrants:
            raise RuleViolation("not_at_this_table", entrant=self.entrant)
        if self.entrant not in table.reports:
            raise RuleViolation("report_missing", entrant=self.entrant, table=self.table)
        origin: Origin = "ruling" if table.disputed else "players"
        events = record(state, self, table.reports[self.entrant], origin=origin)
        if events and table.called:
            events.append(ArbiterRuled(*self.table_key, "stands", note=context.note))
        return events


class Confirm(AtTable, frozen=True, kw_only=True):
    """Let a provisional result stand."""

    commutes: ClassVar = True

    def decide(self, state: State, _context: Context) -> Events:
        _, _, table = self.lookup(state)
        if table.result is None:
            code = "table_disputed" if table.disputed else "table_without_result"
            raise RuleViolation(code, table=self.table)
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
