"""What replays needs to know of people, permissions and ladders; `tournaments.apps` answers.

Nothing here knows a name, a club or a role: players and clubs are opaque UUIDs.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, Protocol, TypeVar, get_args
from uuid import UUID

import msgspec
from django.db.models import Model, Q, QuerySet

from games.core.setup import OptionValue
from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer
from replays.envelope import Envelope
from replays.events import AUDIENCES, Audience
from replays.models import Match

Actor = str
"""`user:<uuid>`, `token:<uuid>`, `system`, `cli`, `bot`, or `` for nobody."""

Level = Literal["public", "unlisted", "club"]
"""Who finds something: everybody, whoever has its address, or those of its club alone."""
LEVELS = list(get_args(Level))

M = TypeVar("M", bound=Model)

ENDED_STATUSES = frozenset({"finished", "reported", "stopped", "abandoned", "voided"})

BEFORE_EVERYTHING = datetime.min.replace(tzinfo=UTC)
"""The horizon of whoever sees nothing of a match until it is over."""


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


class LevelChoice(msgspec.Struct, frozen=True):
    """A form that asks who finds something, for those who may say it."""

    address: str
    """Where it is sent."""
    chosen: str
    """The value of what holds now; empty for what the club has."""
    options: tuple[tuple[str, str], ...]
    """Values, each with its words."""


class NextStep(msgspec.Struct, frozen=True):
    """Something that a visitor should do next, in their language."""

    label: str
    words: str
    address: str


class Occasion(msgspec.Struct, frozen=True):
    """The tournament or evening that a match belongs to."""

    label: str
    address: str


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

    def roster(self, clubs: Sequence[UUID], language: str) -> list[tuple[UUID, str]]:
        """Return the players of clubs that may be seated, with their labels, club after club."""

    def actors(self, actors: Collection[Actor], language: str) -> dict[Actor, str]:
        """Return who each actor is, in words, for those who may know."""

    def authors(self, actors: Collection[Actor], club_id: UUID, language: str) -> dict[Actor, str]:
        """Return the public name of each actor that is a player of a club."""

    def player_of(self, actor: Actor, club_id: UUID) -> UUID | None:
        """Return the player that an actor is in a club; None for nobody there."""

    def address(self, player_id: UUID) -> str | None:
        """Return where the page of a player is, or None if players have no pages; asks nobody."""

    def time_zone(self, club_id: UUID) -> str:
        """Return the time zone by whose clock a club plays, such as `Europe/Paris`."""

    def box(self, club_id: UUID, game: str) -> Mapping[str, OptionValue]:
        """Return what differs in a club's box of a game from what the game takes for granted."""

    def box_address(self, club_id: UUID, game: str) -> str | None:
        """Return where a club says what is in its box of a game, or None if it cannot."""

    def free_matches(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """Return those matches whose players chose each other, and no tournament did."""

    def occasions(
        self, matches: Collection[UUID], onlooker: "Onlooker", club_id: UUID | None
    ) -> dict[UUID, Occasion]:
        """Return the tournament of each match that has one, as far as a list shows them."""

    def called(self, word: str, onlooker: "Onlooker", club_id: UUID | None) -> Q:
        """Return what matches fulfil whose players or tournament have a word in their names."""

    def next_steps(self, actor: Actor) -> list[NextStep]:
        """Return what somebody should do first: set up a club, or begin in theirs."""


class Onlooker(Protocol):
    """Somebody who looks around, and what there is for them."""

    def missing(self, address: Mapping[str, Any]) -> set[str]:
        """Return the names of those parts of an address that name what they may not know of."""

    def visible(self, rows: QuerySet[M]) -> QuerySet[M]:
        """Keep what they may know of, of matches and whatever else has a level of its own."""

    def listed(self, rows: QuerySet[M], club_id: UUID | None = None) -> QuerySet[M]:
        """Keep what a list shows them: one over all clubs, or one inside the club that is named."""

    def clubs(self) -> list[tuple[UUID, str]]:
        """Return the clubs that a list shows them, with their names, in the order of the names."""

    def mark(self, rows: Iterable[M]) -> list[M]:
        """Return rows that say as `visibility` who finds each."""

    def choice(self, row: Model) -> LevelChoice | None:
        """Return the form that says who finds something; None for those who may not say it."""


class Policy(Protocol):
    """Answers about permissions."""

    def onlooker(self, actor: Actor) -> Onlooker:
        """Return what there is for an actor; it may be asked as long as a request lasts."""

    def may(self, actor: Actor, action: str, club_id: UUID | None, match: Match | None) -> bool:
        """Say whether an actor may do `action` to a club's matches or to one match."""

    def open_version(self, kind: str, stream_id: UUID) -> int | None:
        """Return the version of a match or tournament of which everybody may know everything that
        is public at once; None where that has to be asked."""

    def is_somebody(self, actor: Actor) -> bool:
        """Say whether an actor is known, and neither locked nor taken back."""

    def may_somewhere(self, actor: Actor, action: str) -> bool:
        """Say whether there is a club in which an actor may do `action`."""

    def viewers(self, actor: Actor, match: Match) -> set[Viewer]:
        """Return every point of view an actor may take on a match."""

    def horizon(self, actor: Actor, match: Match, now: datetime) -> datetime | None:
        """Return the moment after which an actor knows nothing of a match; None for no limit."""

    def opened(self, actor: Actor, club_ids: Collection[UUID]) -> set[UUID]:
        """Return those clubs whose matches an actor sees from everywhere once they are over."""

    def seats(self, actor: Actor, match: Match) -> set[int]:
        """Return the seats of a match at which an actor sits in person."""

    def hand(self, actor: Actor, match: Match) -> frozenset[int] | None:
        """Return the only seats that an actor answers for; None for whoever does so for all."""

    def audiences(self, actor: Actor, match: Match) -> set[Audience]:
        """Return whom an actor may write for about a match that is over."""

    def unlist(self, branch_id: UUID, parent: Match, envelope: Envelope) -> None:
        """Let a match that was played on from another one be found by those with its address, and
        by nobody who does not find the other one."""

    def may_take_away(self, actor: Actor, author: Actor, match: Match) -> bool:
        """Say whether an actor may erase a comment that an author wrote on a match."""


class Ratings(Protocol):
    """Answers about ladders."""

    def of_match(self, match: Match, language: str, onlooker: Onlooker) -> list[RatingNote]:
        """Return what those ladders of its club say about a match that somebody may know of."""


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

    def roster(self, _clubs: Sequence[UUID], _language: str) -> list[tuple[UUID, str]]:
        return []

    def actors(self, actors: Collection[Actor], _language: str) -> dict[Actor, str]:
        return {actor: actor for actor in actors}

    def authors(
        self, _actors: Collection[Actor], _club_id: UUID, _language: str
    ) -> dict[Actor, str]:
        return {}

    def player_of(self, _actor: Actor, _club_id: UUID) -> UUID | None:
        return None

    def address(self, _player_id: UUID) -> str | None:
        return None

    def time_zone(self, _club_id: UUID) -> str:
        return "UTC"

    def box(self, _club_id: UUID, _game: str) -> Mapping[str, OptionValue]:
        return {}

    def box_address(self, _club_id: UUID, _game: str) -> str | None:
        return None

    def free_matches(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        return matches

    def occasions(
        self, _matches: Collection[UUID], _onlooker: "Onlooker", _club_id: UUID | None
    ) -> dict[UUID, Occasion]:
        return {}

    def called(self, _word: str, _onlooker: "Onlooker", _club_id: UUID | None) -> Q:
        return Q(pk__in=())

    def next_steps(self, _actor: Actor) -> list[NextStep]:
        return []


class Everybody:
    """An onlooker from whom nothing is kept."""

    def missing(self, _address: Mapping[str, Any]) -> set[str]:
        return set()

    def visible(self, rows: QuerySet[M]) -> QuerySet[M]:
        return rows

    def listed(self, rows: QuerySet[M], _club_id: UUID | None = None) -> QuerySet[M]:
        return rows

    def clubs(self) -> list[tuple[UUID, str]]:
        return []

    def mark(self, rows: Iterable[M]) -> list[M]:
        marked = list(rows)
        for row in marked:
            setattr(row, "visibility", "public")  # noqa: B010  (it is no column)
        return marked

    def choice(self, _row: Model) -> LevelChoice | None:
        return None


class ClosedPolicy:
    """The answers while nobody is bound: writing is refused, ended matches are open to read."""

    def onlooker(self, _actor: Actor) -> Onlooker:
        """Return somebody who sees everything: nothing has a level."""
        return Everybody()

    def may(self, actor: Actor, _action: str, _club_id: UUID | None, _match: Match | None) -> bool:
        """Refuse everything except the operator's own command line and the system."""
        return actor in {"cli", "system"}

    def open_version(self, _kind: str, _stream_id: UUID) -> int | None:
        return None

    def is_somebody(self, actor: Actor) -> bool:
        """Know nobody except the operator's own command line and the system."""
        return actor in {"cli", "system"}

    def may_somewhere(self, actor: Actor, _action: str) -> bool:
        """Refuse everything except the operator's own command line and the system."""
        return actor in {"cli", "system"}

    def viewers(self, actor: Actor, match: Match) -> set[Viewer]:
        """Return the public view, and every view once the match has ended."""
        if actor in {"cli", "system"} or match.status in ENDED_STATUSES:
            return every_viewer(match.seats)
        return {PUBLIC}

    def horizon(self, _actor: Actor, _match: Match, _now: datetime) -> datetime | None:
        """Return no limit: everybody is live."""
        return None

    def opened(self, _actor: Actor, club_ids: Collection[UUID]) -> set[UUID]:
        return set(club_ids)

    def seats(self, _actor: Actor, _match: Match) -> set[int]:
        """Return no seat: nobody is known."""
        return set()

    def hand(self, _actor: Actor, _match: Match) -> frozenset[int] | None:
        return None

    def audiences(self, actor: Actor, _match: Match) -> set[Audience]:
        """Return everybody for the operator, nobody for anybody else."""
        return set(AUDIENCES) if actor in {"cli", "system"} else set()

    def unlist(self, branch_id: UUID, parent: Match, envelope: Envelope) -> None:
        """Do nothing: nothing has a level."""

    def may_take_away(self, actor: Actor, _author: Actor, _match: Match) -> bool:
        """Refuse everybody except the operator's own command line and the system."""
        return actor in {"cli", "system"}


class NoRatings:
    """The answers while nobody is bound: there are no ladders."""

    def of_match(self, _match: Match, _language: str, _onlooker: Onlooker) -> list[RatingNote]:
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
