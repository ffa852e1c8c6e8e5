"""Every table that could be part of the round, with its cost."""

from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from tournaments.tournaments.pairing.field import Array, Costs, Field, seat_growth
from tournaments.tournaments.pairing.numbering import Fixed, distinct_labels
from tournaments.tournaments.pairing.problem import Split
from tournaments.tournaments.pairing.seats import seat_costs

COUNTER_BITS = 5


@dataclass(frozen=True)
class Columns:
    """Possible tables (and byes, as tables of one), one entry of each array per table.

    `key` has a bit per member, then a bit per table number that matters, then a counter per
    size; two tables fit together when their bits do not overlap and the counters suffice.
    """

    key: Array
    members: Array
    cost: Array
    size: Array
    lowest: Array
    count: int
    bits: int
    limits: tuple[tuple[int, int, int], ...]
    """Per size: size, shift of its counter, how many tables of it there are."""


def group_costs(field: Field, costs: Costs, groups: Array, *, small: bool) -> Array:
    """Return the packed cost of every group as a table, table numbers left aside."""
    size = groups.shape[1]
    if size == 1:
        return costs.bye[groups[:, 0]]
    total = np.zeros(len(groups), dtype=costs.pair.dtype)
    for one, other in combinations(range(size), 2):
        total += costs.pair[groups[:, one], groups[:, other]]
    if small:
        for seat in range(size):
            total += costs.small[groups[:, seat]]
    if costs.seat:
        total += seat_costs(seat_growth(field), groups).astype(total.dtype) * costs.seat
    return total


def make_columns(field: Field, costs: Costs, split: Split, fixed: Fixed) -> Columns:
    """Return all possible tables of the split's sizes."""
    count = len(field)
    labels = distinct_labels(fixed)
    parts = []
    limits = []
    table_sizes = [*split.sizes, *([1] * split.byes)]
    for number, size in enumerate(sorted(set(table_sizes))):
        shift = count + len(labels) + number * COUNTER_BITS
        limits.append((size, shift, table_sizes.count(size)))
        flat = chain.from_iterable(combinations(range(count), size))
        groups = np.fromiter(flat, dtype=np.int64).reshape(-1, size)
        cost = group_costs(field, costs, groups, small=size < field.rules.preferred)
        bits = (np.int64(1) << groups).sum(axis=1)
        step = np.int64(1) << shift
        for bit, extra, rows in _labelled(bits, size, labels, fixed, count):
            padded = np.full((len(rows), max(table_sizes)), -1, dtype=np.int64)
            padded[:, :size] = groups[rows]
            parts.append(
                (
                    bits[rows] | bit | step,
                    padded,
                    cost[rows] + extra.astype(cost.dtype) * costs.broken,
                    np.full(len(rows), size),
                    groups[rows, 0],
                )
            )
    key, members, cost, sizes, lowest = (
        np.concatenate(arrays) for arrays in zip(*parts, strict=True)
    )
    return Columns(key, members, cost, sizes, lowest, count, count + len(labels), tuple(limits))


def _labelled(
    bits: Array, size: int, labels: Fixed, fixed: Fixed, count: int
) -> list[tuple[int, Array, Array]]:
    """Return (bit of the number, entrants who miss theirs, rows) for every number and for none."""
    bound = sum(1 << place for place in fixed) if size > 1 else 0
    unsuited = np.bitwise_count(bits & bound)
    parts: list[tuple[int, Array, Array]] = [(0, unsuited, np.arange(len(bits)))]
    if bound:
        for position, places in enumerate(labels.values()):
            suited = np.bitwise_count(bits & sum(1 << place for place in places))
            rows = np.flatnonzero(suited)
            parts.append((1 << (count + position), (unsuited - suited)[rows], rows))
    return parts
