"""A second, naive way to count: face by face from the rulebook's tables, without the engine."""

from collections.abc import Sequence
from functools import cache

_TABLES = {
    "dumpling": {0: 0, 1: 2, 2: 4, 3: 8},
    "tempura": {0: 0, 1: 1, 2: 5, 3: 10},
    "sashimi": {0: 0, 1: 0, 2: 6, 3: 13},
}


@cache
def best_sets(name: str, symbols: int) -> int:
    """Return the best of every way to part symbols into sets of one, two and three."""
    if symbols == 0:
        return 0
    return max(
        _TABLES[name][size] + best_sets(name, symbols - size)
        for size in (1, 2, 3)
        if size <= symbols
    )


def round_points(trays: Sequence[Sequence[str]]) -> list[int]:
    """Return the points of a round from the faces that each seat took, in their order."""
    totals = []
    for tray in trays:
        free, total = 0, 0
        for face in tray:
            if face == "wasabi":
                free += 1
            elif face in ("egg", "salmon", "squid"):
                worth = ("egg", "salmon", "squid").index(face) + 1
                total += worth * 3 if free else worth
                free = max(0, free - 1)
        for name in ("dumpling", "tempura", "sashimi"):
            symbols = sum(int(face[len(name) :] or 1) for face in tray if face.startswith(name))
            total += best_sets(name, symbols)
        totals.append(total)
    rolls = [sum(int(face[-1]) for face in tray if face.startswith("maki")) for tray in trays]
    for seat, number in enumerate(rolls):
        better = {other for other in rolls if other > number}
        if number:
            totals[seat] += {0: 6, 1: 3}.get(len(better), 0)
    return totals


def final_points(desserts: Sequence[int], tokens: Sequence[int]) -> list[int]:
    """Return what desserts and left-over tokens give, sentence by sentence."""
    points = [number // 2 for number in tokens]
    if max(desserts) == 0:
        return points
    for seat, number in enumerate(desserts):
        if all(number >= other for other in desserts):
            points[seat] += 6
        if all(number <= other for other in desserts) and len(desserts) > 2:
            points[seat] -= 6
    return points
