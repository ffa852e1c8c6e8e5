"""What happens at announced tables: others sit there, an arbiter comes, the clock runs."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.entries import entrant_of, require_going_on
from tournaments.tournaments.director.commands.results import record, table_of, withdraw
from tournaments.tournaments.director.commands.rounds import match_id, round_of
from tournaments.tournaments.director.commands.setup import running_stage, seats_of
from tournaments.tournaments.director.events import (
    ArbiterCalled,
    ArbiterRuled,
    ByeGiven,
    ByeTaken,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    Penalised,
    Reported,
    TableReseated,
    TimeAdded,
    TournamentEvent,
)
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Clock, Round, Stage, State, Table

LONGEST_CITATION = 120
MOST_SECONDS = 24 * 60 * 60
Ruling = Literal["stands", "changed", "replayed", "penalty"]
RULINGS: tuple[str, ...] = ("stands", "changed", "replayed", "penalty")


def reseat(
    state: State,
    stage_number: int,
    round_: int,
    seatings: Sequence[tuple[int, Sequence[int]]],
    tournament: UUID,
) -> list[TournamentEvent]:
    """Seat tables of an announced round anew; who is left over has a bye, who is added had one.

    Only tables that have not begun change, and each keeps a size the stage allows.
    """
    stage = running_stage(state, stage_number)
    row = round_of(stage, round_)
    wanted = {table: tuple(entrants) for table, entrants in seatings}
    for number, entrants in wanted.items():
        _require_seatable(state, stage, row, number, entrants)
    # At an open evening all tables are of one round, and whoever has finished sits down again.
    tables = [table for table in row.tables.values() if table.is_open or not stage.rules.is_open]
    after = {table.number: wanted.get(table.number, table.entrants) for table in tables}
    seated = [entrant for entrants in after.values() for entrant in entrants]
    for entrant in seated:
        if seated.count(entrant) > 1:
            raise RuleViolation("seated_twice", entrant=entrant)
    before = {entrant for table in tables for entrant in table.entrants}
    events: list[TournamentEvent] = [
        ByeTaken(stage_number, round_, entrant)
        for entrant in sorted(set(seated) - before)
        if entrant in row.byes or entrant in row.absent
    ]
    events += [
        TableReseated(
            stage_number,
            round_,
            number,
            entrants,
            match_id(tournament, state, stage_number, round_, number),
        )
        for number, entrants in sorted(wanted.items())
        if entrants != row.tables[number].entrants
    ]
    left_over = sorted(before - set(seated)) if not stage.rules.is_open else []
    events += [
        ByeGiven(stage_number, round_, entrant)
        for entrant in left_over
        if not state.entrants[entrant].dropped and state.entrants[entrant].present
    ]
    return events


def _require_seatable(
    state: State, stage: Stage, row: Round, number: int, entrants: tuple[int, ...]
) -> None:
    table = row.tables.get(number)
    if table is None:
        raise RuleViolation("unknown_table", table=number)
    if table.result is not None or table.started or table.reports:
        raise RuleViolation("table_begun", table=number)
    open_evening = stage.rules.is_open
    legal = seats_of(stage.rules.games[table.game]) if open_evening else stage.rules.sizes
    if len(entrants) not in legal:
        raise RuleViolation("size_not_playable", size=len(entrants), legal=list(legal))
    for entrant in entrants:
        if entrant_of(state, entrant).dropped:
            raise RuleViolation("entrant_dropped", entrant=entrant)
        if entrant not in stage.seeds:
            raise RuleViolation("not_in_stage", entrants=[entrant])
    if stage.rules.format in CHAINED:
        leaving = {*table.entrants} - {*entrants}
        strangers = {*entrants} - {*table.entrants}
        if strangers or not all(state.entrants[number].dropped for number in leaving):
            raise RuleViolation("bracket_seats_them", stage=stage.number)


def call_arbiter(state: State, stage: int, round_: int, table: int) -> list[TournamentEvent]:
    """Ask for an arbiter at a table."""
    require_going_on(state)
    _, _, at = table_of(state, stage, round_, table)
    return [] if at.called else [ArbiterCalled(stage, round_, table)]


def rule(
    state: State,
    stage: int,
    round_: int,
    table: int,
    ruling: Ruling,
    tournament: UUID,
    *,
    cited: str = "",
    note: str = "",
    report: Reported | None = None,
    penalties: Sequence[tuple[int, str]] = (),
) -> list[TournamentEvent]:
    """Answer a table: the ruling, the rule cited, the digest of the reason, and what follows.

    `changed` brings another result, `replayed` opens the table for another match, `penalty` takes
    points.
    """
    require_going_on(state)
    _, _, at = table_of(state, stage, round_, table)
    if ruling not in RULINGS:
        raise RuleViolation("unknown_ruling", known=list(RULINGS))
    if len(cited) > LONGEST_CITATION or not cited.isprintable():
        raise RuleViolation("bad_citation", limit=LONGEST_CITATION)
    events: list[TournamentEvent] = [ArbiterRuled(stage, round_, table, ruling, cited, note)]
    if ruling == "changed" and report is not None:
        events += record(state, stage, round_, table, report, origin="ruling", correct=True)
    if ruling == "replayed":
        if at.result is not None:
            events += withdraw(state, stage, round_, table)
        match = match_id(tournament, state, stage, round_, table)
        events.append(TableReseated(stage, round_, table, at.entrants, match))
    if ruling == "penalty":
        for entrant, points in penalties:
            events += penalise(state, stage, round_, entrant, points, note=note)
    return events


def penalise(
    state: State, stage: int, round_: int, entrant: int, points: str, *, note: str = ""
) -> list[TournamentEvent]:
    """Take points from an entrant."""
    found = running_stage(state, stage)
    if round_:
        round_of(found, round_)
    entrant_of(state, entrant)
    if entrant not in found.seeds:
        raise RuleViolation("not_in_stage", entrants=[entrant])
    try:
        taken = Fraction(points)
    except (ValueError, ZeroDivisionError):
        raise RuleViolation("bad_points", points=points[:20]) from None
    if not 0 < taken <= 1_000:
        raise RuleViolation("bad_points", points=points[:20])
    return [Penalised(stage, round_, entrant, str(taken), note)]


def start_clock(
    state: State, stage_number: int, round_: int, minutes: int | None = None
) -> list[TournamentEvent]:
    """Let the time of a round run, as long as the stage says or as given."""
    stage = running_stage(state, stage_number)
    row = round_of(stage, round_)
    seconds = 60 * (stage.rules.minutes if minutes is None else minutes)
    if not 0 < seconds <= MOST_SECONDS:
        raise RuleViolation("bad_minutes", limit=MOST_SECONDS // 60)
    if row.clock is not None:
        raise RuleViolation("clock_started", round=round_)
    return [ClockStarted(stage_number, round_, seconds)]


def pause_clock(state: State, stage_number: int, round_: int) -> list[TournamentEvent]:
    """Stop the time of a round for a while."""
    clock = _clock(round_of(running_stage(state, stage_number), round_))
    return [] if clock.since is None else [ClockPaused(stage_number, round_)]


def resume_clock(state: State, stage_number: int, round_: int) -> list[TournamentEvent]:
    """Let the time of a round run on."""
    clock = _clock(round_of(running_stage(state, stage_number), round_))
    return [] if clock.since is not None else [ClockResumed(stage_number, round_)]


def _clock(row: Round) -> Clock:
    if row.clock is None:
        raise RuleViolation("clock_not_started", round=row.number)
    return row.clock


def add_time(
    state: State, stage_number: int, round_: int, seconds: int, table: int = 0
) -> list[TournamentEvent]:
    """Give a table, or with 0 the whole round, more time or less."""
    row = round_of(running_stage(state, stage_number), round_)
    if not seconds or abs(seconds) > MOST_SECONDS:
        raise RuleViolation("bad_minutes", limit=MOST_SECONDS // 60)
    if table:
        if table not in row.tables:
            raise RuleViolation("unknown_table", table=table)
    else:
        _clock(row)
    return [TimeAdded(stage_number, round_, table, seconds)]


def below_size(stage: Stage, row: Round, gone: Sequence[int]) -> list[Table]:
    """Return the tables that would be too small without some entrants."""
    return [
        table
        for table in row.tables.values()
        if table.result is None
        and any(number in gone for number in table.entrants)
        and len([number for number in table.entrants if number not in gone])
        not in stage.rules.sizes
    ]
