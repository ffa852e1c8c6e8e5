"""Which legal answers to a need are a button each, and which are put together from their parts.

Nothing here knows a game: what differs between the answers decides, and how many there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from games.core.events import Event
from games.core.needs import Field, Form, Need

FEW = 8
"""So many answers are buttons whatever differs between them."""
ROW = 5
"""From so many on, answers that differ in a number are a row of numbers."""
MOST_SUBSETS = 24
"""Ways to take some of several pieces: more than these are tapped together piece by piece."""
MOST_TILES = 60
"""Answers that differ in one thing alone."""

Payload = Mapping[str, Any]


@dataclass
class Answers:
    """Legal answers of one type of event that fill in the same fields."""

    event: str
    used: tuple[str, ...]
    """The fields that may be left empty and are not."""
    events: list[Event] = field(default_factory=list)
    payloads: list[Payload] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    """The form that each of them answers."""

    def add(self, event: Event, payload: Payload, form: Form) -> None:
        self.events.append(event)
        self.payloads.append(payload)
        self.forms.append(form)

    @property
    def parts(self) -> "list[Answers]":
        """The same, apart by form where there are too many for a button each."""
        if self.are_buttons:
            return [self]
        apart: dict[int, Answers] = {}
        for answer in zip(self.events, self.payloads, self.forms, strict=True):
            apart.setdefault(id(answer[2]), Answers(self.event, self.used)).add(*answer)
        return list(apart.values())

    @cached_property
    def differing(self) -> frozenset[str]:
        """The names of what is not the same in all of them."""
        first = self.payloads[0]
        return frozenset(
            name for name in first if any(payload[name] != first[name] for payload in self.payloads)
        )

    @property
    def numbers(self) -> list[int]:
        """The numbers that tell many of them apart, if nothing else does."""
        if len(self.events) < ROW or len(self.differing) != 1:
            return []
        (name,) = self.differing
        if any(one.seats for one in self.forms[0].fields if one.name == name):
            return []
        values = [payload[name] for payload in self.payloads]
        return values if all(isinstance(value, int) for value in values) else []

    @property
    def are_buttons(self) -> bool:
        """True when a button for each is shorter than putting one together."""
        count = len(self.events)
        if count <= FEW:
            return True
        if self.used or len(self.differing) > 1:
            return False
        (name,) = self.differing
        return count <= (MOST_SUBSETS if is_many(self.forms[0], name) else MOST_TILES)


def arranged(need: Need, choices: Sequence[Event]) -> list[Answers]:
    """Return legal answers by type and by what they fill in, in the order in which they come."""
    kinds: dict[tuple[str, tuple[str, ...]], Answers] = {}
    for event in choices:
        payload = msgspec.to_builtins(event)
        form = _form_of(need, event, payload)
        used = [one.name for one in form.fields if not one.least and payload.get(one.name)]
        key = (event.type, tuple(used if len(form.fields) > 1 else ()))
        kinds.setdefault(key, Answers(*key)).add(event, payload, form)
    return [part for kind in kinds.values() for part in kind.parts]


def rows_of(form: Form, kinds: Sequence[Answers]) -> list[list[list[int]]]:
    """Return what the answers to one form hold: of each field the places of its items.

    A list that has no order is told in the order of the items; -1 is what nobody saw.
    """
    return [
        [_places(one, payload.get(one.name)) for one in form.fields]
        for kind in kinds
        for payload, answered in zip(kind.payloads, kind.forms, strict=True)
        if answered is form
    ]


def is_many(form: Form, name: str) -> bool:
    return any(one.many for one in form.fields if one.name == name)


def _form_of(need: Need, event: Event, payload: Payload) -> Form:
    """Return the form that an event answers; several may be of its type."""
    forms = [form for form in need.forms if form.event == event.type]
    fitting = (form for form in forms if len(forms) > 1 and _fits(form, payload))
    return next(fitting, forms[0])


def _fits(form: Form, payload: Payload) -> bool:
    return all(payload.get(name) == value for name, value in form.fixed.items()) and all(
        one.many or payload.get(one.name) is None or payload[one.name] in one.of
        for one in form.fields
    )


def _places(one: Field, value: Any) -> list[int]:
    if value is None:
        return [-1] if one.unknown else []
    items = value if one.many else [value]
    places = [-1 if item is None else one.of.index(item) for item in items]
    return places if one.ordered else sorted(places)
