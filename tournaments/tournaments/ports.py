"""What a tournament asks of the seasons and ladders that follow it; `tournaments.apps` answers."""

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.stages import StartStage
from tournaments.tournaments.director.consequences import LadderChange, SeasonChange
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.director.state import State

Seasons = Callable[[UUID, State], Sequence[SeasonChange]]
Ladders = Callable[[State, State], Sequence[LadderChange]]
Ratings = Callable[[State, StageRules], Mapping[int, float]]

_seasons: list[Seasons] = []
_ladders: list[Ladders] = []
_ratings: list[Ratings] = []


def bind(*, seasons: Seasons, ladders: Ladders, ratings: Ratings) -> None:
    """Say who knows the closed seasons, the ladders, and the ratings that stages are seeded by."""
    _seasons[:], _ladders[:], _ratings[:] = [seasons], [ladders], [ratings]


def changed_seasons(tournament_id: UUID, after: State) -> tuple[SeasonChange, ...]:
    """Return the closed seasons that would be others if a tournament stood as `after` says."""
    return tuple(change for answer in _seasons for change in answer(tournament_id, after))


def changed_ladders(before: State, after: State) -> tuple[LadderChange, ...]:
    """Return the ladders whose ratings would be others then."""
    return tuple(change for answer in _ladders for change in answer(before, after))


def ratings_for(state: State, command: Command) -> Mapping[int, float]:
    """Return what entrants are rated when a command seeds a stage by it; else nothing."""
    if not isinstance(command, StartStage) or command.stage not in state.stages:
        return {}
    rules = state.stages[command.stage].rules
    if rules.seeding != "rating":
        return {}
    return next((answer(state, rules) for answer in _ratings), {})
