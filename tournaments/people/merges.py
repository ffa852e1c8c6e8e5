"""Who was merged into whom. No database here."""

from collections.abc import Mapping
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.people.events import PlayerMerged, PlayerUnmerged

Merged = Mapping[UUID, UUID]
"""Merged player → the player they were merged into."""


def check(merged: Merged, event: PlayerMerged | PlayerUnmerged) -> None:
    """Raise RuleViolation if the event does not fit what was merged so far."""
    match event:
        case PlayerMerged(player=player, into=into):
            if player == into:
                raise RuleViolation("merge_with_itself")
            if followed(merged, into) == player:
                raise RuleViolation("merge_cycle")
            if player in merged:
                raise RuleViolation("already_merged", into=str(followed(merged, player)))
            if into in merged:
                raise RuleViolation("merge_into_merged", into=str(followed(merged, into)))
        case PlayerUnmerged(player=player):
            if player not in merged:
                raise RuleViolation("not_merged")


def followed(merged: Merged, player: UUID) -> UUID:
    """Return the player that somebody is read as."""
    seen = {player}
    while player in merged and merged[player] not in seen:
        player = merged[player]
        seen.add(player)
    return player
