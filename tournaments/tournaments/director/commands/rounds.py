"""Rounds: proposed, edited, announced, taken back."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import upcoming
from tournaments.tournaments.director.commands.entries import HIGHEST_TABLE, entrant_of
from tournaments.tournaments.director.commands.setup import running_stage
from tournaments.tournaments.director.events import (
    Draft,
    DraftDiscarded,
    RoundDrafted,
    Seating,
    TablesPublished,
    TablesWithdrawn,
    TournamentEvent,
)
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Entrant, Proposal, Round, Stage, State
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.pairing.values import LockedTable


def next_round(stage: Stage) -> int:
    """Return the number of the round that is announced next."""
    return max(stage.rounds, default=0) + 1


def require_next(stage: Stage) -> int:
    """Return the number of the next round, or raise what has to happen first."""
    last = stage.last_round
    if last is not None and not last.complete:
        waiting = [table.number for table in last.tables.values() if table.result is None]
        raise RuleViolation("tables_open", tables=waiting, round=last.number)
    number = next_round(stage)
    if stage.rules.format == "swiss" and number > stage.rules.rounds:
        raise RuleViolation("stage_complete", stage=stage.number)
    return number


def draft_round(state: State, stage_number: int) -> list[TournamentEvent]:
    """Propose the next round; tables that are locked in the proposal at hand stay."""
    stage = running_stage(state, stage_number)
    if stage.rules.is_open:
        raise RuleViolation("open_evening_has_no_rounds")
    if loose := loose_entrants(state, stage):
        return [_drafted_again(state, stage, loose)]
    if stage.rules.format in CHAINED | SCHEDULED:
        return [_planned(state, stage)]
    number = require_next(stage)
    there = {entrant.number for entrant in playing(state, stage)}
    locked = [
        LockedTable(table.table, table.entrants)
        for table in (stage.draft.tables if stage.draft is not None else ())
        if table.locked and there.issuperset(table.entrants)
    ]
    found = propose(candidates(state, stage), pairing_rules(state, stage, number), locked)
    kept = {table.number for table in locked}
    tables = tuple(
        Draft(table.number, table.entrants, table.number in kept) for table in found.tables
    )
    return [RoundDrafted(stage_number, number, tables, tuple(sorted(found.byes)))]


def _planned(state: State, stage: Stage) -> RoundDrafted:
    """Propose what the plan of the stage has next: first the tables that were taken back."""
    ranks = former_ranks(state, stage)
    if (row := stage.last_round) is not None and row.taken_back:
        again = upcoming(state, stage, row.number, ranks)
        missing = tuple(Draft(*table) for table in again.tables if table[0] not in row.tables)
        listed = {number for table in row.tables.values() for number in table.entrants}
        byes = tuple(number for number in again.byes if number not in listed)
        if missing:
            return RoundDrafted(stage.number, row.number, missing, byes)
    number = require_next(stage)
    planned = upcoming(state, stage, number, ranks)
    tables = tuple(Draft(table, entrants) for table, entrants in planned.tables)
    return RoundDrafted(stage.number, number, tables, planned.byes)


def loose_entrants(state: State, stage: Stage) -> list[Entrant]:
    """Return who has no table in a Swiss round of which some tables were taken back."""
    row = stage.last_round
    if row is None or stage.rules.format != "swiss":
        return []
    listed = {number for table in row.tables.values() for number in table.entrants}
    listed |= {*row.byes, *row.absent}
    return [
        entrant
        for entrant in playing(state, stage)
        if entrant.number not in listed and (entrant.number in row.taken_back or not row.complete)
    ]


def _drafted_again(state: State, stage: Stage, loose: list[Entrant]) -> RoundDrafted:
    """Propose tables for those whose tables were taken back; the others stay where they sit."""
    row = stage.rounds[max(stage.rounds)]
    standing = [LockedTable(table.number, table.entrants) for table in row.tables.values()]
    seated = [state.entrants[number] for table in standing for number in table.entrants]
    found = propose(
        candidates(state, stage, [*loose, *seated], before=row.number),
        pairing_rules(state, stage, row.number),
        standing,
    )
    tables = tuple(
        Draft(table.number, table.entrants)
        for table in found.tables
        if table.number not in row.tables
    )
    return RoundDrafted(stage.number, row.number, tables, tuple(sorted(found.byes)))


def draft_of(stage: Stage) -> Proposal:
    """Return the proposal at hand, or raise `no_proposal`."""
    if stage.draft is None:
        raise RuleViolation("no_proposal", stage=stage.number)
    return stage.draft


def edit_draft(
    state: State, stage_number: int, tables: Sequence[Draft], byes: Sequence[int]
) -> list[TournamentEvent]:
    """Replace the proposal by an organiser's own: the same entrants, seated otherwise."""
    stage = running_stage(state, stage_number)
    draft = draft_of(stage)
    if draft.stale:
        raise RuleViolation("stale_proposal", stage=stage_number, round=draft.round)
    edited = tuple(sorted(tables, key=lambda table: table.table))
    _require_draft(state, stage, edited, tuple(byes))
    if stage.rules.format in CHAINED and _who_sits_where(edited) != _who_sits_where(draft.tables):
        raise RuleViolation("bracket_seats_them", stage=stage_number)
    if (edited, tuple(sorted(byes))) == (draft.tables, draft.byes):
        return []
    return [RoundDrafted(stage_number, draft.round, edited, tuple(sorted(byes)), by_hand=True)]


