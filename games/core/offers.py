"""The choices of a seat as offers, so that one can be had without making all of them.

A game lists its offers once; every choice, a random one and a few proposed ones follow from them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.core.events import Event
from games.core.rng import Rng, drawn_numbers

Offer = tuple[Callable[..., Event], int, Sequence[Any]]
"""An event of a seat and the items it may be made with; a tuple is all of its other fields."""


def all_of(offers: Sequence[Offer]) -> Iterator[Event]:
    for make, seat, items in offers:
        for item in items:
            yield make(seat, *item) if type(item) is tuple else make(seat, item)


def one_of(offers: Sequence[Offer], rng: Rng) -> Event:
    """Return one of the choices, each equally likely."""
    return _at(offers, rng.below(sum([len(items) for _, _, items in offers])))


def some_of(offers: Sequence[Offer], rng: Rng, most: int) -> list[Event]:
    """Return up to `most` different choices, in a random order; all where there are no more."""
    number = sum([len(items) for _, _, items in offers])
    return [_at(offers, place) for place in drawn_numbers(rng, number, most)]


def _at(offers: Sequence[Offer], place: int) -> Event:
    for make, seat, items in offers:
        if place < len(items):
            item = items[place]
            return make(seat, *item) if type(item) is tuple else make(seat, item)
        place -= len(items)
    raise IndexError(place)
