"""What a correction, or going back over a border, would change: said before it is done."""

from typing import Any

import pytest

from tests.known import known
from tests.tournaments.tournaments.director.play import HALL, Play, rules
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.consequences import Consequences, consequences_of
from tournaments.tournaments.director.undone import TablePlace

TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
TWO: dict[str, Any] = {"sizes": [2], "preferred": 2}
FINAL = rules(
    "elimination",
    sizes=[2, 3, 4],
    cut={"kind": "top", "top": 4},
    seeding="former",
    final_tie="shared",
)


def foreseen(play: Play, name: str, **data: Any) -> Consequences:
    found = consequences_of(play.state, read_command(name, data), Context(HALL))
    assert play.state == play.fresh()
    return found


def reversed_scores(play: Play, **at: int) -> list[int]:
    table = known(play.state.table(at["stage"], at["round"], at["table"]))
    return [known(score) for score in known(known(table.result).scores)[::-1]]


def problems(found: Consequences) -> dict[str, str]:
    return {one.then: one.problem.code if one.problem else "" for one in found.options}


def test_the_preview_speaks_of_the_round_that_can_still_change() -> None:
    play = Play(16, rules()).play_rounds(3)
    scores = reversed_scores(play, **TABLE)
    assert foreseen(play, "correct", **TABLE, scores=scores).next_round is None
    play.announce()
    found = foreseen(play, "correct", **TABLE, scores=scores)
    row = known(found.next_round)
    assert (row.round, row.tables, row.begun, row.differs) == (4, 4, 0, True)
    assert found.usual_answer == "repair"
    repaired = next(one for one in found.options if one.then == "repair")
    assert repaired.undone.withdrawn == tuple(TablePlace(1, 4, n) for n in (1, 2, 3, 4))
    voided = next(one for one in found.options if one.then == "void")
    assert voided.undone.void == repaired.undone.withdrawn
    play.do("start_table", stage=1, round=4, table=1)
    assert foreseen(play, "correct", **TABLE, scores=scores).usual_answer == "keep"


def test_a_bracket_says_who_would_sit_where_and_what_stands_in_the_way() -> None:
    play = Play(8, rules("elimination", **TWO)).play_rounds(1)
    play.announce()
    scores = reversed_scores(play, **TABLE)
    found = foreseen(play, "correct", **TABLE, scores=scores)
    assert problems(found) == {"keep": "others_at_later_table", "repair": "", "void": ""}
    assert (found.usual_answer, found.then) == ("repair", "repair")
    (change,) = found.tables
    winner, loser = {*change.before} - {*change.after}, {*change.after} - {*change.before}
    assert winner | loser == {*play.table(1, 1).entrants}
    assert not change.begun
    assert known(found.next_round).differs
    play.record(change.table, scores=[2, 1])
    found = foreseen(play, "correct", **TABLE, scores=scores)
    assert problems(found) == {
        "keep": "later_table_begun",
        "repair": "later_table_begun",
        "void": "",
    }
    assert found.usual_answer == found.then == "void"
    (option,) = [one for one in found.options if one.then == "void"]
    assert option.undone.void == (TablePlace(1, 2, change.table),)
    mended = [score + 1 for score in scores[::-1]]
    found = foreseen(play, "correct", **TABLE, scores=mended)
    assert problems(found) == dict.fromkeys(("keep", "repair", "void"), "")
    assert found.usual_answer == "keep"
    assert found.nothing_beside
    assert not found.nothing


def final() -> Play:
    play = Play(8, rules(rounds=1), FINAL)
    play.announce()
    for table, scores in ((1, [40, 30, 20, 10]), (2, [41, 31, 21, 11])):
        play.record(table, scores=scores)
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    return play


def test_a_final_that_has_begun_says_who_would_have_qualified() -> None:
    play = final()
    one, two, three, four = play.table(1, 1).entrants
    scores = [10, 20, 30, 40]
    found = foreseen(play, "correct", **TABLE, scores=scores)
    (change,) = found.fields
    assert (change.stage, change.would_be_in, change.would_be_out) == (2, (four, three), (one, two))
    assert (change.on_the_line, change.tables, change.begun) == ((), 0, 0)
    assert problems(found) == dict.fromkeys(("keep", "repair", "void"), "")
    assert found.usual_answer == "repair"
    assert [one.undone.stages for one in found.options] == [(), (2,), (2,)]
    play.announce(2)
    play.record(1, stage=2, scores=[4, 3, 2, 1])
    found = foreseen(play, "correct", **TABLE, scores=scores)
    assert problems(found) == {"keep": "", "repair": "later_stage_played", "void": ""}
    assert found.usual_answer == "keep"
    (option,) = [one for one in found.options if one.then == "void"]
    assert (option.undone.stages, option.undone.void) == ((2,), (TablePlace(2, 1, 1),))


