from collections.abc import Mapping
from uuid import UUID

from games.core.setup import resolve_box
from games.registry import rules_of
from replays.envelope import Envelope
from replays.errors import StreamConflict
from replays.services.append import Appended, answered_once, append_events, new_event
from tournaments.people.events import CLUB_STREAM, BoxDescribed
from tournaments.people.selectors.clubs import club_of
from tournaments.people.selectors.streams import club_standing


@answered_once
def describe_box(
    *,
    club_id: UUID,
    game: str,
    options: Mapping[str, object],
    envelope: Envelope,
    expected_version: int | None = None,
) -> Appended:
    """Say what is in a club's box of a game; what is left out is as the game has it.

    It is the default of the club's later matches. A box that is so already writes nothing. Raises
    `unknown_club`, `unknown_game`, `not_in_the_box`, or what the game says of a wrong option.
    """
    rules = rules_of(game)
    club = club_of(club_id)
    event = BoxDescribed(game, resolve_box(rules.options(), rules.seats, options))
    known = club_standing(club.id)
    if expected_version is not None and expected_version != known.version:
        raise StreamConflict(expected=expected_version, actual=known.version)
    box = known.state.boxes.get(game)
    if event.options == (box.options if box else {}):
        return Appended(club.id, known.version, known.version, known.head, True)
    return append_events(
        stream_id=club.id,
        kind=CLUB_STREAM,
        expected_version=known.version,
        events=[new_event(event)],
        envelope=envelope,
    )
