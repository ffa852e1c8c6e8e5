from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from replays.errors import KaitenError
from tests.answers import Answer
from tests.known import known
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, OPEN, PODS, Field
from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.lots import line_drawn, lots_drawn, tied_for_lots
from tournaments.tournaments.director.rankings import stage_standings

pytestmark = pytest.mark.django_db

ONE_ROUND = PODS | {"rounds": 1, "sizes": [4], "tiebreaks": ["points", "lot"]}


def close(client: Client, field: Field, **more: str) -> Answer:
    form = {"key": str(uuid4()), "back": "overview", "stage": 1, **more}
    return client.post(field.path("do/close_stage/"), form)


def test_lots_are_offered_to_the_tied_and_separate_everybody(staff: Client) -> None:
    field = Field(8, ONE_ROUND).played()
    page = staff.get(field.path()).text
    assert "Draw lots and close" in page
    assert close(staff, field, draw="true").status_code == 302
    stage = field.state.stages[1]
    assert stage.status == "closed"
    assert sorted(stage.lots) == sorted(stage.seeds)
    assert [row.rank for row in stage_standings(field.state, 1)] == list(range(1, 9))


def test_a_stage_may_be_closed_without_lots_and_places_are_shared(staff: Client) -> None:
    field = Field(8, ONE_ROUND).played()
    assert close(staff, field).status_code == 302
    assert field.state.stages[1].lots == ()
    assert [row.rank for row in stage_standings(field.state, 1)] == [1, 1, 3, 3, 5, 5, 7, 7]


@pytest.mark.parametrize(
    "stage",
    [
        ONE_ROUND | {"tiebreaks": ["points"]},
        KNOCK_OUT,
    ],
)
def test_no_lots_are_offered_where_they_decide_nothing(
    staff: Client, stage: dict[str, Any]
) -> None:
    field = Field(8, stage).played()
    assert tied_for_lots(field.state, field.state.stages[1]) == ()
    assert "Draw lots" not in staff.get(field.path()).text


def test_no_lots_are_offered_where_something_else_has_separated_everybody(staff: Client) -> None:
    field = Field(8, ONE_ROUND | {"tiebreaks": ["points", "game_points_plain", "lot"]})
    field.announced()
    for table, best in ((1, 60), (2, 59)):
        scores = [best - 10 * seat for seat in range(4)]
        field.do("record", stage=1, round=1, table=table, scores=scores)
    assert "Draw lots" not in staff.get(field.path()).text


def test_lots_that_come_before_something_else_are_drawn_by_everybody_tied_at_them(
    staff: Client,
) -> None:
    field = Field(8, ONE_ROUND | {"tiebreaks": ["lot", "points"]}).played()
    assert sorted(tied_for_lots(field.state, field.state.stages[1])) == list(range(1, 9))
    field = Field(8, ONE_ROUND | {"tiebreaks": ["points", "lot", "game_points_plain"]}).played()
    assert len(tied_for_lots(field.state, field.state.stages[1])) == 8


def test_no_lots_are_offered_before_every_table_has_its_result(staff: Client) -> None:
    field = Field(8, ONE_ROUND).announced()
    assert "Draw lots" not in staff.get(field.path()).text


def test_the_lots_of_an_open_evening_are_drawn_when_it_closes(staff: Client) -> None:
    field = Field(4, OPEN)
    field.do("start_stage", stage=1)
    field.do("begin_table", stage=1, entrants=[1, 2, 3])
    table = next(iter(known(field.state.stages[1].last_round).tables))
    field.do("record", stage=1, round=1, table=table, scores=[9, 5, 5])
    page = staff.get(field.path("close/")).text
    assert "Draw lots and close" in page
    assert close(staff, field, draw="true").status_code == 302
    assert sorted(field.state.stages[1].lots) == [2, 3]


def test_lots_come_from_the_seed_and_are_the_same_when_drawn_again() -> None:
    field = Field(8, ONE_ROUND).played()
    field.do("close_stage", stage=1, draw=True)
    stage = field.state.stages[1]
    field.do("reopen_stage", stage=1)
    field.do("close_stage", stage=1, draw=True)
    assert field.state.stages[1].lots == stage.lots == lots_drawn(field.state, stage)
    others = {lots_drawn(replace(field.state, seed=seed), stage) for seed in "abcd"}
    assert len(others) == 4


def test_lots_are_drawn_here_or_given_but_not_both() -> None:
    field = Field(8, ONE_ROUND).played()
    with pytest.raises(KaitenError, match="lots_drawn_twice"):
        field.do("close_stage", stage=1, draw=True, lots=[1, 2])


def test_the_line_of_a_cut_is_drawn_from_the_seed(staff: Client) -> None:
    final = KNOCK_OUT | {"seeding": "former", "cut": {"kind": "top", "top": 3}}
    field = Field(8, ONE_ROUND | {"tiebreaks": ["points"]}, final).played()
    field.do("close_stage", stage=1)
    page = staff.get(field.path("stages/2/")).text
    assert "Draw lots and begin" in page
    form = {"key": str(uuid4()), "back": "overview", "stage": 2, "draw": "true"}
    assert staff.post(field.path("do/start_stage/"), form).status_code == 302
    cut = drawn_cut(field.state, field.state.stages[2])
    drawn = line_drawn(field.state, field.state.stages[2])
    assert sorted(drawn) == sorted(cut.undecided)
    assert sorted(field.state.stages[2].seeds) == sorted([*cut.inside, drawn[0]])
