"""« Calcul du score », sentence by sentence, with the best partition and the example of Aria."""

from itertools import combinations_with_replacement

import pytest

from games.core.rng import SeededRng
from games.sushi_boat.components import PLATES, TYPES
from games.sushi_boat.scoring import dish_points, run_points, runs, score
from games.sushi_boat.variety import best_groups, type_counts, variety_points
from games.testing.scale import scaled
from tests.games.sushi_boat import recount
from tests.games.sushi_boat.table import ANA, BO, CY, RULES, plates, table


@pytest.mark.parametrize(
    ("stack", "points"),
    [
        ("", 0),
        ("BS", 0),
        ("BS BP", 1),
        ("BS BP BO BC", 3),  # BO-X8: 4 equal colours in a row
        ("BS RP BO", 0),
        ("BS BP RO RC RT", 3),
        ("BS BP RO BC BT", 2),
        ("BS WP BO", 1),  # white does not break a run
        ("BS WP WO BC BT", 2),
        ("WS WP WO", 0),  # nor does it score
        ("WS BP WO RC WT", 0),
        ("BS WP RO", 0),
    ],
)
def test_a_run_of_a_colour_is_worth_its_length_less_one(stack: str, points: int) -> None:
    """« un nombre de points égal au nombre d'assiettes dans la suite, moins 1 »; BO-X8."""
    assert run_points(plates(stack)) == points
    assert sum(length - 1 for _, length in runs(plates(stack))) == points
    assert recount.runs(plates(stack)) == points


@pytest.mark.parametrize(
    ("types", "points"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (6, 9), (7, 9)]
)
def test_a_group_of_different_types_is_worth_what_the_table_says(types: int, points: int) -> None:
    """« Types de sushis / Points: 1 0, 2 0, 3 1, 4 2, 5 4, 6+ 9 »"""
    stack = [f"blue_{kind}" for kind in TYPES[:types]]
    assert variety_points(stack) == points


def test_colours_do_not_matter_for_groups_and_white_plates_belong_to_them() -> None:
    """« La couleur des assiettes n'a pas d'importance, seul compte le type de sushi »"""
    assert variety_points(plates("BS WP RO")) == 1
    assert variety_points(plates("BS WS YS")) == 0


def test_several_groups_may_be_scored() -> None:
    """« Vous pouvez obtenir plusieurs groupes de sushis. »"""
    assert best_groups(plates("BS BP BO BC BT BM RS RP RO")) == (6, 3)
    assert variety_points(plates("BS BP BO BC BT BM RS RP RO")) == 10


def test_seven_different_types_are_told_as_a_group_of_six_and_a_plate_left_over() -> None:
    """« 6+ … 9 »: the seventh type adds nothing to its group."""
    assert best_groups(plates("BS BP BO BC BT BM BK")) == (6,)


def test_peeling_off_the_largest_group_first_is_not_the_best() -> None:
    """4.3: seven types and two more: 7 + 2 gives 9, 6 + 3 gives 10."""
    stack = plates("BS BP BO BC BT BM BK RS RP")
    assert best_groups(stack) == (6, 3)
    assert variety_points(stack) == 10


@pytest.mark.parametrize("most", [2, 3, 4])
def test_the_best_partition_is_the_best_of_all_for_every_small_stack(most: int) -> None:
    """Every multiset of types with up to so many of each, against every way to split it."""
    for counts in combinations_with_replacement(range(most + 1), 7):
        stack = [f"blue_{kind}" for kind, n in zip(TYPES, counts, strict=True) for _ in range(n)]
        assert variety_points(stack) == recount.best_split(counts), counts


@pytest.mark.soak
def test_the_best_partition_is_the_best_of_all_for_random_stacks_of_up_to_12() -> None:
    rng = SeededRng("stacks")
    for _ in range(scaled(5_000)):
        stack = [PLATES[rng.below(35)] for _ in range(rng.below(13))]
        assert variety_points(stack) == recount.variety(stack), stack


