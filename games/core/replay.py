"""Folds: from a setup and events to states."""

from collections.abc import Iterable
from typing import Any

from games.core.contract import AnyRules
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
