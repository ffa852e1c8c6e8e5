"""Rounds: proposed, announced, taken back."""

from typing import Annotated, ClassVar

from games.core.errors import RuleViolation
from tournaments.commands import names
from tournaments.tournaments.director.brackets import Upcoming, planned_places, upcoming
from tournaments.tournaments.director.commands.base import (
    Context,
    Events,
    OfRound,
    OfStage,
    match_id,
)
from tournaments.tournaments.director.commands.drafts import require_draft, sound_draft
from tournaments.tournaments.director.drafting import (
    drafted,
    loose_entrants,
    round_to_pair,
    split_named,
    split_of_sizes,
)
from tournaments.tournaments.director.events import RoundDrafted, TablesPublished, TablesWithdrawn
from tournaments.tournaments.director.parts import Draft, Numbers, Seating
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Round, Stage, State
from tournaments.tournaments.director.steps import require_next
from tournaments.tournaments.director.table_numbers import numbered


class Propose(OfStage, frozen=True, kw_only=True):
    """Propose the next round; locked tables of the proposal at hand stay."""

    example: ClassVar = {"stage": 1, "split": [4, 4]}

    sizes: Numbers = ()
    """How many may sit at a table of this round alone; left out, as the stage has it."""
    split: Numbers | str = ()
    """The size of every table, such as [4, 3, 3, 3] or "4+3+3+3"; who is left over has a bye."""

    def decide(self, state: State, _context: Context) -> Events:
        stage = self.running(state)
        if stage.rules.is_open:
            raise RuleViolation("open_evening_has_no_rounds")
        if stage.rules.format in CHAINED | SCHEDULED:
            if self.sizes or self.split:
                raise RuleViolation("bracket_seats_them", stage=self.stage)
            return [_planned(state, stage)]
        if self.sizes and self.split:
            raise RuleViolation("sizes_or_split")
        round_ = round_to_pair(state, stage)
        if self.split:
            return [drafted(round_, split_named(round_, self.split, stage.rules))]
        own = split_of_sizes(round_, self.sizes, stage.rules) if self.sizes else None
        return [drafted(round_, own)]


def _planned(state: State, stage: Stage) -> RoundDrafted:
    """Propose what the plan of the stage has next: first the tables that were taken back."""
    ranks = former_ranks(state, stage)
    for round_ in stage.rounds.values():
        if not round_.taken_back and not round_.reopened:
            continue
        again = upcoming(state, stage, round_.number, ranks)
        # Who sits there says which of the plan are announced: their numbers may be others.
        missing = [table for table in again.tables if round_.seated.isdisjoint(table[1])]
        alone = _without_partners(state, stage, round_, again)
        byes = {*again.byes, *alone} - round_.seated
        if missing or alone or round_.reopened or byes - {*round_.byes}:
            tables = numbered(state, missing, kept=_locked(stage), taken=round_.tables)
            return RoundDrafted(stage.number, round_.number, tables, tuple(sorted(byes)))
    number = require_next(stage)
    planned = upcoming(state, stage, number, ranks)
    tables = numbered(state, planned.tables, kept=_locked(stage))
    return RoundDrafted(stage.number, number, tables, planned.byes)


def _without_partners(state: State, stage: Stage, round_: Round, planned: Upcoming) -> set[int]:
    """Return whose table was taken back while somebody they were to meet sits elsewhere.

    That takes a proposal edited by hand, which a bracket does not allow.
    """
    if stage.rules.format not in SCHEDULED:
        return set()
    torn = [entrants for _, entrants in planned.tables if not round_.seated.isdisjoint(entrants)]
    return {
        number
        for number in round_.taken_back
        if not state.entrants[number].dropped and any(number in table for table in torn)
    }


def _locked(stage: Stage) -> list[Draft]:
    tables = stage.draft.tables if stage.draft is not None else ()
    return [table for table in tables if table.locked]


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

    tables: tuple[Annotated[int, names("table")], ...] | None = None
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
