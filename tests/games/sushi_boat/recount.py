"""A second, slow reading of "Calcul du score": nothing here is shared with the game."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from games.sushi_boat.state import State

POINTS = {1: 0, 2: 0, 3: 1, 4: 2, 5: 4, 6: 9, 7: 9}


def runs(stack: Sequence[str]) -> int:
    """Walk up the stack plate by plate, white ones taken out, and count each run less one."""
    colours = [plate.split("_")[0] for plate in stack]
    colours = [colour for colour in colours if colour != "white"]
    points = 0
    while colours:
        length = 1
        while length < len(colours) and colours[length] == colours[0]:
            length += 1
        points += length - 1
        colours = colours[length:]
    return points


def variety(stack: Sequence[str]) -> int:
    """Try every way to split the plates into groups of different types."""
    types = sorted(plate.split("_", 1)[1] for plate in stack)
    counts = tuple(types.count(kind) for kind in dict.fromkeys(types))
    return best_split(tuple(sorted(counts)))


@cache
def best_split(counts: tuple[int, ...]) -> int:
    """Return the most that any partition is worth: the first type's next plate goes into a group.

    That group is every set of other types in turn; what is left is split again.
    """
    counts = tuple(sorted(count for count in counts if count))
    if not counts:
        return 0
    first, rest = counts[0], counts[1:]
    best = 0
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            left = [first - 1, *(n - (place in others) for place, n in enumerate(rest))]
            best = max(best, POINTS[size + 1] + best_split(tuple(sorted(left))))
    return best


def dishes(counts: Sequence[int], *, second_after_tie: bool) -> list[int]:
    """« 5 points … 2 points … en cas d'égalité … 3 points, … 1 point … »"""
    points = [0] * len(counts)
    for seat, count in enumerate(counts):
        if count == 0:
            continue
        more = sum(other > count for other in counts)
        level = sum(other == count for other in counts)
        distinct_above = len({other for other in counts if other > count})
        if more == 0:
            points[seat] = 5 if level == 1 else 3
        elif distinct_above == 1 and (more == 1 or second_after_tie):
            points[seat] = 2 if level == 1 else 1
    return points


def totals(state: State, *, second_after_tie: bool) -> list[int]:
    """Return the whole score of every seat."""
    majority = dishes([len(eaten) for eaten in state.eaten], second_after_tie=second_after_tie)
    return [
        runs(state.stacks[seat])
        + variety(state.stacks[seat])
        + majority[seat]
        + sum(dish == "gyoza" for dish in state.eaten[seat])
        + state.cubes[seat]
        for seat in range(len(state.stacks))
    ]
