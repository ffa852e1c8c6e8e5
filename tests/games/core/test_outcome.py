from games.core.outcome import shared_places


def test_equal_keys_share_the_better_place() -> None:
    assert shared_places([5, 9, 5, 1]) == (2, 1, 2, 4)
    assert shared_places([(5, 1), (5, 2)]) == (2, 1)


def test_the_lowest_can_come_first() -> None:
    assert shared_places([5, 9, 5, 1], reverse=False) == (2, 4, 2, 1)
