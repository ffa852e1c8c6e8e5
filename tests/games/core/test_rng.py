from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rng import SeededRng, pick, shuffle


def test_the_numbers_of_a_seed_never_change() -> None:
    rng = SeededRng("kaiten")
    assert [rng.bits() for _ in range(3)] == [
        4512459795170528532,
        17132692845055315280,
        18361290664855172009,
    ]
    assert [SeededRng(7).below(100) for _ in range(2)] == [SeededRng("7").below(100)] * 2


@given(st.integers(), st.integers(1, 2**64))
def test_a_number_is_below_its_bound(seed: int, bound: int) -> None:
    assert 0 <= SeededRng(seed).below(bound) < bound


def test_every_face_comes_up_about_equally_often() -> None:
    rng = SeededRng(1)
    counts = Counter(rng.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


@given(st.lists(st.integers(), min_size=1), st.integers())
def test_picking_and_shuffling_use_only_what_is_there(items: list[int], seed: int) -> None:
    rng = SeededRng(seed)
    assert pick(rng, items) in items
    shuffled = items[:]
    shuffle(rng, shuffled)
    assert sorted(shuffled) == sorted(items)


def test_every_order_can_come_up() -> None:
    rng = SeededRng(2)
    orders = set()
    for _ in range(300):
        items = [1, 2, 3]
        shuffle(rng, items)
        orders.add(tuple(items))
    assert len(orders) == 6


def test_there_is_nothing_below_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        SeededRng(1).below(0)
