"""Prices per entrant and per size that no table undercuts: they bound every round from below."""

import numpy as np

from tournaments.tournaments.pairing.columns import Columns
from tournaments.tournaments.pairing.field import Array

_PASSES = 3


def lower_prices(columns: Columns) -> tuple[int, Array]:
    """Return the proved bound of a round and what every table costs above its own prices.

    A table's prices are those of its members and of its size; since every round seats
    everybody once and has the same sizes, all rounds hold the same sum of prices.
    """
    reduced = columns.cost.copy()
    bound = 0
    at = [np.flatnonzero((columns.key >> np.int64(place)) & 1) for place in range(columns.count)]
    of_size = [(np.flatnonzero(columns.size == size), limit) for size, _, limit in columns.limits]
    for _ in range(_PASSES):
        for rows, limit in of_size:
            rise = reduced[rows].min()
            reduced[rows] -= rise
            bound += int(rise) * limit
        share = reduced // columns.size
        shares = np.array([share[rows].min() for rows in at], dtype=reduced.dtype)
        padded = np.append(shares, np.zeros(1, dtype=shares.dtype))
        reduced -= padded[columns.members].sum(axis=1)
        bound += sum(int(value) for value in shares)
    for rows in at:
        rise = reduced[rows].min()
        reduced[rows] -= rise
        bound += int(rise)
    return bound, reduced
