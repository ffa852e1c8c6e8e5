"""What each kind of result gives, whether it is rated, and rules as plain data."""

import dataclasses
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.standings.builders import (
    fractions,
    place_lists,
    score_lists,
    table,
)
from tournaments.tournaments.standings.results import ResultKind, TableResult
from tournaments.tournaments.standings.schemes import custom_scheme, preset
from tournaments.tournaments.standings.scoring import (
    KindPoints,
    KindRule,
    ScoringRules,
    Why,
    Worth,
    table_awards,
)

UKGE = ScoringRules(scheme=preset("4/2/1/0"))
SHARE = ScoringRules(scheme=preset("share"))


def points(result: TableResult, rules: ScoringRules) -> tuple[Fraction, ...]:
    return tuple(award.points for award in table_awards(result, rules))


def reasons(result: TableResult, rules: ScoringRules) -> tuple[Why, ...]:
    return tuple(award.why for award in table_awards(result, rules))


def early(gives: KindPoints) -> ScoringRules:
    return dataclasses.replace(UKGE, early=KindRule(gives, rated=False))


def test_a_complete_table_gives_points_by_place_in_seat_order() -> None:
    result = table([11, 12, 13, 14], [3, 1, 1, 4])
    assert points(result, UKGE) == fractions(1, 3, 3, 0)
    assert [award.entrant for award in table_awards(result, UKGE)] == [11, 12, 13, 14]
    assert [award.place for award in table_awards(result, UKGE)] == [3, 1, 1, 4]
    assert set(reasons(result, UKGE)) == {Why.PLACE}


def test_a_table_stopped_on_time_counts_as_complete_unless_the_rules_say_otherwise() -> None:
    result = table([1, 2, 3], [2, 1, 3], kind=ResultKind.ON_TIME)
    assert points(result, UKGE) == fractions(2, 4, 0)
    strict = dataclasses.replace(UKGE, on_time=KindRule(KindPoints.NONE, rated=False))
    assert points(result, strict) == fractions(0, 0, 0)
    assert set(reasons(result, strict)) == {Why.STOPPED}


@pytest.mark.parametrize(
    ("gives", "agreed", "expected"),
    [
        (KindPoints.FULL, (2, 1, 3), (2, 4, 0)),
        (KindPoints.AGREED, (2, 1, 3), (2, 4, 0)),
        (KindPoints.NONE, (2, 1, 3), (0, 0, 0)),
        (KindPoints.FULL, None, (2, 2, 2)),
        (KindPoints.AGREED, None, (0, 0, 0)),
        (KindPoints.NONE, None, (0, 0, 0)),
    ],
)
def test_a_table_stopped_early_gives_all_what_was_agreed_or_nothing(
    gives: KindPoints, agreed: tuple[int, ...] | None, expected: tuple[int, ...]
) -> None:
    result = table([1, 2, 3], agreed, kind=ResultKind.EARLY)
    assert points(result, early(gives)) == fractions(*expected)


def test_a_void_table_gives_nothing_to_anyone() -> None:
    rules = dataclasses.replace(UKGE, no_show=Fraction(-1))
    result = table([1, 2, 3], [1, 2, 3], kind=ResultKind.VOID, absent=[3])
    assert points(result, rules) == fractions(0, 0, 0)
    assert set(reasons(result, rules)) == {Why.VOID}


def test_a_table_with_a_no_show_is_scored_by_the_number_who_played() -> None:
    rules = dataclasses.replace(UKGE, no_show=Fraction(-1, 2))
    result = table([1, 2, 3, 4], [2, 0, 1, 3], absent=[2])
    assert points(result, rules) == fractions(2, "-1/2", 4, 0)
    assert reasons(result, rules) == (Why.PLACE, Why.NO_SHOW, Why.PLACE, Why.PLACE)
    assert table_awards(result, rules)[1].place is None


@pytest.mark.parametrize(
    ("worth", "expected"),
    [(Worth.WIN, "4"), (Worth.AVERAGE, "7/4"), (Fraction(5, 2), "5/2")],
)
def test_a_walk_over_is_worth_what_the_rules_say(worth: Worth | Fraction, expected: str) -> None:
    rules = dataclasses.replace(UKGE, walk_over=worth)
    result = table([1, 2, 3, 4], kind=ResultKind.WALK_OVER, absent=[1, 2, 4])
    assert points(result, rules) == fractions(0, 0, expected, 0)
    assert reasons(result, rules) == (Why.NO_SHOW, Why.NO_SHOW, Why.WALK_OVER, Why.NO_SHOW)


def test_a_walk_over_is_measured_by_its_own_table_and_a_bye_by_the_usual_one() -> None:
    rules = ScoringRules(scheme=custom_scheme({2: [2, 0], 4: [7, 4, 2, 0]}), table_size=4)
    result = table([1, 2], kind=ResultKind.WALK_OVER, absent=[2])
    assert points(result, rules) == fractions(2, 0)
    assert rules.worth(rules.bye, rules.table_size) == 7
    assert rules.worth(Worth.AVERAGE, rules.table_size) == Fraction(13, 4)


def test_nobody_there_gets_nobody_anything() -> None:
    result = table([1, 2], kind=ResultKind.WALK_OVER, absent=[1, 2])
    assert points(result, UKGE) == fractions(0, 0)


