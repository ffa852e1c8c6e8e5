"""Events that are wrong in one way or another, made from those of a real match."""

from collections.abc import Iterator
from typing import Any

import msgspec

from games.core.events import Choice, Event, event_type, event_types
from games.core.rng import SeededRng, pick
from games.testing.play import Sitting

_NUMBERS = (-1, 0, 1, 2, 7, 8, 99, -(2**31), 2**53, 2**70, -(2**70))
_TEXTS = ("", " ", "x", "é", "🍣", "amber", "sushi", "?" * 300, "0", "None", "A|B")
_OTHERS: tuple[Any, ...] = (None, True, False, 1.5, [], {}, [None], [[]], {"seat": 0})


@event_type("contract.stranger_came")
class StrangerCame(Choice, frozen=True):
    """An event that no game knows."""

    card: str = ""


Mutant = tuple[type[Event], dict[str, Any]]
"""The class of an event, and the data it is to be made from."""


def mutants(sitting: Sitting, rng: SeededRng, number: int) -> Iterator[tuple[Any, Mutant]]:
    """Yield so many mutants, each with the state it meets."""
    states = [*(state for state, _ in sitting.states()), sitting.last]
    for ply, mutant in stateless_mutants(sitting, rng, number):
        yield states[ply], mutant


def stateless_mutants(
    sitting: Sitting, rng: SeededRng, number: int
) -> Iterator[tuple[int, Mutant]]:
    """Yield so many mutants, each with the number of events before it."""
    classes: list[type[Event]] = [*event_types(sitting.rules.slug), StrangerCame]
    for _ in range(number):
        ply = rng.below(len(sitting.events) + 1)
        event = sitting.events[min(ply, len(sitting.events) - 1)]
        if rng.below(3) == 0:
            event = pick(rng, sitting.events)
        cls: type[Event] = type(event) if rng.below(4) else pick(rng, classes)
        data = msgspec.to_builtins(event)
        if cls is not type(event):
            data = _borrowed(cls, sitting, data, rng)
        for _ in range(rng.below(3)):
            _mutate(data, sitting.setup.seats, rng)
        yield ply, (cls, data)


def _borrowed(
    cls: type[Event], sitting: Sitting, data: dict[str, Any], rng: SeededRng
) -> dict[str, Any]:
    """Return data with the fields of a class, from an event of that class if there is one."""
    same = [event for event in sitting.events if type(event) is cls]
    if same:
        return dict(msgspec.to_builtins(pick(rng, same)))
    return {name: data.get(name, pick(rng, _TEXTS)) for name in cls.__struct_fields__}


def _mutate(data: dict[str, Any], seats: int, rng: SeededRng) -> None:
    if not data or rng.below(20) == 0:
        data[pick(rng, ("extra", "seat", "card"))] = pick(rng, _NUMBERS)
        return
    name = pick(rng, sorted(data))
    if rng.below(20) == 0:
        del data[name]
    elif name == "seat" and rng.below(2):
        data[name] = rng.below(seats)
    else:
        data[name] = _mutated(data[name], rng)


def _mutated(value: Any, rng: SeededRng) -> Any:
    if rng.below(8) == 0:
        return pick(rng, _OTHERS)
    if isinstance(value, list):
        return _mutated_list(value, rng)
    if isinstance(value, str):
        return pick(rng, _TEXTS)
    if isinstance(value, int) and rng.below(2):
        return value + rng.below(5) - 2
    return pick(rng, _NUMBERS) if isinstance(value, int) else pick(rng, _TEXTS)


def _mutated_list(items: list[Any], rng: SeededRng) -> list[Any]:
    items = list(items)
    match rng.below(7):
        case 0:
            return []
        case 1:
            return items[1:]
        case 2:
            return items + items[:1]
        case 3:
            return items[::-1]
        case 4:
            return items * 50
        case 5 if items:
            place = rng.below(len(items))
            items[place] = pick(rng, items)
            return items
        case 6 if items:
            place = rng.below(len(items))
            items[place] = _mutated(items[place], rng)
            return items
        case _:
            return [pick(rng, _TEXTS), *items]
