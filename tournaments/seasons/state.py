"""A season as its events have made it so far: the fold of its stream."""

from dataclasses import dataclass, replace
from typing import assert_never
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.seasons import events
from tournaments.seasons.events import SeasonEvent
from tournaments.seasons.rules import SeasonRules


@dataclass(frozen=True, slots=True)
class SeasonState:
    """Everything a season's stream says."""

    club: UUID
    title: str
    rules: SeasonRules
    planned: int
    created_at: str
    version: int = 1
    evenings: tuple[UUID, ...] = ()
    closing: events.SeasonClosed | None = None
    closed_at: str | None = None

    @property
    def closed(self) -> bool:
        """Whether its champion is named and its table frozen."""
        return self.closing is not None

    @property
    def expected_evenings(self) -> int:
        """How many evenings it will have, as far as anybody knows."""
        return max(self.planned, len(self.evenings))


def advance(state: SeasonState | None, event: SeasonEvent, at: str) -> SeasonState:
    """Return the season after one more event; raises what cannot follow what is there."""
    if state is None:
        if not isinstance(event, events.SeasonCreated):
            raise RuleViolation("not_expected", type=event.type)
        rules = SeasonRules.from_data(event.rules)
        return SeasonState(event.club, event.title, rules, event.planned, at)
    return replace(_after(state, event, at), version=state.version + 1)


def _after(state: SeasonState, event: SeasonEvent, at: str) -> SeasonState:
    match event:
        case events.SeasonReopened():
            require_closed(state)
            return replace(state, closing=None, closed_at=None)
        case events.SeasonCreated():
            raise RuleViolation("not_expected", type=event.type)
        case _:
            require_open(state)
    match event:
        case events.SeasonRevised():
            rules = SeasonRules.from_data(event.rules)
            return replace(state, title=event.title, rules=rules, planned=event.planned)
        case events.EveningAdded():
            if event.tournament in state.evenings:
                raise RuleViolation("evening_added_already", tournament=str(event.tournament))
            return _placed(state, state.evenings, event.tournament, event.position)
        case events.EveningRemoved():
            return replace(state, evenings=others(state, event.tournament))
        case events.EveningMoved():
            rest = others(state, event.tournament)
            return _placed(state, rest, event.tournament, event.position)
        case events.SeasonClosed():
            return replace(state, closing=event, closed_at=at)
        case _:
            assert_never(event)


def others(state: SeasonState, tournament: UUID) -> tuple[UUID, ...]:
    """Return the evenings without one of them; raises `unknown_evening`."""
    if tournament not in state.evenings:
        raise RuleViolation("unknown_evening", tournament=str(tournament))
    return tuple(evening for evening in state.evenings if evening != tournament)


def _placed(
    state: SeasonState, rest: tuple[UUID, ...], tournament: UUID, position: int
) -> SeasonState:
    if not 1 <= position <= len(rest) + 1:
        raise RuleViolation("bad_evening_position", position=position, last=len(rest) + 1)
    index = position - 1
    return replace(state, evenings=(*rest[:index], tournament, *rest[index:]))


def require_open(state: SeasonState) -> None:
    """Raise `season_closed` unless the season goes on."""
    if state.closed:
        raise RuleViolation("season_closed")


def require_closed(state: SeasonState) -> None:
    """Raise `season_not_closed` if the season goes on."""
    if not state.closed:
        raise RuleViolation("season_not_closed")
