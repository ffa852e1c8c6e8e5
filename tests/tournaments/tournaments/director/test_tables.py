"""The clock of a round, the arbiter, penalties."""

from fractions import Fraction
from typing import Any

import pytest

from tests.known import known
from tests.tournaments.tournaments.director.play import Play, rules
from tournaments.tournaments.director.rankings import stage_standings

TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
ROUND: dict[str, Any] = {"stage": 1, "round": 1}


def announced(entrants: int = 8, **fields: Any) -> Play:
    play = Play(entrants, rules(**fields))
    play.announce()
    return play


def at(minute: int, second: int = 0) -> str:
    return f"2026-11-16T20:{minute:02}:{second:02}.000000Z"


def test_the_clock_runs_stands_still_and_runs_on() -> None:
    play = announced(minutes=50)
    assert play.refused("pause_clock", **ROUND) == "clock_not_started"
    assert play.refused("resume_clock", **ROUND) == "clock_not_started"
    play.moment = at(0)
    play.do("start_clock", **ROUND)
    assert play.refused("start_clock", **ROUND) == "clock_started"
    assert play.do("resume_clock", **ROUND) == []
    play.moment = at(10, 30)
    play.do("pause_clock", **ROUND)
    clock = play.round().clock
    assert clock is not None
    assert (clock.seconds, clock.since, clock.gone) == (3000, None, 630)
    assert play.do("pause_clock", **ROUND) == []
    play.moment = at(20)
    play.do("resume_clock", **ROUND)
    play.moment = at(25)
    play.do("pause_clock", **ROUND)
    assert clock.gone == 930
    assert play.state == play.fresh()


def test_extra_time_goes_to_a_table_or_to_the_whole_round() -> None:
    play = announced(minutes=50)
    assert play.refused("add_time", **ROUND, seconds=60) == "clock_not_started"
    play.do("add_time", **ROUND, table=2, seconds=120)
    play.do("add_time", **ROUND, table=2, seconds=-30)
    play.do("start_clock", **ROUND)
    play.do("add_time", **ROUND, seconds=60)
    assert play.table(2).extra_seconds == 90
    assert play.table(1).extra_seconds == 0
    assert known(play.round().clock).seconds == 3060
    assert play.refused("add_time", **ROUND, table=9, seconds=1) == "unknown_table"
    for seconds in (0, 86_401, -86_401):
        assert play.refused("add_time", **ROUND, seconds=seconds) == "bad_minutes"


@pytest.mark.parametrize("minutes", [0, -5, 24 * 60 + 1])
def test_a_clock_needs_a_sensible_time(minutes: int) -> None:
    assert announced().refused("start_clock", **ROUND) == "bad_minutes"
    assert announced().refused("start_clock", **ROUND, minutes=minutes) == "bad_minutes"
    assert announced().refused("start_clock", stage=1, round=2, minutes=5) == "unknown_round"


def test_an_arbiter_is_called_and_answers_with_the_rule_and_the_digest_of_the_reason() -> None:
    play = announced()
    play.do("call_arbiter", **TABLE)
    assert play.do("call_arbiter", **TABLE) == []
    assert play.table(1).called
    assert play.refused("rule", **TABLE, ruling="exile") == "malformed_command"
    assert play.refused("rule", **TABLE, ruling="stands", cited="x" * 121) == "bad_citation"
    assert play.refused("rule", **TABLE, ruling="stands", cited="a\nb") == "bad_citation"
    (event,) = play.do("rule", **TABLE, ruling="changed", cited="4.2", note="d1")
    assert (event.ruling, event.rule, event.note) == ("changed", "4.2", "d1")
    assert not play.table(1).called
    assert play.refused("call_arbiter", stage=1, round=1, table=9) == "unknown_table"
    assert play.refused("rule", stage=1, round=1, table=9, ruling="stands") == "unknown_table"


def test_a_penalty_takes_points_even_below_zero() -> None:
    play = announced()
    play.do("penalise", stage=1, round=1, entrant=3, points="3/2", note="d2")
    row = next(row for row in stage_standings(play.state, 1) if row.entrant == 3)
    assert row.points == Fraction(-3, 2)
    for points in ("0", "-1", "1001", "a lot", "1/0"):
        said = {"stage": 1, "entrant": 3, "points": points}
        assert play.refused("penalise", **said) == "bad_points"
    assert play.refused("penalise", stage=1, entrant=99, points="1") == "unknown_entrant"
    assert play.refused("penalise", stage=1, entrant=1, points="1", round=9) == "unknown_round"
    play.do("check_out", entrants=[1])
    assert play.state == play.fresh()


def test_a_penalty_is_for_entrants_of_the_stage() -> None:
    play = Play(9, rules(rounds=1), rules("elimination", cut={"kind": "top", "top": 4}))
    play.play_rounds(1)
    play.do("close_stage", stage=1)
    assert play.refused("penalise", stage=1, entrant=1, points="1") == "stage_not_running"
    play.do("start_stage", stage=2)
    outside = next(n for n in range(1, 10) if n not in play.stage(2).seeds)
    assert play.refused("penalise", stage=2, entrant=outside, points="1") == "not_in_stage"


@pytest.mark.parametrize("points", ["0", "-1", "1001", "1/0", "much", "1e2", "1e999999999999"])
def test_points_that_are_no_plain_number_are_refused_at_once(points: str) -> None:
    play = announced(8)
    assert play.refused("penalise", stage=1, entrant=1, points=points) == "bad_points"
    play.do("drop", entrant=1)
    if points != "0":
        assert play.refused("bring_back", entrant=1, late=points) == "bad_points"


def test_the_points_of_a_cut_are_a_plain_number() -> None:
    cut = {"kind": "points", "points": "1e999999999999"}
    assert Play(0, rules()).refused("set_stage", stage=2, rules=rules(cut=cut)) == "bad_points"
