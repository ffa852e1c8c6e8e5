"""What a command would change: in its tournament, in closed seasons and in the ladders."""

from dataclasses import replace
from uuid import UUID

from tournaments.tournaments import ports
from tournaments.tournaments.director.commands.base import Command, Context
from tournaments.tournaments.director.consequences import (
    Consequences,
    consequences_of,
    state_after,
)
from tournaments.tournaments.director.state import State


def foreseen(tournament_id: UUID, state: State, command: Command) -> Consequences:
    """Return what a command would change; nothing is written. Raises what it breaks."""
    context = Context(tournament_id, ratings=ports.ratings_for(state, command))
    found = consequences_of(state, command, context)
    after = state_after(state, command, context)
    return replace(
        found,
        seasons=ports.changed_seasons(tournament_id, after),
        ladders=ports.changed_ladders(state, after),
    )
