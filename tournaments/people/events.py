"""The events of a club's stream. People are ids: no name is ever in an event."""

from uuid import UUID

from games.core.events import Event, event_type

CLUB_STREAM = "club"
"""The kind of a club's stream; its id is the club's."""


@event_type("player.merged")
class PlayerMerged(Event, frozen=True):
    """Two entries turned out to be one person: `player` is read as `into` from here on."""

    player: UUID
    into: UUID


@event_type("player.unmerged")
class PlayerUnmerged(Event, frozen=True):
    """They are two people after all."""

    player: UUID


ClubEvent = PlayerMerged | PlayerUnmerged