def test_the_groups_of_twenty_plates_and_more_are_found_without_a_visible_pause() -> None:
    """The search is over sizes, not over plates: all 54 take a few hundred steps."""
    rng = SeededRng("long")
    for size in (20, 30, 54):
        for _ in range(50):
            stack = [PLATES[rng.below(35)] for _ in range(size)]
            groups = best_groups(stack)
            counts = sorted(type_counts(stack), reverse=True)
            for number in range(1, len(groups) + 1):
                room = sum(min(count, number) for count in counts)
                assert sum(groups[:number]) <= room


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 2, 1), [5, 2, 0]),
        ((3, 2, 2), [5, 1, 1]),
        ((3, 3, 2), [3, 3, 0]),
        ((2, 2, 2), [3, 3, 3]),
        ((0, 0, 0), [0, 0, 0]),
        ((1, 0, 0), [5, 0, 0]),
        ((1, 1, 0), [3, 3, 0]),
        ((4, 1, 1, 1, 0), [5, 1, 1, 1, 0]),
        ((0, 2), [0, 5]),
    ],
)
def test_most_side_dishes_give_5_the_next_2_and_ties_3_or_1(
    counts: tuple[int, ...], points: list[int]
) -> None:
    """« 5 points … 2 points … chaque joueur à égalité gagne 3 points … 1 point »; A2."""
    assert dish_points(counts, second_after_tie=False) == points
    assert recount.dishes(counts, second_after_tie=False) == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [((3, 3, 2), [3, 3, 2]), ((3, 3, 2, 2), [3, 3, 1, 1]), ((3, 2, 1), [5, 2, 0])],
)
def test_a2_the_second_place_after_a_tie_scores_if_the_club_says_so(
    counts: tuple[int, ...], points: list[int]
) -> None:
    """A2: « no second place after a tie for first; opt »"""
    assert dish_points(counts, second_after_tie=True) == points
    assert recount.dishes(counts, second_after_tie=True) == points
    state = table(seats=len(counts), second_after_tie=True)
    state.eaten = [["miso"] * count for count in counts]
    assert list(RULES.outcome(state).scores) == points


def test_without_a_played_side_dish_there_are_no_points_for_them() -> None:
    """« à moins d'avoir joué au moins une carte Accompagnement »"""
    assert dish_points((1, 0, 0, 0), second_after_tie=False) == [5, 0, 0, 0]


def test_x9_aria_scores_21() -> None:
    """BO-X9: « 3+1+9+1+2+1+4 = 21 »"""
    stack = plates("BS BP WO BC BT RM RS YP GO YO")
    lines = score(
        [stack, [], []],
        [["gyoza", "miso"], ["miso"] * 3, ["miso"]],
        [4, 0, 0],
        second_after_tie=False,
    )
    aria = {line.rule: (line.points, line.detail) for line in lines[0]}
    assert aria == {
        "runs": (4, "4 + 2"),
        "variety": (10, "6 + 3"),
        "dishes": (2, "2"),
        "gyoza": (1, ""),
        "cubes": (4, ""),
    }
    assert sum(line.points for line in lines[0]) == 21


def test_each_cube_is_worth_a_point() -> None:
    """« chaque cube de wasabi que vous avez à la fin de la partie rapporte 1 point »"""
    state = table()
    state.cubes = [4, 0, 2]
    assert RULES.outcome(state).scores == (4, 0, 2)


def test_a22_yen_break_a_tie_and_are_worth_nothing_else() -> None:
    """« En cas d'égalité, c'est le joueur avec le plus de yen qui gagne. »"""
    state = table(yen={ANA: 1, BO: 5, CY: 0})
    state.cubes = [3, 3, 4]
    outcome = RULES.outcome(state)
    assert (outcome.scores, outcome.places) == ((3, 3, 4), (3, 2, 1))


def test_a22_equal_yen_share_the_place() -> None:
    """« S'il y a toujours égalité, les joueurs en première place se partagent la victoire. »"""
    state = table(yen={ANA: 2, BO: 2, CY: 0})
    state.cubes = [3, 3, 3]
    assert RULES.outcome(state).places == (1, 1, 3)


def test_a_stopped_match_is_scored_as_it_stands() -> None:
    outcome = RULES.outcome(table(stacks={ANA: "BS BP"}))
    assert (outcome.final, outcome.ending, outcome.scores) == (False, "running", (1, 0, 0))
