"""Whatever is tried in whatever order: a preview says what the command then does."""

from copy import deepcopy
from dataclasses import fields, replace
from itertools import count
from random import Random
from typing import Any

import pytest

from games.testing.scale import scaled
from tests.tournaments.tournaments.director.play import Play, player, rules
from tests.tournaments.tournaments.director.previews import foreseen, require_as_foreseen
from tests.tournaments.tournaments.director.random_commands import PLANS, next_command
from tournaments.tournaments.director.changes import Changes, changes_between, parts_of
from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.director.state import State
from tournaments.tournaments.director.undone import TablePlace

STEPS = 60
NOT_A_PART = {"club", "ruleset", "seed", "created_at", "version", "next_entrant", "log"}
"""What never changes, and what follows from the log alone."""


@pytest.mark.parametrize("seed", range(scaled(150)))
def test_a_preview_is_what_the_command_then_does(seed: int) -> None:
    luck, numbers = Random(seed), count(100)
    play = Play(luck.randint(4, 11), *PLANS[seed % len(PLANS)], start=False)
    written = 0
    for _ in range(STEPS):
        given = next_command(play.state, luck, lambda: str(player(next(numbers))))
        written += require_as_foreseen(play, given)
    assert written > 10
    assert play.state == play.fresh()


def test_the_parts_of_a_tournament_are_everything_that_its_state_says() -> None:
    told = {one.name for one in fields(State)} - NOT_A_PART
    whole = {"title", "day", "apart", "notice", "finished_at"}
    assert told == whole | {"entrants", "stages", "penalties"}
    play = Play(8, rules(), start=False)
    for state in (replace(play.state, title="x"), replace(play.state, day="2026-01-31")):
        assert changes_between(play.state, state) == Changes(tournament=True)
    kinds = [kind for (kind, _), _ in parts_of(play.state)]
    assert kinds == ["tournament", *["entrant"] * 8, "stage"]


def test_a_copy_of_a_tournament_shares_nothing_that_changes() -> None:
    play = Play(8, rules()).play_rounds(1)
    play.announce()
    at: dict[str, Any] = {"stage": 1, "round": 2, "table": 1}
    play.do("start_clock", stage=1, round=2, minutes=30)
    play.do("report", **at, entrant=play.table(1).entrants[0], scores=[4, 3, 2, 1])
    copy, before = play.state.clone(), deepcopy(play.state)
    assert copy == before
    for name, data in (
        ("pause_clock", {"stage": 1, "round": 2}),
        ("report", at | {"entrant": play.table(1).entrants[1], "scores": [1, 2, 3, 4]}),
        ("add_time", at | {"seconds": 60}),
        ("penalise", {"stage": 1, "entrant": 1, "points": "1"}),
        ("check_out", {"entrants": [1]}),
        ("record", at | {"scores": [4, 3, 2, 1]}),
    ):
        play.do(name, **data)
    assert copy == before
    assert [event for event, _ in copy.log] == [event for event, _ in before.log]


def changes(play: Play, name: str, **data: Any) -> Changes:
    found = foreseen(play, name, **data)
    assert isinstance(found, Consequences)
    assert not found.nothing
    return found.changes


def test_every_part_that_a_command_touches_is_named_and_no_other() -> None:
    play = Play(8, rules(), start=False)
    assert changes(play, "rename", title="Sunday") == Changes(tournament=True)
    assert changes(play, "check_out", entrants=[3]) == Changes(entrants=(3,))
    assert changes(play, "start_stage", stage=1) == Changes(stages=(1,))
    play.do("start_stage", stage=1)
    assert changes(play, "propose", stage=1) == Changes(proposals=(1,))
    play.do("propose", stage=1)
    halves = [{"table": 1, "entrants": [1, 2, 3, 4]}, {"table": 2, "entrants": [5, 6, 7, 8]}]
    play.do("edit", stage=1, tables=halves)
    assert changes(play, "swap", stage=1, one=1, other=5) == Changes(proposals=(1,))
    both = (TablePlace(1, 1, 1), TablePlace(1, 1, 2))
    published = changes(play, "publish", stage=1)
    assert published == Changes(proposals=(1,), rounds=((1, 1),), tables=both)
    play.do("publish", stage=1)
    swapped = [{"table": 1, "entrants": [5, 2, 3, 4]}, {"table": 2, "entrants": [1, 6, 7, 8]}]
    reseated = changes(play, "reseat", stage=1, round=1, tables=swapped)
    assert reseated == Changes(rounds=((1, 1),), tables=both)
    timed = changes(play, "start_clock", stage=1, round=1, minutes=30)
    assert timed == Changes(rounds=((1, 1),))
    lost = changes(play, "penalise", stage=1, entrant=2, points="1")
    assert lost == Changes(penalties=((1, 2),))
    result = {"stage": 1, "round": 1, "table": 2, "scores": [4, 3, 2, 1]}
    assert changes(play, "record", **result) == Changes(tables=both[1:])


def test_what_is_so_already_would_write_nothing() -> None:
    play = Play(8, rules())
    found = foreseen(play, "check_in", entrants=[1])
    assert isinstance(found, Consequences)
    assert found.nothing
    assert found.changes == Changes()
