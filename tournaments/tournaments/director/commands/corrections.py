"""A table has another result, at any time; and what becomes of what stood on the former one."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import AtTable, Context, Events
from tournaments.tournaments.director.commands.results import ResultCommand, record
from tournaments.tournaments.director.events import (
    ResultRecorded,
    StageReopened,
    StageUnstarted,
    TablesWithdrawn,
    TournamentEvent,
)
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.parts import Origin, Reported
from tournaments.tournaments.director.qualifying import begun_after, field_change
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.director.unfit import Unfit, unfit_rounds

Then = Annotated[
    Literal["keep", "repair", "void"],
    Meta(
        description=(
            "What becomes of what stood on the former result: it is kept, what of it has not begun "
            "is taken back to be paired anew, or it is void."
        )
    ),
]


@dataclass(frozen=True, slots=True)
class Correction:
    """Another result of a table: what it is, who says so, and what then becomes of the rest."""

    report: Reported
    origin: Origin = "slip"
    then: Then = "keep"


class Correct(ResultCommand, frozen=True, kw_only=True):
    """Give a table another result than the one it has; also after its stage, or after the end.

    `then` says what becomes of what stood on the former one: the newest round of a Swiss stage,
    tables of a bracket to which others would have come, a later stage that began with others. It
    is kept; what of it has not begun is taken back to be paired anew, and the start of a stage
    undone of which no table has begun; or it is void, whatever was played. What a bracket cannot
    keep is not kept: the correction is refused and says which table stands in the way.
    """

    example: ClassVar = {**ResultCommand.example, "scores": [41, 38, 39, 30], "then": "repair"}

    then: Then = "keep"

    def decide(self, state: State, context: Context) -> Events:
        return corrected(
            state, self, Correction(self.told(state, context), then=self.then), context.note
        )


def corrected(state: State, command: AtTable, correction: Correction, note: str) -> Events:
    """Give a table another result, and do with what stood on the former one what is asked."""
    _, _, table = command.found(state)
    events = record(state, command, correction.report, origin=correction.origin, correct=True)
    if not events or table.result is None:
        return events
    stage = state.stages[command.stage]
    if stage.rules.format not in CHAINED and not begun_after(state, stage.number):
        return events + _newest_round(stage, correction.then, command.round)
    return events + _Aftermath(state, events, correction.then, note).of(stage, command.round)


class _Aftermath:
    """What follows from a correction, worked out on a copy of the tournament."""

    def __init__(self, before: State, events: Events, then: Then, note: str) -> None:
        self._before, self._after = before, before.clone()
        self._then, self._note = then, note
        for event in events:
            apply(self._after, event, before.created_at)

    def of(self, stage: Stage, round_: int) -> Events:
        """Return what follows in the stage of the correction, then in those after it."""
        events = self._within(stage, round_)
        for later in begun_after(self._before, stage.number):
            if self._after.stages[later.number].status == "planned":
                break
            events += self._between(later)
        return events

    def _between(self, later: Stage) -> Events:
        """Return what becomes of a stage that began upon the ranking of the one before."""
        if self._then != "keep" and field_change(self._before, self._after, later) is not None:
            return self._undone(later)
        carries = later.rules.carry or later.rules.format in CHAINED
        return self._within(later, 0) if carries else []

    def _within(self, stage: Stage, round_: int) -> Events:
        if stage.rules.format not in CHAINED:
            return _newest_round(stage, self._then, round_)
        unfit = unfit_rounds(self._before, self._after, stage.number)
        if not unfit:
            return []
        closed = stage.status == "closed"
        self._require_free(unfit, closed=closed)
        events = [row.withdrawal for row in reversed(unfit)]
        return [*self._reopened(stage), *events] if closed else [*events]

    def _require_free(self, unfit: list[Unfit], *, closed: bool) -> None:
        """Raise which table of a bracket stands in the way of what is asked."""
        if self._then == "void":
            return
        begun = [(row, row.begun[0]) for row in unfit if row.begun]
        row, table = begun[0] if begun else (unfit[0], (*unfit[0].tables, *unfit[0].places)[0])
        where = {"stage": row.stage, "round": row.round, "table": table}
        if begun or closed:
            raise RuleViolation("later_table_begun", **where)
        if self._then == "keep":
            raise RuleViolation("others_at_later_table", **where)

    def _reopened(self, stage: Stage) -> Events:
        """Let a stage go on whose tables are taken back; what began after it has not, then."""
        self._before.require_going_on()
        later = begun_after(self._after, stage.number)
        undone = self._undone(later[0]) if later else []
        return [*undone, *self._applied([StageReopened(stage.number)])]

    def _undone(self, first: Stage) -> Events:
        """Undo the start of a stage, and before it that of every later one."""
        stages = [self._before.stages[first.number], *begun_after(self._before, first.number)]
        begun = any(table.begun for stage in stages for table in stage.tables)
        if self._then == "repair" and begun:
            raise RuleViolation("later_stage_played", stage=first.number)
        self._before.require_going_on()
        return self._applied([StageUnstarted(one.number, self._note) for one in reversed(stages)])

    def _applied(self, events: list[TournamentEvent]) -> Events:
        for event in events:
            apply(self._after, event, self._before.created_at)
        return events


def _newest_round(stage: Stage, then: Then, round_: int) -> Events:
    """Return what becomes of the newest round of a Swiss stage, if it came after a round."""
    newest = stage.last_round
    if newest is None or newest.number <= round_ or then == "keep":
        return []
    if stage.rules.format != "swiss" or stage.status != "running":
        return []
    if then == "void":
        return [
            ResultRecorded(stage.number, newest.number, number, Reported("void"), "ruling", True)
            for number, table in newest.tables.items()
            if table.result is None
        ]
    fresh = tuple(number for number, table in newest.tables.items() if not table.begun)
    return [TablesWithdrawn(stage.number, newest.number, fresh)] if fresh else []
