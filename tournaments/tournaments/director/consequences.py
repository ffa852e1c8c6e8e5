"""What a command would change: shown before anybody decides on it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.changes import Changes, changes_between
from tournaments.tournaments.director.commands.base import Command, Context, Events
from tournaments.tournaments.director.commands.corrections import Correct, Then
from tournaments.tournaments.director.commands.results import ResultCommand
from tournaments.tournaments.director.cuts import group_cut_sides, places_after_groups
from tournaments.tournaments.director.events import TournamentEvent
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.qualifying import FieldChange, begun_after, field_changes
from tournaments.tournaments.director.rankings import evening_standings, overall, stage_standings
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Round, Stage, State
from tournaments.tournaments.director.undone import (
    NOTHING,
    Option,
    Undone,
    answered,
    options_of,
    undone_by,
)
from tournaments.tournaments.director.unfit import unfit_rounds
from tournaments.tournaments.formats.schedule import Placing
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.standings.compare import Change, compare


@dataclass(frozen=True, slots=True)
class StageChange:
    """The lines of a stage's standings that would be others; a cut after the first `cut`."""

    stage: int
    cut: int | None
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """An entrant whose place in the whole tournament would be another."""

    entrant: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RoundChange:
    """The newest round that can still change, if it was paired upon what would."""

    stage: int
    round: int
    differs: bool
    """Whether its tables would have been others."""
    tables: int
    begun: int
    """How many of its tables have been started, reported or have a result."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table of a bracket that was announced and to which others would have come."""

    stage: int
    round: int
    table: int
    begun: bool
    before: tuple[int, ...]
    after: tuple[int, ...]
    """Who would sit there, as far as that is known."""


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """A closed season whose table would have been another."""

    id: UUID
    title: str
    other_champion: bool
    sentence: str
    """The same in the reader's words."""


@dataclass(frozen=True, slots=True)
class RatingMove:
    """A player whose rating today would be another; None stands for not on the ladder."""

    player: UUID
    label: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class LadderChange:
    """A ladder that would be rated anew from a match on."""

    id: UUID
    title: str
    system: str
    matches: int
    moves: tuple[RatingMove, ...]
    """The largest first; empty where there are too many matches to work it out."""
    sentence: str
    """The same in the reader's words."""


Written = Callable[[State, TournamentEvent], Events]
"""What an event is written as in a tournament as it stands by then: often itself alone."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything that would be different."""

    events: tuple[TournamentEvent, ...] = ()
    """What would be written."""
    after: State | None = field(default=None, compare=False, repr=False)
    """The tournament as it would be."""
    changes: Changes = field(default_factory=Changes)
    """The parts of the tournament that would be others."""
    stages: tuple[StageChange, ...] = ()
    places: tuple[PlaceChange, ...] = ()
    next_round: RoundChange | None = None
    tables: tuple[TableChange, ...] = ()
    fields: tuple[FieldChange, ...] = ()
    """Stages that have begun and would have begun otherwise."""
    undone: Undone = NOTHING
    options: tuple[Option, ...] = ()
    """What each answer to a correction would do."""
    then: Then = "keep"
    """The answer that places and standings are worked out for: the one that was given if it can
    be, or else one that can."""
    seasons: tuple[SeasonChange, ...] = ()
    """Filled in by whoever knows the seasons; none of them changes without being reopened."""
    ladders: tuple[LadderChange, ...] = ()
    """Filled in by whoever knows the ladders; they follow by themselves."""

    @property
    def nothing(self) -> bool:
        """Whether the command would write no event: everything is so already."""
        return not self.events

    @property
    def nothing_beside(self) -> bool:
        """Whether no standing, place, pairing, season or rating would be another."""
        differs = self.next_round is not None and self.next_round.differs
        beside = self.seasons or self.ladders or self.tables or self.fields
        standing = self.places or beside or any(change.changes for change in self.stages)
        return not standing and not differs and self.undone.nothing

    @property
    def usual_answer(self) -> Then:
        """What is done with what stood on the former result unless somebody says otherwise."""
        possible = [option.then for option in self.options if option.problem is None]
        if self._can_be_repaired and "repair" in possible:
            return "repair"
        return "keep" if not possible or "keep" in possible else possible[0]

    @property
    def _can_be_repaired(self) -> bool:
        """Whether something does not fit any more, and none of it has begun."""
        row = self.next_round
        differs = row is not None and row.differs
        begun = [change.begun for change in self.tables]
        begun += [change.begun > 0 for change in self.fields]
        begun += [row.begun > 0] if row is not None and row.differs else []
        return not any(begun) and bool(differs or self.tables or self.fields)


