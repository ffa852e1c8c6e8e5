"""What ladders and records answer about one player."""

from datetime import datetime
from typing import Self

from replays.http.answers import Answer
from tournaments.ladders.api.answers import LadderId, LadderTitle, Status, SystemName
from tournaments.ladders.models import LadderPlayer
from tournaments.ladders.selectors.tables import Mu, Shown, Sigma
from tournaments.ladders.words import ladder_title
from tournaments.people.api.answers import NamedPlayerAnswer
from tournaments.people.selectors.records import Lately


class PlayerRatingAnswer(Answer, frozen=True):
    """Where a player stands on one ladder."""

    ladder: LadderId
    title: LadderTitle
    status: Status
    system: SystemName
    shown: Shown
    mu: Mu
    sigma: Sigma
    matches: int
    """Rated matches."""
    won: int
    """First places, shared ones included."""
    last_at: datetime | None
    """When the last rated match ended; null for somebody who has not played yet."""
    provisional: bool
    """Too few matches, or none for a long time."""

    @classmethod
    def from_rating(cls, rating: LadderPlayer) -> Self:
        ladder = rating.ladder
        title = ladder_title(ladder)
        return cls.from_object(
            rating,
            ladder=ladder.id,
            title=title,
            status=ladder.status,
            system=ladder.system,
            won=rating.firsts,
        )


class PlayerRatingsAnswer(NamedPlayerAnswer, frozen=True):
    """Where a player stands on every ladder."""

    ratings: list[PlayerRatingAnswer]
    """The ladders they are on, in the order of the club's list."""


class TallyAnswer(Answer, frozen=True):
    """So many matches of one kind."""

    played: int
    """How many."""
    won: int
    """First places, shared ones included."""
    places: int
    """The sum of the places."""


class GameTallyAnswer(TallyAnswer, frozen=True):
    """How a player has fared in one game."""

    game: str
    """The slug of the game."""


class SeatTallyAnswer(TallyAnswer, frozen=True):
    """How a player has fared on one seat."""

    seat: int
    """From 0."""


class AgainstAnswer(NamedPlayerAnswer, frozen=True):
    """One opponent: how often they met, and who did better."""

    met: int
    """How often they met."""
    ahead: int
    """How often the opponent did worse."""
    level: int
    """How often they shared a place."""
    behind: int
    """How often the opponent did better."""


class RecordAnswer(NamedPlayerAnswer, frozen=True):
    """How a player has fared."""

    games: list[GameTallyAnswer]
    """By game, the most played first."""
    seats: list[SeatTallyAnswer]
    """By seat, in order."""
    opponents: list[AgainstAnswer]
    """The most frequent first, at most 200."""
    lately: list[Lately]
    """The newest first, at most ten."""
