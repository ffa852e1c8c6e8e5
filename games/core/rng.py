"""The generator that is passed into `sample` and the bots, and a seeded one that never changes."""

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_MASK = 2**64 - 1


class Rng(Protocol):
    """All the luck a game ever sees."""

    def below(self, bound: int) -> int:
        """Return an integer from 0 up to, not including, `bound`, each equally likely."""
        ...


def pick(rng: Rng, items: Sequence[T]) -> T:
    """Return one item, each equally likely."""
    return items[rng.below(len(items))]


def shuffle(rng: Rng, items: MutableSequence[T]) -> None:
    """Put `items` into a random order in place (Fisher and Yates)."""
    for last in range(len(items) - 1, 0, -1):
        other = rng.below(last + 1)
        items[last], items[other] = items[other], items[last]


def drawn_numbers(rng: Rng, number: int, most: int) -> list[int]:
    """Return up to `most` different numbers below `number`, in a random order; all if they fit."""
    if number <= most:
        return list(range(number))
    moved: dict[int, int] = {}
    drawn = []
    for place in range(most):
        other = place + rng.below(number - place)
        drawn.append(moved.get(other, other))
        moved[other] = moved.get(place, place)
    return drawn


class SeededRng:
    """A generator whose numbers depend on its seed alone, on every Python version and platform.

    SplitMix64 (Steele, Lea and Flood, 2014), started from the sha256 of the seed's text.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int | str) -> None:
        self._state = int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8], "big")

    def bits(self) -> int:
        self._state = mixed = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        bits = self.bits()
        if bits > _MASK - bound:  # it may be past the last whole run of numbers
            limit = _MASK - 2**64 % bound
            while bits > limit:
                bits = self.bits()
        return bits % bound
