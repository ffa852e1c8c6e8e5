"""`Player.merged_into`, `Box` and `LinkedClub`, folded from the club's stream in each append."""

from collections.abc import Collection, Sequence
from uuid import UUID, uuid5

from replays.errors import KaitenError
from replays.models import Match
from replays.projections.matches import moment
from replays.projections.rows import replace
from tournaments.people.events import (
    BoxDescribed,
    ClubEvent,
    ClubLinked,
    PlayerMerged,
    PlayerUnmerged,
)
from tournaments.people.models import Box, Club, LinkedClub, Player
from tournaments.people.signals import matches_joined
from tournaments.people.state import ClubState


def write_club(club_id: UUID, state: ClubState, events: Sequence[ClubEvent] | None = None) -> None:
    """Bring what events name up to date; without events all of a club."""
    _write_merges(club_id, state, events)
    if events is None or any(isinstance(event, ClubLinked) for event in events):
        _write_links(club_id, state.linked)
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
        kinds = PlayerMerged | PlayerUnmerged
        touched = [event.player for event in events if isinstance(event, kinds)]
    for player in touched:
        players.filter(pk=player).update(merged_into=merged.get(player))


def _write_links(club_id: UUID, linked: Collection[UUID]) -> None:
    """Write which clubs are this one, and give it the matches of theirs that are here already.

    Raises `club_is_here` for one that has members here, or is another club's.
    """
    others = LinkedClub.objects.filter(pk__in=linked).exclude(club_id=club_id)
    if others.exists() or Club.objects.filter(pk__in=linked).exists():
        raise KaitenError("club_is_here", 409)
    replace(
        LinkedClub,
        {"club_id": club_id},
        [LinkedClub(id=one, club_id=club_id) for one in sorted(linked)],
    )
    matches = Match.objects.filter(club_id__in=linked)
    if joined := list(matches.order_by("pk").values_list("pk", flat=True)):
        matches.update(club_id=club_id)
        matches_joined.send(Match, match_ids=joined)