def _who_sits_where(tables: Sequence[Draft]) -> dict[int, frozenset[int]]:
    return {table.table: frozenset(table.entrants) for table in tables}


def swap(state: State, stage_number: int, one: int, other: int) -> list[TournamentEvent]:
    """Let two entrants of a proposal change places, at tables or with a bye."""
    stage = running_stage(state, stage_number)
    draft = draft_of(stage)
    places = {one: other, other: one}
    for number in places:
        _require_in_draft(draft, number)
    tables = [
        _seated(table, [places.get(seat, seat) for seat in table.entrants])
        for table in draft.tables
    ]
    byes = [places.get(number, number) for number in draft.byes]
    return edit_draft(state, stage_number, tables, byes)


def move(state: State, stage_number: int, entrant: int, table: int) -> list[TournamentEvent]:
    """Seat an entrant of a proposal at another table; 0 is a bye."""
    stage = running_stage(state, stage_number)
    draft = draft_of(stage)
    _require_in_draft(draft, entrant)
    known = {row.table for row in draft.tables}
    if table and table not in known:
        raise RuleViolation("unknown_table", table=table)
    tables = []
    for row in draft.tables:
        seats = [seat for seat in row.entrants if seat != entrant]
        if row.table == table:
            seats.append(entrant)
        if seats:
            tables.append(_seated(row, seats))
    byes = [number for number in draft.byes if number != entrant]
    return edit_draft(state, stage_number, tables, byes if table else [*byes, entrant])


def lock(state: State, stage_number: int, table: int, *, locked: bool) -> list[TournamentEvent]:
    """Keep a table as it is when the rest is proposed again, or let it go."""
    stage = running_stage(state, stage_number)
    draft = draft_of(stage)
    if table not in {row.table for row in draft.tables}:
        raise RuleViolation("unknown_table", table=table)
    tables = [
        Draft(row.table, row.entrants, locked if row.table == table else row.locked, row.game)
        for row in draft.tables
    ]
    return edit_draft(state, stage_number, tables, draft.byes)


def _seated(table: Draft, entrants: Sequence[int]) -> Draft:
    return Draft(table.table, tuple(entrants), table.locked, table.game)


def _require_in_draft(draft: Proposal, number: int) -> None:
    seated = {entrant for table in draft.tables for entrant in table.entrants}
    if number not in seated and number not in draft.byes:
        raise RuleViolation("not_in_proposal", entrant=number)


