"""What chance did while nobody looked: the events that say so, as many as follow each other."""

from typing import Any

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.unseen import unseen_event
from games.core.words import say

MOST_EVENTS = 64


def unseen_events(rules: AnyRules, state: Any) -> tuple[Event, ...]:
    """Return the events that leave everything unknown which chance does next; often none."""
    state = state.clone()
    events: list[Event] = []
    while len(events) < MOST_EVENTS and (event := _next(rules, state)) is not None:
        rules.apply(state, event)
        events.append(event)
    return tuple(events)


def unseen_label(rules: AnyRules, state: Any, language: str) -> str:
    """Return what the button says that leaves unknown what chance does next: cards, dice, …"""
    key = f"unseen.{rules.needs(state)[0].kind}"
    return say(rules.words, key if key in rules.words else "unseen", language)


def _next(rules: AnyRules, state: Any) -> Event | None:
    needs = rules.needs(state)
    event = unseen_event(needs[0]) if len(needs) == 1 else None
    try:
        if event is not None:
            rules.check(state, event)
    except RuleViolation:
        return None
    return event
