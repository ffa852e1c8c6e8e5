"""The events of a club's stream. People are ids: no name is ever in an event."""

from typing import Literal
from uuid import UUID

from games.core.events import Event, event_type
from games.core.setup import OptionValue

CLUB_STREAM = "club"
"""The kind of a club's stream; its id is the club's."""


StreamKindName = Literal["match", "tournament", "season", "ladder"]
StreamLevel = Literal["public", "unlisted", "club", ""]


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


@event_type("player.anonymised")
class PlayerAnonymised(Event, frozen=True):
    """Nobody is to know any more who this was; their matches stay, under nobody's name."""

    player: UUID


@event_type("club.closed")
class ClubClosed(Event, frozen=True):
    """The club is shown to nobody any more; its logs stay."""


@event_type("club.reopened")
class ClubReopened(Event, frozen=True):
    """The club is shown again; names that were erased stay erased."""


@event_type("visibility.set")
class VisibilitySet(Event, frozen=True):
    """Who finds a match, tournament, season or ladder; empty: as the club has it."""

    kind: StreamKindName
    stream: UUID
    visibility: StreamLevel


ClubEvent = (
    PlayerMerged
    | PlayerUnmerged
    | PlayerAnonymised
    | BoxDescribed
    | ClubLinked
    | ClubClosed
    | ClubReopened
    | VisibilitySet
)
