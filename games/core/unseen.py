"""What chance did while nobody who writes the record looked."""

from collections.abc import Iterable
from typing import Any

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Chance, Event, decode_event
from games.core.needs import Need
from games.core.rng import SeededRng
from games.core.setup import Setup

MOST_EVENTS = 64
"""How many events in a row can say that nobody saw what chance did."""
MOST_STEPS = 300


def unseen_event(need: Need) -> Event | None:
    """Return the event that leaves all of a chance need unknown, or None if it must be told."""
    if need.who != "chance" or len(need.forms) != 1:
        return None
    (form,) = need.forms
    if not form.fields or not all(
        field.unknown and (field.least == field.most or not field.many) for field in form.fields
    ):
        return None
    unknowns = {field.name: [None] * field.least if field.many else None for field in form.fields}
    return decode_event(form.event, {**form.fixed, **unknowns})


def unseen_events(rules: AnyRules, state: Any) -> tuple[Event, ...]:
    """Return the events that leave everything unknown which chance does next; often none."""
    state = state.clone()
    events: list[Event] = []
    while len(events) < MOST_EVENTS and (event := _next(rules, state)) is not None:
        rules.apply(state, event)
        events.append(event)
    return tuple(events)


def may_stay_unseen(rules: AnyRules, setup: Setup) -> bool:
    """Say whether there is anything that chance does in a match and nobody has to tell.

    One match is played to see; a game that is only reported has no chance.
    """
    state: Any = rules.start(setup)
    luck = SeededRng("unseen")
    for _ in range(MOST_STEPS):
        needs = rules.needs(state)
        if not needs or any(unseen_event(need) is not None for need in needs):
            return bool(needs)
        need = needs[0]
        event = (
            rules.sample(state, need, luck)
            if need.seat is None
            else rules.random_choice(state, need.seat, luck)
        )
        rules.apply(state, event)
    return False


def _next(rules: AnyRules, state: Any) -> Event | None:
    needs = rules.needs(state)
    event = unseen_event(needs[0]) if len(needs) == 1 else None
    try:
        if event is not None:
            rules.check(state, event)
    except RuleViolation:
        return None
    return event


def unseen_record(rules: AnyRules, setup: Setup, events: Iterable[Event]) -> list[Event]:
    """Return the same match as somebody recorded it who saw nothing hidden."""
    state: Any = rules.start(setup)
    record = []
    for event in events:
        hidden = unseen_event(rules.needs(state)[0]) if isinstance(event, Chance) else None
        record.append(event if hidden is None else hidden)
        rules.apply(state, event)
    return record
