"""What clubs and players answer with."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from msgspec import Meta

from games.core.words import say
from replays.http.answers import Answer
from replays.ports import Level
from replays.services.append import Appended
from tournaments.people.labels import public_label
from tournaments.people.models import Club, Display, Kind, Openness, Player
from tournaments.people.selectors.boxes import BoxView
from tournaments.people.selectors.players import Candidate
from tournaments.people.services.imports import ImportPreview, RowStatus

PlayerId = Annotated[UUID, Meta(description="The player.")]
PlayerLabel = Annotated[str, Meta(description="The public name.")]
ClubId = Annotated[UUID, Meta(description="The club.")]
ClubName = Annotated[str, Meta(description="The name of the club.")]
Labels = Mapping[UUID, str]


class NamedPlayerAnswer(Answer, frozen=True):
    """A player by id and public name."""

    player: PlayerId
    label: PlayerLabel


class ClubAnswer(Answer, frozen=True):
    """A club."""

    id: ClubId
    name: ClubName
    slug: str
    """Its short name in addresses."""
    time_zone: str
    """Where it plays, such as `Europe/Paris`: when its days begin."""
    language: str
    """The language of its files and messages."""
    visibility: Level
    """Who finds the club: everybody, whoever has an address (`unlisted`), or its members alone."""
    default_visibility: Level
    """Who finds its matches, tournaments, seasons and ladders that say nothing else."""
    spectator_delay: int | None
    """By how many minutes visitors are behind in a match that goes on; null: until its end."""
    open_hands: Openness
    """Who sees every hand once a match is over."""
    address: str
    """Where its pages are, such as `/c/les-des/`; former short names lead there."""

    @classmethod
    def from_club(cls, club: Club) -> Self:
        """Return a club with its address."""
        return cls.from_object(club, address=club.get_absolute_url())


class VisibilityAnswer(Answer, frozen=True):
    """Who finds something of a club."""

    kind: str
    """`match`, `tournament`, `season` or `ladder`."""
    id: UUID
    """Its id."""
    visibility: Level
    """Everybody, whoever has its address (`unlisted`), or its club alone."""
    inherited: bool
    """Whether that is what the club has for whatever says nothing else."""


class ClosableClubAnswer(ClubAnswer, frozen=True):
    """A club, and whether it is shown."""

    closed_at: datetime | None
    """Since when it is shown to nobody; null while it is shown."""


class BoxAnswer(Answer, frozen=True):
    """A club's box of a game: the default of the club's later matches."""

    club: ClubId
    club_name: ClubName
    game: str
    """The short name of the game."""
    name: str
    """The name of the game in the language of the request."""
    options: dict[str, Any]
    """Every option of the game that describes its box, with the value it has here."""
    own: dict[str, Any]
    """Those of them that differ from the defaults of the game, as a `PUT` takes them."""
    changed_at: datetime | None
    """When the club said so; null while the box is as the game has it."""
    version: int | None
    """The version of the club's stream, which `If-Match` may name; null for visitors."""

    @classmethod
    def from_view(cls, club: Club, view: BoxView, version: int | None, language: str) -> Self:
        """Return a box with the names of its club and its game."""
        return cls.from_object(
            view,
            club=club.id,
            club_name=club.name,
            game=view.rules.slug,
            name=say(view.rules.words, "game.name", language),
            options={option.name: value for option, value in view.values},
            version=version,
        )


class BoxesAnswer(Answer, frozen=True):
    """The boxes of a club."""

    results: list[BoxAnswer]
    """One for every game whose box can be described, in the order of the registry."""


class NameAnswer(Answer, frozen=True):
    """What a person is called, and how in public."""

    first_name: str
    """The first name; may be empty."""
    last_name: str
    """The last name; may be empty."""
    nickname: str
    """The nickname; may be empty."""
    display: Display
    """Whether the public reads the first name and an initial, the full name, the nickname, or a
    number."""
    minor: bool
    """Whether it is a minor, whose full name the public never reads."""


