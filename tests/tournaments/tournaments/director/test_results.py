"""Results: typed in, reported and confirmed, disputed, corrected, taken away."""

from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest

from tests.known import known
from tests.tournaments.tournaments.director.play import Play, rules
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.consequences import consequences_of
from tournaments.tournaments.director.rankings import stage_standings

TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}


def announced(entrants: int = 8, **fields: Any) -> Play:
    play = Play(entrants, rules(**fields))
    play.announce()
    return play


def points(play: Play) -> dict[int, Fraction]:
    return {row.entrant: row.points for row in stage_standings(play.state, 1)}


def test_places_follow_from_scores_and_ties_share_the_better_place() -> None:
    play = announced()
    (event,) = play.record(1, scores=[7, 9, 7, 1])
    assert event.report.places == (2, 1, 2, 4)
    assert play.table(1).origin == "slip"
    assert play.record(1, scores=[7, 9, 7, 1]) == []
    assert play.state == play.fresh()


def test_where_the_lowest_score_wins_places_follow_from_that() -> None:
    game = {"game": "plain", "options": {"title": "Golf", "winner": "lowest"}}
    play = announced(games=[game])
    (event,) = play.record(1, scores=[7, 9, 2, 7])
    assert event.report.places == (2, 4, 1, 2)
    seats = play.table(1).entrants
    best = max(points(play).items(), key=lambda row: row[1])
    assert best[0] == seats[2]


def test_where_the_lowest_score_wins_few_game_points_rank_first() -> None:
    game = {"game": "plain", "options": {"title": "Golf", "winner": "lowest"}}
    play = announced(games=[game], tiebreaks=["game_points_plain"])
    for table, scores in ((1, [7, 9, 2, 8]), (2, [3, 4, 5, 6])):
        play.record(table, scores=scores)
    ranked = [row.entrant for row in stage_standings(play.state, 1)]
    assert ranked[0] == play.table(1).entrants[2]
    assert ranked[-1] == play.table(1).entrants[1]


def test_places_may_be_given_beside_scores_where_the_table_broke_a_tie() -> None:
    play = announced()
    (event,) = play.record(1, scores=[9, 9, 2, 1], places=[2, 1, 3, 4])
    assert event.report.places == (2, 1, 3, 4)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({}, "places_missing"),
        ({"scores": [1, 2, 3]}, "scores_do_not_fit"),
        ({"scores": [1, 2, 3, 4, 5]}, "scores_do_not_fit"),
        ({"scores": [1, 2, 3, 1_000_001]}, "scores_do_not_fit"),
        ({"scores": [-1_000_001, 2, 3, 4]}, "scores_do_not_fit"),
        ({"places": [1, 2, 3]}, "places_do_not_fit"),
        ({"places": [1, 2, 2, 3]}, "places_do_not_fit"),
        ({"places": [0, 1, 2, 3]}, "places_do_not_fit"),
        ({"places": [2, 3, 4, 5]}, "places_do_not_fit"),
        ({"kind": "walk_over"}, "walk_over_without_absent"),
        ({"scores": [1, 2, 3, 4], "absent": [99]}, "absent_not_at_table"),
        ({"scores": [1, 2, 3, 4], "play_off": [99]}, "play_off_does_not_fit"),
        ({"kind": "on_time"}, "places_missing"),
        ({"kind": "mislaid", "scores": [1, 2, 3, 4]}, "malformed_command"),
    ],
)
def test_a_result_that_does_not_fit_the_table_is_refused(said: dict[str, Any], code: str) -> None:
    assert announced().refused("record", **TABLE, **said) == code


def test_too_many_absent_is_not_a_result_that_was_played() -> None:
    play = announced()
    absent = list(play.table(1).entrants[:3])
    said = {"scores": [0, 0, 0, 5], "absent": absent}
    assert play.refused("record", **TABLE, **said) == "too_few_played"
    play.record(1, kind="walk_over", absent=absent)
    assert known(play.table(1).result).places == (2, 2, 2, 1)


def test_tables_that_are_not_there_have_no_result() -> None:
    play = announced()
    scores = [4, 3, 2, 1]
    assert play.refused("record", stage=2, round=1, table=1, scores=scores) == "unknown_stage"
    assert play.refused("record", stage=1, round=2, table=1, scores=scores) == "unknown_round"
    assert play.refused("record", stage=1, round=1, table=9, scores=scores) == "unknown_table"
    play.record(1, scores=scores)
    assert play.refused("record", **TABLE, scores=[1, 2, 3, 4]) == "table_has_result"
    assert play.refused("start_table", **TABLE) == "table_has_result"
    for table in (2,):
        play.record(table, scores=scores)
    play.do("close_stage", stage=1)
    assert play.refused("record", **TABLE, scores=[1, 2, 3, 4]) == "table_has_result"
    assert play.refused("withdraw_result", **TABLE) == "stage_closed"


