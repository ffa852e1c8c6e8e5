"""What a club's stream says of players, boxes, links and visibility, written in each append."""

from collections.abc import Collection, Sequence
from uuid import UUID, uuid5

from replays.errors import KaitenError
from replays.models import Match
from replays.projections.matches import moment
from replays.projections.rows import replace
from tournaments.people.events import (
    BoxDescribed,
    ClubClosed,
    ClubEvent,
    ClubLinked,
    ClubReopened,
    PlayerAnonymised,
    PlayerMerged,
    PlayerUnmerged,
    VisibilitySet,
)
from tournaments.people.models import Box, Claim, Club, LinkedClub, Player, StreamVisibility
from tournaments.people.services.names import NAME_COLUMNS, PersonName, call
from tournaments.people.signals import matches_joined
from tournaments.people.state import ClubState


def write_club(club_id: UUID, state: ClubState, events: Sequence[ClubEvent] | None = None) -> None:
    """Bring what events name up to date; without events all of a club."""

    def told(*kinds: type[ClubEvent]) -> bool:
        return events is None or any(isinstance(event, kinds) for event in events)

    _write_merges(club_id, state, events)
    if told(PlayerAnonymised):
        _erase_names(club_id, state.anonymised)
    if told(ClubLinked):
        _write_links(club_id, state.linked)
    if told(ClubClosed, ClubReopened):
        closed_at = moment(state.closed_at) if state.closed_at else None
        Club.objects.filter(pk=club_id).update(closed_at=closed_at)
    if told(VisibilitySet):
        _write_visibility(club_id, state, events)
    if told(BoxDescribed):
        _write_boxes(club_id, state)


def _write_boxes(club_id: UUID, state: ClubState) -> None:
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


def _write_visibility(club_id: UUID, state: ClubState, events: Sequence[ClubEvent] | None) -> None:
    known = state.visibility
    scope: dict[str, object] = {"club_id": club_id}
    touched = set(known)
    if events is not None:
        touched = {event.stream for event in events if isinstance(event, VisibilitySet)}
        scope["pk__in"] = touched
    rows = [
        StreamVisibility(id=stream, club_id=club_id, kind=kind, visibility=visibility)
        for stream, (kind, visibility) in known.items()
        if stream in touched
    ]
    replace(StreamVisibility, scope, rows)


def _erase_names(club_id: UUID, anonymised: Collection[UUID]) -> None:
    """Leave nothing of those whom the log says to forget, whatever they were called meanwhile."""
    players = list(Player.objects.filter(club_id=club_id, pk__in=anonymised))
    for player in players:
        call(player, PersonName(""))
        player.user = None
    Player.objects.bulk_update(players, [*NAME_COLUMNS, "user"])
    Claim.objects.filter(player__in=players).delete()


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
