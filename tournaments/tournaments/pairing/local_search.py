"""Deterministic local search: exchange two entrants while that makes the round better."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from games.core.rng import SeededRng
from tournaments.tournaments.pairing.field import Array, Costs, Field
from tournaments.tournaments.pairing.swaps import make_search

_WORK = 40_000_000
_WORK_WHEN_PROVED = 6_000_000
_MOST_KICKED = 200
_LEVEL_BITS = 64


def search_round(
    field: Field, costs: Costs, alone: Array, sizes: Sequence[int], *, proved: bool
) -> list[list[int]]:
    """Return good tables (lists of places in the field, byes as tables of one) by exchanges.

    With work left over, it kicks the best round and descends again; the kicks come from the
    rules' seed. `proved` says that an exact search follows, so that little work is enough.
    """
    work = _WORK_WHEN_PROVED if proved else _WORK
    search = make_search(costs.pair, alone, sizes)
    search.descend(work)
    best = search.table_of
    count = len(field)
    if count > _MOST_KICKED or len(sizes) == 1:
        return _members(best, len(sizes))
    values = RoundValues(costs, alone)
    value = values.of(best)
    rng = SeededRng(f"{field.rules.seed}/{field.rules.ruleset}/kicks")
    kicks = 2 + count // 20
    while value and search.work < work:
        for _ in range(kicks):
            search.exchange(rng.below(count), rng.below(count))
        search.descend(work)
        kicked = search.table_of
        reached = values.of(kicked)
        if reached <= value:
            best, value = kicked, reached
        else:
            search.restart(best)
        search.count_kicks(kicks)
    return _members(best, len(sizes))


class RoundValues:
    """What whole rounds cost, as numbers that compare level by level.

    Packed sums compare over two tables only: here every level has a machine word to itself.
    """

    def __init__(self, costs: Costs, alone: Array) -> None:
        weights = [weight for _, weight, _ in costs.weights]
        self._pair = _spread(costs.pair, weights)
        self._alone = _spread(alone, weights)
        self._tables = alone.shape[1]

    def of(self, table_of: Sequence[int]) -> int:
        """Return the value of the round in which everybody sits at that table."""
        beside = sum(
            self._pair[one][other]
            for members in _members(table_of, self._tables)
            for one, other in combinations(members, 2)
        )
        return beside + sum(
            costs[table] for costs, table in zip(self._alone, table_of, strict=True)
        )


def _spread(packed: Array, weights: Sequence[int]) -> list[list[int]]:
    """Return packed costs with a machine word for each of their levels."""
    spread = np.zeros(packed.shape, dtype=object)
    for weight in weights:
        spread = (spread << _LEVEL_BITS) + packed // weight
        packed = packed % weight
    rows: list[list[int]] = spread.tolist()
    return rows


def _members(table_of: Sequence[int], tables: int) -> list[list[int]]:
    """Return who sits at each table."""
    members: list[list[int]] = [[] for _ in range(tables)]
    for entrant, table in enumerate(table_of):
        members[table].append(entrant)
    return members
