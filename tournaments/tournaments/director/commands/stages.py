"""Stages are begun, closed and opened again, and so is the whole tournament."""

from collections.abc import Mapping
from typing import ClassVar

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import make_bracket, schedule_of
from tournaments.tournaments.director.commands.base import Command, Context, Events, OfStage
from tournaments.tournaments.director.cuts import crossed_seeds, cut_of
from tournaments.tournaments.director.events import (
    StageClosed,
    StageReopened,
    StageStarted,
    StageUnstarted,
    TournamentFinished,
    TournamentReopened,
)
from tournaments.tournaments.director.lots import line_drawn, lots_drawn
from tournaments.tournaments.director.pairings import pairing_rules
from tournaments.tournaments.director.parts import EntrantNumber, Entrants, EntrantsInOrder, Numbers
from tournaments.tournaments.director.rankings import stage_ranking
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats import seeding
from tournaments.tournaments.formats.groups import kept_apart
from tournaments.tournaments.formats.schedule import require_sizes
from tournaments.tournaments.pairing.problem import pairs_of_groups
from tournaments.tournaments.pairing.sizes import check_sizes, table_sizes


class StartStage(OfStage, frozen=True, kw_only=True):
    """Begin a stage: seed it, and make the cut before it."""

    example: ClassVar = {"stage": 1, "order": [5, 2, 8, 1, 3, 4, 7, 6]}

    order: EntrantsInOrder = ()
    """All its entrants, best seed first, where that is done by hand."""
    declined: Entrants = ()
    """Entrants who made the cut and do not want to play on."""
    settled: EntrantsInOrder = ()
    """The order of those on the line that nothing separates, by play-off or lots drawn by hand."""
    draw: bool = False
    """Draw lots for those on the line here, from the tournament's seed."""
    ratings: tuple[tuple[EntrantNumber, int], ...] = ()
    """Entrants and what they are rated; those left out are asked of the ladders."""

    def decide(self, state: State, context: Context) -> Events:
        state.require_going_on()
        stage = state.stage(self.stage)
        if stage.status != "planned":
            raise RuleViolation("stage_begun", stage=self.stage)
        field, alternates = self._field(state, stage)
        ratings = {**context.ratings, **dict(self.ratings)}
        seeds = self._seeds(state, stage, field, ratings)
        groups = stage.rules.groups
        if stage.rules.format == "groups" and not self.order and len(seeds) >= 2 * groups:
            apart = pairs_of_groups(tuple(frozenset(group) for group in state.apart))
            seeds = kept_apart(seeds, groups, apart)
        _require_field(state, stage, seeds)
        return [StageStarted(self.stage, seeds, alternates)]

    def _field(self, state: State, stage: Stage) -> tuple[list[int], Numbers]:
        """Return those who are there, or those whom the cut lets through and who wait for them."""
        if self.stage == 1:
            present = [
                entrant
                for entrant in state.entrants.values()
                if entrant.present and not entrant.dropped
            ]
            return [entrant.number for entrant in present], ()
        if state.stages[self.stage - 1].status != "closed":
            raise RuleViolation("former_stage_open", stage=self.stage - 1)
        for declining in self.declined:
            state.entrant(declining)
        if self.settled and self.draw:
            raise RuleViolation("lots_drawn_twice")
        cut = cut_of(state, stage, declined=self.declined, order=self._lots(state, stage))
        return list(cut.chosen), cut.alternates

    def _lots(self, state: State, stage: Stage) -> Numbers:
        """Return what settles the line: lots drawn here, or an order that came out elsewhere."""
        return line_drawn(state, stage) if self.draw else self.settled

    def _seeds(
        self, state: State, stage: Stage, field: list[int], ratings: Mapping[int, float]
    ) -> tuple[int, ...]:
        """Return the entrants, best seed first: by hand, or by the method the rules name."""
        if self.order:
            return seeding.seed_by_hand(field, self.order)
        match stage.rules.seeding:
            case "rating":
                return seeding.seed_by_rating(field, ratings)
            case "random":
                return seeding.seed_at_random(field, f"{state.seed}/{stage.number}/seeding")
            case "former":
                return seeding.seed_by_stage(field, stage_ranking(state, stage.number - 1))
            case "crossed":
                return crossed_seeds(state, stage, field, self._lots(state, stage))
            case "hand":
                return seeding.seed_by_hand(field, ())
            case "entry":
                return tuple(field)


