"""A round under improvement: which table each entrant is at, and what an exchange would change.

`sums` says what every entrant costs at every table beside everybody who sits there; with it one
row of numbers gives the effect of exchanging one entrant with every other at once. There are two
forms of the same search: a row of a club's field is quicker as a list, a longer one as an array.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from tournaments.tournaments.pairing.field import Array

_STEP = 1500
"""What one step costs besides its row, in the same unit as one entry of the row."""
_MOST_IN_LISTS = 32
_NEVER = 2**70


class SwapSearch(ABC):
    """Takes the best exchange of each entrant in turn until none helps."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self.work = 0

    @property
    @abstractmethod
    def table_of(self) -> list[int]:
        """The table of each entrant."""

    @abstractmethod
    def restart(self, table_of: Sequence[int]) -> None:
        """Seat the entrants as `table_of` says."""

    @abstractmethod
    def exchange(self, one: int, other: int) -> None:
        """Let two entrants change places."""

    @abstractmethod
    def _improve(self, entrant: int) -> bool:
        """Take the best exchange of an entrant, if it helps."""

    def descend(self, limit: int) -> None:
        """Take the best exchange of each entrant in turn until none helps or work runs out."""
        quiet = 0
        entrant = 0
        while quiet < self._seats and self.work < limit:
            if self._improve(entrant):
                quiet = 0
            else:
                quiet += 1
            entrant = (entrant + 1) % self._seats

    def count_kicks(self, kicks: int) -> None:
        """Count the work of exchanges that were not looked for."""
        self.work += _STEP * kicks + self._seats


def make_search(pair: Array, alone: Array, sizes: Sequence[int]) -> SwapSearch:
    """Seat the entrants in order; `alone[a, t]` is what a costs at t whoever else is there."""
    form = ListSearch if len(pair) <= _MOST_IN_LISTS else ArraySearch
    return form(pair, alone, sizes)


class ListSearch(SwapSearch):
    """The search of a club's field; `sums[t][a]` is what entrant a costs at table t."""

    def __init__(self, pair: Array, alone: Array, sizes: Sequence[int]) -> None:
        super().__init__(len(pair))
        self._pair: list[list[int]] = pair.tolist()
        self._pair_twice: list[list[int]] = (2 * pair).tolist()
        self._alone: list[list[int]] = alone.T.tolist()
        self.restart([table for table, size in enumerate(sizes) for _ in range(size)])

    @property
    def table_of(self) -> list[int]:
        return self._table_of.copy()

    def restart(self, table_of: Sequence[int]) -> None:
        members: list[list[list[int]]] = [[] for _ in self._alone]
        for row, table in zip(self._pair, table_of, strict=True):
            members[table].append(row)
        self._table_of = list(table_of)
        self._sums = [
            [sum(costs) for costs in zip(alone, *rows, strict=True)]
            for alone, rows in zip(self._alone, members, strict=True)
        ]
        self._own = [self._sums[table][one] for one, table in enumerate(table_of)]

    def exchange(self, one: int, other: int) -> None:
        here, there = self._table_of[one], self._table_of[other]
        if here == there:
            return
        change = [
            come - gone for come, gone in zip(self._pair[other], self._pair[one], strict=True)
        ]
        first = [cost + more for cost, more in zip(self._sums[here], change, strict=True)]
        second = [cost - less for cost, less in zip(self._sums[there], change, strict=True)]
        self._sums[here], self._sums[there] = first, second
        self._table_of[one], self._table_of[other] = there, here
        for entrant, table in enumerate(self._table_of):
            if table == here:
                self._own[entrant] = first[entrant]
            elif table == there:
                self._own[entrant] = second[entrant]

    def _improve(self, entrant: int) -> bool:
        now = self._own[entrant]
        if now == 0:
            self.work += 1
            return False
        self.work += _STEP + self._seats
        table = self._table_of[entrant]
        at = [costs[entrant] for costs in self._sums]
        at[table] = _NEVER
        effect = [
            at[their] + here - twice - own
            for their, here, twice, own in zip(
                self._table_of,
                self._sums[table],
                self._pair_twice[entrant],
                self._own,
                strict=True,
            )
        ]
        best = min(effect)
        if best >= now:
            return False
        self.exchange(entrant, effect.index(best))
        return True


class ArraySearch(SwapSearch):
    """The search of a large field; `sums[a, t]` is what entrant a costs at table t."""

    def __init__(self, pair: Array, alone: Array, sizes: Sequence[int]) -> None:
        super().__init__(len(pair))
        self._pair = pair
        self._alone = alone
        self._everyone = np.arange(len(pair))
        self.restart([table for table, size in enumerate(sizes) for _ in range(size)])

    @property
    def table_of(self) -> list[int]:
        tables: list[int] = self._table_of.tolist()
        return tables

    def restart(self, table_of: Sequence[int]) -> None:
        self._table_of = np.array(table_of)
        self._sums = self._alone.copy()
        order = np.argsort(self._table_of, kind="stable")
        edges = np.searchsorted(self._table_of[order], np.arange(self._alone.shape[1] + 1))
        for table in range(self._alone.shape[1]):
            members = order[edges[table] : edges[table + 1]]
            self._sums[:, table] += self._pair[:, members].sum(axis=1)
        self._own = self._sums[self._everyone, self._table_of]

    def exchange(self, one: int, other: int) -> None:
        one_table, other_table = self._table_of[one], self._table_of[other]
        change = self._pair[:, other] - self._pair[:, one]
        self._sums[:, one_table] += change
        self._sums[:, other_table] -= change
        self._table_of[one], self._table_of[other] = other_table, one_table
        touched = np.flatnonzero((self._table_of == one_table) | (self._table_of == other_table))
        self._own[touched] = self._sums[touched, self._table_of[touched]]

    def _improve(self, entrant: int) -> bool:
        table = self._table_of[entrant]
        if self._own[entrant] == 0:
            self.work += 1
            return False
        self.work += _STEP + self._seats
        effect = self._sums[entrant, self._table_of] + self._sums[:, table]
        effect -= 2 * self._pair[entrant]
        effect -= self._own
        effect[self._table_of == table] = self._own[entrant]
        other = int(effect.argmin())
        if effect[other] >= self._own[entrant]:
            return False
        self.exchange(entrant, other)
        return True
