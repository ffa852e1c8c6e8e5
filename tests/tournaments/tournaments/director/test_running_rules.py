"""A stage that is being played: what is still open can change, and nothing that was played does."""

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.director.play import Play, rules
from tournaments.tournaments.director.rankings import stage_standings
from tournaments.tournaments.director.steps import next_step

BOXED = [{"game": "sushi_go_party", "boxes": 9}]


def changed(play: Play, stage: int = 1, **fields: Any) -> list[Any]:
    """Send the rules of a stage again with some of them otherwise."""
    return play.do("set_stage", stage=stage, rules=rules(**fields))


def refusal(play: Play, **fields: Any) -> tuple[str, Any]:
    """Return the code and the field with which a change is refused."""
    with pytest.raises(RuleViolation) as error:
        play.decide("set_stage", stage=1, rules=rules(**fields))
    return error.value.code, error.value.params.get("field")


def test_one_more_round_is_played_after_the_last_one() -> None:
    play = Play(8, rules(rounds=2)).play_rounds(2)
    assert play.refused("propose", stage=1) == "stage_complete"
    changed(play, rounds=3)
    step = next_step(play.state)
    assert step is not None
    assert (step.step, step.round) == ("propose", 3)
    play.play_round(Random(3))
    assert sorted(play.stage().rounds) == [1, 2, 3]
    assert play.state == play.fresh()


def test_the_last_round_puts_close_scores_first() -> None:
    play = Play(16, rules(rounds=3)).play_rounds(2)
    play.do("propose", stage=1)
    assert play.stage().proposal().stale is False
    changed(play, rounds=3, aims=["scores"])
    assert play.stage().proposal().stale is True
    assert play.refused("publish", stage=1) == "stale_proposal"
    points = {row.entrant: row.points for row in stage_standings(play.state, 1)}
    last = play.announce()
    best = sorted(points.values(), reverse=True)
    tables = sorted(
        ([points[number] for number in table.entrants] for table in last.tables.values()),
        key=lambda scores: -sum(scores),
    )
    assert [score for table in tables for score in sorted(table, reverse=True)] == best
    assert play.state == play.fresh()


def test_a_proposal_stays_when_only_rounds_and_minutes_change() -> None:
    play = Play(8, rules(rounds=2))
    play.do("propose", stage=1)
    changed(play, rounds=4, minutes=50)
    assert play.stage().proposal().stale is False
    play.do("publish", stage=1)


def test_a_proposal_for_a_round_that_falls_away_is_thrown_away() -> None:
    play = Play(8, rules(rounds=3)).play_rounds(1)
    play.do("propose", stage=1)
    assert [event.type for event in changed(play, rounds=1)] == [
        "tournament.stage_set",
        "tournament.draft_discarded",
    ]
    assert play.stage().draft is None
    assert play.refused("propose", stage=1) == "stage_complete"


def test_seeds_rounds_and_results_stay_when_the_rules_change() -> None:
    play = Play(13, rules()).play_rounds(2)
    before = play.stage()
    seeds, rounds = before.seeds, dict(before.rounds)
    changed(play, sizes=[3, 4, 5], most_tables=6, byes=True, games=BOXED)
    assert (play.stage().seeds, play.stage().rounds) == (seeds, rounds)
    assert changed(play, sizes=[3, 4, 5], most_tables=6, byes=True, games=BOXED) == []
    assert play.state == play.fresh()


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"tiebreaks": ["points", "lot"]}, "tiebreaks"),
        ({"scoring": {"scheme": {"name": "wins"}}}, "scoring"),
        ({"scoring": {"table_size": 3}}, "scoring"),
        ({"seeding": "random"}, "seeding"),
        ({"games": [{"game": "plain"}]}, "games"),
        ({"double": True}, "double"),
        ({"format_": "round_robin"}, "format"),
    ],
)
def test_what_is_fixed_is_refused_with_its_name(fields: dict[str, Any], field: str) -> None:
    play = Play(8, rules()).play_rounds(1)
    assert refusal(play, **fields) == ("rule_fixed_now", field)


def test_there_are_never_fewer_rounds_than_were_announced() -> None:
    play = Play(8, rules()).play_rounds(2)
    assert play.refused("set_stage", stage=1, rules=rules(rounds=1)) == "rounds_announced"
    changed(play, rounds=2)
    assert play.refused("propose", stage=1) == "stage_complete"


