"""The smallest repair of an announced round: somebody left, or came late."""

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Context, Events, OfRound, match_id
from tournaments.tournaments.director.events import (
    ByeGiven,
    ByeTaken,
    TableReseated,
    TablesPublished,
    TablesWithdrawn,
)
from tournaments.tournaments.director.parts import Seating
from tournaments.tournaments.director.repairs import find_repair
from tournaments.tournaments.director.state import State


class Repair(OfRound, frozen=True, kw_only=True):
    """Seat an announced round anew, as little as possible, for those who are there now."""

    def decide(self, state: State, context: Context) -> Events:
        stage, round_ = self.announced(state)
        if stage.rules.is_open:
            raise RuleViolation("open_evening_has_no_rounds")
        if stage.rules.format != "swiss":
            raise RuleViolation("bracket_seats_them", stage=self.stage)
        if self.round != max(stage.rounds):
            raise RuleViolation("later_round_announced", round=self.round)
        after = find_repair(state, stage, round_).proposal
        tables = {table.number: table.entrants for table in after.tables}
        seated = {number for entrants in tables.values() for number in entrants}
        round_key = (self.stage, self.round)
        match = {number: match_id(context, state, *round_key, number) for number in tables}
        without_bye = sorted({*round_.byes, *round_.absent} & seated)
        events: Events = [ByeTaken(*round_key, number) for number in without_bye]
        events += [
            TableReseated(*round_key, number, tables[number], match[number])
            for number, table in round_.tables.items()
            if number in tables and set(tables[number]) != set(table.entrants)
        ]
        if dissolved := tuple(number for number in round_.tables if number not in tables):
            events.append(TablesWithdrawn(*round_key, dissolved))
        if fresh := [number for number in tables if number not in round_.tables]:
            seatings = tuple(Seating(number, tables[number], match[number]) for number in fresh)
            events.append(TablesPublished(*round_key, seatings))
        with_bye = [number for number in sorted(after.byes) if number not in round_.byes]
        return events + [ByeGiven(*round_key, number) for number in with_bye]