def _require_draft(
    state: State, stage: Stage, tables: Sequence[Draft], byes: Sequence[int]
) -> None:
    announced = stage.rounds.get(draft_of(stage).round)
    standing = announced.tables if announced is not None else {}
    numbers = [table.table for table in tables]
    taken = {*numbers} & {*standing}
    if any(not 1 <= number <= HIGHEST_TABLE for number in numbers):
        raise RuleViolation("bad_table_number", limit=HIGHEST_TABLE)
    if len(set(numbers)) != len(numbers) or taken:
        raise RuleViolation("table_twice", tables=numbers)
    listed = [*byes, *(entrant for table in tables for entrant in table.entrants)]
    for number in listed:
        if entrant_of(state, number).dropped:
            raise RuleViolation("entrant_dropped", entrant=number)
    everyone = [*listed, *(number for table in standing.values() for number in table.entrants)]
    if len(set(everyone)) != len(everyone):
        twice = next(number for number in listed if everyone.count(number) > 1)
        raise RuleViolation("seated_twice", entrant=twice)
    for table in tables:
        if not 0 <= table.game < len(stage.rules.games):
            raise RuleViolation("unknown_game_at_hand", games=len(stage.rules.games))
        if len(table.entrants) not in stage.rules.sizes:
            raise RuleViolation(
                "size_not_playable", size=len(table.entrants), legal=list(stage.rules.sizes)
            )
    free = {entrant.number for entrant in loose_entrants(state, stage) or playing(state, stage)}
    if stage.rules.format == "swiss" and (missing := free - set(listed)):
        raise RuleViolation("not_seated", entrants=sorted(missing))
    if strangers := set(listed) - set(stage.seeds):
        raise RuleViolation("not_in_stage", entrants=sorted(strangers))


def discard_draft(state: State, stage_number: int) -> list[TournamentEvent]:
    """Throw the proposal away."""
    draft_of(running_stage(state, stage_number))
    return [DraftDiscarded(stage_number)]


def publish(state: State, stage_number: int, tournament: UUID) -> list[TournamentEvent]:
    """Announce the proposal at hand; one that is out of date is refused."""
    stage = running_stage(state, stage_number)
    draft = draft_of(stage)
    if draft.stale:
        raise RuleViolation("stale_proposal", stage=stage_number, round=draft.round)
    _require_draft(state, stage, draft.tables, draft.byes)
    seated = {entrant for table in draft.tables for entrant in table.entrants}
    absent = _missing(state, stage, seated | set(draft.byes))
    tables = tuple(
        Seating(
            table.table,
            table.entrants,
            match_id(tournament, state, stage_number, draft.round, table.table),
            table.game,
        )
        for table in draft.tables
    )
    return [TablesPublished(stage_number, draft.round, tables, draft.byes, absent)]


def _missing(state: State, stage: Stage, listed: set[int]) -> tuple[int, ...]:
    """Return who of a Swiss stage misses the round: not there, and not out of it."""
    if stage.rules.format != "swiss" or loose_entrants(state, stage):
        return ()
    return tuple(
        number
        for number in sorted(stage.seeds)
        if number not in listed and not state.entrants[number].dropped
    )


def match_id(tournament: UUID, state: State, stage: int, round_: int, table: int) -> UUID:
    """Return the id of the match of a table; seated anew, a table has another match."""
    return uuid5(tournament, f"{stage}/{round_}/{table}/{state.version}")


def round_of(stage: Stage, number: int) -> Round:
    """Return a round that was announced, or raise `unknown_round`."""
    found = stage.rounds.get(number)
    if found is None:
        raise RuleViolation("unknown_round", stage=stage.number, round=number)
    return found


def withdraw_tables(
    state: State, stage_number: int, round_: int, tables: Sequence[int] | None = None
) -> list[TournamentEvent]:
    """Take announced tables back that have not begun; all of a round undoes its publication."""
    stage = running_stage(state, stage_number)
    row = round_of(stage, round_)
    if round_ != max(stage.rounds):
        raise RuleViolation("later_round_announced", round=round_)
    wanted = list(row.tables) if tables is None else list(dict.fromkeys(tables))
    for number in wanted:
        table = row.tables.get(number)
        if table is None:
            raise RuleViolation("unknown_table", table=number)
        if table.result is not None or table.started or table.reports:
            raise RuleViolation("table_begun", table=number)
    return [TablesWithdrawn(stage_number, round_, tuple(wanted))]
