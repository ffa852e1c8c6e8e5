"""Announced tables are seated anew, or played at another number."""

from typing import ClassVar

import msgspec

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import (
    AtTable,
    Context,
    Events,
    OfRound,
    TableNumber,
    match_id,
)
from tournaments.tournaments.director.commands.entries import HIGHEST_TABLE
from tournaments.tournaments.director.events import ByeGiven, ByeTaken, TableMoved, TableReseated
from tournaments.tournaments.director.games import require_installed, seats_of
from tournaments.tournaments.director.parts import EntrantsInOrder, Numbers
from tournaments.tournaments.director.repairs import sizes_of
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Round, Stage, State


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and who sits there, in seat order."""

    table: TableNumber
    entrants: EntrantsInOrder
    """The entrants, in seat order."""


class Reseat(OfRound, frozen=True, kw_only=True):
    """Seat announced tables anew that have not begun."""

    example: ClassVar = {
        "stage": 1,
        "round": 1,
        "tables": [
            {"table": 1, "entrants": [1, 3, 5, 7]},
            {"table": 2, "entrants": [2, 4, 6, 8]},
        ],
    }

    tables: tuple[Seats, ...]
    """The tables that change; who is left over has a bye, who is added had one."""

    def decide(self, state: State, context: Context) -> Events:
        stage, round_ = self.announced(state)
        reseated = {seats.table: seats.entrants for seats in self.tables}
        for number, entrants in reseated.items():
            _require_seatable(state, stage, round_, number, entrants)
        if stage.rules.format in CHAINED:
            return self._within_bracket(state, context, round_, reseated)
        # At an open evening all tables are of one round, and who has finished sits down again.
        tables = [
            table for table in round_.tables.values() if table.is_open or not stage.rules.is_open
        ]
        after = {table.number: reseated.get(table.number, table.entrants) for table in tables}
        seated = [entrant for entrants in after.values() for entrant in entrants]
        for entrant in seated:
            if seated.count(entrant) > 1:
                raise RuleViolation("seated_twice", entrant=entrant)
        before = {entrant for table in tables for entrant in table.entrants}
        left_over = sorted(before - set(seated)) if not stage.rules.is_open else []
        round_key = (self.stage, self.round)
        return [
            *(
                ByeTaken(*round_key, entrant)
                for entrant in sorted(set(seated) - before)
                if entrant in round_.byes or entrant in round_.absent
            ),
            *(
                TableReseated(
                    *round_key, number, entrants, match_id(context, state, *round_key, number)
                )
                for number, entrants in sorted(reseated.items())
                if entrants != round_.tables[number].entrants
            ),
            *(
                ByeGiven(*round_key, entrant)
                for entrant in left_over
                if not state.entrants[entrant].dropped and state.entrants[entrant].present
            ),
        ]

    def _within_bracket(
        self, state: State, context: Context, round_: Round, reseated: dict[int, Numbers]
    ) -> Events:
        """Let whole tables change their numbers, and those at a table their seats."""
        seats = {number: table.entrants for number, table in round_.tables.items()}
        round_key = (self.stage, self.round)
        moves: Events = []
        for number, wanted in sorted(reseated.items()):
            came_from = [other for other in reseated if _same_table(state, seats[other], wanted)]
            if not came_from:
                raise RuleViolation("bracket_seats_them", stage=self.stage)
            if (other := came_from[0]) != number:
                moves.append(TableMoved(*round_key, other, number))
                seats[number], seats[other] = seats[other], seats[number]
        if len({frozenset(entrants) for entrants in reseated.values()}) < len(reseated):
            raise RuleViolation("bracket_seats_them", stage=self.stage)
        return moves + [
            TableReseated(*round_key, number, wanted, match_id(context, state, *round_key, number))
            for number, wanted in sorted(reseated.items())
            if wanted != seats[number]
        ]


def _same_table(state: State, before: Numbers, after: Numbers) -> bool:
    """Whether the same people meet; who has dropped out may be left out."""
    if len({*after}) != len(after) or not {*after} <= {*before}:
        return False
    return all(state.entrants[number].dropped for number in {*before} - {*after})


class MoveTable(AtTable, frozen=True, kw_only=True):
    """Play an announced table that has not begun at another number.

    A table that stands there changes places with it, if it has not begun either.
    """

    example: ClassVar = {"stage": 1, "round": 1, "table": 1, "to": 2}

    to: int
    """The number at which it is played."""

    def decide(self, state: State, _context: Context) -> Events:
        stage, round_ = self.announced(state)
        if not 1 <= self.to <= HIGHEST_TABLE:
            raise RuleViolation("bad_table_number", limit=HIGHEST_TABLE)
        if stage.rules.is_open:
            raise RuleViolation("open_evening_has_no_rounds")
        round_.unbegun(self.table)
        if self.to in round_.tables:
            round_.unbegun(self.to)
        return [] if self.to == self.table else [TableMoved(*self.table_key, self.to)]


def _require_seatable(
    state: State, stage: Stage, round_: Round, number: int, entrants: Numbers
) -> None:
    table = round_.unbegun(number)
    open_evening = stage.rules.is_open
    if open_evening:
        require_installed(stage.rules.games[table.game])
    legal = seats_of(stage.rules.games[table.game]) if open_evening else sizes_of(stage, round_)
    if len(entrants) not in legal:
        raise RuleViolation("size_not_playable", size=len(entrants), legal=list(legal))
    for entrant in entrants:
        state.require_playing(entrant)
        if entrant not in stage.seeds:
            raise RuleViolation("not_in_stage", entrants=[entrant])
