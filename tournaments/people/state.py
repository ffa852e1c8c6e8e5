"""What a club's stream says: who is read as whom, what is in its boxes. No database."""

from dataclasses import dataclass, field
from typing import assert_never
from uuid import UUID

from games.core.errors import RuleViolation
from games.core.setup import OptionValue
from tournaments.people.events import (
    BoxDescribed,
    ClubEvent,
    ClubLinked,
    PlayerMerged,
    PlayerUnmerged,
)
from tournaments.people.merges import check


@dataclass(frozen=True, slots=True)
class BoxState:
    """What differs in a box from the defaults of its game, and since when that is known."""

    options: dict[str, OptionValue]
    at: str


@dataclass(frozen=True, slots=True)
class ClubState:
    """The fold of a club's stream."""

    merged: dict[UUID, UUID] = field(default_factory=dict)
    boxes: dict[str, BoxState] = field(default_factory=dict)
    """By game; a box that is as the game has it is not there."""
    linked: set[UUID] = field(default_factory=set)
    """The clubs of elsewhere whose logs are this club's."""


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
        case _:
            assert_never(event)
    return after
