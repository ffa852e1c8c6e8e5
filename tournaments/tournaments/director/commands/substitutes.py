"""Somebody does not come to a stage that has begun, and an alternate plays instead."""

from typing import ClassVar

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import withdrawn_from
from tournaments.tournaments.director.commands.base import (
    Context,
    Events,
    OfStage,
    match_id,
)
from tournaments.tournaments.director.events import Substituted, TableReseated
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.history import replaceable
from tournaments.tournaments.director.parts import EntrantNumber
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State


class Substitute(OfStage, frozen=True, kw_only=True):
    """Let somebody else play a stage in the place of an entrant who has no result in it.

    Without a name the next alternate comes who is there; alternates who have dropped out or are
    not there are passed over. The seed, byes, rounds missed and tables without a result go over
    to whoever comes.
    """

    example: ClassVar = {"stage": 2, "entrant": 3}

    entrant: EntrantNumber
    by: EntrantNumber | None = None
    """The number of who comes instead, anybody who is there and not in the stage; left out, the
    next alternate."""

    def decide(self, state: State, context: Context) -> Events:
        stage = self.running(state)
        self._require_unplayed(state, stage)
        by = self._chosen(state, stage)
        events: Events = [Substituted(self.stage, self.entrant, by)]
        for row in stage.rounds.values():
            for table in row.tables.values():
                if self.entrant in table.entrants:
                    seats = tuple(by if one == self.entrant else one for one in table.entrants)
                    key = (self.stage, row.number, table.number)
                    events.append(TableReseated(*key, seats, match_id(context, state, *key)))
        if stage.rules.format in CHAINED:
            self._require_in_bracket(state, events, by)
        return events

    def _require_unplayed(self, state: State, stage: Stage) -> None:
        state.entrant(self.entrant)
        if self.entrant not in stage.seeds:
            raise RuleViolation("not_in_stage", entrants=[self.entrant])
        if self.entrant not in replaceable(stage):
            raise RuleViolation("entrant_has_result", entrant=self.entrant)

    def _require_in_bracket(self, state: State, events: Events, by: int) -> None:
        """Raise if the others have gone through already because this entrant was not there."""
        after = state.clone()
        for event in events:
            apply(after, event, state.created_at)
        stage = after.stages[self.stage]
        if by in withdrawn_from(after, stage, former_ranks(after, stage)):
            raise RuleViolation("entrant_out_of_bracket", entrant=self.entrant)

    def _chosen(self, state: State, stage: Stage) -> int:
        if self.by is None:
            if (following := next_alternate(state, stage)) is None:
                raise RuleViolation("no_alternate_left", stage=self.stage)
            return following
        state.require_playing(self.by)
        if self.by in stage.seeds:
            raise RuleViolation("already_in_stage", entrant=self.by)
        if not state.entrants[self.by].present:
            raise RuleViolation("entrant_absent", entrant=self.by)
        return self.by


def next_alternate(state: State, stage: Stage) -> int | None:
    """Return the first alternate of a stage who is there, or None."""
    waiting = [state.entrants[number] for number in stage.alternates]
    return next((one.number for one in waiting if one.present and not one.dropped), None)
