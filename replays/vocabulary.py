"""Everything that can be said about a match of a game, legal now or not. No database.

Needs say what is legal; an arbiter records what happened all the same. Its events and the pieces in
them are gathered from the needs of a few matches that are played for this at random.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.core.needs import Field, Form, Item
from games.core.rng import SeededRng, pick
from games.core.setup import Setup, once_per_setup
from games.registry import rules_for

MATCHES = 4
LONGEST = 600


def vocabulary(setup: Setup, state: Any) -> dict[str, Form]:
    """Return the widest form of every type of event, its fixed fields as they are in a state.

    Seats are no longer fixed: whatever happened may have happened to anybody.
    """
    return {type_: _opened(form, setup.seats, state) for type_, form in _widest(setup).items()}


def _opened(form: Form, seats: int, state: Any) -> Form:
    """Return a form in which anybody may be meant, and the rest is as it is now."""
    everybody = tuple(range(seats))
    asked = [Field(name, everybody, seats=True) for name in form.seats]
    others = {name: value for name, value in form.fixed.items() if name not in form.seats}
    now = {name: getattr(state, name, value) for name, value in others.items()}
    fixed = {name: now[name] if type(now[name]) is int else others[name] for name in others}
    fields = [
        msgspec.structs.replace(field, of=everybody) if field.seats else field
        for field in form.fields
    ]
    return Form(form.event, (*asked, *fields), fixed)


@once_per_setup
def _widest(setup: Setup) -> dict[str, Form]:
    rules, known = rules_for(setup), dict[str, Form]()
    for number in range(MATCHES):
        rng, state = SeededRng(f"vocabulary/{number}"), rules.start(setup)
        for _ in range(LONGEST):
            needs = rules.needs(state)
            if not needs:
                break
            for form in (form for need in needs for form in need.forms):
                known[form.event] = _joined(known.get(form.event, form), form)
            need = pick(rng, needs)
            if need.seat is None:
                event = rules.sample(state, need, rng)
            else:
                event = rules.random_choice(state, need.seat, rng)
            rules.apply(state, event)
    places = {name.partition(".")[2]: place for place, name in enumerate(rules.words)}
    return {type_: _ordered(form, places) for type_, form in known.items()}


def _ordered(form: Form, places: Mapping[str, int]) -> Form:
    """Return a form whose pieces stand as in the words of the game, which is as in its box."""
    fields = [
        msgspec.structs.replace(
            field,
            of=tuple(sorted(field.of, key=lambda item: places.get(str(item), len(places)))),
        )
        for field in form.fields
    ]
    return msgspec.structs.replace(form, fields=tuple(fields))


def _joined(one: Form, other: Form) -> Form:
    """Return the form that takes what either takes; a field that one of them fixes is open."""
    fields = {field.name: field for field in one.fields}
    for field in other.fields:
        fields[field.name] = _wider(fields.get(field.name, field), field)
    fixed = {**one.fixed, **other.fixed}
    opened = {name: value for name, value in fixed.items() if name in fields}
    for name, value in opened.items():
        fields[name] = _wider(fields[name], Field(name, (value,)))
    left = {name: value for name, value in fixed.items() if name not in fields}
    seats = tuple(name for name in dict.fromkeys((*one.seats, *other.seats)) if name in left)
    return Form(one.event, tuple(fields.values()), left, seats)


def _wider(one: Field, other: Field) -> Field:
    items: tuple[Item, ...] = tuple(dict.fromkeys((*one.of, *other.of)))
    if all(isinstance(item, int) for item in items):
        items = tuple(sorted(items))
    return Field(
        one.name,
        items,
        many=one.many,
        least=0 if one.many else min(one.least, other.least),
        most=max(one.most, other.most),
        ordered=one.ordered,
        unknown=one.unknown or other.unknown,
        seats=one.seats or other.seats,
    )
