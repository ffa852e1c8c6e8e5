"""Rounds: proposed, announced, taken back."""

from typing import ClassVar

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import planned_places, upcoming
from tournaments.tournaments.director.commands.base import (
    Context,
    Events,
    OfRound,
    OfStage,
    match_id,
)
from tournaments.tournaments.director.commands.drafts import (
    loose_entrants,
    require_draft,
    sound_draft,
)
from tournaments.tournaments.director.events import RoundDrafted, TablesPublished, TablesWithdrawn
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.parts import Draft, Numbers, Seating
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Entrant, Stage, State
from tournaments.tournaments.director.steps import require_next
from tournaments.tournaments.pairing.problem import LockedTable
from tournaments.tournaments.pairing.proposing import propose


class Propose(OfStage, frozen=True, kw_only=True):
    """Propose the next round; locked tables of the proposal at hand stay."""

    def decide(self, state: State, _context: Context) -> Events:
        stage = self.running(state)
        if stage.rules.is_open:
            raise RuleViolation("open_evening_has_no_rounds")
        if loose := loose_entrants(state, stage):
            return [_drafted_again(state, stage, loose)]
        if stage.rules.format in CHAINED | SCHEDULED:
            return [_planned(state, stage)]
        number = require_next(stage)
        present = {entrant.number for entrant in playing(state, stage)}
        locked = [
            LockedTable(table.table, table.entrants)
            for table in (stage.draft.tables if stage.draft is not None else ())
            if table.locked and present.issuperset(table.entrants)
        ]
        proposal = propose(candidates(state, stage), pairing_rules(state, stage, number), locked)
        locked_numbers = {table.number for table in locked}
        tables = tuple(
            Draft(table.number, table.entrants, table.number in locked_numbers)
            for table in proposal.tables
        )
        return [RoundDrafted(self.stage, number, tables, tuple(sorted(proposal.byes)))]


def _planned(state: State, stage: Stage) -> RoundDrafted:
    """Propose what the plan of the stage has next: first the tables that were taken back."""
    ranks = former_ranks(state, stage)
    for round_ in stage.rounds.values():
        if not round_.taken_back and not round_.reopened:
            continue
        again = upcoming(state, stage, round_.number, ranks)
        missing = tuple(
            Draft(*table) for table in again.tables if round_.seated.isdisjoint(table[1])
        )
        byes = tuple(sorted({*again.byes} - round_.seated))
        if missing or round_.reopened or {*byes} - {*round_.byes}:
            return RoundDrafted(stage.number, round_.number, missing, byes)
    number = require_next(stage)
    planned = upcoming(state, stage, number, ranks)
    tables = tuple(Draft(table, entrants) for table, entrants in planned.tables)
    return RoundDrafted(stage.number, number, tables, planned.byes)


def _drafted_again(state: State, stage: Stage, loose: list[Entrant]) -> RoundDrafted:
    """Propose tables for those whose tables were taken back; the others stay where they sit."""
    round_ = stage.rounds[max(stage.rounds)]
    standing = [LockedTable(table.number, table.entrants) for table in round_.tables.values()]
    seated = [state.entrants[number] for table in standing for number in table.entrants]
    proposal = propose(
        candidates(state, stage, [*loose, *seated], before=round_.number),
        pairing_rules(state, stage, round_.number),
        standing,
    )
    tables = tuple(
        Draft(table.number, table.entrants)
        for table in proposal.tables
        if table.number not in round_.tables
    )
    return RoundDrafted(stage.number, round_.number, tables, tuple(sorted(proposal.byes)))


class Publish(OfStage, frozen=True, kw_only=True):
    """Announce the proposal at hand."""

    def decide(self, state: State, context: Context) -> Events:
        stage = self.running(state)
        draft = sound_draft(stage)
        require_draft(state, stage, draft.tables, draft.byes)
        seated = {entrant for table in draft.tables for entrant in table.entrants}
        absent = _missing(state, stage, seated | set(draft.byes))
        tables = tuple(
            Seating(
                table.table,
                table.entrants,
                match_id(context, state, self.stage, draft.round, table.table),
                table.game,
            )
            for table in draft.tables
        )
        return [TablesPublished(self.stage, draft.round, tables, draft.byes, absent)]


def _missing(state: State, stage: Stage, listed: set[int]) -> tuple[int, ...]:
    """Return who of a Swiss stage misses the round: not there, and not out of it."""
    if stage.rules.format != "swiss" or loose_entrants(state, stage):
        return ()
    return tuple(
        number
        for number in sorted(stage.seeds)
        if number not in listed and not state.entrants[number].dropped
    )


class WithdrawTables(OfRound, frozen=True, kw_only=True):
    """Take announced tables back that have not begun; without numbers, the whole round."""

    example: ClassVar = {"stage": 1, "round": 1, "tables": [2]}

    tables: Numbers | None = None
    """The numbers of the tables; left out, all of the round."""

    def decide(self, state: State, _context: Context) -> Events:
        stage, round_ = self.announced(state)
        if self.round != max(stage.rounds) and stage.rules.format not in CHAINED:
            raise RuleViolation("later_round_announced", round=self.round)
        numbers = list(round_.tables) if self.tables is None else list(dict.fromkeys(self.tables))
        for number in numbers:
            round_.unbegun(number)
        places: Numbers = ()
        if stage.rules.format in CHAINED:
            at = planned_places(state, stage, round_, former_ranks(state, stage))
            places = tuple(sorted(at[number] for number in numbers))
        return [TablesWithdrawn(self.stage, self.round, tuple(numbers), places)]
