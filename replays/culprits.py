"""Which earlier entry must be wrong, if what happens now is right? No database.

Of every entry it is asked whether something else in its place would leave all the later ones legal
and make legal what is refused now. The work is bounded, and it is said when it was cut short.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.legality import allows
from games.core.needs import Field, Form, Need
from games.core.setup import Setup
from games.core.unseen import unseen_event
from replays.amendment import forced
from replays.effective import Ply
from replays.errors import KaitenError

BUDGET = 60_000
"""How many events are checked in all."""
MOST_ALTERNATIVES = 48
"""How many other events are tried in the place of one."""
MOST_CHOICES = 400
MOST_NAMED = 3


class Culprit(NamedTuple):
    """An entry that could be wrong, and some of what could have happened instead."""

    ply: int
    instead: tuple[Event, ...]


class Suspicion(NamedTuple):
    """Every entry that alone could be wrong, the likeliest first."""

    culprits: tuple[Culprit, ...]
    cut: bool
    """True when there was too much to look at: earlier entries were not tried."""
    steps: int


class Played(NamedTuple):
    """A match as far as it was recorded."""

    rules: AnyRules
    setup: Setup
    plies: Sequence[Ply]


def find_culprits(
    played: Played,
    refused: Event,
    *,
    may_change: Callable[[Ply], bool] = lambda _: True,
    enough: Callable[[], bool] = lambda: False,
    budget: int = BUDGET,
) -> Suspicion:
    """Return the entries of which another reading would make a refused event legal.

    The latest are tried first, until the budget is spent or `enough` says to stop.
    """
    rules, plies = played.rules, played.plies
    states, state = [], rules.start(played.setup)
    for ply in plies:
        states.append(state.clone())
        rules.apply(state, ply.event)
    search = _Search(played, refused, lambda steps: steps >= budget or enough())
    found: list[Culprit] = []
    for index in range(len(plies) - 1, -1, -1):
        if search.is_cut:
            break
        if may_change(plies[index]) and (instead := search.instead_of(index, states[index])):
            found.append(Culprit(index, instead))
    pieces = _pieces(refused)
    found.sort(key=lambda one: (not pieces & _pieces(plies[one.ply].event), -one.ply))
    return Suspicion(tuple(found), search.is_cut, search.steps)


class _Search:
    """Tries other events in the place of one and counts what that takes."""

    def __init__(self, played: Played, refused: Event, spent: Callable[[int], bool]) -> None:
        self.rules, self.setup, self.plies = played
        self.refused = refused
        self.spent, self.steps, self.is_cut = spent, 0, False

    def instead_of(self, index: int, state: Any) -> tuple[Event, ...]:
        """Return some events that could stand in the place of an entry."""
        event, named = self.plies[index].event, list[Event]()
        need = need_of(self.rules, state, event)
        if need is None:
            return ()
        # What nobody saw could be anything: where that does not help, nothing else will.
        unseen = unseen_event(need)
        if unseen is not None:
            if unseen == event or not self.fits(index, state, unseen):
                return ()
            named.append(unseen)
        for other in islice(alternatives(self.rules, state, need, event), MOST_ALTERNATIVES):
            if self.is_cut or len(named) == MOST_NAMED:
                break
            if self.fits(index, state, other):
                named.append(other)
        return tuple(named[1:] + named[:1] if unseen is not None else named)

    def fits(self, index: int, state: Any, other: Event) -> bool:
        """Say whether everything later is legal after another event, and what was refused too."""
        rules = self.rules
        self.steps += 1
        self.is_cut = self.is_cut or self.spent(self.steps)
        if not allows(rules.check, state, other):
            return False
        state = state.clone()
        rules.apply(state, other)
        for later in self.plies[index + 1 :]:
            self.steps += 1
            try:
                if later.overridden:
                    state = forced(rules, self.setup, state, later.event)
                    continue
                rules.check(state, later.event)
            except (RuleViolation, KaitenError):
                return False
            rules.apply(state, later.event)
        self.steps += 1
        return allows(rules.check, state, self.refused)


def alternatives(rules: AnyRules, state: Any, need: Need, event: Event) -> Iterator[Event]:
    """Yield other answers to the need that an event answered, those most like it first."""
    if need.seat is None:
        form = next(form for form in need.forms if form.event == event.type)
        yield from _other_chances(form, event)
        return
    types = {form.event for form in need.forms}
    choices = islice(rules.choices(state, need.seat), MOST_CHOICES)
    others = [one for one in choices if one.type in types and one != event]
    told = msgspec.to_builtins(event)
    others.sort(key=lambda one: (one.type != event.type, _differences(told, one)))
    yield from others


def need_of(rules: AnyRules, state: Any, event: Event) -> Need | None:
    """Return the need that an event answers, or None."""
    seat = getattr(event, "seat", None)
    for need in rules.needs(state):
        if need.seat in (None, seat) and any(form.event == event.type for form in need.forms):
            return need
    return None


def _other_chances(form: Form, event: Event) -> Iterator[Event]:
    """Yield what chance may have done instead: one thing misread, or two in the wrong order."""
    data = msgspec.to_builtins(event)
    tried: list[dict[str, Any]] = [data]
    for field in form.fields:
        for value in _other_values(field, data[field.name]):
            other = {**data, field.name: value}
            if other not in tried:
                tried.append(other)
                yield decode_event(event.type, other)


def _other_values(field: Field, value: Any) -> Iterator[Any]:
    if not field.many:
        yield from (item for item in field.of if item != value)
        return
    for place, item in enumerate(value):
        if item in value[:place] and not field.ordered:
            continue
        for other in field.of:
            if other != item:
                yield [*value[:place], other, *value[place + 1 :]]
    if field.ordered:
        for place in range(len(value) - 1):
            one, other = value[place : place + 2]
            yield [*value[:place], other, one, *value[place + 2 :]]


def _differences(told: dict[str, Any], other: Event) -> int:
    data = msgspec.to_builtins(other)
    return sum(1 for name in {*told, *data} if told.get(name) != data.get(name))


def _pieces(event: Event) -> set[str]:
    """Return the pieces that an event is about."""
    values = msgspec.to_builtins(event).values()
    many = (item for value in values if isinstance(value, list) for item in value)
    return {one for one in (*values, *many) if isinstance(one, str)}
