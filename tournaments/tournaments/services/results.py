"""A match that ends, or is opened again, tells the table of a tournament it was played at."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar
from uuid import UUID

from games.core.errors import RuleViolation
from replays import subscriptions
from replays.chain import RecordedEvent
from replays.envelope import Envelope
from replays.errors import KaitenError, StoreBusy, StreamConflict
from replays.services.verify import ENDINGS
from tournaments.tournaments.director.commands.base import AtTable, Context
from tournaments.tournaments.director.commands.results import record, withdraw
from tournaments.tournaments.director.events import TournamentEvent
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.state import Result, State, Table
from tournaments.tournaments.models import TournamentTable
from tournaments.tournaments.services.matches import result_of_match
from tournaments.tournaments.services.tournaments import direct

logger = logging.getLogger(__name__)

TOPIC = "tables"
TYPES = ENDINGS | {"match.reopened", "log.rewound", "log.amended", "log.overridden"}
"""After these the result of a match may be another one."""


def subscribe() -> None:
    subscriptions.subscribe(TOPIC, TYPES, on_match_changed, wanted=is_at_a_table)


def is_at_a_table(match_id: UUID, appended: Sequence[RecordedEvent]) -> bool:
    return TournamentTable.objects.filter(match_id=match_id).exists()


class FollowMatch(AtTable, frozen=True, kw_only=True):
    """Give a table the result that its match has now, or take it away with the match's."""

    commutes: ClassVar = True

    match: UUID

    def decide(self, state: State, context: Context) -> list[TournamentEvent]:
        """Return what the match changes; nothing if the table is no longer its own."""
        table = state.table(*self.place)
        if table is None or table.match != self.match:
            return []
        said = result_of_match(state, self.stage, table)
        if said is None:
            return withdraw(state, self) if table.result is not None else []
        if table.result is not None and _is_its_echo(table.result, table, said):
            return []
        return record(state, self, said, origin="match", correct=True)


def _is_its_echo(result: Result, table: Table, said: Reported) -> bool:
    """Whether a match only repeats what somebody entered here, who may know more than it says."""
    if result.origin == "match":
        return False
    if said.places is None or result.kind in ("walk_over", "void"):
        unplayed = result.places is None or result.kind in ("walk_over", "void")
        return said.places is None and unplayed
    if result.scores is None or said.scores is None:
        return said.places == result.places
    scores = zip(table.entrants, result.scores, said.scores, strict=True)
    differ = any(mine != its for number, mine, its in scores if number not in result.absent)
    return said.places == result.places and not differ


def on_match_changed(match_id: UUID, version: int) -> None:
    """Bring the table of a match up to date; what the tournament does not allow is left to people.

    A match that is corrected after its stage was closed changes nothing by itself: the page of the
    tournament shows that they differ.
    """
    row = TournamentTable.objects.filter(match_id=match_id).first()
    if row is None:
        return
    command = FollowMatch(match=match_id, stage=row.stage, round=row.round, table=row.number)
    try:
        direct(
            tournament_id=row.tournament_id,
            command=command,
            envelope=Envelope("system", datetime.now(UTC)),
        )
    except (KaitenError, RuleViolation) as refusal:
        if isinstance(refusal, StreamConflict | StoreBusy):
            raise
        logger.warning("table %s keeps its result: %s", row.pk, refusal)
