"""The best round, proved: dynamic programming over who is seated, on reduced costs.

Prices per entrant are raised as long as no possible table is cheaper than its members. Their
sum is a lower bound of the round, and a table that costs more above its members' prices
than the best known round does above the bound can never be part of a better one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tournaments.tournaments.pairing.columns import COUNTER_BITS, Columns
from tournaments.tournaments.pairing.field import Array
from tournaments.tournaments.pairing.prices import lower_prices

_BLOCK = 2_000_000
_COUNTER = 2**COUNTER_BITS - 1

States = tuple[Array, Array, Array]
"""Keys of who is seated, what that costs above the prices, and the last table taken."""


@dataclass(frozen=True)
class Proof:
    """The result of the search: better tables or None, and the bound it proved."""

    columns: list[int] | None
    bound: int
    complete: bool


def improve(columns: Columns, known_cost: int, most_states: int | None = None) -> Proof:
    """Find the best round if one is cheaper than `known_cost`, giving up above `most_states`."""
    bound, reduced = lower_prices(columns)
    gap = known_cost - bound
    if gap <= 0:
        return Proof(None, known_cost, True)
    keep = np.flatnonzero(reduced < gap)
    key, cost = columns.key[keep], reduced[keep]
    layers: list[list[States]] = [[] for _ in range(columns.count + 1)]
    root = np.zeros(1, dtype=np.int64)
    layers[0].append((root, np.zeros(1, dtype=cost.dtype), root))
    done: list[States] = []
    states_made = 0
    for place, layer in enumerate(layers):
        states = _cheapest(layer) if layer else (root[:0], cost[:0], root[:0])
        done.append(states)
        layer.clear()
        if place == columns.count:
            break
        choices = np.flatnonzero(columns.lowest[keep] == place)
        for part in _extended(columns, states, (key, cost), choices, gap):
            states_made += len(part[0])
            if most_states is not None and states_made > most_states:
                return Proof(None, bound, False)
            _deal(layers, columns.count, part)
    keys, values, _ = done[-1]
    if not len(keys):
        return Proof(None, known_cost, True)
    last = int(values.argmin())
    chosen = _walk_back(done, int(keys[last]), key, columns.count)
    return Proof([int(keep[choice]) for choice in chosen], bound + int(values[last]), True)


def _cheapest(layer: list[States]) -> States:
    """Return each key once, with its least cost, in the order of the keys."""
    keys, values, tables = (np.concatenate(arrays) for arrays in zip(*layer, strict=True))
    order = np.argsort(values, kind="stable")
    order = order[np.argsort(keys[order], kind="stable")]
    keys = keys[order]
    first = np.ones(len(keys), dtype=bool)
    first[1:] = keys[1:] != keys[:-1]
    return keys[first], values[order][first], tables[order][first]


def _extended(
    columns: Columns, states: States, tables: tuple[Array, Array], choices: Array, gap: int
) -> Iterator[States]:
    """Yield what the states become with every table that still fits and still pays."""
    if not len(choices) or not len(states[0]):
        return
    key, cost = tables
    in_use = (1 << columns.bits) - 1
    chosen_bits = key[choices] & in_use
    counters = [
        (shift, limit, ((key[choices] >> shift) & _COUNTER).astype(bool))
        for _, shift, limit in columns.limits
    ]
    step = max(1, _BLOCK // len(choices))
    for start in range(0, len(states[0]), step):
        keys, values = states[0][start : start + step], states[1][start : start + step]
        fits = ((keys & in_use)[:, None] & chosen_bits[None, :]) == 0
        for shift, limit, uses in counters:
            used_up = ((keys >> shift) & _COUNTER) >= limit
            if used_up.any():
                fits &= ~(used_up[:, None] & uses[None, :])
        state, table = np.nonzero(fits)
        table = choices[table]
        reached = values[state] + cost[table]
        pays = np.flatnonzero(reached < gap)
        yield keys[state[pays]] + key[table[pays]], reached[pays], table[pays]


def _deal(layers: list[list[States]], count: int, states: States) -> None:
    """Put every state into the layer of the first entrant it leaves unseated."""
    keys, values, tables = states
    seated = keys & ((1 << count) - 1)
    first_free = np.bitwise_count((~seated & (seated + 1)) - 1)
    for place in np.unique(first_free).tolist():
        here = np.flatnonzero(first_free == place)
        layers[place].append((keys[here], values[here], tables[here]))


def _walk_back(done: list[States], reached: int, key: Array, count: int) -> list[int]:
    chosen = []
    while reached:
        seated = reached & ((1 << count) - 1)
        place = ((~seated & (seated + 1)) - 1).bit_count()
        keys, _, tables = done[place]
        table = int(tables[np.searchsorted(keys, reached)])
        chosen.append(table)
        reached -= int(key[table])
    return chosen
