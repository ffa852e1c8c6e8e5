"""Seasons: what an evening gives, best N of M, tie-breaks, what can still be reached."""

import dataclasses
import itertools
import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.standings.builders import fractions
from tournaments.seasons.evenings import Evening, EveningEntry
from tournaments.seasons.rules import EveningPoints, SeasonRules, evening_points, season_total
from tournaments.seasons.table import SeasonTable, season_table
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS

F1_LIKE = SeasonRules(place_points=fractions(10, 6, 3, 1))


def evening(number: int, order: str, **places: int | None) -> Evening:
    """Return an evening of players named by letters, in order of place unless places are given."""
    return Evening(
        number,
        tuple(
            EveningEntry(name, places.get(name, index), Fraction(20 - index), 3)
            for index, name in enumerate(order, start=1)
        ),
    )


def ranks(table: SeasonTable) -> list[tuple[int | None, str, Fraction]]:
    return [(row.rank, row.player, row.total) for row in table.rows]


def test_an_evening_gives_points_by_final_place_and_nothing_after_the_last() -> None:
    assert evening_points(evening(1, "abcdef"), F1_LIKE) == dict(
        zip("abcdef", (10, 6, 3, 1, 0, 0), strict=True)
    )


def test_shared_final_places_share_the_points_unless_switched_off() -> None:
    shared = evening(1, "abcd", b=1, c=3, d=3)
    assert evening_points(shared, F1_LIKE) == {"a": 8, "b": 8, "c": 2, "d": 2}
    full = dataclasses.replace(F1_LIKE, share_ties=False)
    assert evening_points(shared, full) == {"a": 10, "b": 10, "c": 3, "d": 3}
    beyond = evening(1, "abcde", d=4, e=4)
    assert evening_points(beyond, F1_LIKE)["e"] == Fraction(1, 2)


def test_who_was_unranked_on_an_evening_gets_no_points_by_place() -> None:
    assert evening_points(evening(1, "ab", b=None), F1_LIKE) == {"a": 10, "b": 0}


def test_an_evening_can_give_its_sum_or_its_average_with_a_minimum_of_matches() -> None:
    entries = (
        EveningEntry("a", 1, Fraction(13), 4),
        EveningEntry("b", 2, Fraction(9), 2),
        EveningEntry("c", 3, Fraction(5), 1),
        EveningEntry("d", None, Fraction(0), 0),
    )
    by_sum = SeasonRules(points_by=EveningPoints.SUM)
    assert evening_points(Evening(1, entries), by_sum) == {"a": 13, "b": 9, "c": 5, "d": 0}
    by_average = SeasonRules(points_by=EveningPoints.AVERAGE, least_matches=2)
    assert evening_points(Evening(1, entries), by_average) == {
        "a": Fraction(13, 4),
        "b": Fraction(9, 2),
        "c": 0,
        "d": 0,
    }


def test_only_the_best_evenings_count_and_the_others_are_marked() -> None:
    evenings = [evening(1, "cba"), evening(2, "abc"), evening(3, "acb"), evening(4, "bac")]
    table = season_table(evenings, dataclasses.replace(F1_LIKE, best=2))
    assert ranks(table) == [(1, "a", 20), (2, "b", 16), (3, "c", 16)]
    marks = {row.player: row.evenings for row in table.rows}
    assert [(mark.points, mark.counts) for mark in marks["a"]] == [
        (3, False),
        (10, True),
        (10, True),
        (6, False),
    ]
    # c: 10 3 6 3; b: 6 6 3 10, where the first six counts and the second does not.
    assert [mark.counts for mark in marks["b"]] == [True, False, False, True]
    assert [mark.place for mark in marks["c"]] == [1, 3, 2, 3]


def test_an_evening_missed_is_shown_as_missed() -> None:
    table = season_table([evening(1, "ab"), evening(2, "b")], F1_LIKE)
    last = table.rows[1]
    assert (last.player, last.attended) == ("a", 1)
    assert [(mark.attended, mark.points, mark.counts) for mark in last.evenings] == [
        (True, 10, True),
        (False, 0, False),
    ]


def test_the_attendance_point_counts_for_every_evening_even_those_left_out() -> None:
    evenings = [evening(1, "ab"), evening(2, "ab"), evening(3, "b")]
    rules = dataclasses.replace(F1_LIKE, best=1, attendance=Fraction(1, 2))
    assert ranks(season_table(evenings, rules)) == [
        (1, "b", Fraction(23, 2)),
        (2, "a", Fraction(11)),
    ]


