"""The events of a season's stream. Evenings are the ids of tournaments, people are ids."""

from typing import Any
from uuid import UUID

import msgspec

from games.core.events import Event, event_type

SEASON_STREAM = "season"
"""The kind of a season's stream; its id is the season's."""


class FinalMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What one evening gave somebody who came, as it stood when the season was closed."""

    place: int | None
    points: str
    counts: bool


class FinalRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the table that closing freezes; marks are in the order of the evenings."""

    player: UUID
    place: int | None
    points: str
    marks: tuple[FinalMark | None, ...]


@event_type("season.created")
class SeasonCreated(Event, frozen=True):
    """A season of a club; `rules` as `SeasonRules.to_data` writes them."""

    club: UUID
    title: str
    rules: dict[str, Any]
    planned: int
    """How many evenings there will be; 0: nobody knows."""


@event_type("season.revised")
class SeasonRevised(Event, frozen=True):
    """It has another title, other rules or another number of evenings."""

    title: str
    rules: dict[str, Any]
    planned: int


@event_type("season.evening_added")
class EveningAdded(Event, frozen=True):
    """A tournament or open evening counts for the season, at a position from 1."""

    tournament: UUID
    position: int


@event_type("season.evening_removed")
class EveningRemoved(Event, frozen=True):
    """An evening does not count for the season any more."""

    tournament: UUID


@event_type("season.evening_moved")
class EveningMoved(Event, frozen=True):
    """An evening stands at another position in the order."""

    tournament: UUID
    position: int


@event_type("season.closed")
class SeasonClosed(Event, frozen=True):
    """The season is over: its table, and who won it, stay as they are here."""

    champions: tuple[UUID, ...]
    """One, or several whom nothing separates."""
    table: tuple[FinalRow, ...]


@event_type("season.reopened")
class SeasonReopened(Event, frozen=True):
    """The season goes on, or is counted again."""


SeasonEvent = (
    SeasonCreated
    | SeasonRevised
    | EveningAdded
    | EveningRemoved
    | EveningMoved
    | SeasonClosed
    | SeasonReopened
)
