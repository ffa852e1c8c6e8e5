"""A ladder as its events have made it so far: the fold of its stream, without any rating."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.ladders.events import (
    LadderCreated,
    LadderEvent,
    LadderFrozen,
    LadderListed,
    LadderRevised,
    LadderThawed,
    Start,
)
from tournaments.ladders.ratings.rules import LadderRules, rules_from_data


@dataclass(frozen=True, slots=True)
class LadderState:
    """Everything a ladder's stream says."""

    club: UUID
    title: str
    rules: LadderRules
    created_at: str
    version: int = 1
    starts: Mapping[UUID, Start] = field(default_factory=dict)
    period_of: UUID | None = None
    share: int | None = None
    freezing: LadderFrozen | None = None
    frozen_at: str | None = None

    @property
    def frozen(self) -> bool:
        return self.freezing is not None


def advance(state: LadderState | None, event: LadderEvent, at: str) -> LadderState:
    """Return the ladder after one more event; raises what cannot follow what is there."""
    if state is None:
        if not isinstance(event, LadderCreated):
            raise RuleViolation("not_expected", type=event.type)
        return LadderState(
            club=event.club,
            title=event.title,
            rules=rules_from_data(event.rules),
            created_at=at,
            starts=_listed({}, event.starts),
            period_of=event.period_of,
            share=event.share,
        )
    return replace(_after(state, event, at), version=state.version + 1)


def _after(state: LadderState, event: LadderEvent, at: str) -> LadderState:
    match event:
        case LadderThawed():
            require_frozen(state)
            return replace(state, freezing=None, frozen_at=None)
        case LadderCreated():
            raise RuleViolation("not_expected", type=event.type)
        case _:
            require_open(state)
    match event:
        case LadderRevised():
            return replace(state, title=event.title, rules=rules_from_data(event.rules))
        case LadderListed():
            return replace(state, starts=_listed(state.starts, event.starts))
        case LadderFrozen():
            return replace(state, freezing=event, frozen_at=at)
        case _:
            assert_never(event)


def _listed(known: Mapping[UUID, Start], starts: Iterable[Start]) -> dict[UUID, Start]:
    return {**known, **{start.player: _sound(start) for start in starts}}


def _sound(start: Start) -> Start:
    """Return a start that some system could have given; raises `bad_start_rating`.

    A list gives nothing below 0, the end of another period may.
    """
    try:
        numbers = float(start.rating), float(start.sigma or 0)
    except ValueError:
        numbers = math.nan, math.nan
    if not all(map(math.isfinite, numbers)) or numbers[1] < 0 or start.matches < 0:
        raise RuleViolation("bad_start_rating", value=start.rating[:40])
    return start


def require_open(state: LadderState) -> None:
    """Raise `ladder_frozen` unless the ladder goes on."""
    if state.frozen:
        raise RuleViolation("ladder_frozen")


def require_frozen(state: LadderState) -> None:
    """Raise `ladder_not_frozen` if the ladder goes on."""
    if not state.frozen:
        raise RuleViolation("ladder_not_frozen")
