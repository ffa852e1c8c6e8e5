"""`Player.merged_into`, folded from the club's stream inside the transaction of each append."""

from collections.abc import Sequence
from uuid import UUID

from tournaments.people.events import ClubEvent
from tournaments.people.merges import Merged
from tournaments.people.models import Player


def write_merges(club_id: UUID, merged: Merged, events: Sequence[ClubEvent] | None = None) -> None:
    """Bring the players that events name up to date; without events all of a club."""
    players = Player.objects.filter(club_id=club_id)
    if events is None:
        players.exclude(pk__in=merged).exclude(merged_into=None).update(merged_into=None)
    touched = merged if events is None else [event.player for event in events]
    for player in touched:
        players.filter(pk=player).update(merged_into=merged.get(player))
