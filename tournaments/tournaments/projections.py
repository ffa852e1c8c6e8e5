"""The tables of tournaments, folded from their streams inside the transaction of each append."""

from collections.abc import Iterable, Sequence
from datetime import date
from uuid import UUID, uuid5

from replays.projections.matches import moment
from replays.projections.rows import replace, upsert
from tournaments.tournaments.director import events as happened
from tournaments.tournaments.director.events import TournamentEvent
from tournaments.tournaments.director.history import table_result
from tournaments.tournaments.director.rankings import overall, scoring_of
from tournaments.tournaments.director.state import Entrant, State, Table
from tournaments.tournaments.models import (
    Tournament,
    TournamentEntrant,
    TournamentStatus,
    TournamentTable,
)
from tournaments.tournaments.selectors.rounds import table_status

Key = tuple[int, int, int]
"""A stage, a round and a table in it."""


def write_tournament(
    tournament_id: UUID, state: State, events: Sequence[TournamentEvent] | None = None
) -> None:
    """Write the rows that events have touched; without events every row that a state means.

    A rewind may have touched them all.
    """
    upsert(Tournament, [_tournament_row(tournament_id, state)])
    if events and not any(isinstance(event, happened.TournamentRewound) for event in events):
        _write_entrants(tournament_id, state, events)
        _write_rounds(tournament_id, state, events)
        return
    entrants = _entrant_rows(tournament_id, state, state.entrants.values())
    replace(TournamentEntrant, {"tournament_id": tournament_id}, entrants)
    keys = [
        (stage.number, round_.number, table)
        for stage in state.stages.values()
        for round_ in stage.rounds.values()
        for table in round_.tables
    ]
    tables = _table_rows(tournament_id, state, keys)
    _part_from_matches(tournament_id, tables)
    replace(TournamentTable, {"tournament_id": tournament_id}, tables)


def _part_from_matches(tournament_id: UUID, tables: Sequence[TournamentTable]) -> None:
    """Delete the rows whose match will be another's: two would hold the same one for a moment."""
    stored = TournamentTable.objects.filter(tournament_id=tournament_id)
    holders = dict(stored.values_list("match_id", "pk"))
    moved = [holders[row.match_id] for row in tables if row.match_id in holders]
    kept = {row.pk for row in tables if holders.get(row.match_id) == row.pk}
    stored.filter(pk__in=set(moved) - kept).delete()


def _write_entrants(tournament_id: UUID, state: State, events: Sequence[TournamentEvent]) -> None:
    touched: set[int] = set()
    for event in events:
        match event:
            case happened.Entered():
                touched.update(entry.entrant for entry in event.entries)
            case happened.Present() | happened.Away():
                touched.update(event.entrants)
            case happened.OfEntrant():
                touched.add(event.entrant)
            case happened.TournamentFinished() | happened.TournamentReopened():
                touched.update(state.entrants)
            case happened.ResultRecorded() if state.finished:
                touched.update(state.entrants)  # their places follow
            case _:
                pass
    gone = touched - set(state.entrants)
    if gone:
        TournamentEntrant.objects.filter(tournament_id=tournament_id, number__in=gone).delete()
    entrants = [state.entrants[number] for number in sorted(touched - gone)]
    upsert(TournamentEntrant, _entrant_rows(tournament_id, state, entrants))


