from fractions import Fraction

import pytest

from tests.tournaments.tournaments.formats.playing import refusal
from tournaments.tournaments.formats.cut import (
    AtLeast,
    Cut,
    Field,
    Row,
    TopN,
    cut,
    field_after,
    settle,
)


def row(entrant: int, rank: int, points: int, *tiebreaks: int) -> Row:
    return Row(entrant, rank, Fraction(points), tuple(map(Fraction, tiebreaks)))


CLEAR = [row(7, 1, 9), row(5, 2, 8), row(3, 3, 6), row(1, 4, 4)]
BY_SECOND_TIEBREAK = [
    row(7, 1, 9, 1, 1),
    row(5, 2, 6, 4, 3),
    row(3, 3, 6, 4, 2),
    row(1, 4, 6, 3, 9),
    row(2, 5, 2, 0, 0),
]
LEVEL = [
    row(7, 1, 9, 1),
    row(6, 2, 6, 5),
    row(5, 3, 6, 4),
    row(3, 3, 6, 4),
    row(1, 3, 6, 4),
    row(4, 6, 6, 2),
    row(2, 7, 2, 0),
]


def test_points_alone_decide_where_they_differ_on_the_line() -> None:
    assert cut(CLEAR, TopN(2)) == Cut(inside=(7, 5), alternates=(3, 1))


def test_the_order_of_the_rows_changes_nothing() -> None:
    assert cut(LEVEL[::-1], TopN(4)) == cut(LEVEL, TopN(4))


def test_a_tie_on_the_line_names_who_is_tied_and_which_tiebreak_decided() -> None:
    found = cut(BY_SECOND_TIEBREAK, TopN(2))
    assert found.inside == (7, 5)
    assert found.alternates == (3, 1, 2)
    assert found.tied_on_line == (5, 3, 1)
    assert found.decided_by == 1
    assert cut(BY_SECOND_TIEBREAK, TopN(3)).decided_by == 0
    assert cut(BY_SECOND_TIEBREAK, TopN(4)).tied_on_line == ()


def test_a_tie_that_nothing_decides_is_left_open() -> None:
    found = cut(LEVEL, TopN(4))
    assert found.inside == (7, 6)
    assert found.undecided == (1, 3, 5)
    assert found.open_places == 2
    assert found.alternates == (4, 2)
    assert found.tied_on_line == (6, 1, 3, 5, 4)
    assert found.decided_by is None


def test_a_tie_inside_the_cut_needs_no_decision() -> None:
    found = cut(LEVEL, TopN(5))
    assert found.inside == (7, 6, 1, 3, 5)
    assert found.undecided == ()
    assert found.decided_by == 0


def test_a_tie_that_something_else_than_the_tiebreaks_decided_names_none() -> None:
    found = cut([row(1, 1, 3, 2), row(2, 2, 3, 2), row(3, 3, 3, 2)], TopN(2))
    assert (found.inside, found.decided_by, found.undecided) == ((1, 2), None, ())
    assert found.tied_on_line == (1, 2, 3)


def test_everybody_with_enough_points_is_in_and_nobody_is_tied() -> None:
    assert cut(LEVEL, AtLeast(Fraction(6))) == Cut((7, 6, 1, 3, 5, 4), (2,))
    assert cut(LEVEL, AtLeast(Fraction(13, 2) - 6)) == Cut((7, 6, 1, 3, 5, 4, 2), ())


def test_points_below_zero_can_be_a_line() -> None:
    rows = [row(1, 1, 0), row(2, 2, -2), row(3, 3, -5)]
    assert cut(rows, AtLeast(Fraction(-2))) == Cut((1, 2), (3,))


def test_a_top_larger_than_the_field_takes_everybody() -> None:
    assert cut(CLEAR, TopN(9)) == Cut((7, 5, 3, 1), ())
    assert cut(CLEAR, TopN(4)) == Cut((7, 5, 3, 1), ())


def test_a_lot_settles_what_was_open() -> None:
    settled = settle(cut(LEVEL, TopN(4)), [5, 1, 3])
    assert settled.inside == (7, 6, 5, 1)
    assert settled.alternates == (3, 4, 2)
    assert settled.undecided == ()
    assert settled.tied_on_line == (6, 1, 3, 5, 4)


@pytest.mark.parametrize(
    ("order", "code"), [([5, 1], "seeding_incomplete"), ([5, 1, 1], "seeding_twice")]
)
def test_a_lot_must_name_each_of_the_undecided_once(order: list[int], code: str) -> None:
    assert refusal(settle, cut(LEVEL, TopN(4)), order).code == code


def test_alternates_step_in_in_order_when_somebody_declines() -> None:
    drawn = cut(BY_SECOND_TIEBREAK, TopN(2))
    assert field_after(drawn) == Field((7, 5), (3, 1, 2))
    assert field_after(drawn, [7]) == Field((5, 3), (1, 2))
    assert field_after(drawn, [7, 3]) == Field((5, 1), (2,))
    assert field_after(drawn, [1]) == Field((7, 5), (3, 2))
    assert field_after(drawn, [7, 5, 3, 1]) == Field((2,), ())


def test_nobody_starts_while_the_line_is_open() -> None:
    violation = refusal(field_after, cut(LEVEL, TopN(4)))
    assert violation.code == "cut_undecided"
    assert violation.params == {"entrants": (1, 3, 5), "places": 2}


@pytest.mark.parametrize(
    ("rows", "rule", "code"),
    [
        (CLEAR, TopN(1), "bad_cut"),
        (CLEAR[:1], TopN(2), "too_few_entrants"),
        (CLEAR, AtLeast(Fraction(9)), "too_few_entrants"),
    ],
)
def test_a_cut_that_leaves_no_stage_is_refused(
    rows: list[Row], rule: AtLeast | TopN, code: str
) -> None:
    assert refusal(cut, rows, rule).code == code
