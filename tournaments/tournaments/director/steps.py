"""What the organisers of a tournament should do next."""

from dataclasses import dataclass
from typing import Literal

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import upcoming
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Stage, State

Step = Literal[
    "add_entrants",
    "check_in",
    "begin",
    "look_at_cut",
    "announce",
    "enter_results",
    "propose",
    "close_stage",
    "close_evening",
    "finish",
]


@dataclass(frozen=True, slots=True)
class NextStep:
    """One thing to do: where, how many wait for it, and the command that does it, if one does."""

    step: Step
    stage: int = 0
    round: int = 0
    count: int = 0
    command: str = ""


def next_step(state: State) -> NextStep | None:
    """Return the next step, or None once nothing is left to do."""
    if state.finished or not state.stages:
        return None
    current = state.current
    if current is None:
        return _first(state)
    if current.status == "closed":
        later = current.number + 1
        if later in state.stages:
            return NextStep("look_at_cut", later)
        return NextStep("finish", command="finish")
    if current.rules.is_open:
        return NextStep("close_evening", current.number)
    return _within(state, current)


def _first(state: State) -> NextStep:
    present = sum(entrant.present and not entrant.dropped for entrant in state.entrants.values())
    if not state.entrants:
        return NextStep("add_entrants")
    if present < 2:
        return NextStep("check_in")
    return NextStep("begin", 1, count=present, command="start_stage")


def _within(state: State, stage: Stage) -> NextStep:
    stage_number = stage.number
    if stage.draft is not None:
        if stage.draft.stale:
            return NextStep("propose", stage_number, stage.draft.round, command="propose")
        return NextStep("announce", stage_number, stage.draft.round)
    for row in stage.rounds.values():
        if waiting := sum(table.is_open for table in row.tables.values()):
            return NextStep("enter_results", stage_number, row.number, waiting)
    if missing := next((row.number for row in stage.rounds.values() if row.reopened), 0):
        return NextStep("propose", stage_number, missing, command="propose")
    number = max(stage.rounds, default=0) + 1
    if _is_played_out(state, stage, number):
        return NextStep("close_stage", stage_number, command="close_stage")
    return NextStep("propose", stage_number, number, command="propose")


def _is_played_out(state: State, stage: Stage, number: int) -> bool:
    try:
        require_next(stage)
        if stage.rules.format in CHAINED | SCHEDULED:
            upcoming(state, stage, number, former_ranks(state, stage))
    except RuleViolation as violation:
        return violation.code == "stage_complete"
    return False


def require_next(stage: Stage) -> int:
    """Return the number of the next round, or raise what has to happen first."""
    for row in stage.rounds.values():
        if not row.complete:
            waiting = [table.number for table in row.tables.values() if table.result is None]
            raise RuleViolation("tables_open", tables=waiting, round=row.number)
    number = max(stage.rounds, default=0) + 1
    if stage.rules.format == "swiss" and number > stage.rules.rounds:
        raise RuleViolation("stage_complete", stage=stage.number)
    return number