def test_with_too_few_evenings_a_player_is_listed_unranked() -> None:
    evenings = [evening(1, "zab"), evening(2, "ab"), evening(3, "ba")]
    table = season_table(evenings, dataclasses.replace(F1_LIKE, least_evenings=2))
    assert ranks(table) == [(1, "a", 22), (2, "b", 19), (None, "z", 10)]
    assert table.leaders == ("a",)


@pytest.mark.parametrize(
    ("tie_break", "first"),
    [
        ("evenings_won", "a"),
        ("best_evenings", "a"),
        ("last_evenings", "b"),
        ("head_to_head", "b"),
        ("attended", "b"),
        ("match_wins", "b"),
    ],
)
def test_each_season_tie_break_alone_separates_two_who_are_level(
    tie_break: str, first: str
) -> None:
    rules = SeasonRules(points_by=EveningPoints.SUM, tie_breaks=(tie_break,))

    def entry(player: str, place: int | None, points: int, wins: int = 0) -> EveningEntry:
        return EveningEntry(player, place, Fraction(points), 4, Fraction(wins))

    evenings = [
        Evening(1, (entry("a", 1, 9, 1), entry("b", None, 2, 1))),
        Evening(2, (entry("a", 5, 1), entry("b", 2, 4, 1))),
        Evening(3, (entry("b", 3, 4), entry("c", 1, 1))),
        Evening(4, (entry("a", 3, 0), entry("b", 2, 0))),
    ]
    table = season_table(evenings, rules)
    assert [row.total for row in table.rows] == [10, 10, 1]
    assert table.rows[0].player == first
    assert table.rows[1].decided_by == 1


def test_a_head_to_head_of_evenings_puts_the_unranked_behind_and_ignores_shared_places() -> None:
    rules = SeasonRules(points_by=EveningPoints.SUM, tie_breaks=("head_to_head",))
    level = [
        Evening(1, (EveningEntry("a", 1, Fraction(1), 1), EveningEntry("b", 1, Fraction(1), 1))),
        Evening(2, (EveningEntry("a", None, Fraction(1), 1), EveningEntry("b", 4, Fraction(1), 1))),
    ]
    table = season_table(level, rules)
    assert [(row.player, row.values[1]) for row in table.rows] == [("b", (1,)), ("a", (-1,))]


def test_those_nothing_separates_share_the_rank() -> None:
    table = season_table([evening(1, "abc", b=1)], F1_LIKE)
    assert [(row.rank, row.shared) for row in table.rows] == [(1, True), (1, True), (3, False)]
    assert (table.leaders, table.decided) == (("a", "b"), True)


def test_what_can_still_be_reached_replaces_the_weakest_results_that_count() -> None:
    rules = dataclasses.replace(F1_LIKE, best=2, attendance=Fraction(1))
    table = season_table([evening(1, "abcd"), evening(2, "abcd")], rules, to_come=1)
    reach = {row.player: row.reach for row in table.rows}
    assert reach == {"a": 23, "b": 16 + 3, "c": 13 + 3, "d": 11 + 3}


def test_a_season_is_decided_when_nobody_can_come_level_any_more() -> None:
    evenings = [evening(number, "abc") for number in (1, 2, 3)]  # 30, 18, 9
    one_left = season_table(evenings, F1_LIKE, to_come=1)
    assert (one_left.leaders, one_left.decided) == (("a",), True)
    assert [row.can_win for row in one_left.rows] == [True, False, False]
    two_left = season_table(evenings, F1_LIKE, to_come=2)
    assert not two_left.decided
    assert [(row.reach, row.can_win) for row in two_left.rows] == [
        (50, True),
        (38, True),
        (29, False),
    ]


def test_two_who_share_the_lead_decide_nothing_while_an_evening_is_left() -> None:
    rules = dataclasses.replace(F1_LIKE, least_evenings=2, tie_breaks=())
    evenings = [evening(1, "abc"), evening(2, "bac"), evening(3, "abc", b=1)]
    table = season_table(evenings, rules, to_come=1)
    assert table.leaders == ("a", "b")
    assert [row.can_win for row in table.rows] == [True, True, False]
    assert not table.decided
    assert season_table(evenings, rules).decided


def test_coming_level_is_enough_to_keep_a_season_open() -> None:
    # a 20, b 12: b can reach 22 with one evening, 20 with eight points.
    evenings = [evening(1, "ab"), evening(2, "ab")]
    assert not season_table(evenings, F1_LIKE, to_come=1).decided
    eight = dataclasses.replace(F1_LIKE, place_points=fractions(8, 4))
    level = season_table(evenings, eight, to_come=1)  # a 16, b 8 and at most 16
    assert level.rows[1].reach == 16
    assert level.rows[1].can_win
    assert not level.decided


