"""What chance did while nobody who writes the record looked."""

from collections.abc import Iterable
from typing import Any

from games.core.contract import AnyRules
from games.core.events import Chance, Event, decode_event
from games.core.needs import Need
from games.core.setup import Setup


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


def unseen_record(rules: AnyRules, setup: Setup, events: Iterable[Event]) -> list[Event]:
    """Return the same match as somebody recorded it who saw nothing hidden."""
    state: Any = rules.start(setup)
    record = []
    for event in events:
        hidden = unseen_event(rules.needs(state)[0]) if isinstance(event, Chance) else None
        record.append(event if hidden is None else hidden)
        rules.apply(state, event)
    return record
