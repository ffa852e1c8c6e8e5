"""The best partition of a stack into groups of different types.

Groups of the sizes s1 >= s2 >= … can be formed if and only if, for every m, the m largest ask for
no more plates than m groups can hold: the sum over the types of min(number of plates, m) (the
theorem of Gale and Ryser). So the best partition is a search over short falling sequences of sizes.
A group of seven is worth as much as one of six, and whatever is left over is worth nothing.
"""

from collections.abc import Iterable
from functools import lru_cache

from games.sushi_boat.components import GROUP_POINTS, TYPE_OF, TYPES

_LARGEST, _SMALLEST = 6, 3


def type_counts(plates: Iterable[str]) -> tuple[int, ...]:
    """Return how many plates there are of each type; colours, white too, do not matter."""
    counts = [0] * len(TYPES)
    for plate in plates:
        counts[TYPE_OF[plate]] += 1
    return tuple(counts)


def best_groups(plates: Iterable[str]) -> tuple[int, ...]:
    """Return the sizes of the groups that are worth most, largest first; of equals the fewest."""
    return _best(tuple(sorted(type_counts(plates))))


def variety_points(plates: Iterable[str]) -> int:
    return sum([GROUP_POINTS[size] for size in best_groups(plates)])


@lru_cache(maxsize=20_000)
def _best(counts: tuple[int, ...]) -> tuple[int, ...]:
    most = sum(counts) // _SMALLEST
    room = [sum([min(count, groups) for count in counts]) for groups in range(most + 1)]
    return _search(room, most, 0, 0, _LARGEST)[1]


def _search(
    room: list[int], most: int, groups: int, used: int, largest: int
) -> tuple[int, tuple[int, ...]]:
    """Return points and sizes of the best further groups, none larger than the one before."""
    best: tuple[int, tuple[int, ...]] = (0, ())
    if groups == most:
        return best
    for size in range(min(largest, room[groups + 1] - used), _SMALLEST - 1, -1):
        points, sizes = _search(room, most, groups + 1, used + size, size)
        points += GROUP_POINTS[size]
        if points > best[0] or (points == best[0] and len(sizes) + 1 < len(best[1])):
            best = (points, (size, *sizes))
    return best
