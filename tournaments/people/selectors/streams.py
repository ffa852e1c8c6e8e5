"""A club as its stream says."""

from uuid import UUID

from replays.chain import GENESIS
from replays.errors import UnknownStream
from replays.selectors.rows import head_of
from replays.streams import Standing, StreamKind
from tournaments.people.events import CLUB_STREAM, ClubEvent
from tournaments.people.state import ClubState, advance

CLUB = StreamKind(CLUB_STREAM, ClubEvent, advance)


def club_standing(club_id: UUID) -> Standing[ClubState]:
    """Return what a club's stream has come to; it begins with the first thing it has to say."""
    try:
        return CLUB.load(club_id)
    except UnknownStream:
        return Standing(ClubState(), 0, GENESIS)


def is_anonymised(club_id: UUID, player_id: UUID) -> bool:
    """Say whether a club's log wants nobody to know who a player was."""
    return player_id in club_standing(club_id).state.anonymised


def club_version(club_id: UUID) -> int:
    """Return how many events a club's stream has."""
    try:
        return head_of(club_id, CLUB_STREAM)[0]
    except UnknownStream:
        return 0
