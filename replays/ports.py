"""What replays needs to know of people, permissions and ladders; `tournaments.apps` answers.

Nothing here knows a name, a club or a role: players and clubs are opaque UUIDs.
"""

from collections.abc import Collection, Mapping
from typing import Protocol
from uuid import UUID

import msgspec

from games.core.setup import OptionValue
from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer
from replays.models import Match

Actor = str
"""`user:<uuid>`, `token:<uuid>`, `system`, `cli`, `bot`, or `` for nobody."""

BOT: Actor = "bot"
"""Whoever plays for the bots of a match beside people, and rolls and draws for them."""

ENDED_STATUSES = frozenset({"finished", "reported", "stopped", "abandoned", "voided"})


class BotOffer(msgspec.Struct, frozen=True):
    """A bot that can be seated; `ids` are its own and those of its copies at the same table."""

    name: str
    label: str
    ids: tuple[UUID, ...]


class RatingLine(msgspec.Struct, frozen=True):
    """What a match changed for one player of a ladder."""

    label: str
    address: str
    words: str


class RatingNote(msgspec.Struct, frozen=True):
    """What one ladder says about a match."""

    label: str
    address: str
    rated: bool
    """Whether the match counts there, or will when it is over."""
    sentence: str = ""
    """Why it does not count, in the visitor's language."""
    lines: tuple[RatingLine, ...] = ()
    """What it changed, player by player; empty until a worker has rated it."""


class People(Protocol):
    """Answers about players."""

    def labels(self, ids: Collection[UUID], language: str) -> dict[UUID, str]:
        """Return the public label of each known player: first name and initial, or a bot's name."""

    def ensure(self, club_id: UUID, labels: Mapping[UUID, str]) -> None:
        """Make a light player, or the bot it stands for, for every id that is not known yet."""

    def bots(self, club_id: UUID, language: str) -> list[BotOffer]:
        """Return the bots a club can seat, weakest first, made or not; `ensure` makes them."""

    def is_bot(self, ids: Collection[UUID]) -> set[UUID]:
        """Return those ids that are bots."""

    def strangers(self, club_id: UUID, ids: Collection[UUID]) -> set[UUID]:
        """Return those ids that are no player of this club."""

    def home(self, club_id: UUID) -> UUID:
        """Return the club whose match it is here, for the club that a log names."""

    def aliases(self, player_id: UUID) -> set[UUID]:
        """Return every id a player is known by: this one, and those it was merged with."""

    def clubs(self) -> list[tuple[UUID, str]]:
        """Return every club with its name, in the order of the names."""

    def roster(self, club_id: UUID, language: str) -> list[tuple[UUID, str]]:
        """Return the players of a club that may be seated, with their labels, in their order."""

    def address(self, player_id: UUID) -> str | None:
        """Return where the page of a player is, or None if players have no pages; asks nobody."""

    def time_zone(self, club_id: UUID) -> str:
        """Return the time zone by whose clock a club plays, such as `Europe/Paris`."""

    def box(self, club_id: UUID, game: str) -> Mapping[str, OptionValue]:
        """Return what differs in a club's box of a game from what the game takes for granted."""

    def box_address(self, club_id: UUID, game: str) -> str | None:
        """Return where a club says what is in its box of a game, or None if it cannot."""


class Policy(Protocol):
    """Answers about permissions."""

    def may(self, actor: Actor, action: str, club_id: UUID | None, match: Match | None) -> bool:
        """Say whether an actor may do `action` to a club's matches or to one match."""

    def viewers(self, actor: Actor, match: Match) -> set[Viewer]:
        """Return every point of view an actor may take on a match."""

    def seats(self, actor: Actor, match: Match) -> set[int]:
        """Return the seats of a match at which an actor sits in person."""


class Ratings(Protocol):
    """Answers about ladders."""

    def of_match(self, match: Match, language: str) -> list[RatingNote]:
        """Return what every ladder of its club says about a match, in so many questions."""


class AnonymousPeople:
    """The answers while nobody is bound: no labels, no bots, nothing to make."""

    def labels(self, _ids: Collection[UUID], _language: str) -> dict[UUID, str]:
        return {}

    def ensure(self, club_id: UUID, labels: Mapping[UUID, str]) -> None:
        """Make nobody."""

    def bots(self, _club_id: UUID, _language: str) -> list[BotOffer]:
        return []

    def is_bot(self, _ids: Collection[UUID]) -> set[UUID]:
        return set()

    def strangers(self, _club_id: UUID, _ids: Collection[UUID]) -> set[UUID]:
        """Return no id: there is no list to compare with."""
        return set()

    def home(self, club_id: UUID) -> UUID:
        return club_id

    def aliases(self, player_id: UUID) -> set[UUID]:
        return {player_id}

    def clubs(self) -> list[tuple[UUID, str]]:
        return []

    def roster(self, _club_id: UUID, _language: str) -> list[tuple[UUID, str]]:
        return []

    def address(self, _player_id: UUID) -> str | None:
        return None

    def time_zone(self, _club_id: UUID) -> str:
        return "UTC"

    def box(self, _club_id: UUID, _game: str) -> Mapping[str, OptionValue]:
        return {}

    def box_address(self, _club_id: UUID, _game: str) -> str | None:
        return None


class ClosedPolicy:
    """The answers while nobody is bound: writing is refused, ended matches are open to read."""

    def may(self, actor: Actor, _action: str, _club_id: UUID | None, _match: Match | None) -> bool:
        """Refuse everything except the operator's own command line and the system."""
        return actor in {"cli", "system"}

    def viewers(self, actor: Actor, match: Match) -> set[Viewer]:
        """Return the public view, and every view once the match has ended."""
        if actor in {"cli", "system"} or match.status in ENDED_STATUSES:
            return every_viewer(match.seats)
        return {PUBLIC}

    def seats(self, _actor: Actor, _match: Match) -> set[int]:
        """Return no seat: nobody is known."""
        return set()


class NoRatings:
    """The answers while nobody is bound: there are no ladders."""

    def of_match(self, _match: Match, _language: str) -> list[RatingNote]:
        return []


class _Bound(msgspec.Struct):
    people: People
    policy: Policy
    ratings: Ratings


_bound = _Bound(AnonymousPeople(), ClosedPolicy(), NoRatings())


def every_viewer(seats: int) -> set[Viewer]:
    """Return the public, every seat and the arbiter."""
    return {PUBLIC, ARBITER, *(seat_viewer(seat) for seat in range(seats))}


def bind(
    *,
    people: People | None = None,
    policy: Policy | None = None,
    ratings: Ratings | None = None,
) -> None:
    """Give replays the answers of the app above it."""
    if people is not None:
        _bound.people = people
    if policy is not None:
        _bound.policy = policy
    if ratings is not None:
        _bound.ratings = ratings


def people() -> People:
    return _bound.people


def policy() -> Policy:
    return _bound.policy


def ratings() -> Ratings:
    return _bound.ratings
