"""What a command would change: shown before anybody decides on it."""

from copy import deepcopy
from dataclasses import dataclass
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Command, Context
from tournaments.tournaments.director.commands.results import ResultCommand
from tournaments.tournaments.director.cuts import group_cut_sides, places_after_groups
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.rankings import evening_standings, overall, stage_standings
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Round, Stage, State
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
    """The round that was paired upon what would change."""

    stage: int
    round: int
    differs: bool
    """Whether its tables would have been others."""
    tables: int
    begun: int
    """How many of its tables have been started, reported or have a result."""


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


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything that would be different."""

    stages: tuple[StageChange, ...] = ()
    places: tuple[PlaceChange, ...] = ()
    next_round: RoundChange | None = None
    seasons: tuple[SeasonChange, ...] = ()
    """Filled in by whoever knows the seasons; none of them changes without being reopened."""
    ladders: tuple[LadderChange, ...] = ()
    """Filled in by whoever knows the ladders; they follow by themselves."""

    @property
    def nothing(self) -> bool:
        """Whether no standing, place, pairing, season or rating would be another."""
        differs = self.next_round is not None and self.next_round.differs
        beside = self.seasons or self.ladders
        standing = self.places or beside or any(change.changes for change in self.stages)
        return not standing and not differs

    @property
    def usual_answer(self) -> str:
        """What is done with the next round unless somebody says otherwise."""
        if self.next_round is None or self.next_round.begun or not self.next_round.differs:
            return "keep"
        return "repair"


def consequences_of(state: State, command: Command, context: Context) -> Consequences:
    """Return what a command would change; the state stays as it is. Raises what it breaks."""
    after = state_after(state, command, context)
    return Consequences(
        stages=tuple(_stage_changes(state, after)),
        places=_place_changes(overall(state), overall(after)),
        next_round=_next_round(state, after, command)
        if isinstance(command, ResultCommand)
        else None,
    )


def state_after(state: State, command: Command, context: Context) -> State:
    """Return a copy of a state in which a command was done."""
    after = deepcopy(state)
    for event in command.decide(after, context):
        apply(after, event, state.created_at)
    return after


def _stage_changes(before: State, after: State) -> list[StageChange]:
    stage_changes = []
    for number, stage in before.stages.items():
        planned = stage.status == "planned" or number not in after.stages
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


def _next_round(before: State, after: State, command: ResultCommand) -> RoundChange | None:
    stage = before.stages.get(command.stage)
    round_ = stage.rounds.get(command.round + 1) if stage is not None else None
    if stage is None or round_ is None or stage.rules.is_open:
        return None
    begun = sum(table.begun for table in round_.tables.values())
    differs = stage.rules.format == "swiss" and (
        _would_pair(before, stage, round_) != _would_pair(after, after.stages[stage.number], round_)
    )
    return RoundChange(stage.number, round_.number, differs, len(round_.tables), begun)


def _would_pair(state: State, stage: Stage, round_: Round) -> frozenset[frozenset[int]] | None:
    """Return who would be proposed to sit together in a round, from the rounds before it."""
    state = deepcopy(state)
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
