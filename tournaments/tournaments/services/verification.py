"""A result stands in the log of a tournament and in that of a match: both have to say the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from uuid import UUID

from replays.chain import Problem, RecordedEvent
from replays.errors import UnknownStream
from replays.log import Log
from replays.selectors.logs import load_log
from replays.services.life import Report
from tournaments.tournaments.director.events import (
    ResultRecorded,
    ResultWithdrawn,
    StageUnstarted,
    TableReseated,
    TablesPublished,
    TablesWithdrawn,
)
from tournaments.tournaments.director.parts import Numbers, Reported
from tournaments.tournaments.selectors.states import TOURNAMENT
from tournaments.tournaments.services.matches import ending_of


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
    tables: dict[tuple[int, int, int], _Table] = {}
    for row in rows:
        match TOURNAMENT.decode(row):
            case TablesPublished(stage, round_, seatings):
                for one in seatings:
                    tables[stage, round_, one.table] = _Table(one.entrants, one.match)
            case TablesWithdrawn(stage, round_, numbers):
                for number in numbers:
                    tables.pop((stage, round_, number), None)
            case StageUnstarted(stage):
                tables = {key: table for key, table in tables.items() if key[0] != stage}
            case TableReseated(stage, round_, number, entrants, match_id):
                tables[stage, round_, number] = _Table(entrants, match_id)
            case ResultWithdrawn(stage, round_, number):
                tables[stage, round_, number].report = None
            case ResultRecorded(stage, round_, number) as event:
                table = tables[stage, round_, number]
                table.report, table.at = event.report if event.version else None, row.version
                log = stored(table.match)
                if table.report and log and not _agrees(log, event.version, table):
                    return Problem("result_differs", row.version)
            case _:
                pass
    differing = [
        table.at
        for table in tables.values()
        if table.report and (log := stored(table.match)) and not _agrees(log, log.version, table)
    ]
    return Problem("result_differs", min(differing)) if differing else None


def _stored(match_id: UUID) -> Log | None:
    try:
        return load_log(match_id)
    except UnknownStream:
        return None


def _agrees(log: Log, version: int, table: _Table) -> bool:
    """Whether a match ended at a version as its table reports."""
    if table.report is None or version > log.version:
        return False
    ending = ending_of(table.report, table.entrants, log.setup.seats)
    result = log.at(version).result
    if not isinstance(ending, Report):
        return result is None
    if result is None or list(result.places) != ending.places:
        return False
    # An arbiter may rule on places alone: the scores that were reported before still stand.
    return None in (result.scores, ending.scores) or list(result.scores or ()) == ending.scores