def _write_rounds(tournament_id: UUID, state: State, events: Sequence[TournamentEvent]) -> None:
    """Write single tables that events name, and whole rounds where more may have changed.

    Announcing a round confirms the results before it, closing a stage those of its last round.
    """
    rounds: set[tuple[int, int]] = set()
    tables: set[Key] = set()
    for event in events:
        match event:
            case happened.TablesPublished() if state.stages[event.stage].rules.is_open:
                rounds.add((event.stage, event.round))
            case happened.TablesPublished():
                rounds |= {(event.stage, event.round), (event.stage, event.round - 1)}
            case happened.TablesWithdrawn() | happened.ByeGiven() | happened.ByeTaken():
                rounds.add((event.stage, event.round))
            case happened.TableMoved():
                rounds.add((event.stage, event.round))
                # Two rows that change their matches would hold the same one for a moment.
                TournamentTable.objects.filter(
                    tournament_id=tournament_id, stage=event.stage, round=event.round
                ).delete()
            case happened.StageUnstarted():
                scope = {"tournament_id": tournament_id, "stage": event.stage}
                TournamentTable.objects.filter(**scope).delete()
            case happened.StageClosed():
                rounds |= {(event.stage, number) for number in state.stages[event.stage].rounds}
            case happened.AtTable() if not isinstance(event, happened.TimeAdded):
                tables.add((event.stage, event.round, event.table))
            case _:
                pass
    for stage_number, number in sorted(rounds):
        stage = state.stages.get(stage_number)
        round_ = stage.rounds.get(number) if stage is not None else None
        keys = [(stage_number, number, table) for table in round_.tables] if round_ else []
        scope = {"tournament_id": tournament_id, "stage": stage_number, "round": number}
        replace(TournamentTable, scope, _table_rows(tournament_id, state, keys))
    single_tables = sorted(key for key in tables if key[:2] not in rounds)
    upsert(TournamentTable, _table_rows(tournament_id, state, single_tables))


def _tournament_row(tournament_id: UUID, state: State) -> Tournament:
    current = state.current
    last = current.last_round if current is not None else None
    if state.finished:
        status = TournamentStatus.FINISHED
    else:
        status = TournamentStatus.RUNNING if current is not None else TournamentStatus.PLANNED
    return Tournament(
        id=tournament_id,
        club_id=state.club,
        title=state.title,
        day=date.fromisoformat(state.day) if state.day else None,
        open_evening=any(stage.rules.is_open for stage in state.stages.values()),
        status=status,
        stage=current.number if current is not None else 0,
        round=last.number if last is not None else 0,
        entrants=len(state.entrants),
        version=state.version,
        created_at=moment(state.created_at),
        finished_at=moment(state.finished_at) if state.finished_at else None,
    )


def _entrant_rows(
    tournament_id: UUID, state: State, entrants: Iterable[Entrant]
) -> list[TournamentEntrant]:
    places = (
        {placing.entrant: placing.place for placing in overall(state)} if state.finished else {}
    )
    return [
        TournamentEntrant(
            id=uuid5(tournament_id, f"entrant/{entrant.number}"),
            tournament_id=tournament_id,
            number=entrant.number,
            player_id=entrant.player,
            present=entrant.present,
            dropped=entrant.dropped,
            affiliation=entrant.club,
            fixed_tables=list(entrant.fixed_tables),
            place=places.get(entrant.number),
        )
        for entrant in entrants
    ]


def _table_rows(tournament_id: UUID, state: State, keys: Iterable[Key]) -> list[TournamentTable]:
    """Return the rows of tables; one that is gone has none."""
    tables = [(key, state.table(*key)) for key in keys]
    return [_table_row(tournament_id, state, key, table) for key, table in tables if table]


def _table_row(tournament_id: UUID, state: State, key: Key, table: Table) -> TournamentTable:
    stage_number, round_number, number = key
    result, rated = table.result, None
    if result is not None:
        stage = state.stages[stage_number]
        counted = table_result(stage, stage.rounds[round_number], table, result)
        rated = scoring_of(stage.rules).is_rated(counted)
    return TournamentTable(
        id=uuid5(tournament_id, f"table/{stage_number}/{round_number}/{number}"),
        tournament_id=tournament_id,
        stage=stage_number,
        round=round_number,
        number=number,
        match_id=table.match,
        status=table_status(table),
        kind=result.kind if result is not None else "",
        origin=table.origin or "",
        called=table.called,
        rated=rated,
    )
