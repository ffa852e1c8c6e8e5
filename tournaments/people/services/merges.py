from uuid import UUID

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.services.append import Appended, answered_once, append_events, new_event
from tournaments.people.events import CLUB_STREAM, PlayerMerged, PlayerUnmerged
from tournaments.people.merges import check
from tournaments.people.models import Kind
from tournaments.people.selectors.players import player_of
from tournaments.people.selectors.streams import club_standing


@answered_once
def merge_players(
    *, player_id: UUID, into_id: UUID, envelope: Envelope, expected_version: int | None = None
) -> Appended:
    """Read a player as another one from now on: an event in the club's stream, undone by another.

    Raises `merge_of_bot`, `merge_other_club`, `merge_with_itself`, `merge_cycle`, `already_merged`,
    `player_anonymised`.
    """
    player, into = player_of(player_id), player_of(into_id)
    if Kind.BOT in (player.kind, into.kind):
        raise KaitenError("merge_of_bot", 409)
    if player.club_id != into.club_id:
        raise KaitenError("merge_other_club", 409)
    event = PlayerMerged(player=player.id, into=into.id)
    return _append(player.club_id, event, envelope, expected_version)


@answered_once
def undo_merge(
    *, player_id: UUID, envelope: Envelope, expected_version: int | None = None
) -> Appended:
    """Make a merged player somebody of their own again; raises `not_merged`."""
    player = player_of(player_id)
    event = PlayerUnmerged(player=player.id)
    return _append(player.club_id, event, envelope, expected_version)


def _append(
    club_id: UUID,
    event: PlayerMerged | PlayerUnmerged,
    envelope: Envelope,
    expected_version: int | None,
) -> Appended:
    known = club_standing(club_id)
    named = {event.player, event.into} if isinstance(event, PlayerMerged) else set()
    if named & known.state.anonymised:
        # One entry with a name would give it to the other.
        raise KaitenError("player_anonymised", 409)
    try:
        check(known.state.merged, event)
    except RuleViolation as violation:
        raise KaitenError(violation.code, 409, **violation.params) from None
    return append_events(
        stream_id=club_id,
        kind=CLUB_STREAM,
        expected_version=known.version if expected_version is None else expected_version,
        events=[new_event(event)],
        envelope=envelope,
    )
