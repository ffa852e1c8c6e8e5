"""What a result, a bye or a penalty may look like."""

from fractions import Fraction

import pytest

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.standings.builders import fractions, table
from tournaments.tournaments.standings.results import (
    Penalty,
    ResultKind,
    TableResult,
    require_places,
)


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (table([1], [1]), "bad_table_size"),
        (table(range(9), range(1, 10)), "bad_table_size"),
        (table([1, 2, 1], [1, 2, 3]), "entrant_twice_at_table"),
        (table([1, 2, 3], [1, 2, 3], absent=[4]), "absent_not_at_table"),
        (table([1, 2, 3], [1, 2]), "places_do_not_fit"),
        (table([1, 2, 3], [1, 2, 2, 4]), "places_do_not_fit"),
        (table([1, 2, 3], [1, 1, 2]), "places_do_not_fit"),
        (table([1, 2, 3], [2, 2, 3]), "places_do_not_fit"),
        (table([1, 2, 3], [0, 1, 2]), "places_do_not_fit"),
        (table([1, 2, 3], [1, 2, 3], [10, 9]), "scores_do_not_fit"),
        (table([1, 2, 3]), "places_missing"),
        (table([1, 2, 3], kind=ResultKind.ON_TIME), "places_missing"),
        (table([1, 2, 3], [1, 2, 3], absent=[1, 2]), "too_few_played"),
        (table([1, 2], kind=ResultKind.EARLY, absent=[1]), "too_few_played"),
        (table([1, 2], kind=ResultKind.WALK_OVER), "walk_over_without_absent"),
    ],
)
def test_a_result_that_does_not_fit_is_refused_with_its_table(
    result: TableResult, code: str
) -> None:
    with pytest.raises(RuleViolation) as refusal:
        result.check()
    assert refusal.value.code == code
    assert refusal.value.params["table"] == 1


@pytest.mark.parametrize(
    "result",
    [
        table([1, 2], [1, 1]),
        table([1, 2, 3, 4], [1, 1, 3, 4]),
        table(range(8), [1, 2, 2, 2, 5, 6, 6, 8]),
        table([1, 2, 3], kind=ResultKind.EARLY),
        table([1, 2, 3], kind=ResultKind.VOID),
        table([1, 2, 3], kind=ResultKind.WALK_OVER, absent=[2, 3]),
        table([1, 2, 3], kind=ResultKind.WALK_OVER, absent=[1, 2, 3]),
    ],
)
def test_a_result_that_fits_is_accepted(result: TableResult) -> None:
    result.check()
    assert set(result.present) == set(result.entrants) - result.absent
    assert result.present_places == result.places


def test_those_present_are_placed_among_themselves_whatever_is_noted_for_the_absent() -> None:
    for noted in (0, 2, 4):
        result = table([7, 8, 9, 5], [2, noted, 1, 3], [30, 0, 40, 20], absent=[8])
        result.check()
        assert result.present == (7, 9, 5)
        assert result.present_places == (2, 1, 3)
        assert result.present_scores == (30, 40, 20)


def test_without_absence_everyone_is_present() -> None:
    result = table([3, 1], [1, 2])
    assert result.present == (3, 1)
    assert result.present_places == (1, 2)
    assert result.present_scores is None


def test_places_say_what_they_are_when_they_do_not_fit() -> None:
    with pytest.raises(RuleViolation) as refusal:
        require_places([1, 3], table=5)
    assert refusal.value.params == {"places": (1, 3), "table": 5}


@pytest.mark.parametrize("points", fractions(0, -1))
def test_a_penalty_that_takes_nothing_is_refused(points: Fraction) -> None:
    with pytest.raises(RuleViolation, match="bad_penalty"):
        Penalty(1, points, 1, 1, "conduct").check()
