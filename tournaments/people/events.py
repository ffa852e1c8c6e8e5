"""The events of a club's stream. People are ids: no name is ever in an event."""

from uuid import UUID

from games.core.events import Event, event_type
from games.core.setup import OptionValue

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


@event_type("box.described")
class BoxDescribed(Event, frozen=True):
    """What is in the club's box of a game: every option in which it differs from the defaults."""

    game: str
    options: dict[str, OptionValue]


@event_type("club.linked")
class ClubLinked(Event, frozen=True):
    """Logs that name another club, written elsewhere, are read as this club's from here on."""

    club: UUID


ClubEvent = PlayerMerged | PlayerUnmerged | BoxDescribed | ClubLinked