def test_what_makes_no_sense_at_the_table_is_refused_as_before() -> None:
    play = Play(8, rules())
    assert play.refused("set_stage", stage=1, rules=rules(sizes=[9])) == "preferred_not_allowed"
    assert play.refused("set_stage", stage=1, rules=rules(rounds=0)) == "bad_round_count"


@pytest.mark.parametrize(
    "start",
    [
        rules("round_robin"),
        rules("groups", sizes=[2], preferred=2),
        rules("planned", sizes=[4], preferred=4),
        rules("elimination", sizes=[2], preferred=2),
        rules("double_elimination"),
        rules("open"),
    ],
    ids=lambda start: start["format"],
)
def test_other_formats_take_minutes_tables_and_boxes_only(start: dict[str, Any]) -> None:
    play = Play(8, start)
    play.do("set_stage", stage=1, rules=start | {"minutes": 40, "most_tables": 8, "games": BOXED})
    assert play.stage().rules.minutes == 40
    code = play.refused("set_stage", stage=1, rules=start | {"aims": ["scores"]})
    assert code == "rule_fixed_now"
    assert play.state == play.fresh()


def test_a_closed_stage_takes_no_other_rules_until_it_is_reopened() -> None:
    play = Play(8, rules(rounds=1)).play_rounds(1)
    play.do("close_stage", stage=1)
    assert play.refused("set_stage", stage=1, rules=rules(rounds=2)) == "stage_begun"
    play.do("reopen_stage", stage=1)
    changed(play, rounds=2)
    play.play_rounds(1)


def test_a_bye_keeps_its_points_when_the_preferred_size_changes() -> None:
    # Places below the last of a row are worth its rest, so that sizes differ in what a win is.
    scheme = {"name": "custom", "rows": [["9", "0"], ["3", "2", "1"], ["4", "3", "2", "1"]]}
    start: dict[str, Any] = {"byes": True, "sizes": [4], "scoring": {"scheme": scheme}}
    play = Play(9, rules(**start)).play_rounds(1)
    bye = play.round(1).byes[0]
    before = {row.entrant: row.points for row in stage_standings(play.state, 1)}
    assert before[bye] == 4
    changed(play, **start | {"sizes": [2, 3, 4], "preferred": 3})
    assert {row.entrant: row.points for row in stage_standings(play.state, 1)} == before
    assert play.stage().rules.scoring["table_size"] == 4
    # Whoever sends the rules again as they were planned says nothing about that size.
    assert changed(play, **start | {"sizes": [2, 3, 4], "preferred": 3}) == []


OPEN = st.fixed_dictionaries(
    {},
    optional={
        "rounds": st.integers(1, 6),
        "aims": st.lists(
            st.sampled_from(["scores", "repeats", "small_tables", "clubs", "seats"]), unique=True
        ),
        "sizes": st.sampled_from([[3, 4], [2, 3], [3, 4, 5], [4], [2, 3, 4, 5, 6]]),
        "preferred": st.integers(2, 6),
        "most_tables": st.none() | st.integers(1, 9),
        "byes": st.booleans(),
        "minutes": st.integers(0, 90),
        "games": st.sampled_from([BOXED, [{"game": "sushi_go_party"}]]),
    },
)


MID_STAGE: dict[str, Any] = {"sizes": [4, 5], "byes": True, "rounds": 6}


@cache
def _in_mid_stage(entrants: int) -> Play:
    play = Play(entrants, rules(**MID_STAGE)).play_rounds(2)
    play.do("drop", entrant=1)
    return play


@given(changes=st.lists(OPEN, min_size=1, max_size=4), entrants=st.integers(6, 13))
def test_no_change_of_a_running_stage_moves_a_point_of_what_was_played(
    changes: list[dict[str, Any]], entrants: int
) -> None:
    play = deepcopy(_in_mid_stage(entrants))
    before = stage_standings(play.state, 1)
    start = rules(**MID_STAGE)
    for change in changes:
        start = start | change
        if start["preferred"] not in start["sizes"]:
            assert play.refused("set_stage", stage=1, rules=start) == "preferred_not_allowed"
        elif start["rounds"] < 2:
            assert play.refused("set_stage", stage=1, rules=start) == "rounds_announced"
        else:
            play.do("set_stage", stage=1, rules=start)
        assert stage_standings(play.state, 1) == before
    assert play.state == play.fresh()