def test_shares_of_the_table_are_the_points_where_the_rules_say_so() -> None:
    result = table([1, 2, 3], None, [30, 20, 10])
    assert points(result, SHARE) == fractions("1/2", "1/3", "1/6")
    assert set(reasons(result, SHARE)) == {Why.SHARE}


def test_shares_leave_out_the_absent_and_are_equal_without_scores() -> None:
    assert points(table([1, 2, 3], [1, 0, 2], [30, 99, 10], absent=[2]), SHARE) == fractions(
        "3/4", 0, "1/4"
    )
    assert points(table([1, 2, 3], [1, 2, 3]), SHARE) == fractions("1/3", "1/3", "1/3")


def test_a_win_by_shares_is_the_whole_table_and_an_average_its_equal_part() -> None:
    assert SHARE.worth(Worth.WIN, 4) == 1
    assert SHARE.worth(Worth.AVERAGE, 4) == Fraction(1, 4)


@given(score_lists)
def test_a_table_of_shares_always_gives_exactly_one(scores: list[int]) -> None:
    assert sum(points(table(range(len(scores)), None, scores), SHARE)) == 1


@given(place_lists, st.permutations(range(8)))
def test_points_follow_the_entrant_whatever_the_seat(
    places: tuple[int, ...], order: list[int]
) -> None:
    seats = [seat for seat in order if seat < len(places)]
    before = dict(enumerate(points(table(range(len(places)), places), UKGE)))
    moved = table(seats, [places[seat] for seat in seats])
    assert {award.entrant: award.points for award in table_awards(moved, UKGE)} == before


def test_each_kind_says_whether_it_is_rated() -> None:
    rules = ScoringRules()
    rated = {
        kind: rules.is_rated(table([1, 2, 3], [1, 2, 3], kind=kind, absent=[3]))
        for kind in ResultKind
    }
    assert rated == {
        ResultKind.COMPLETE: True,
        ResultKind.ON_TIME: True,
        ResultKind.EARLY: False,
        ResultKind.WALK_OVER: False,
        ResultKind.VOID: False,
    }


def test_a_table_without_places_is_never_rated() -> None:
    rules = ScoringRules(early=KindRule(KindPoints.FULL, rated=True))
    assert rules.is_rated(table([1, 2], [1, 2], kind=ResultKind.EARLY))
    assert not rules.is_rated(table([1, 2], kind=ResultKind.EARLY))


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (ScoringRules(table_size=1), "bad_table_size"),
        (ScoringRules(table_size=9), "bad_table_size"),
        (ScoringRules(complete=KindRule(KindPoints.NONE, rated=True)), "complete_without_points"),
        (
            ScoringRules(scheme=dataclasses.replace(preset("wins"), name="losses")),
            "unknown_points_scheme",
        ),
    ],
)
def test_scoring_rules_that_cannot_be_are_refused(rules: ScoringRules, code: str) -> None:
    with pytest.raises(RuleViolation, match=code):
        rules.check()


def test_every_scoring_rule_is_read_from_plain_data() -> None:
    data = {
        "scheme": {"name": "custom", "rows": [["7", "4", "2", "1/3"]]},
        "share_ties": False,
        "table_size": 3,
        "bye": "7/3",
        "walk_over": "average",
        "no_show": "-1/2",
        "complete": {"points": "full", "rated": False},
        "on_time": {"points": "agreed", "rated": False},
        "early": {"points": "none", "rated": True},
    }
    assert ScoringRules.from_data(json.loads(json.dumps(data))) == ScoringRules(
        scheme=custom_scheme({4: [7, 4, 2, "1/3"]}),
        share_ties=False,
        table_size=3,
        bye=Fraction(7, 3),
        walk_over=Worth.AVERAGE,
        no_show=Fraction(-1, 2),
        complete=KindRule(KindPoints.FULL, rated=False),
        on_time=KindRule(KindPoints.AGREED, rated=False),
        early=KindRule(KindPoints.NONE, rated=True),
    )


def test_what_is_missing_in_plain_data_is_as_usual() -> None:
    assert ScoringRules.from_data({}) == ScoringRules()
    partly = ScoringRules.from_data({"early": {"points": "none"}, "bye": "average"})
    assert partly.early == KindRule(KindPoints.NONE, rated=False)
    assert partly.bye is Worth.AVERAGE


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ("5/3/2/1", "scoring"),
        ({"speed": 1}, "scoring.speed"),
        ({"share_ties": 1}, "scoring.share_ties"),
        ({"table_size": "4"}, "scoring.table_size"),
        ({"table_size": True}, "scoring.table_size"),
        ({"table_size": 4.0}, "scoring.table_size"),
        ({"table_size": None}, "scoring.table_size"),
        ({"early": "full"}, "early"),
        ({"early": {"points": "half"}}, "early.points"),
        ({"early": {"points": ["full"]}}, "early.points"),
        ({"early": {"rated": "yes"}}, "early.rated"),
    ],
)
def test_strange_scoring_data_is_refused_with_its_field(data: object, field: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        ScoringRules.from_data(data)
    assert refusal.value.code == "bad_rules_data"
    assert refusal.value.params == {"field": field}


@pytest.mark.parametrize("data", [{"bye": 1.5}, {"no_show": None}, {"bye": "lots"}, {"bye": []}])
def test_points_that_are_no_fraction_are_refused(data: object) -> None:
    with pytest.raises(RuleViolation, match="bad_fraction"):
        ScoringRules.from_data(data)
