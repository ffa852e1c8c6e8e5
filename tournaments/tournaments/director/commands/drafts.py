"""The proposal of a round in an organiser's hands: changed, locked, replaced, thrown away."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Context, Events, OfStage, ProposedTable
from tournaments.tournaments.director.commands.entries import HIGHEST_TABLE
from tournaments.tournaments.director.drafting import loose_entrants
from tournaments.tournaments.director.events import DraftDiscarded, RoundDrafted
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.parts import Draft, EntrantNumber, Entrants
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Proposal, Stage, State


def sound_draft(stage: Stage) -> Proposal:
    """Return the proposal at hand if it may be announced; one that is out of date is refused."""
    draft = stage.proposal()
    if draft.stale:
        raise RuleViolation("stale_proposal", stage=stage.number, round=draft.round)
    return draft


class _Edits(OfStage, frozen=True, kw_only=True):
    """A command that seats the entrants of a proposal otherwise."""

    def edited(
        self, state: State, stage: Stage, tables: Sequence[Draft], byes: Sequence[int]
    ) -> Events:
        """Replace the proposal by an organiser's own: the same entrants, seated otherwise."""
        draft = sound_draft(stage)
        edited = tuple(sorted(tables, key=lambda table: table.table))
        require_draft(state, stage, edited, byes)
        waiting = tuple(sorted(byes))
        others_meet = _who_meet(edited, waiting) != _who_meet(draft.tables, draft.byes)
        if stage.rules.format in CHAINED and others_meet:
            raise RuleViolation("bracket_seats_them", stage=self.stage)
        if (edited, waiting) == (draft.tables, draft.byes):
            return []
        return [RoundDrafted(self.stage, draft.round, edited, waiting, by_hand=True)]


def _who_meet(tables: Sequence[Draft], byes: Sequence[int]) -> tuple[set[frozenset[int]], set[int]]:
    """Return who sit together, at whatever table and in whatever seats, and who sits out."""
    return {frozenset(table.entrants) for table in tables}, set(byes)


class Swap(_Edits, frozen=True, kw_only=True):
    """Let two entrants of the proposal change places."""

    example: ClassVar = {"stage": 1, "one": 1, "other": 8}

    one: EntrantNumber
    other: EntrantNumber
    """The number of the entrant who takes the place."""

    def decide(self, state: State, _context: Context) -> Events:
        stage = self.running(state)
        draft = stage.proposal()
        places = {self.one: self.other, self.other: self.one}
        for number in places:
            _require_in_draft(draft, number)
        tables = [
            replace(table, entrants=tuple(places.get(seat, seat) for seat in table.entrants))
            for table in draft.tables
        ]
        byes = [places.get(number, number) for number in draft.byes]
        return self.edited(state, stage, tables, byes)


class Move(_Edits, frozen=True, kw_only=True):
    """Seat an entrant of the proposal at another table; 0 is a bye."""

    example: ClassVar = {"stage": 1, "entrant": 7, "table": 2}

    entrant: EntrantNumber
    table: ProposedTable
    """The number of a table of the proposal; 0: a bye."""

    def decide(self, state: State, _context: Context) -> Events:
        stage = self.running(state)
        draft = stage.proposal()
        _require_in_draft(draft, self.entrant)
        if self.table:
            _require_proposed(draft, self.table)
        tables = []
        for drafted in draft.tables:
            seats = [seat for seat in drafted.entrants if seat != self.entrant]
            if drafted.table == self.table:
                seats.append(self.entrant)
            if seats:
                tables.append(replace(drafted, entrants=tuple(seats)))
        byes = [number for number in draft.byes if number != self.entrant]
        return self.edited(state, stage, tables, byes if self.table else [*byes, self.entrant])


class Lock(_Edits, frozen=True, kw_only=True):
    """Keep a table of the proposal as it is, or let it go."""

    example: ClassVar = {"stage": 1, "table": 1}

    table: ProposedTable
    locked: bool = True
    """Whether it stays when the rest is proposed again."""

    def decide(self, state: State, _context: Context) -> Events:
        stage = self.running(state)
        draft = stage.proposal()
        _require_proposed(draft, self.table)
        tables = [
            replace(drafted, locked=self.locked) if drafted.table == self.table else drafted
            for drafted in draft.tables
        ]
        return self.edited(state, stage, tables, draft.byes)


class Edit(_Edits, frozen=True, kw_only=True):
    """Replace the whole proposal."""

    example: ClassVar = {
        "stage": 1,
        "tables": [
            {"table": 1, "entrants": [1, 3, 5, 7]},
            {"table": 2, "entrants": [2, 4, 6, 8]},
        ],
    }

    tables: tuple[Draft, ...]
    """Every table of the round."""
    byes: Entrants = ()
    """The entrants who sit at none of them."""

    def decide(self, state: State, _context: Context) -> Events:
        return self.edited(state, self.running(state), self.tables, self.byes)


class Discard(OfStage, frozen=True, kw_only=True):
    """Throw the proposal away."""

    def decide(self, state: State, _context: Context) -> Events:
        self.running(state).proposal()
        return [DraftDiscarded(self.stage)]


def _require_in_draft(draft: Proposal, number: int) -> None:
    seated = {entrant for table in draft.tables for entrant in table.entrants}
    if number not in seated and number not in draft.byes:
        raise RuleViolation("not_in_proposal", entrant=number)


def _require_proposed(draft: Proposal, table: int) -> None:
    if table not in {drafted.table for drafted in draft.tables}:
        raise RuleViolation("unknown_table", table=table)


def require_draft(state: State, stage: Stage, tables: Sequence[Draft], byes: Sequence[int]) -> None:
    """Raise what of a proposal cannot be announced: tables, sizes, who is left out or strange."""
    draft = stage.proposal()
    announced = stage.rounds.get(draft.round)
    standing = announced.tables if announced is not None else {}
    numbers = [table.table for table in tables]
    taken = {*numbers} & {*standing}
    if any(not 1 <= number <= HIGHEST_TABLE for number in numbers):
        raise RuleViolation("bad_table_number", limit=HIGHEST_TABLE)
    if len(set(numbers)) != len(numbers) or taken:
        raise RuleViolation("table_twice", tables=numbers)
    listed = [*byes, *(entrant for table in tables for entrant in table.entrants)]
    state.require_playing(*listed)
    everyone = [*listed, *(number for table in standing.values() for number in table.entrants)]
    if len(set(everyone)) != len(everyone):
        twice = next(number for number in listed if everyone.count(number) > 1)
        raise RuleViolation("seated_twice", entrant=twice)
    # A round may have been proposed with sizes of its own.
    legal = sorted({*stage.rules.sizes, *(len(table.entrants) for table in draft.tables)})
    for table in tables:
        if not 0 <= table.game < len(stage.rules.games):
            raise RuleViolation("unknown_game_at_hand", games=len(stage.rules.games))
        if len(table.entrants) not in legal:
            raise RuleViolation("size_not_playable", size=len(table.entrants), legal=legal)
    free = {entrant.number for entrant in loose_entrants(state, stage) or playing(state, stage)}
    if stage.rules.format == "swiss" and (missing := free - set(listed)):
        raise RuleViolation("not_seated", entrants=sorted(missing))
    if strangers := set(listed) - set(stage.seeds):
        raise RuleViolation("not_in_stage", entrants=sorted(strangers))
