"""The local search ends where no exchange of two entrants helps, in either of its forms."""

import random

import numpy as np
import pytest

from tournaments.tournaments.pairing.swaps import ArraySearch, ListSearch, make_search

FORMS = [ListSearch, ArraySearch]


def costs(seed: int, sizes: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return what pairs cost, and what each entrant costs at each table."""
    rng = np.random.default_rng(seed)
    half = rng.integers(0, 50, (sum(sizes), sum(sizes)))
    pair = half + half.T
    np.fill_diagonal(pair, 0)
    return pair, rng.integers(0, 30, (sum(sizes), len(sizes)))


def cost(pair: np.ndarray, alone: np.ndarray, table_of: list[int]) -> int:
    at = np.array(table_of)
    beside = pair * (at[:, None] == at[None, :])
    return int(beside.sum()) // 2 + int(alone[np.arange(len(at)), at].sum())


@pytest.mark.parametrize("form", FORMS)
def test_no_exchange_improves_a_round_that_the_search_has_left(
    form: type[ListSearch | ArraySearch],
) -> None:
    for seed in range(20):
        pair, alone = costs(seed, (4, 4, 3, 2, 1))
        search = form(pair, alone, (4, 4, 3, 2, 1))
        before = cost(pair, alone, search.table_of)
        search.descend(10**9)
        reached = cost(pair, alone, search.table_of)
        assert reached < before
        assert np.bincount(search.table_of).tolist() == [4, 4, 3, 2, 1]
        for one in range(14):
            for other in range(one):
                at = search.table_of
                at[one], at[other] = at[other], at[one]
                assert cost(pair, alone, at) >= reached


def test_both_forms_take_the_same_steps_and_count_the_same_work() -> None:
    rng = random.Random(5)
    for seed in range(20):
        sizes = tuple(rng.randint(1, 5) for _ in range(rng.randint(2, 8)))
        pair, alone = costs(seed, sizes)
        lists, arrays = ListSearch(pair, alone, sizes), ArraySearch(pair, alone, sizes)
        for _ in range(10):
            kick = rng.randrange(sum(sizes)), rng.randrange(sum(sizes))
            for search in (lists, arrays):
                search.exchange(*kick)
                search.count_kicks(1)
                search.descend(10**6)
            assert (lists.table_of, lists.work) == (arrays.table_of, arrays.work)


def test_a_short_row_is_a_list_and_a_long_one_an_array() -> None:
    for tables, form in ((8, ListSearch), (9, ArraySearch)):
        sizes = (4,) * tables
        assert type(make_search(*costs(1, sizes), sizes)) is form


@pytest.mark.parametrize("form", FORMS)
def test_exchanges_keep_the_books(form: type[ListSearch | ArraySearch]) -> None:
    rng = random.Random(3)
    pair = np.array([[abs(a - b) for a in range(9)] for b in range(9)])
    alone = np.zeros((9, 3), dtype=np.int64)
    search = form(pair, alone, (3, 3, 3))
    for _ in range(20):
        search.exchange(rng.randrange(9), rng.randrange(9))
    search.descend(10**6)
    again = form(pair, alone, (3, 3, 3))
    again.restart(search.table_of)
    again.descend(10**6)
    assert again.table_of == search.table_of
