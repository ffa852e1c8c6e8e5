"""Forms of needs at work: what fills them in, everything that would, and what chance makes of them.

A game that says its needs exactly has its legality, its choices and its chance from here.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from games.core.errors import RuleViolation
from games.core.events import Event, decode_event, event_class
from games.core.needs import Field, Form, Item, Need
from games.core.rng import Rng, pick, shuffle

Value = Item | None | list[Item | None]


def refusal_of(needs: Sequence[Need], event: Event, seats: int) -> RuleViolation:
    """Return what is wrong with an event that answers no open need at a table of so many seats."""
    if not needs:
        return RuleViolation("match_over")
    seat: int | None = getattr(event, "seat", None)
    if seat is not None and not 0 <= seat < seats:
        return RuleViolation("no_such_seat", seat=seat)
    forms = [form for need in needs for form in need.forms if form.event == event.type]
    if not forms:
        return RuleViolation("not_expected", type=event.type)
    data = msgspec.to_builtins(event)
    own = [form for form in forms if all(data[key] == one for key, one in form.fixed.items())]
    if not own:
        return RuleViolation("not_your_turn", seat=seat)
    fields = [field for form in own for field in form.fields]
    name = next(field.name for field in fields if not fits(field, data[field.name]))
    return RuleViolation("not_offered", field=name, value=str(data[name])[:80])


def form_for(needs: Iterable[Need], event: Event) -> Form | None:
    """Return the form of an open need that an event fills in, or None."""
    data = msgspec.to_builtins(event)
    forms = (form for need in needs for form in need.forms if form.event == event.type)
    return next((form for form in forms if fills(form, data)), None)


def fills(form: Form, data: dict[str, Any]) -> bool:
    """Tell whether the payload of an event is one that a form describes."""
    if {*form.fixed, *(field.name for field in form.fields)} != set(data):
        return False
    if any(data[name] != value for name, value in form.fixed.items()):
        return False
    return all(fits(field, data[field.name]) for field in form.fields)


def fits(field: Field, value: Any) -> bool:
    if not field.many:
        return value in field.of or (value is None and (field.unknown or field.least == 0))
    if not field.least <= len(value) <= field.most:
        return False
    if not all(item in field.of or (item is None and field.unknown) for item in value):
        return False
    return all(
        value.count(item) <= most for item, most in zip(field.of, field.supply, strict=False)
    )


def fillings(form: Form) -> Iterator[Event]:
    """Yield every known way to fill in a form, in a stable order; nothing is left unknown."""
    cls, names = event_class(form.event), [field.name for field in form.fields]
    for values in product(*map(_values, form.fields)):
        named = zip(names, values, strict=True)
        yield msgspec.convert({**form.fixed, **dict(named)}, cls)


def drawn(form: Form, rng: Rng) -> Event:
    """Return a form filled in by chance: dice fall freely, a supply is drawn from."""
    values = {field.name: _drawn(field, rng) for field in form.fields}
    return decode_event(form.event, {**form.fixed, **values})


def _values(field: Field) -> list[Value]:
    if not field.many:
        return [*field.of, None] if field.least == 0 else list(field.of)
    copies = field.supply or (field.most,) * len(field.of)
    there = list(zip(field.of, copies, strict=True))
    sizes = range(field.least, field.most + 1)
    return [way for size in sizes for way in _ways(there, size, ordered=field.ordered)]


def _ways(
    there: list[tuple[Item, int]], size: int, *, ordered: bool
) -> Iterator[list[Item | None]]:
    """Yield every way to take so many of these items, each way once; earlier items come first."""
    if not size:
        yield []
        return
    for place, (item, copies) in enumerate(there):
        if copies:
            before = there[:place] if ordered else []
            left = [*before, (item, copies - 1), *there[place + 1 :]]
            for rest in _ways(left, size - 1, ordered=ordered):
                yield [item, *rest]


def _drawn(field: Field, rng: Rng) -> Value:
    if not field.many:
        return pick(rng, _pool(field))
    size = field.least + rng.below(field.most - field.least + 1)
    if not field.supply:
        return [pick(rng, field.of) for _ in range(size)]
    pool = _pool(field)
    shuffle(rng, pool)
    return list(pool[:size])


def _pool(field: Field) -> list[Item]:
    copies = field.supply or (1,) * len(field.of)
    return [item for item, number in zip(field.of, copies, strict=True) for _ in range(number)]
