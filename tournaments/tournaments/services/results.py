"""A match that ends, or is opened again, changes the table of a tournament it was played at."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar
from uuid import UUID

import msgspec

from replays.chain import RecordedEvent
from replays.envelope import Envelope
from replays.events import MatchConfirmed
from replays.models import Match, MatchSeat
from replays.ports import ENDED_STATUSES
from replays.services.verify import ENDINGS
from tournaments.tournaments.director.commands.base import AtTable, Context
from tournaments.tournaments.director.commands.corrections import Correction, corrected
from tournaments.tournaments.director.commands.results import withdraw
from tournaments.tournaments.director.events import (
    ResultConfirmed,
    ResultRecorded,
    TournamentEvent,
)
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.state import State, Table
from tournaments.tournaments.models import TournamentTable
from tournaments.tournaments.services.matches import current_joint_write, result_of_match
from tournaments.tournaments.services.tournaments import direct

TYPES = ENDINGS | {"match.reopened", "log.rewound", "log.amended", "log.overridden"}
"""After these the result of a match may be another one."""


class FollowMatch(AtTable, frozen=True, kw_only=True):
    """Give a table the result that its match has now, or take it away with the match's."""

    commutes: ClassVar = True

    match: UUID
    version: int

    def decide(self, state: State, _context: Context) -> list[TournamentEvent]:
        """Return what the match changes; nothing if the table is no longer its own."""
        table = state.table(*self.table_key)
        if table is None or table.match != self.match:
            return []
        reported = result_of_match(state, table)
        if reported is None:
            return withdraw(state, self) if table.result is not None else []
        if table.result is not None and _agree(table, table.result, reported):
            return []
        return [
            msgspec.structs.replace(event, version=self.version)
            if isinstance(event, ResultRecorded)
            else event
            for event in corrected(state, self, Correction(reported, "match"), "")
        ]


class ConfirmWithMatch(AtTable, frozen=True, kw_only=True):
    """Let the result of a table stand that everybody agreed to in its match."""

    commutes: ClassVar = True

    match: UUID

    def decide(self, state: State, _context: Context) -> list[TournamentEvent]:
        """Return the confirmation; nothing if the table has another match, or no result to let
        stand."""
        table = state.table(*self.table_key)
        if table is None or table.match != self.match or table.result is None or table.confirmed:
            return []
        return [ResultConfirmed(*self.table_key)]


def _agree(table: Table, result: Reported, reported: Reported) -> bool:
    """Whether a match says what was entered at its table, where somebody may know more."""
    if table.origin == "match":
        return False
    if reported.places is None or result.kind in ("walk_over", "void"):
        unplayed = result.places is None or result.kind in ("walk_over", "void")
        return reported.places is None and unplayed
    if result.scores is None or reported.scores is None:
        return reported.places == result.places
    scores = zip(table.entrants, result.scores, reported.scores, strict=True)
    differ = any(mine != its for number, mine, its in scores if number not in result.absent)
    return reported.places == result.places and not differ


def follow_match(match_id: UUID, appended: Sequence[RecordedEvent]) -> None:
    """Change the table of a match with it, or raise why the tournament does not allow that."""
    joint = current_joint_write()
    if joint is not None:
        joint.matches.add(match_id)
        return
    types = {row.type for row in appended}
    if types.isdisjoint(TYPES | {MatchConfirmed.type}):
        return
    table = TournamentTable.objects.filter(match_id=match_id).first()
    if table is None:
        return
    newest = appended[-1]
    envelope = Envelope(newest.actor, datetime.now(UTC))
    place = {"stage": table.stage, "round": table.round, "table": table.number}
    if types.isdisjoint(TYPES):
        if not MatchSeat.objects.filter(match_id=match_id, confirmed=False).exists():
            confirm = ConfirmWithMatch(match=match_id, **place)
            direct(tournament_id=table.tournament_id, command=confirm, envelope=envelope)
        return
    if not table.kind and not Match.objects.filter(pk=match_id, status__in=ENDED_STATUSES).exists():
        return
    command = FollowMatch(match=match_id, version=newest.version, **place)
    direct(tournament_id=table.tournament_id, command=command, envelope=envelope)
