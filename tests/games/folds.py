"""Folds that only tests ask for: every state, the state at a ply, the first illegal event."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.replay import fold
from games.core.setup import Setup


def states(rules: AnyRules, setup: Setup, events: Iterable[Event]) -> Iterator[Any]:
    """Yield the state at ply 0 and after each event; each is valid until the next is asked for."""
    state = rules.start(setup)
    yield state
    for event in events:
        rules.apply(state, event)
        yield state


def state_at(rules: AnyRules, setup: Setup, events: Sequence[Event], ply: int) -> Any:
    return fold(rules, setup, events[:ply])


def first_violation(
    rules: AnyRules, setup: Setup, events: Sequence[Event]
) -> tuple[int, RuleViolation] | None:
    """Return the index and refusal of the first event that is not legal, or None."""
    state = rules.start(setup)
    for index, event in enumerate(events):
        try:
            rules.check(state, event)
        except RuleViolation as violation:
            return index, violation
        rules.apply(state, event)
    return None
