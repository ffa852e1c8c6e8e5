"""What a command takes back of what was announced or played; and each answer to a correction."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

import msgspec

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.corrections import Correct, Then
from tournaments.tournaments.director.events import (
    ResultRecorded,
    StageUnstarted,
    TablesWithdrawn,
    TournamentEvent,
)
from tournaments.tournaments.director.state import Stage, State

ANSWERS: tuple[Then, ...] = get_args(get_args(Then)[0])


@dataclass(frozen=True, slots=True, order=True)
class TablePlace:
    """A table by the numbers of its stage, its round and its own."""

    stage: int
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Undone:
    """What would be gone."""

    withdrawn: tuple[TablePlace, ...] = ()
    """Tables that are taken back, without a result."""
    void: tuple[TablePlace, ...] = ()
    """Tables that do not count: their matches are kept as void."""
    stages: tuple[int, ...] = ()
    """Stages that would be planned again."""
    penalties: int = 0
    """How many penalties go with them."""

    @property
    def nothing(self) -> bool:
        return not (self.withdrawn or self.void or self.stages)


NOTHING = Undone()


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to what becomes of what stood on a former result."""

    then: Then
    undone: Undone = NOTHING
    problem: RuleViolation | None = None
    """Why it cannot be given."""


def options_of(state: State, command: Correct, context: Context) -> tuple[Option, ...]:
    """Return what each answer to a correction would do, or why it cannot be given."""
    return tuple(_option(state, answered(command, then), context) for then in ANSWERS)


def answered(command: Correct, then: Then) -> Correct:
    """Return a correction with another answer."""
    return msgspec.structs.replace(command, then=then)


def _option(state: State, command: Correct, context: Context) -> Option:
    try:
        events = command.decide(state, context)
    except RuleViolation as violation:
        return Option(command.then, problem=violation)
    # The first is the correction itself.
    return Option(command.then, undone_by(state, events[1:]))


def undone_by(state: State, events: Iterable[TournamentEvent]) -> Undone:
    """Return what events would take back of a tournament as it stands."""
    withdrawn: list[TablePlace] = []
    void: list[TablePlace] = []
    stages: list[int] = []
    for event in events:
        match event:
            case TablesWithdrawn():
                played, open_ = _places(state.stages[event.stage], event.round, event.tables)
                void, withdrawn = [*void, *played], [*withdrawn, *open_]
            case StageUnstarted():
                stages.append(event.stage)
                for row in state.stages[event.stage].rounds.values():
                    played, open_ = _places(state.stages[event.stage], row.number, row.tables)
                    void, withdrawn = [*void, *played], [*withdrawn, *open_]
            case ResultRecorded() if event.report.kind == "void":
                void.append(TablePlace(event.stage, event.round, event.table))
            case _:
                pass
    penalties = sum(one.stage in stages for one in state.penalties)
    return Undone(tuple(sorted(withdrawn)), tuple(sorted(void)), tuple(sorted(stages)), penalties)


def _places(
    stage: Stage, round_: int, numbers: Iterable[int]
) -> tuple[list[TablePlace], list[TablePlace]]:
    """Return the tables with a result, and those without."""
    tables = stage.rounds[round_].tables
    places = [(TablePlace(stage.number, round_, number), tables[number]) for number in numbers]
    return (
        [place for place, table in places if not table.is_open],
        [place for place, table in places if table.is_open],
    )
