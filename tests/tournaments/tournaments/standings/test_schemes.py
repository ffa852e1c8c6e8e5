"""Points by place for every size, ties, custom tables, shares."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.standings.builders import (
    fractions,
    place_lists,
    places_of,
    score_lists,
)
from tournaments.tournaments.standings.schemes import (
    PRESETS,
    PointsScheme,
    custom_scheme,
    extended_row,
    preset,
    shares,
)

BY_PLACE = [name for name in PRESETS if name != "share"]

ROWS = {
    "5/3/2/1": {
        2: (5, 1),
        3: (5, 3, 1),
        4: (5, 3, 2, 1),
        5: (5, 3, 2, 1, 1),
        6: (5, 3, 2, 1, 1, 1),
        7: (5, 3, 2, 1, 1, 1, 1),
        8: (5, 3, 2, 1, 1, 1, 1, 1),
    },
    "4/2/1/0": {
        2: (4, 0),
        3: (4, 2, 0),
        4: (4, 2, 1, 0),
        5: (4, 2, 1, 0, 0),
        6: (4, 2, 1, 0, 0, 0),
        7: (4, 2, 1, 0, 0, 0, 0),
        8: (4, 2, 1, 0, 0, 0, 0, 0),
    },
    "3/1/0": {
        2: (3, 0),
        3: (3, 1, 0),
        4: (3, 1, 0, 0),
        5: (3, 1, 0, 0, 0),
        6: (3, 1, 0, 0, 0, 0),
        7: (3, 1, 0, 0, 0, 0, 0),
        8: (3, 1, 0, 0, 0, 0, 0, 0),
    },
    "wins": {size: (1, *[0] * (size - 1)) for size in range(2, 9)},
}


@pytest.mark.parametrize(("name", "size"), [(name, size) for name in ROWS for size in ROWS[name]])
def test_a_preset_has_points_for_every_table_of_two_to_eight(name: str, size: int) -> None:
    assert preset(name).row(size) == fractions(*ROWS[name][size])


def test_every_preset_by_place_is_written_down_above() -> None:
    assert sorted(ROWS) == sorted(BY_PLACE)


def test_joint_first_with_4_2_1_0_is_three_each() -> None:
    # UK Games Expo averages tied places.
    assert preset("4/2/1/0").points((1, 1, 3, 4)) == fractions(3, 3, 1, 0)


def test_a_tie_of_three_for_second_shares_what_the_three_places_give() -> None:
    assert preset("5/3/2/1").points((2, 1, 2, 2)) == fractions(2, 5, 2, 2)
    assert preset("4/2/1/0").points((2, 2, 1, 2)) == fractions(1, 1, 4, 1)


def test_everyone_tied_shares_the_whole_table() -> None:
    assert preset("5/3/2/1").points((1, 1, 1, 1)) == fractions(*["11/4"] * 4)


def test_with_sharing_switched_off_the_tied_get_the_points_of_the_place_they_share() -> None:
    scheme = preset("4/2/1/0")
    assert scheme.points((1, 1, 3, 4), share_ties=False) == fractions(4, 4, 1, 0)
    assert scheme.points((1, 2, 2, 4), share_ties=False) == fractions(4, 2, 2, 0)


def test_a_shared_win_is_half_a_win_where_only_wins_count() -> None:
    assert preset("wins").points((1, 1, 3)) == fractions("1/2", "1/2", 0)


@given(st.sampled_from(BY_PLACE), place_lists)
def test_shared_averages_never_change_what_a_table_gives_in_all(
    name: str, places: tuple[int, ...]
) -> None:
    scheme = preset(name)
    given_out = scheme.points(places)
    assert sum(given_out) == sum(scheme.row(len(places)))
    assert all(isinstance(points, Fraction) for points in given_out)


@given(st.sampled_from(BY_PLACE), place_lists, st.booleans())
def test_a_better_place_never_gives_fewer_points(
    name: str, places: tuple[int, ...], share: bool
) -> None:
    given_out = preset(name).points(places, share_ties=share)
    for place, points in zip(places, given_out, strict=True):
        for other_place, other_points in zip(places, given_out, strict=True):
            if place < other_place:
                assert points >= other_points
            elif place == other_place:
                assert points == other_points


def test_a_custom_table_holds_for_its_sizes_and_is_extended_to_the_others() -> None:
    scheme = custom_scheme({3: [6, 3, 0], 5: [10, 7, 5, 2, "1/2"]})
    assert scheme.row(3) == fractions(6, 3, 0)
    assert scheme.row(5) == fractions(10, 7, 5, 2, "1/2")
    assert scheme.row(2) == fractions(6, 0)  # from the next larger size
    assert scheme.row(4) == fractions(10, 7, 5, "1/2")
    assert scheme.row(6) == fractions(10, 7, 5, 2, "1/2", "1/2")  # from the largest


def test_a_row_is_extended_with_its_ends_kept() -> None:
    row = fractions(9, 5, 4, 2)
    assert extended_row(row, 4) == row
    assert extended_row(row, 2) == fractions(9, 2)
    assert extended_row(row, 3) == fractions(9, 5, 2)
    assert extended_row(row, 6) == fractions(9, 5, 4, 2, 2, 2)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ({4: [5, 3, 2]}, "length"),
        ({3: [5, 3, 2, 1]}, "length"),
        ({3: [3, 1, 2]}, "increasing"),
        ({2: [0, 1]}, "increasing"),
        ({1: [1]}, "size"),
        ({9: [0] * 9}, "size"),
        ({}, "sizes"),
    ],
)
def test_a_bad_points_table_is_refused(rows: dict[int, list[object]], problem: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        custom_scheme(rows)
    assert refusal.value.code == "bad_points_table"
    assert refusal.value.params["problem"] == problem


@pytest.mark.parametrize("value", [0.5, True, "1,5", "1/0", None, "1e3", " 1", "9" * 40])
def test_points_are_whole_numbers_or_fractions_and_never_floats(value: object) -> None:
    with pytest.raises(RuleViolation, match="bad_fraction"):
        custom_scheme({2: [value, 0]})


def test_rows_out_of_order_are_refused() -> None:
    rows = (fractions(3, 1, 0), fractions(2, 0))
    with pytest.raises(RuleViolation, match="bad_points_table"):
        PointsScheme("custom", rows).check()


def test_an_unknown_or_altered_preset_is_refused() -> None:
    with pytest.raises(RuleViolation, match="unknown_points_scheme"):
        preset("7/5/3")
    with pytest.raises(RuleViolation, match="unknown_points_scheme"):
        PointsScheme("wins", (fractions(2, 0),)).check()
    with pytest.raises(RuleViolation, match="share_with_rows"):
        PointsScheme("share", (fractions(2, 0),)).check()


def test_a_share_has_no_points_by_place() -> None:
    with pytest.raises(ValueError, match="by place"):
        preset("share").row(4)
    with pytest.raises(ValueError, match="by place"):
        preset("share").points((1, 2))


def test_a_scheme_is_read_from_plain_data() -> None:
    for name, scheme in PRESETS.items():
        assert PointsScheme.from_data({"name": name}) == scheme
    rows = [["3", "-1/2"], ["7", "4", "2", "1/3"]]
    written = custom_scheme({2: [3, "-1/2"], 4: [7, 4, 2, "1/3"]})
    assert PointsScheme.from_data({"name": "custom", "rows": rows}) == written


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "bad_rules_data"),
        ({}, "bad_rules_data"),
        ({"name": 3}, "bad_rules_data"),
        ({"name": "custom"}, "bad_rules_data"),
        ({"name": "custom", "rows": [3]}, "bad_rules_data"),
        ({"name": "custom", "rows": [["1", "0"], ["2", "0"]]}, "bad_points_table"),
        ({"name": "custom", "rows": []}, "bad_points_table"),
        ({"name": "none"}, "unknown_points_scheme"),
    ],
)
def test_strange_data_is_no_scheme(data: object, code: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        PointsScheme.from_data(data)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((30, 20, 10), ("1/2", "1/3", "1/6")),
        ((10, 0), (1, 0)),
        ((0, 0, 0), ("1/3", "1/3", "1/3")),
        ((-5, -5), ("1/2", "1/2")),
        ((5, 5), ("1/2", "1/2")),
        ((-10, 10, 0), (0, "2/3", "1/3")),  # raised by 10: 0, 20, 10
        ((-3, -1), (0, 1)),
        ((1, -1), (1, 0)),  # a total of zero with something to share
        (
            (8, 7, 6, 5, 4, 3, 2, 1),
            ("8/36", "7/36", "6/36", "5/36", "4/36", "3/36", "2/36", "1/36"),
        ),
    ],
)
def test_shares_are_defined_for_zero_and_negative_scores(
    scores: tuple[int, ...], expected: tuple[str, ...]
) -> None:
    assert shares(scores) == fractions(*expected)


@given(score_lists)
def test_shares_add_up_to_one_are_never_negative_and_keep_the_order(scores: list[int]) -> None:
    parts = shares(scores)
    assert sum(parts) == 1
    assert min(parts) >= 0
    assert places_of(parts) == places_of(scores)
