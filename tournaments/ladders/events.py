"""The events of a ladder's stream. Players are ids; numbers with a point are exact texts."""

from typing import Any
from uuid import UUID

import msgspec

from games.core.events import Event, event_type

LADDER_STREAM = "ladder"
"""The kind of a ladder's stream; its id is the ladder's."""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Where somebody begins: an old list, or the ladder of the period before."""

    player: UUID
    rating: str
    """As `repr` writes a float64, which reads back to the last digit."""
    sigma: str = ""
    """Empty where the system's own first uncertainty applies."""
    matches: int = 0
    """Matches played before, for how fast the rating moves."""


class FrozenRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One player of a ladder as freezing left them."""

    player: UUID
    rating: str
    sigma: str
    matches: int
    firsts: int
    last: str | None


@event_type("ladder.created")
class LadderCreated(Event, frozen=True):
    """A ladder of a club; `rules` as `LadderRules.to_data` writes them."""

    club: UUID
    title: str
    """Empty for the usual ladders, which every reader sees in their own language."""
    rules: dict[str, Any]
    starts: tuple[Start, ...] = ()
    period_of: UUID | None = None
    """The ladder whose players it goes on with."""
    share: int | None = None
    """By how many percent they were drawn towards the mean."""


@event_type("ladder.revised")
class LadderRevised(Event, frozen=True):
    """It has another title or other rules; everything is rated anew by them."""

    title: str
    rules: dict[str, Any]


@event_type("ladder.listed")
class LadderListed(Event, frozen=True):
    """A start list: these players begin at these ratings; who is not on it keeps their start."""

    starts: tuple[Start, ...]


@event_type("ladder.frozen")
class LadderFrozen(Event, frozen=True):
    """Nothing is rated any more; the numbers stay as they are here."""

    table: tuple[FrozenRow, ...]


@event_type("ladder.thawed")
class LadderThawed(Event, frozen=True):
    """The ladder goes on, with everything that was entered meanwhile."""


LadderEvent = LadderCreated | LadderRevised | LadderListed | LadderFrozen | LadderThawed