def test_a_no_show_at_a_table_of_four_leaves_three_to_play_for_the_places() -> None:
    play = announced(scoring={"no_show": "1/4"})
    gone = play.table(1).entrants[1]
    play.record(1, scores=[5, 0, 9, 7], absent=[gone])
    result = play.table(1).result
    assert result is not None
    assert result.places == (3, 4, 1, 2)
    assert str(points(play)[gone]) == "1/4"


def test_void_counts_for_nobody_and_a_result_on_time_counts() -> None:
    play = announced()
    play.record(1, kind="void")
    play.record(2, kind="on_time", scores=[4, 3, 2, 1])
    got = points(play)
    assert {got[number] for number in play.table(1).entrants} == {0}
    assert got[play.table(2).entrants[0]] > 0


def test_players_report_and_the_second_who_agrees_makes_it_the_result() -> None:
    play = announced()
    first, second, third, _ = play.table(1).entrants
    assert play.refused("report", **TABLE, entrant=99, scores=[1, 2, 3, 4]) == "not_at_this_table"
    bad = {"entrant": first, "scores": [1, 2]}
    assert play.refused("report", **TABLE, **bad) == "scores_do_not_fit"
    play.do("report", **TABLE, entrant=first, scores=[4, 3, 2, 1])
    assert play.do("report", **TABLE, entrant=first, scores=[4, 3, 2, 1]) == []
    assert play.table(1).is_open
    assert not play.table(1).disputed
    play.do("report", **TABLE, entrant=second, places=[1, 2, 3, 4], scores=[4, 3, 2, 1])
    table = play.table(1)
    assert (table.origin, table.confirmed) == ("players", True)
    again = {"entrant": third, "scores": [4, 3, 2, 1]}
    assert play.refused("report", **TABLE, **again) == "table_has_result"
    assert play.state == play.fresh()


def test_reports_that_differ_are_a_dispute_until_somebody_gives_way_or_decides() -> None:
    play = announced()
    first, second, third, _ = play.table(1).entrants
    play.do("report", **TABLE, entrant=first, scores=[4, 3, 2, 1])
    play.do("report", **TABLE, entrant=second, scores=[3, 4, 2, 1])
    assert play.table(1).disputed
    play.do("report", **TABLE, entrant=third, scores=[3, 4, 2, 1])
    assert play.table(1).is_open
    play.do("report", **TABLE, entrant=first, scores=[3, 4, 2, 1])
    assert known(play.table(1).result).places == (2, 1, 3, 4)

    other = announced()
    first, second, *_ = other.table(1).entrants
    other.do("report", **TABLE, entrant=first, scores=[4, 3, 2, 1])
    other.do("report", **TABLE, entrant=second, scores=[3, 4, 2, 1])
    other.record(1, scores=[3, 4, 2, 1])
    assert not other.table(1).disputed
    assert other.table(1).origin == "slip"


def test_a_result_is_provisional_until_it_is_confirmed_or_the_next_round_is_announced() -> None:
    play = announced()
    assert play.refused("confirm", **TABLE) == "table_without_result"
    for table in (1, 2):
        play.record(table, scores=[4, 3, 2, 1])
    assert [play.table(n).confirmed for n in (1, 2)] == [False, False]
    play.do("confirm", **TABLE)
    assert play.do("confirm", **TABLE) == []
    play.do("propose", stage=1)
    assert [play.table(n).confirmed for n in (1, 2)] == [True, False]
    play.do("publish", stage=1)
    assert [play.table(n, 1).confirmed for n in (1, 2)] == [True, True]


def test_a_result_is_taken_away_only_while_no_later_round_stands_on_it() -> None:
    play = announced()
    assert play.refused("withdraw_result", **TABLE) == "table_without_result"
    for table in (1, 2):
        play.record(table, scores=[4, 3, 2, 1])
    play.do("withdraw_result", **TABLE)
    assert play.table(1).is_open
    play.record(1, scores=[1, 2, 3, 4])
    play.announce()
    assert play.refused("withdraw_result", **TABLE) == "later_round_announced"
    assert play.state == play.fresh()