class PlayerAnswer(Answer, frozen=True):
    """A person or a bot who plays in a club."""

    id: PlayerId
    club: ClubId
    club_name: ClubName
    kind: Kind
    """Whether it is a person or a bot."""
    bot: str
    """The name of the bot, empty for people."""
    label: PlayerLabel
    guest: bool
    """True for somebody who came along and is on no ladder."""
    merged_into: UUID | None
    """The player that this one is read as; null for somebody of their own."""
    merged_into_label: str | None
    """The public name of the player that this one is read as."""
    name: NameAnswer | None
    """For the club's staff only; null for others."""
    has_account: bool | None
    """For the club's staff only; null for others."""

    @classmethod
    def from_player(cls, row: Player, *, private: bool) -> Self:
        """Return a player as the public or as the club's staff may know them."""
        return cls.from_object(
            row,
            **_names(row),
            name=row if private else None,
            has_account=row.user_id is not None if private else None,
        )


class MergedAnswer(Answer, frozen=True):
    """What a merge or its undoing did."""

    player: PlayerId
    label: PlayerLabel
    merged_into: UUID | None
    """The player that this one is read as from now on; null after the undoing."""
    merged_into_label: str | None
    """The public name of the player that this one is read as."""
    club: ClubId
    club_name: ClubName
    version: int
    """The version of the club's stream."""
    repeated: bool
    """True when the Idempotency-Key had been seen: nothing was written this time."""

    @classmethod
    def from_append(cls, row: Player, done: Appended) -> Self:
        """Return what was appended about a player who is read like this since."""
        return cls.from_object(done, player=row.id, version=done.last_version, **_names(row))


class AnonymisedAnswer(Answer, frozen=True):
    """A person of whom nothing is known any more."""

    player: PlayerId
    label: PlayerLabel
    club: ClubId
    club_name: ClubName
    version: int
    """The version of the club's stream."""
    repeated: bool
    """True when the Idempotency-Key had been seen: nothing was written this time."""

    @classmethod
    def from_append(cls, row: Player, done: Appended) -> Self:
        """Return what was appended about a player who has no name since."""
        names = {"club": row.club_id, "club_name": row.club.name, "label": public_label(row)}
        return cls.from_object(done, player=row.id, version=done.last_version, **names)


class ImportRowAnswer(Answer, frozen=True):
    """One line of a file of players."""

    line: int
    """Its number in the file, from 1."""
    status: RowStatus
    """Whether it is new, exists, resembles somebody, or has an error."""
    code: str
    """Stable code of an error, otherwise empty."""
    detail: str
    """The error in a sentence, otherwise empty."""
    name: NameAnswer
    """What the line says, tidied up."""
    guest: bool
    """Whether the line says that it is a guest."""
    candidates: list[Candidate]
    """Who in the club has the same or a similar name, the most similar first."""
    same_as_line: int | None
    """An earlier line of the file that this one repeats or resembles."""


class ImportAnswer(Answer, frozen=True):
    """What an import would do, or did."""

    counts: dict[str, int]
    """How many lines there are of each status."""
    rows: list[ImportRowAnswer]
    """The lines of the file, in order."""
    added: list[UUID]
    """The players that were added; empty for a preview."""
    added_labels: list[str]
    """Their public names, in the same order."""

    @classmethod
    def from_preview(cls, preview: ImportPreview) -> Self:
        """Return what was found in a file and who was added."""
        added = preview.added
        return cls.from_object(
            preview, added=[one.id for one in added], added_labels=[*map(public_label, added)]
        )


def named(players: Iterable[UUID], labels: Labels) -> list[NamedPlayerAnswer]:
    return [NamedPlayerAnswer(one, labels.get(one, "")) for one in players]


def _names(row: Player) -> dict[str, Any]:
    into = row.merged_into
    return {
        "club": row.club_id,
        "club_name": row.club.name,
        "label": public_label(row),
        "merged_into": row.merged_into_id,
        "merged_into_label": public_label(into) if into else None,
    }
