"""Folds: from a setup and events to states."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.setup import Setup


def fold(rules: AnyRules, setup: Setup, events: Iterable[Event]) -> Any:
    """Return the state after trusted events."""
    state = rules.start(setup)
    apply = rules.apply
    for event in events:
        apply(state, event)
    return state


def checked_fold(rules: AnyRules, setup: Setup, events: Iterable[Event]) -> Any:
    """Return the state after events that are checked one by one; raise the first violation."""
    state = rules.start(setup)
    check, apply = rules.check, rules.apply
    for event in events:
        check(state, event)
        apply(state, event)
    return state


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