def corrected(then: str, *, begun: tuple[int, ...] = ()) -> tuple[Play, dict[int, UUID]]:
    play = Play(16, rules()).play_rounds(1)
    play.announce()
    for table in begun:
        play.record(table, scores=[4, 3, 2, 1])
    before = {number: table.match for number, table in play.round().tables.items()}
    scores = known(known(play.table(1, 1).result).scores)[::-1]
    play.do("correct", **TABLE, scores=list(scores), then=then)
    assert known(play.table(1, 1).result).scores == scores
    assert play.table(1, 1).confirmed
    assert play.state == play.fresh()
    return play, before


def test_a_correction_keeps_the_next_round_unless_something_else_is_asked_for() -> None:
    play, before = corrected("keep")
    assert {number: table.match for number, table in play.round(2).tables.items()} == before


def test_a_correction_may_pair_anew_what_has_not_begun() -> None:
    play, _ = corrected("repair")
    assert list(play.stage().rounds) == [1]
    play.announce()
    play, before = corrected("repair", begun=(1, 2))
    assert list(play.round(2).tables) == [1, 2]
    play.announce()
    assert sorted(play.round(2).tables) == [1, 2, 3, 4]
    assert [play.table(n, 2).match == before[n] for n in (1, 2, 3, 4)] == [True, True, False, False]
    everyone = sorted(n for t in play.round(2).tables.values() for n in t.entrants)
    assert everyone == list(range(1, 17))


def test_a_correction_may_void_the_tables_that_are_open() -> None:
    play, _ = corrected("void", begun=(1,))
    kinds = [known(play.table(n, 2).result).kind for n in (1, 2, 3, 4)]
    assert kinds == ["complete", "void", "void", "void"]


@pytest.mark.parametrize("then", ["keep", "repair", "void"])
def test_a_correction_of_any_round_is_about_what_has_not_started_now(then: str) -> None:
    play = Play(8, rules()).play_rounds(3)
    play.announce()
    play.do("start_table", stage=1, round=4, table=1)
    play.do("correct", **TABLE, scores=[1, 2, 3, 4], then=then)
    assert [row.complete for row in play.stage().rounds.values()][:3] == [True, True, True]
    tables = play.round(4).tables
    assert list(tables) == ([1] if then == "repair" else [1, 2])
    kinds = [known(table.result).kind for table in tables.values() if table.result]
    assert kinds == (["void", "void"] if then == "void" else [])
    assert play.do("correct", **TABLE, scores=[1, 2, 3, 4], then="repair") == []
    assert play.state == play.fresh()


def test_a_bracket_is_corrected_while_the_next_round_is_untouched() -> None:
    play = Play(4, rules("elimination", sizes=[2], preferred=2)).play_rounds(1)
    play.announce()
    scores = list(known(known(play.table(1, 1).result).scores)[::-1])
    assert play.refused("correct", **TABLE, scores=scores) == "others_at_later_table"
    mended = [known(score) + 1 for score in scores[::-1]]
    play.do("correct", **TABLE, scores=mended)
    play.do("correct", **TABLE, scores=scores, then="repair")
    assert list(play.stage().rounds) == [1]
    play.announce()
    winners = {
        t.entrants[known(known(t.result).places).index(1)] for t in play.round(1).tables.values()
    }
    assert set(play.table(1, 2).entrants) == winners


def test_consequences_are_shown_and_nothing_is_changed() -> None:
    play = Play(16, rules(rounds=3), rules("elimination", cut={"kind": "top", "top": 4}))
    play.play_rounds(1)
    play.announce()
    scores = list(known(known(play.table(1, 1).result).scores)[::-1])
    version = play.state.version
    context = Context(play.state.club)
    correct = read_command("correct", TABLE | {"scores": scores})
    found = consequences_of(play.state, correct, context)
    assert play.state.version == version
    assert play.state == play.fresh()
    assert not found.nothing
    (change,) = found.stages
    assert change.cut == 4
    assert {row.entrant for row in change.changes} >= {
        play.table(1, 1).entrants[0],
        play.table(1, 1).entrants[3],
    }
    assert known(found.next_round).tables == 4
    assert known(found.next_round).begun == 0
    play.do("start_table", stage=1, round=2, table=1)
    assert consequences_of(play.state, correct, context).usual_answer == "keep"
    same = read_command("correct", TABLE | {"scores": scores[::-1]})
    assert consequences_of(play.state, same, context).nothing
