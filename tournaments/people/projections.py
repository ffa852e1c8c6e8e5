"""`Player.merged_into` and `Box`, folded from the club's stream inside each append."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from replays.projections.matches import moment
from replays.projections.rows import replace
from tournaments.people.events import BoxDescribed, ClubEvent
from tournaments.people.models import Box, Player
from tournaments.people.state import ClubState


def write_club(club_id: UUID, state: ClubState, events: Sequence[ClubEvent] | None = None) -> None:
    """Bring what events name up to date; without events all of a club."""
    _write_merges(club_id, state, events)
    if events is None or any(isinstance(event, BoxDescribed) for event in events):
        rows = [
            Box(
                id=uuid5(club_id, f"box/{game}"),
                club_id=club_id,
                game=game,
                options=box.options,
                changed_at=moment(box.at),
            )
            for game, box in state.boxes.items()
        ]
        replace(Box, {"club_id": club_id}, rows)


def _write_merges(club_id: UUID, state: ClubState, events: Sequence[ClubEvent] | None) -> None:
    merged, players = state.merged, Player.objects.filter(club_id=club_id)
    if events is None:
        players.exclude(pk__in=merged).exclude(merged_into=None).update(merged_into=None)
        touched = list(merged)
    else:
        touched = [event.player for event in events if not isinstance(event, BoxDescribed)]
    for player in touched:
        players.filter(pk=player).update(merged_into=merged.get(player))
