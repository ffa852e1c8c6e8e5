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
        self.at = np.repeat(np.arange(len(sizes)), sizes)
        self.work = 0
        self.restart(self.at)

    def restart(self, at: Array) -> None:
        """Seat the entrants as `at` says."""
        self.at = at.copy()
        self._sums = self._alone.copy()
        order = np.argsort(self.at, kind="stable")
        edges = np.searchsorted(self.at[order], np.arange(self._alone.shape[1] + 1))
        for table in range(self._alone.shape[1]):
            members = order[edges[table] : edges[table + 1]]
            self._sums[:, table] += self._pair[:, members].sum(axis=1)
        self._own = self._sums[self._everyone, self.at]

    def exchange(self, one: int, other: int) -> None:
        here, there = self.at[one], self.at[other]
        change = self._pair[:, other] - self._pair[:, one]
        self._sums[:, here] += change
        self._sums[:, there] -= change
        self.at[one], self.at[other] = there, here
        touched = np.flatnonzero((self.at == here) | (self.at == there))
        self._own[touched] = self._sums[touched, self.at[touched]]

    def descend(self, limit: int) -> None:
        """Take the best exchange of each entrant in turn until none helps or work runs out."""
        count = len(self.at)
        quiet = 0
        entrant = 0
        while quiet < count and self.work < limit:
            if self._improve(entrant):
                quiet = 0
            else:
                quiet += 1
            entrant = (entrant + 1) % count

    def _improve(self, entrant: int) -> bool:
        here = self.at[entrant]
        if self._own[entrant] == 0:
            self.work += 1
            return False
        self.work += _STEP + len(self.at)
        effect = self._sums[entrant, self.at] + self._sums[:, here]
        effect -= 2 * self._pair[entrant]
        effect -= self._own
        effect[self.at == here] = self._own[entrant]
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
    best, value = search.at.copy(), _value(costs, alone, search.at)
    rng = SeededRng(f"{field.rules.seed}/{field.rules.ruleset}/kicks")
    count = len(field)
    kicks = 2 + count // 20
    while count <= _MOST_KICKED and any(value) and search.work < work and len(sizes) > 1:
        for _ in range(kicks):
            search.exchange(rng.below(count), rng.below(count))
        search.descend(work)
        reached = _value(costs, alone, search.at)
        if reached <= value:
            best, value = search.at.copy(), reached
        else:
            search.restart(best)
        search.work += _STEP * kicks + count
    return [np.flatnonzero(best == table).tolist() for table in range(len(sizes))]


def _value(costs: Costs, alone: Array, at: Array) -> tuple[int, ...]:
    """Return the round's value level by level: packed sums compare over two tables only."""
    together = costs.pair * (at[:, None] == at[None, :])
    beside = together.sum(axis=1)
    apart = alone[np.arange(len(at)), at]
    levels = []
    for _, weight, _ in costs.weights:
        levels.append(int((beside // weight).sum()) // 2 + int((apart // weight).sum()))
        beside, apart = beside % weight, apart % weight
    return tuple(levels)
