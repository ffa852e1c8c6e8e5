"""The example of every command is one that a tournament like the one it speaks of takes."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.tournaments.director.play import Play, rules
from tests.tournaments.tournaments.director.previews import require_as_foreseen
from tournaments.tournaments.director.commands.catalogue import (
    command_class,
    command_names,
    read_command,
)
from tournaments.tournaments.director.commands.corrections import Correct
from tournaments.tournaments.director.commands.results import Record, Report

HALVES = [{"table": 1, "entrants": [1, 2, 3, 4]}, {"table": 2, "entrants": [5, 6, 7, 8]}]
ROUND = {"stage": 1, "round": 1}
TABLE = ROUND | {"table": 1}


def entered() -> Play:
    return Play(8, rules(), start=False)


def begun() -> Play:
    return Play(8, rules())


def proposed() -> Play:
    play = begun()
    play.do("propose", stage=1)
    play.do("edit", stage=1, tables=HALVES)
    return play


def uneven() -> Play:
    play = Play(7, rules())
    play.do("propose", stage=1)
    odd, even = {"table": 1, "entrants": [1, 3, 5, 7]}, {"table": 2, "entrants": [2, 4, 6]}
    play.do("edit", stage=1, tables=[odd, even])
    return play


def announced() -> Play:
    return after(proposed(), "publish", stage=1)


def recorded() -> Play:
    return after(announced(), "record", **Record.example)


def timed() -> Play:
    return after(announced(), "start_clock", **ROUND, minutes=30)


def closed() -> Play:
    play = after(recorded(), "record", **ROUND, table=2, scores=[9, 7, 5, 3])
    return after(play, "close_stage", stage=1)


def begun_final() -> Play:
    final = rules("elimination", sizes=[2, 3, 4], cut={"kind": "top", "top": 4})
    play = Play(8, rules(rounds=1), final)
    play.do("propose", stage=1)
    play.do("edit", stage=1, tables=HALVES)
    play.do("publish", stage=1)
    for table in (1, 2):
        play.record(table, scores=[30, 20, 40, 10])
    play.do("close_stage", stage=1)
    return after(play, "start_stage", stage=2)


def after(play: Play, name: str, **data: Any) -> Play:
    assert play.do(name, **data)
    return play


STATES: dict[str, Callable[[], Play]] = {
    "rename": lambda: Play(),
    "set_stage": lambda: Play(),
    "drop_stage": lambda: Play(0, rules(), rules("elimination", cut={"kind": "top", "top": 4})),
    "enter": lambda: Play(),
    "remove": entered,
    "check_in": lambda: after(entered(), "check_out", entrants=[1, 2, 3]),
    "check_out": entered,
    "drop": begun,
    "bring_back": lambda: after(begun(), "drop", entrant=3),
    "keep_apart": entered,
    "fix_tables": entered,
    "affiliate": entered,
    "start_stage": entered,
    "substitute": begun_final,
    "close_stage": lambda: after(closed(), "reopen_stage", stage=1),
    "reopen_stage": closed,
    "unstart_stage": begun,
    "propose": begun,
    "swap": proposed,
    "move": uneven,
    "lock": proposed,
    "edit": proposed,
    "discard": proposed,
    "publish": proposed,
    "withdraw_tables": announced,
    "reseat": announced,
    "move_table": announced,
    "repair": lambda: after(announced(), "check_out", entrants=[8]),
    "begin_table": lambda: Play(4, rules("open")),
    "start_table": announced,
    "record": announced,
    "correct": recorded,
    "report": announced,
    "accept_report": lambda: after(announced(), "report", **Report.example),
    "confirm": recorded,
    "withdraw_result": recorded,
    "call_arbiter": announced,
    "rule": announced,
    "replay": recorded,
    "penalise": begun,
    "start_clock": announced,
    "pause_clock": timed,
    "resume_clock": lambda: after(timed(), "pause_clock", **ROUND),
    "add_time": timed,
    "show_notice": announced,
    "take_away_notice": lambda: after(announced(), "show_notice", text="Pizza is here"),
    "finish": closed,
    "reopen": lambda: after(closed(), "finish"),
    "undo": recorded,
    "redo": lambda: after(recorded(), "undo"),
}


@pytest.mark.parametrize("name", command_names())
def test_the_example_of_a_command_is_taken_and_changes_what_its_preview_says(name: str) -> None:
    play = STATES[name]()
    assert require_as_foreseen(play, (name, dict(command_class(name).example)))
    assert play.state == play.fresh()


def test_commands_are_named_after_their_classes_in_the_order_of_a_tournaments_life() -> None:
    assert command_names() == tuple(STATES)
    read = read_command("correct", Correct.example)
    assert isinstance(read, Correct)
    assert (type(read), read.name, read.then) == (Correct, "correct", "repair")


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        ("enter", "Make players entrants"),
        ("correct", "Give a table another result than the one it has"),
    ],
)
def test_the_summary_of_a_command_is_its_first_statement(name: str, summary: str) -> None:
    assert command_class(name).summary() == summary
