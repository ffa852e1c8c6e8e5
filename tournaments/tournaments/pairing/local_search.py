"""Deterministic local search: exchange two entrants while that makes the round better."""

from collections.abc import Sequence

import numpy as np

from games.core.rng import SeededRng
from tournaments.tournaments.pairing.field import Array, Costs, Field

_WORK = 40_000_000
_WORK_WHEN_PROVED = 6_000_000
_MOST_KICKED = 200
_STEP = 1500
"""What one step costs besides its row, in the same unit as one entry of the row."""


class SwapSearch:
    """A round under improvement: which table each entrant is at.

    `sums[a, t]` is what entrant a costs at table t beside everybody who sits there; with it
    one row of numbers gives the effect of exchanging a with every other entrant at once.
    """

    def __init__(self, pair: Array, alone: Array, sizes: Sequence[int]) -> None:
        """Seat the entrants in order; `alone[a, t]` is what a costs at t whoever else is there."""
        self._pair = pair
        self._alone = alone
        self._everyone = np.arange(len(pair))
        self.table_of = np.repeat(np.arange(len(sizes)), sizes)
        self.work = 0
        self.restart(self.table_of)

    def restart(self, table_of: Array) -> None:
        """Seat the entrants as `table_of` says."""
        self.table_of = table_of.copy()
        self._sums = self._alone.copy()
        order = np.argsort(self.table_of, kind="stable")
        edges = np.searchsorted(self.table_of[order], np.arange(self._alone.shape[1] + 1))
        for table in range(self._alone.shape[1]):
            members = order[edges[table] : edges[table + 1]]
            self._sums[:, table] += self._pair[:, members].sum(axis=1)
        self._own = self._sums[self._everyone, self.table_of]

    def exchange(self, one: int, other: int) -> None:
        one_table, other_table = self.table_of[one], self.table_of[other]
        change = self._pair[:, other] - self._pair[:, one]
        self._sums[:, one_table] += change
        self._sums[:, other_table] -= change
        self.table_of[one], self.table_of[other] = other_table, one_table
        touched = np.flatnonzero((self.table_of == one_table) | (self.table_of == other_table))
        self._own[touched] = self._sums[touched, self.table_of[touched]]

    def descend(self, limit: int) -> None:
        """Take the best exchange of each entrant in turn until none helps or work runs out."""
        count = len(self.table_of)
        quiet = 0
        entrant = 0
        while quiet < count and self.work < limit:
            if self._improve(entrant):
                quiet = 0
            else:
                quiet += 1
            entrant = (entrant + 1) % count

    def _improve(self, entrant: int) -> bool:
        table = self.table_of[entrant]
        if self._own[entrant] == 0:
            self.work += 1
            return False
        self.work += _STEP + len(self.table_of)
        effect = self._sums[entrant, self.table_of] + self._sums[:, table]
        effect -= 2 * self._pair[entrant]
        effect -= self._own
        effect[self.table_of == table] = self._own[entrant]
        other = int(effect.argmin())
        if effect[other] >= self._own[entrant]:
            return False
        self.exchange(entrant, other)
        return True


def search_round(
    field: Field, costs: Costs, alone: Array, sizes: Sequence[int], *, proved: bool
) -> list[list[int]]:
    """Return good tables (lists of places in the field, byes as tables of one) by exchanges.

    With work left over, it kicks the best round and descends again; the kicks come from the
    rules' seed. `proved` says that an exact search follows, so that little work is enough.
    """
    work = _WORK_WHEN_PROVED if proved else _WORK
    search = SwapSearch(costs.pair, alone, sizes)
    search.descend(work)
    best, value = search.table_of.copy(), _value(costs, alone, search.table_of)
    rng = SeededRng(f"{field.rules.seed}/{field.rules.ruleset}/kicks")
    count = len(field)
    kicks = 2 + count // 20
    while count <= _MOST_KICKED and any(value) and search.work < work and len(sizes) > 1:
        for _ in range(kicks):
            search.exchange(rng.below(count), rng.below(count))
        search.descend(work)
        reached = _value(costs, alone, search.table_of)
        if reached <= value:
            best, value = search.table_of.copy(), reached
        else:
            search.restart(best)
        search.work += _STEP * kicks + count
    return [np.flatnonzero(best == table).tolist() for table in range(len(sizes))]


def _value(costs: Costs, alone: Array, table_of: Array) -> tuple[int, ...]:
    """Return the round's value level by level: packed sums compare over two tables only."""
    together = costs.pair * (table_of[:, None] == table_of[None, :])
    beside = together.sum(axis=1)
    apart = alone[np.arange(len(table_of)), table_of]
    levels = []
    for _, weight, _ in costs.weights:
        levels.append(int((beside // weight).sum()) // 2 + int((apart // weight).sum()))
        beside, apart = beside % weight, apart % weight
    return tuple(levels)
