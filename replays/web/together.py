"""Who has answered already what others are still asked at the same time."""

from collections.abc import Sequence
from typing import Any, Protocol

from games.core.contract import AnyRules
from games.core.events import Choice, Event, Sighting


class Played(Protocol):
    """A match so far, as a server reads it or as a phone goes on with it."""

    @property
    def rules(self) -> AnyRules: ...
    @property
    def state(self) -> Any: ...
    @property
    def events(self) -> Sequence[Event]: ...
    def state_at(self, ply: int, /) -> Any: ...


def answered_seats(log: Played) -> list[int]:
    """Return the seats that have answered what others are still asked at the same time."""
    rules, events = log.rules, log.events
    needs = rules.needs(log.state)
    waiting = {need.seat for need in needs}
    types = {form.event for need in needs for form in need.forms}
    answered: list[int] = []
    for event in reversed(events):
        if event.type not in types or not isinstance(event, Choice | Sighting):
            break
        if event.seat in waiting or event.seat in answered:
            break
        answered.append(event.seat)
    if not answered or None in waiting:
        return []
    # Only where all were asked at once is it simultaneous; else they took turns.
    needed_seats = {need.seat for need in rules.needs(log.state_at(len(events) - len(answered)))}
    return answered if needed_seats.issuperset(waiting.union(answered)) else []
