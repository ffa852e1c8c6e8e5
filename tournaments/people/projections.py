"""`Player.merged_into`, folded from the club's stream inside the transaction of each append."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays.chain import Problem, RecordedEvent
from tournaments.people.events import ClubEvent, PlayerMerged, PlayerUnmerged
from tournaments.people.merges import apply, check
from tournaments.people.models import Player


def project_merges(club_id: UUID, rows: Sequence[RecordedEvent]) -> None:
    """Bring the players of a club up to date; a log from version 1 on makes them anew."""
    players = Player.objects.filter(club_id=club_id)
    if rows[0].version == 1:
        _rebuild(players, [_decoded(row) for row in rows])
        return
    for row in rows:
        match _decoded(row):
            case PlayerMerged(player=player, into=into):
                players.filter(pk=player).update(merged_into=into)
            case PlayerUnmerged(player=player):
                players.filter(pk=player).update(merged_into=None)


def _rebuild(players: QuerySet[Player], events: Sequence[ClubEvent]) -> None:
    merged: dict[UUID, UUID] = {}
    for event in events:
        apply(merged, event)
    players.exclude(pk__in=merged).exclude(merged_into=None).update(merged_into=None)
    for player, into in merged.items():
        players.filter(pk=player).update(merged_into=into)


def verify_club(club_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
    """Return the first event of a club's stream that does not fit those before it."""
    merged: dict[UUID, UUID] = {}
    for row in rows:
        try:
            event = _decoded(row)
            check(merged, event)
        except RuleViolation as violation:
            return Problem(violation.code, row.version)
        apply(merged, event)
    return None


def _decoded(row: RecordedEvent) -> ClubEvent:
    event = decode_payload(row.type, row.schema, row.payload)
    if not isinstance(event, PlayerMerged | PlayerUnmerged):
        raise RuleViolation("not_expected", type=row.type)
    return event