def consequences_of(
    state: State,
    command: Command,
    context: Context,
    *,
    at: str | None = None,
    written: Written = lambda _state, event: [event],
) -> Consequences:
    """Return what a command would change; the state stays as it is. Raises what it breaks.

    `at` is the moment it would be done at. A correction that only another answer lets be made is
    shown with that one.
    """
    options = options_of(state, command, context) if isinstance(command, Correct) else ()
    given = _given(command, options)
    decided = given.decide(state, context)
    moment = at or state.created_at
    after, events = _applied(state, decided, moment, written)
    changes = Consequences(
        events=tuple(events),
        after=after,
        changes=changes_between(state, after),
        undone=undone_by(state, decided[1:] if isinstance(given, ResultCommand) else decided),
        options=options,
        then=given.then if isinstance(given, Correct) else "keep",
    )
    if changes.changes.proposals_alone:
        return changes
    changes = replace(
        changes,
        stages=tuple(_stage_changes(state, after)),
        places=_place_changes(overall(state), overall(after)),
    )
    if not isinstance(given, ResultCommand):
        return changes
    corrected, _ = _applied(state, decided[:1], moment, written)
    # First these: a bracket can only be read without the tables that do not fit.
    tables = tuple(_table_changes(state, corrected, given.stage)) if decided else ()
    return replace(
        changes,
        next_round=_next_round(state, corrected, given, tables),
        tables=tables,
        fields=tuple(field_changes(state, corrected, given.stage)),
    )


def _given(command: Command, options: tuple[Option, ...]) -> Command:
    """Return a correction with the answer it has, or the first that can be given instead."""
    if not isinstance(command, Correct):
        return command
    possible = [option.then for option in options if option.problem is None]
    return command if command.then in possible else answered(command, (*possible, command.then)[0])


def _applied(state: State, decided: Events, at: str, written: Written) -> tuple[State, Events]:
    """Return a copy of a state in which events have happened, and these as they are written."""
    after, events = state.clone(), []
    for event in decided:
        for one in written(after, event):
            apply(after, one, at)
            events.append(one)
    return after, events


def _stage_changes(before: State, after: State) -> list[StageChange]:
    stage_changes = []
    for number, stage in before.stages.items():
        then = after.stages.get(number)
        planned = stage.status == "planned" or then is None or then.status == "planned"
        if planned or stage.rules.format in CHAINED:
            continue
        cut = _cut_after(before, number)
        if stage.rules.is_open:
            changes = compare(evening_standings(before, number), evening_standings(after, number))
        else:
            rows = stage_standings(before, number), stage_standings(after, number)
            sides = group_cut_sides(before, number), group_cut_sides(after, number)
            changes = compare(*rows, cut=cut, sides=sides)
        if changes:
            stage_changes.append(StageChange(number, cut, changes))
    return stage_changes


def _cut_after(state: State, number: int) -> int | None:
    later = state.stages.get(number + 1)
    if later is not None and later.rules.cut.kind == "groups":
        return places_after_groups(state.stages[number].rules, later.rules)
    return later.rules.cut.top if later is not None and later.rules.cut.kind == "top" else None


def _place_changes(
    before: tuple[Placing, ...], after: tuple[Placing, ...]
) -> tuple[PlaceChange, ...]:
    was = {placing.entrant: placing.place for placing in before}
    now = {placing.entrant: placing.place for placing in after}
    return tuple(
        PlaceChange(number, was.get(number), now.get(number))
        for number in sorted({*was, *now})
        if was.get(number) != now.get(number)
    )


def _next_round(
    before: State, after: State, command: ResultCommand, others: tuple[TableChange, ...]
) -> RoundChange | None:
    """Return the newest round that has an open table and came after the one of a command."""
    stage = before.current
    newest = stage.last_round if stage is not None else None
    if stage is None or newest is None or newest.complete or stage.rules.is_open:
        return None
    if (newest.number <= command.round) if stage.number == command.stage else not _carries(stage):
        return None
    begun = sum(table.begun for table in newest.tables.values())
    if stage.rules.format == "swiss":
        then = after.stages[stage.number]
        differs = _would_pair(before, stage, newest) != _would_pair(after, then, newest)
    else:
        differs = any((one.stage, one.round) == (stage.number, newest.number) for one in others)
    return RoundChange(stage.number, newest.number, differs, len(newest.tables), begun)


def _carries(stage: Stage) -> bool:
    return stage.rules.carry and stage.rules.format == "swiss"


def _table_changes(before: State, after: State, number: int) -> Iterator[TableChange]:
    """Yield the announced tables of brackets that others would have come to.

    They are taken back in `after`.
    """
    for stage in (before.stages[number], *begun_after(before, number)):
        if stage.rules.format not in CHAINED:
            continue
        for row in unfit_rounds(before, after, stage.number):
            for table, people in zip(row.tables, row.coming, strict=True):
                sitting = stage.rounds[row.round].tables[table]
                where = (row.stage, row.round, table)
                yield TableChange(*where, sitting.begun, sitting.entrants, people)


def _would_pair(state: State, stage: Stage, round_: Round) -> frozenset[frozenset[int]] | None:
    """Return who would be proposed to sit together in a round, from the rounds before it."""
    state = state.clone()
    stage = state.stages[stage.number]
    stage.rounds = {
        number: played for number, played in stage.rounds.items() if number < round_.number
    }
    entrants = [state.entrants[number] for number in sorted(round_.seated.union(round_.byes))]
    try:
        proposal = propose(
            candidates(state, stage, entrants), pairing_rules(state, stage, round_.number)
        )
    except RuleViolation:
        return None
    return frozenset(frozenset(table.entrants) for table in proposal.tables)
