"""An open evening: whoever is free begins a table; nobody waits for a round."""

from collections.abc import Sequence
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.entries import entrant_of
from tournaments.tournaments.director.commands.rounds import match_id
from tournaments.tournaments.director.commands.setup import running_stage, seats_of
from tournaments.tournaments.director.events import (
    Present,
    Seating,
    TablesPublished,
    TournamentEvent,
)
from tournaments.tournaments.director.state import Stage, State

ROUND = 1
"""All tables of an open evening are tables of one round."""


def open_stage(state: State, number: int) -> Stage:
    """Return the stage of an open evening, or raise `not_an_open_evening`."""
    stage = running_stage(state, number)
    if not stage.rules.is_open:
        raise RuleViolation("not_an_open_evening", stage=number)
    return stage


def at_a_table(stage: Stage) -> dict[int, int]:
    """Return who is playing now, and at which table."""
    row = stage.rounds.get(ROUND)
    tables = row.tables.values() if row is not None else ()
    return {
        number: table.number
        for table in tables
        if table.result is None
        for number in table.entrants
    }


def free_entrants(state: State, stage: Stage) -> list[int]:
    """Return who is there and does not play."""
    busy = at_a_table(stage)
    return [
        number for number in stage.seeds if state.entrants[number].present and number not in busy
    ]


def boxes_left(stage: Stage, game: int) -> int | None:
    """Return how many boxes of a game are not on a table; None: always another."""
    boxes = stage.rules.games[game].boxes
    if boxes is None:
        return None
    row = stage.rounds.get(ROUND)
    tables = row.tables.values() if row is not None else ()
    return boxes - sum(table.result is None and table.game == game for table in tables)


def begin_table(
    state: State, number: int, game: int, entrants: Sequence[int], tournament: UUID
) -> list[TournamentEvent]:
    """Seat free entrants at a new table with one of the evening's games."""
    stage = open_stage(state, number)
    if not 0 <= game < len(stage.rules.games):
        raise RuleViolation("unknown_game_at_hand", games=len(stage.rules.games))
    seated = tuple(entrants)
    if len(set(seated)) != len(seated):
        raise RuleViolation("seated_twice", entrant=seated[0])
    legal = seats_of(stage.rules.games[game])
    if len(seated) not in legal:
        raise RuleViolation("size_not_playable", size=len(seated), legal=list(legal))
    if any(len({*group} & {*seated}) > 1 for group in state.apart):
        raise RuleViolation("kept_apart")
    busy = at_a_table(stage)
    for entrant in seated:
        if entrant_of(state, entrant).dropped:
            raise RuleViolation("entrant_dropped", entrant=entrant)
        if entrant in busy:
            raise RuleViolation("already_at_a_table", entrant=entrant, table=busy[entrant])
    left = boxes_left(stage, game)
    if left is not None and left < 1:
        raise RuleViolation("no_box_left", game=stage.rules.games[game].game)
    row = stage.rounds.get(ROUND)
    table = max(row.tables, default=0) + 1 if row is not None else 1
    away = tuple(
        entrant
        for entrant in seated
        if not state.entrants[entrant].present or entrant not in stage.seeds
    )
    seating = Seating(table, seated, match_id(tournament, state, number, ROUND, table), game)
    arrived: list[TournamentEvent] = [Present(away)] if away else []
    return [*arrived, TablesPublished(number, ROUND, (seating,))]
