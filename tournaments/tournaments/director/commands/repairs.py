"""The smallest repair of an announced round: somebody left, or came late."""

from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.results import has_begun
from tournaments.tournaments.director.commands.rounds import match_id, round_of
from tournaments.tournaments.director.commands.setup import running_stage
from tournaments.tournaments.director.events import (
    ByeGiven,
    ByeTaken,
    Seating,
    TableReseated,
    TablesPublished,
    TablesWithdrawn,
    TournamentEvent,
)
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.state import Round, Stage, State
from tournaments.tournaments.pairing.repairing import Repair, smallest_repair
from tournaments.tournaments.pairing.values import ProposedTable


def gone_from(state: State, row: Round) -> list[int]:
    """Return who sits at a table that has not begun, or has a bye, and is not there any more."""
    listed = [
        number for table in row.tables.values() if not has_begun(table) for number in table.entrants
    ]
    return [number for number in (*listed, *row.byes) if not state.entrants[number].present]


def find_repair(state: State, stage: Stage, row: Round) -> Repair:
    """Return the round with everybody who is there and nobody who is not, moving the fewest.

    Raises `no_repair` where no change of seats makes every table large enough.
    """
    frozen = [table.number for table in row.tables.values() if has_begun(table)]
    kept = {number for table in frozen for number in row.tables[table].entrants}
    here = {entrant.number for entrant in playing(state, stage)} | kept
    return smallest_repair(
        [ProposedTable(table.number, table.entrants) for table in row.tables.values()],
        [number for number in row.byes if number in here],
        candidates(
            state, stage, [state.entrants[number] for number in sorted(here)], before=row.number
        ),
        pairing_rules(state, stage, row.number),
        removed=gone_from(state, row),
        frozen=frozen,
    )


def repair(state: State, stage_number: int, round_: int, tournament: UUID) -> list[TournamentEvent]:
    """Seat an announced round anew, as little as possible, for those who are there now."""
    stage = running_stage(state, stage_number)
    row = round_of(stage, round_)
    if stage.rules.is_open:
        raise RuleViolation("open_evening_has_no_rounds")
    if stage.rules.format != "swiss":
        raise RuleViolation("bracket_seats_them", stage=stage_number)
    if round_ != max(stage.rounds):
        raise RuleViolation("later_round_announced", round=round_)
    after = find_repair(state, stage, row).proposal
    tables = {table.number: table.entrants for table in after.tables}
    seated = {number for entrants in tables.values() for number in entrants}
    events: list[TournamentEvent] = [
        ByeTaken(stage_number, round_, number)
        for number in sorted({*row.byes, *row.absent} & seated)
    ]
    events += [
        TableReseated(
            stage_number,
            round_,
            number,
            tables[number],
            match_id(tournament, state, stage_number, round_, number),
        )
        for number, table in row.tables.items()
        if number in tables and set(tables[number]) != set(table.entrants)
    ]
    if dissolved := tuple(number for number in row.tables if number not in tables):
        events.append(TablesWithdrawn(stage_number, round_, dissolved))
    if fresh := [number for number in tables if number not in row.tables]:
        made = tuple(
            Seating(
                number,
                tables[number],
                match_id(tournament, state, stage_number, round_, number),
            )
            for number in fresh
        )
        events.append(TablesPublished(stage_number, round_, made))
    events += [
        ByeGiven(stage_number, round_, number)
        for number in sorted(after.byes)
        if number not in row.byes
    ]
    return events