def test_other_seeds_and_ties_on_the_line_are_said_too() -> None:
    play = final()
    # The winners change places: the same four, in another order.
    found = foreseen(play, "correct", **TABLE, scores=[45, 30, 20, 10])
    (change,) = found.fields
    assert (change.would_be_in, change.would_be_out, change.on_the_line) == ((), (), ())
    play = Play(8, rules(rounds=1, tiebreaks=["points"]), FINAL)
    play.announce()
    for table, scores in ((1, [40, 30, 20, 10]), (2, [41, 31, 21, 11])):
        play.record(table, scores=scores)
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    found = foreseen(play, "correct", **TABLE, scores=[40, 30, 30, 10])
    (change,) = found.fields
    assert {*play.table(1, 1).entrants[1:3]} <= {*change.on_the_line}


def test_an_order_that_lots_decided_holds_for_the_same_people() -> None:
    play = Play(
        8, rules(rounds=1, tiebreaks=["points"]), FINAL | {"cut": {"kind": "top", "top": 3}}
    )
    play.announce()
    for table, scores in ((1, [40, 30, 20, 10]), (2, [41, 31, 21, 11])):
        play.record(table, scores=scores)
    play.do("close_stage", stage=1)
    tied = [play.table(n, 1).entrants[1] for n in (2, 1)]
    play.do("start_stage", stage=2, settled=tied)
    mended = foreseen(play, "correct", **TABLE, scores=[40, 30, 21, 10])
    assert mended.fields == ()
    assert mended.usual_answer == "keep"


@pytest.mark.parametrize("then", ["keep", "repair", "void"])
def test_each_answer_does_what_was_said(then: str) -> None:
    play = final()
    found = foreseen(play, "correct", **TABLE, scores=[10, 20, 30, 40])
    (option,) = [one for one in found.options if one.then == then]
    play.do("correct", **TABLE, scores=[10, 20, 30, 40], then=then)
    planned = [n for n, stage in play.state.stages.items() if stage.status == "planned"]
    assert tuple(planned) == option.undone.stages
    assert play.state == play.fresh()


def test_undoing_the_start_of_a_stage_says_what_goes_with_it() -> None:
    play = final()
    play.announce(2)
    play.do("penalise", stage=2, entrant=play.stage(2).seeds[0], points="1")
    found = foreseen(play, "unstart_stage", stage=2)
    assert found.undone.withdrawn == (TablePlace(2, 1, 1),)
    assert (found.undone.void, found.undone.penalties) == ((), 1)
    play.record(1, stage=2, scores=[1, 2, 3, 4])
    found = foreseen(play, "unstart_stage", stage=2)
    assert (found.undone.void, found.undone.stages) == ((TablePlace(2, 1, 1),), (2,))
    assert found.places
    assert not found.nothing_beside
    play.do("unstart_stage", stage=2)
    assert play.state.penalties == []
    play.do("start_stage", stage=2)
    assert play.stage(2).rounds == {}


def test_a_later_stage_that_carries_points_has_its_round_paired_again() -> None:
    second = rules(carry=True, rounds=3, **TWO)
    play = Play(6, rules(rounds=2, **TWO), second).play_rounds(2)
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    play.announce(2)
    scores = reversed_scores(play, **TABLE)
    found = foreseen(play, "correct", **TABLE, scores=scores)
    assert known(found.next_round).stage == 2
    assert found.fields == ()
    play.do("correct", **TABLE, scores=scores, then="repair")
    assert play.stage(2).rounds == {}
    assert play.stage(2).status == "running"


def test_a_closed_bracket_goes_on_where_its_tables_are_taken_back() -> None:
    play = Play(4, rules("elimination", **TWO), rules(carry=False, **TWO)).play_rounds(2)
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    scores = reversed_scores(play, **TABLE)
    for then in ("keep", "repair"):
        data = {"scores": scores, "then": then}
        assert play.refused("correct", **TABLE, **data) == "later_table_begun"
    play.do("correct", **TABLE, scores=scores, then="void")
    assert [stage.status for stage in play.state.stages.values()] == ["running", "planned"]
    assert list(play.stage().rounds) == [1]
    play.play_rounds(1)
    assert play.state == play.fresh()


def test_after_the_end_a_bracket_is_mended_but_not_played_again() -> None:
    play = Play(4, rules("elimination", **TWO)).play_rounds(2)
    play.do("close_stage", stage=1)
    play.do("finish")
    scores = reversed_scores(play, **TABLE)
    data = {"scores": scores, "then": "void"}
    assert play.refused("correct", **TABLE, **data) == "tournament_over"
    play.do("correct", **TABLE, scores=[score + 1 for score in scores[::-1]], then="keep")
    assert play.state.finished
