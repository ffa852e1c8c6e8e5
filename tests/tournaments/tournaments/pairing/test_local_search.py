"""The local search ends where no exchange of two entrants helps."""

import random

import numpy as np

from tournaments.tournaments.pairing.local_search import SwapSearch


def cost(pair: np.ndarray, alone: np.ndarray, at: np.ndarray) -> int:
    beside = pair * (at[:, None] == at[None, :])
    return int(beside.sum()) // 2 + int(alone[np.arange(len(at)), at].sum())


def test_no_exchange_improves_a_round_that_the_search_has_left() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        half = rng.integers(0, 50, (14, 14))
        pair = half + half.T
        np.fill_diagonal(pair, 0)
        alone = rng.integers(0, 30, (14, 5))
        search = SwapSearch(pair, alone, (4, 4, 3, 2, 1))
        before = cost(pair, alone, search.table_of)
        search.descend(10**9)
        reached = cost(pair, alone, search.table_of)
        assert reached < before
        assert np.bincount(search.table_of).tolist() == [4, 4, 3, 2, 1]
        for one in range(14):
            for other in range(one):
                at = search.table_of.copy()
                at[[one, other]] = at[[other, one]]
                assert cost(pair, alone, at) >= reached


def test_exchanges_keep_the_books() -> None:
    rng = random.Random(3)
    pair = np.array([[abs(a - b) for a in range(9)] for b in range(9)])
    alone = np.zeros((9, 3), dtype=np.int64)
    search = SwapSearch(pair, alone, (3, 3, 3))
    for _ in range(20):
        search.exchange(rng.randrange(9), rng.randrange(9))
    search.descend(10**6)
    again = SwapSearch(pair, alone, (3, 3, 3))
    again.restart(search.table_of)
    again.descend(10**6)
    assert again.table_of.tolist() == search.table_of.tolist()
