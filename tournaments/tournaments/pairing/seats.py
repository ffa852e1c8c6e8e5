"""Who starts: the seat order that keeps the counts of seats held most equal, exactly."""

from itertools import combinations

import numpy as np

from tournaments.tournaments.pairing.field import Array, Field

_CHUNK = 16_384


def best_seat_order(field: Field, growth: Array, members: list[int]) -> list[int]:
    """Return the members in the cheapest seat order; equals go by lot."""
    members = sorted(members, key=lambda index: (field.lots[index], field.candidates[index].id))
    costs = [[int(growth[index, seat]) for seat in range(len(members))] for index in members]
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for row in costs:
        reached: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken_seats, (cost, seats) in best.items():
            for seat, price in enumerate(row):
                if not taken_seats >> seat & 1:
                    option = (cost + price, (*seats, seat))
                    key = taken_seats | 1 << seat
                    if key not in reached or option < reached[key]:
                        reached[key] = option
        best = reached
    ((_, seats),) = best.values()
    ordered = [0] * len(members)
    for index, seat in zip(members, seats, strict=True):
        ordered[seat] = index
    return ordered


def seat_costs(growth: Array, groups: Array) -> Array:
    """Return the cost of the best seat order of every group (one row of members each)."""
    costs = np.zeros(len(groups), dtype=np.int64)
    for first in range(0, len(groups), _CHUNK):
        costs[first : first + _CHUNK] = _chunk_costs(growth, groups[first : first + _CHUNK])
    return costs


def _chunk_costs(growth: Array, groups: Array) -> Array:
    size = groups.shape[1]
    best: dict[int, Array] = {0: np.zeros(len(groups), dtype=np.int64)}
    for position in range(size):
        prices = [growth[groups[:, position], seat] for seat in range(size)]
        reached: dict[int, Array] = {}
        for seats in combinations(range(size), position + 1):
            taken_seats = sum(1 << seat for seat in seats)
            options = [best[taken_seats & ~(1 << seat)] + prices[seat] for seat in seats]
            least = options[0]
            for option in options[1:]:
                least = np.minimum(least, option)
            reached[taken_seats] = least
        best = reached
    return best[2**size - 1]
