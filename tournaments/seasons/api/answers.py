"""What seasons answer with. Points are exact fractions as text."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Self
from uuid import UUID

from msgspec import Meta

from replays.http.answers import Answer
from replays.ports import Level, Onlooker
from tournaments.people.api.answers import ClubId, ClubName, NamedPlayerAnswer, named
from tournaments.people.selectors.players import labels_of
from tournaments.seasons.evenings import EveningNumber, Exact
from tournaments.seasons.models import Season, SeasonStatus
from tournaments.seasons.selectors.seasons import EveningHead, SeasonLine, SeasonView

STATUSES = SeasonStatus.values
SeasonId = Annotated[UUID, Meta(description="The season.")]
SeasonTitle = Annotated[str, Meta(description="Its title.")]
Version = Annotated[
    int, Meta(description="How many changes it has had: what a write may put into If-Match.")
]


class SeasonAnswer(Answer, frozen=True):
    """Evenings that add up to a champion."""

    id: SeasonId
    club: ClubId
    club_name: ClubName
    title: SeasonTitle
    status: SeasonStatus
    """Whether it goes on or is closed."""
    visibility: Level
    """Who finds it: everybody, whoever has its address (`unlisted`), or its club alone."""
    planned: int
    """Evenings it will have; 0 if nobody knows."""
    evenings: int
    """Evenings it has."""
    rules: dict[str, Any]
    """Every rule of the season with its value."""
    champions: list[UUID]
    """Who won it; empty until it is closed."""
    champion_labels: list[str]
    """The public names of the champions, in the same order."""
    version: Version
    created_at: datetime
    """When it began."""
    closed_at: datetime | None
    """When it was closed; null while it goes on."""


class EveningAnswer(Answer, frozen=True):
    """One evening of a season."""

    number: EveningNumber
    tournament: UUID | None
    """The tournament or open evening; null for one that is not for whoever asks."""
    title: str
    """The title of the tournament; empty if it is not for whoever asks, or not on this server."""
    day: date | None
    """The day it was played, if it is known."""
    over: bool
    """An evening counts once it is over."""

    @classmethod
    def from_head(cls, head: EveningHead) -> Self:
        """Return an evening, also one whose tournament is not here."""
        known = head.tournament
        title, day = (known.title, known.day) if known is not None else ("", None)
        return cls.from_object(head, tournament=head.id, title=title, day=day)


class ShiftAnswer(NamedPlayerAnswer, frozen=True):
    """One player whose line would be another one now."""

    place: int | None
    """The place in the closed season; null without a line or a place."""
    place_now: int | None
    """The place they would have."""
    points: Exact | None
    """The points in the closed season; null without a line."""
    points_now: Exact | None
    """The points they would have."""


class SeasonChangeAnswer(Answer, frozen=True):
    """What a closed season would look like if it were closed again today."""

    other_champion: bool
    """Whether somebody else would be champion."""
    champions_now: list[NamedPlayerAnswer]
    """Who would be."""
    players: list[ShiftAnswer]
    """Whose line would be another one."""
    evenings_not_over: list[int]
    """The numbers of evenings that were opened again: what they bring is not known."""


class SeasonTableAnswer(Answer, frozen=True):
    """The table of a season: as it stands, or frozen once it is closed."""

    season: SeasonId
    title: SeasonTitle
    version: Version
    frozen: bool
    """True for a closed season."""
    evenings: list[EveningAnswer]
    """Its evenings, in order."""
    to_come: int
    """How many evenings are still to come."""
    decided: bool
    """Whether nobody else can win any more."""
    champions: list[NamedPlayerAnswer]
    """Who won it; empty until it is closed."""
    lines: tuple[SeasonLine, ...]
    """The players, the best first."""
    would_change: SeasonChangeAnswer | None
    """What closing again would change, after a correction; otherwise null."""

    @classmethod
    def from_view(cls, view: SeasonView) -> Self:
        """Return the table of a season."""
        return cls.from_object(
            view,
            season=view.id,
            title=view.state.title,
            version=view.state.version,
            frozen=view.state.closed,
            evenings=[*map(EveningAnswer.from_head, view.evenings)],
            champions=named(view.champions, view.labels),
            would_change=_would_change(view),
        )


def seasons(rows: Sequence[Season], onlooker: Onlooker) -> list[SeasonAnswer]:
    """Return seasons; the names of all their champions are asked for once."""
    rows = onlooker.mark(rows)
    won = {row.id: [UUID(one) for one in row.champions] for row in rows}
    labels = labels_of({one for champions in won.values() for one in champions})
    return [
        SeasonAnswer.from_object(
            row,
            club=row.club_id,
            club_name=row.club.name,
            champion_labels=[labels.get(one, "") for one in won[row.id]],
        )
        for row in rows
    ]


def _would_change(view: SeasonView) -> SeasonChangeAnswer | None:
    change = view.change
    if change is None:
        return None
    return SeasonChangeAnswer.from_object(
        change,
        champions_now=named(change.champions_now, view.labels),
        players=[
            ShiftAnswer.from_object(shift, label=view.labels.get(shift.player, ""))
            for shift in change.shifts
        ],
        evenings_not_over=change.waiting,
    )
