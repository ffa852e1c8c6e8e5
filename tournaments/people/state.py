"""What a club's stream says: who is read as whom, what is in its boxes, who finds what."""

from dataclasses import dataclass, field
from typing import assert_never
from uuid import UUID

from games.core.errors import RuleViolation
from games.core.setup import OptionValue
from tournaments.people.events import (
    BoxDescribed,
    ClubClosed,
    ClubEvent,
    ClubLinked,
    ClubReopened,
    PlayerAnonymised,
    PlayerMerged,
    PlayerUnmerged,
    VisibilitySet,
)
from tournaments.people.merges import check


@dataclass(frozen=True, slots=True)
class BoxState:
    """What differs in a box from the defaults of its game, and since when that is known."""

    options: dict[str, OptionValue]
    at: str


@dataclass(slots=True)
class ClubState:
    """The fold of a club's stream."""

    merged: dict[UUID, UUID] = field(default_factory=dict)
    boxes: dict[str, BoxState] = field(default_factory=dict)
    """By game; a box that is as the game has it is not there."""
    linked: set[UUID] = field(default_factory=set)
    """The clubs of elsewhere whose logs are this club's."""
    anonymised: set[UUID] = field(default_factory=set)
    visibility: dict[UUID, tuple[str, str]] = field(default_factory=dict)
    """By stream: its kind, and who finds it; what is as the club has it is not there."""
    closed_at: str = ""
    """Since when the club is shown to nobody; empty while it is shown."""


def advance(state: ClubState | None, event: ClubEvent, at: str) -> ClubState:
    """Return the club after one more event; raises what cannot follow what is there."""
    after = state or ClubState()
    match event:
        case PlayerMerged(player=player, into=into):
            check(after.merged, event)
            after.merged[player] = into
        case PlayerUnmerged(player=player):
            check(after.merged, event)
            del after.merged[player]
        case BoxDescribed(game=game, options=options):
            after.boxes[game] = BoxState(options, at)
            if not options:
                del after.boxes[game]
        case ClubLinked(club=club):
            if club in after.linked:
                raise RuleViolation("club_linked_already")
            after.linked.add(club)
        case PlayerAnonymised(player=player):
            after.anonymised.add(player)
        case VisibilitySet(kind=kind, stream=stream, visibility=visibility):
            after.visibility.pop(stream, None)
            if visibility:
                after.visibility[stream] = kind, visibility
        case ClubClosed() | ClubReopened():
            after.closed_at = _closed(after, event, at)
        case _:
            assert_never(event)
    return after


def _closed(state: ClubState, event: ClubClosed | ClubReopened, at: str) -> str:
    """Return since when the club is closed, empty if it is open again."""
    closing = isinstance(event, ClubClosed)
    if closing == bool(state.closed_at):
        raise RuleViolation("club_closed_already" if closing else "club_not_closed")
    return at if closing else ""