def _require_field(state: State, stage: Stage, seeds: tuple[int, ...]) -> None:
    """Raise if these entrants cannot be seated in a stage: too few, or sizes that do not fit."""
    rules = stage.rules
    if len(seeds) < 2:
        raise RuleViolation("too_few_entrants", entrants=len(seeds), least=2)
    if rules.format == "swiss":
        paired = pairing_rules(state, stage, 1)
        check_sizes(paired)
        table_sizes(len(seeds), paired)
    elif rules.format in CHAINED:
        require_sizes(make_bracket(rules, seeds).sizes, rules.sizes)
    elif rules.format in SCHEDULED:
        schedule = schedule_of(rules, seeds)
        require_sizes(schedule.sizes, rules.sizes)


class CloseStage(OfStage, frozen=True, kw_only=True):
    """End a stage whose tables all have a result."""

    lots: EntrantsInOrder = ()
    """Entrants in the order of lots that were drawn by hand, where they decide."""
    draw: bool = False
    """Draw the lots here, from the tournament's seed, for those whom nothing else separates."""

    def decide(self, state: State, _context: Context) -> Events:
        stage = self.running(state)
        if not stage.rounds:
            raise RuleViolation("nothing_played", stage=self.stage)
        tables = [table for round_ in stage.rounds.values() for table in round_.tables.values()]
        waiting = [table.number for table in tables if table.result is None]
        if waiting:
            raise RuleViolation("tables_open", tables=waiting)
        if len(set(self.lots)) != len(self.lots) or set(self.lots) - set(stage.seeds):
            raise RuleViolation("lots_do_not_fit", lots=list(self.lots)[:20])
        if self.lots and self.draw:
            raise RuleViolation("lots_drawn_twice")
        return [StageClosed(self.stage, lots_drawn(state, stage) if self.draw else self.lots)]


class ReopenStage(OfStage, frozen=True, kw_only=True):
    """Go on with a closed stage."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        if state.stage(self.stage).status != "closed":
            raise RuleViolation("stage_not_closed", stage=self.stage)
        later = state.stages.get(self.stage + 1)
        if later is not None and later.status != "planned":
            raise RuleViolation("later_stage_begun", stage=self.stage + 1)
        return [StageReopened(self.stage)]


class UnstartStage(OfStage, frozen=True, kw_only=True):
    """Plan the newest stage again that has begun; what was played in it is void.

    Its tables are taken back, and so are its seeds and penalties. The reason is given beside the
    command and kept with the matches that are void.
    """

    def decide(self, state: State, context: Context) -> Events:
        state.require_going_on()
        stage = state.stage(self.stage)
        if stage.status == "planned":
            raise RuleViolation("stage_not_running", stage=self.stage, status=stage.status)
        if (newest := state.current) is not None and newest.number > self.stage:
            raise RuleViolation("later_stage_begun", stage=newest.number)
        return [StageUnstarted(self.stage, context.note)]


class Finish(Command, frozen=True, kw_only=True):
    """End the tournament."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        running = [stage.number for stage in state.stages.values() if stage.status == "running"]
        if running:
            raise RuleViolation("former_stage_open", stage=running[0])
        if not any(stage.status == "closed" for stage in state.stages.values()):
            raise RuleViolation("nothing_played", stage=1)
        return [TournamentFinished()]


class Reopen(Command, frozen=True, kw_only=True):
    """Go on with a finished tournament."""

    def decide(self, state: State, _context: Context) -> Events:
        if not state.finished:
            raise RuleViolation("tournament_not_over")
        return [TournamentReopened()]
