from collections import Counter

import pytest

from tests.tournaments.tournaments.formats.playing import favourites_win, field_of, play, result
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.places import bracket_places, overall_ranking
from tournaments.tournaments.formats.progress import advance
from tournaments.tournaments.formats.schedule import Placing


def places(*pairs: tuple[int, int]) -> tuple[Placing, ...]:
    return tuple(Placing(*pair) for pair in pairs)


@pytest.mark.parametrize("count", range(2, 65))
def test_losers_of_one_round_share_a_place_below_all_who_went_further(count: int) -> None:
    bracket = single_elimination(field_of(count))
    progress, _results = play(bracket, count)
    shared = Counter(placing.place for placing in bracket_places(bracket, progress))
    expected, place = {1: 1}, 2
    for round_ in reversed(bracket.rounds):
        expected[place] = len(round_)
        place += len(round_)
    assert shared == expected


def test_places_not_played_out_are_shared_unless_the_last_table_ranks() -> None:
    bracket = single_elimination(range(1, 9), size=4, advance=2)
    progress, _results = favourites_win(bracket)
    assert bracket_places(bracket, progress) == places(
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 5), (8, 5)
    )
    assert bracket_places(bracket, progress, by_last_table=True) == places(
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 7), (8, 7)
    )


def test_who_are_still_in_share_the_first_place() -> None:
    bracket = single_elimination([1, 2, 3, 4])
    progress = advance(bracket, {(1, 1): result(4, 1)})
    assert bracket_places(bracket, progress) == places((2, 1), (3, 1), (4, 1), (1, 4))


def test_double_elimination_places_follow_the_losers_rounds() -> None:
    bracket = double_elimination(range(1, 9))
    progress, _results = favourites_win(bracket)
    shared = Counter(placing.place for placing in bracket_places(bracket, progress))
    assert shared == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 7: 2}
    first_two = bracket_places(bracket, progress)[:2]
    assert first_two == places((1, 1), (2, 2))


def test_the_overall_ranking_puts_the_later_stage_first_and_keeps_shared_places() -> None:
    swiss = places((1, 1), (2, 2), (3, 2), (4, 4), (5, 5), (6, 5), (7, 7))
    semi = places((4, 1), (2, 2), (1, 3), (3, 3))
    final = places((2, 1), (4, 2))
    assert overall_ranking([swiss, semi, final]) == places(
        (2, 1), (4, 2), (1, 3), (3, 3), (5, 5), (6, 5), (7, 7)
    )


def test_the_overall_ranking_of_one_stage_is_its_own() -> None:
    swiss = places((3, 1), (1, 2), (2, 2))
    assert overall_ranking([swiss]) == swiss
    assert overall_ranking([]) == ()


def test_gaps_that_entrants_of_a_later_stage_leave_are_closed() -> None:
    groups = places((1, 1), (2, 1), (3, 3), (4, 3), (5, 5))
    final = places((3, 1), (1, 2))
    assert overall_ranking([groups, final]) == places((3, 1), (1, 2), (2, 3), (4, 4), (5, 5))