def test_a_newcomer_keeps_a_season_open_unless_attendance_forbids_it() -> None:
    evenings = [evening(1, "a")]
    assert not season_table(evenings, F1_LIKE, to_come=1).decided
    strict = dataclasses.replace(F1_LIKE, least_evenings=2)
    two = [evening(1, "a"), evening(2, "a")]
    assert season_table(two, strict, to_come=1).decided


def test_who_cannot_attend_often_enough_any_more_cannot_win() -> None:
    evenings = [evening(1, "ab"), evening(2, "a"), evening(3, "a")]
    rules = dataclasses.replace(F1_LIKE, least_evenings=3, best=1)
    table = season_table(evenings, rules, to_come=1)
    assert [(row.player, row.rank, row.can_win) for row in table.rows] == [
        ("a", 1, True),
        ("b", None, False),
    ]
    assert table.decided


def test_nothing_is_decided_while_nobody_is_ranked() -> None:
    rules = dataclasses.replace(F1_LIKE, least_evenings=2)
    for to_come in (0, 3):
        table = season_table([evening(1, "ab")], rules, to_come=to_come)
        assert (table.leaders, table.decided) == ((), False)
    assert season_table([evening(1, "ab")], rules, to_come=3).rows[1].can_win
    empty = season_table([], F1_LIKE)
    assert (empty.rows, empty.leaders, empty.decided) == ((), (), False)


def test_without_a_bound_on_an_evening_nothing_is_known_until_the_last() -> None:
    rules = SeasonRules(points_by=EveningPoints.SUM)
    evenings = [evening(1, "ab"), evening(2, "ab")]
    open_ended = season_table(evenings, rules, to_come=1)
    assert [row.reach for row in open_ended.rows] == [None, None]
    assert not open_ended.decided
    bounded = season_table(evenings, rules, to_come=1, most_points=Fraction(1))
    assert [row.reach for row in bounded.rows] == [39, 37]
    assert bounded.decided
    closed = season_table(evenings, rules)
    assert [row.reach for row in closed.rows] == [38, 36]
    assert closed.decided


def test_a_leader_who_may_still_lose_points_is_not_safe() -> None:
    rules = SeasonRules(points_by=EveningPoints.SUM)
    evenings = [evening(1, "ab"), evening(2, "ab")]  # 38, 36
    safe = season_table(evenings, rules, to_come=1, most_points=Fraction(1))
    risky = season_table(
        evenings, rules, to_come=1, most_points=Fraction(1), fewest_points=Fraction(-5)
    )
    assert safe.decided
    assert not risky.decided


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (SeasonRules(place_points=()), "bad_place_points"),
        (SeasonRules(place_points=fractions(3, 5)), "bad_place_points"),
        (SeasonRules(place_points=fractions(3, -1)), "bad_place_points"),
        (SeasonRules(attendance=Fraction(-1)), "bad_attendance"),
        (SeasonRules(best=0), "bad_best"),
        (SeasonRules(least_evenings=-1), "bad_least_evenings"),
        (SeasonRules(least_matches=0), "bad_least_matches"),
        (SeasonRules(tie_breaks=("points",)), "unknown_tie_break"),
        (SeasonRules(tie_breaks=("attended", "attended")), "tie_break_twice"),
    ],
)
def test_season_rules_that_cannot_be_are_refused(rules: SeasonRules, code: str) -> None:
    with pytest.raises(RuleViolation, match=code):
        season_table([], rules)


@pytest.mark.parametrize(
    ("evenings", "code"),
    [
        ([evening(1, "ab"), evening(1, "ab")], "evening_twice"),
        ([evening(1, "aba")], "player_twice_in_evening"),
        ([evening(1, "ab", b=0)], "bad_evening_entry"),
        ([Evening(1, (EveningEntry("a", 1, Fraction(0), -1),))], "bad_evening_entry"),
    ],
)
def test_evenings_that_contradict_themselves_are_refused(
    evenings: list[Evening], code: str
) -> None:
    with pytest.raises(RuleViolation, match=code):
        season_table(evenings, F1_LIKE)


@pytest.mark.parametrize(
    "outlook",
    [
        {"to_come": -1},
        {"most_points": Fraction(-1)},
        {"most_points": Fraction(1), "fewest_points": Fraction(2)},
    ],
)
def test_an_outlook_that_cannot_be_is_refused(outlook: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation, match="bad_outlook"):
        season_table([], F1_LIKE, **outlook)


