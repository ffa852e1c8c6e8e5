"""A result stands in the log of a tournament and in that of a match: both have to say the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from uuid import UUID

from replays.chain import Problem, RecordedEvent
from replays.errors import UnknownStream
from replays.log import Log
from replays.selectors.logs import load_log
from tournaments.tournaments.director.events import (
    ResultRecorded,
    ResultWithdrawn,
    StageUnstarted,
    TableMoved,
    TableReseated,
    TablesPublished,
    TablesWithdrawn,
    TournamentEvent,
    TournamentRewound,
)
from tournaments.tournaments.director.parts import Numbers, Reported
from tournaments.tournaments.director.rewinding import counting
from tournaments.tournaments.director.turns import Place
from tournaments.tournaments.selectors.states import TOURNAMENT
from tournaments.tournaments.services.matches import agrees


@dataclass(slots=True)
class _Table:
    entrants: Numbers
    match: UUID
    report: Reported | None = None
    at: int = 0
    """The version of the tournament that reported it."""


def compared_with_matches(_tournament_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
    """Return the first result that its match contradicts.

    A match is read at the version that the event read, and the newest result of a table at the
    match's newest. Events written before results named a version say nothing.
    """
    stored = cache(_stored)
    tables: dict[Place, _Table] = {}
    log = [(TOURNAMENT.decode(row), row.recorded_at) for row in rows]
    for version, (event, _) in enumerate(log, 1):
        if isinstance(event, TournamentRewound):
            tables = {}
            for past in counting(log, event.to):
                _follow(tables, log[past - 1][0], past)
        else:
            _follow(tables, event, version)
        if isinstance(event, ResultRecorded):
            table = tables[event.stage, event.round, event.table]
            if not _agrees(table, stored(table.match), event.version):
                return Problem("result_differs", version)
    newest = [(table, stored(table.match)) for table in tables.values()]
    differing = [
        table.at for table, match in newest if match and not _agrees(table, match, match.version)
    ]
    return Problem("result_differs", min(differing)) if differing else None


def _follow(tables: dict[Place, _Table], event: TournamentEvent, version: int) -> None:
    """Keep who sits at which table, in which match, and what is reported of it."""
    match event:
        case TablesPublished(stage, round_, seatings):
            for one in seatings:
                tables[stage, round_, one.table] = _Table(one.entrants, one.match)
        case TablesWithdrawn(stage, round_, numbers):
            for number in numbers:
                tables.pop((stage, round_, number), None)
        case StageUnstarted(stage):
            for key in [key for key in tables if key[0] == stage]:
                del tables[key]
        case TableReseated(stage, round_, number, entrants, match_id):
            tables[stage, round_, number] = _Table(entrants, match_id)
        case TableMoved(stage, round_, number, to):
            keys = (stage, round_, number), (stage, round_, to)
            moved = [tables.pop(key, None) for key in keys]
            pairs = zip(reversed(keys), moved, strict=True)
            tables.update((key, table) for key, table in pairs if table is not None)
        case ResultWithdrawn(stage, round_, number):
            tables[stage, round_, number].report = None
        case ResultRecorded(stage, round_, number):
            table = tables[stage, round_, number]
            table.report, table.at = event.report if event.version else None, version
        case _:
            pass


def _agrees(table: _Table, match: Log | None, version: int) -> bool:
    """Whether a match says at a version what is reported of its table, if anything is."""
    if table.report is None or match is None:
        return True
    return agrees(match, version, table.report, table.entrants)


def _stored(match_id: UUID) -> Log | None:
    try:
        return load_log(match_id)
    except UnknownStream:
        return None