@pytest.mark.parametrize(
    "rules",
    [
        SeasonRules(),
        SeasonRules(
            points_by=EveningPoints.AVERAGE,
            place_points=fractions("5/2", 1),
            share_ties=False,
            least_matches=3,
            attendance=Fraction(1, 3),
            best=6,
            least_evenings=4,
            tie_breaks=("attended",),
        ),
    ],
)
def test_season_rules_survive_plain_data_and_json(rules: SeasonRules) -> None:
    assert SeasonRules.from_data(json.loads(json.dumps(rules.to_data()))) == rules


def test_season_rules_are_written_field_by_field() -> None:
    assert SeasonRules(place_points=fractions("5/2", 1), best=6).to_data() == {
        "points_by": "place",
        "place_points": ["5/2", "1"],
        "share_ties": True,
        "least_matches": 1,
        "attendance": "0",
        "best": 6,
        "least_evenings": 0,
        "tie_breaks": ["evenings_won", "best_evenings", "head_to_head", "last_evenings"],
    }


def test_missing_season_data_is_as_usual_and_strange_data_is_refused() -> None:
    assert SeasonRules.from_data({}) == SeasonRules()
    strange = (
        {"points_by": "luck"},
        {"place_points": "10"},
        {"best": "6"},
        {"best": True},
        {"share_ties": None},
        {"evenings": 10},
    )
    for data in strange:
        with pytest.raises(RuleViolation, match="bad_rules_data"):
            SeasonRules.from_data(data)


def test_each_season_tie_break_is_defined_in_two_languages() -> None:
    texts = [text for entry in SEASON_TIE_BREAKS.values() for text in (entry.english, entry.french)]
    assert len(set(texts)) == 2 * len(SEASON_TIE_BREAKS)


seasons = st.lists(
    st.lists(st.sampled_from("abcdef"), unique=True, min_size=1).map("".join), max_size=6
).map(lambda orders: [evening(number, order) for number, order in enumerate(orders, start=1)])
season_rules = st.builds(
    SeasonRules,
    points_by=st.sampled_from([EveningPoints.PLACE, EveningPoints.SUM]),
    attendance=st.sampled_from(fractions(0, "1/2", 2)),
    best=st.none() | st.integers(1, 5),
    least_evenings=st.integers(0, 3),
    tie_breaks=st.lists(st.sampled_from(sorted(SEASON_TIE_BREAKS)), unique=True).map(tuple),
)


@given(seasons, season_rules, st.randoms())
def test_the_order_of_the_evenings_given_changes_nothing(
    evenings: list[Evening], rules: SeasonRules, rng: Random
) -> None:
    expected = season_table(evenings, rules, to_come=2, most_points=Fraction(20))
    shuffled = [
        Evening(each.number, tuple(rng.sample(each.entries, len(each.entries))))
        for each in rng.sample(evenings, len(evenings))
    ]
    assert season_table(shuffled, rules, to_come=2, most_points=Fraction(20)) == expected


@given(seasons, season_rules)
def test_what_counts_is_the_best_possible_choice_of_evenings(
    evenings: list[Evening], rules: SeasonRules
) -> None:
    for row in season_table(evenings, rules).rows:
        results = [mark.points for mark in row.evenings if mark.attended]
        number = min(len(results), rules.best or len(results))
        best = max(sum(choice) for choice in itertools.combinations(results, number))
        assert row.total == best + rules.attendance * len(results)
        assert row.total - rules.attendance * row.attended == sum(
            mark.points for mark in row.evenings if mark.counts
        )


@given(
    st.lists(st.integers(0, 10).map(Fraction), max_size=5),
    st.lists(st.integers(0, 10).map(Fraction), max_size=3),
    season_rules,
)
def test_nobody_ever_passes_what_could_be_reached(
    results: list[Fraction], later: list[Fraction], rules: SeasonRules
) -> None:
    most = season_total([*results, *[Fraction(10)] * 3], rules)
    assert season_total([*results, *later], rules) <= most


@given(seasons.filter(len), season_rules, st.data())
def test_a_decided_season_keeps_its_champion_whatever_comes(
    evenings: list[Evening], rules: SeasonRules, data: st.DataObject
) -> None:
    before = season_table(evenings, rules, to_come=1, most_points=Fraction(19))
    order = data.draw(st.lists(st.sampled_from("abcdefg"), unique=True).map("".join))
    after = season_table([*evenings, evening(len(evenings) + 1, order)], rules)
    if before.decided:
        assert after.leaders == before.leaders
