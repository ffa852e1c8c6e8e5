"""A stage that carries meetings is paired as if the stages before were rounds of its own."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.tournaments.tournaments.director.play import Play, rules
from tournaments.tournaments.director.pairings import candidates

SEEDS = range(6)


def repeats(play: Play) -> int:
    """Return how many meetings are not the first of two people, over all stages."""
    met = Counter(
        pair
        for stage in play.state.stages.values()
        for row in stage.rounds.values()
        for table in row.tables.values()
        for pair in combinations(sorted(table.entrants), 2)
    )
    return sum(times - 1 for times in met.values())


def two_stages(seed: int, **fields: object) -> Play:
    """Play two rounds of 16, and a third as a second stage."""
    second = rules(rounds=1, carry=True, seeding="former") | fields
    play = Play(16, rules(rounds=2), second, seed=str(seed)).play_rounds(2, seed)
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    return play.play_rounds(1, seed, stage=2)


def test_the_third_round_of_16_repeats_nothing_whether_it_is_a_round_or_a_stage() -> None:
    one_stage = [Play(16, rules(rounds=3), seed=str(s)).play_rounds(3, s) for s in SEEDS]
    assert sum(map(repeats, one_stage)) == 0
    assert sum(repeats(two_stages(seed)) for seed in SEEDS) > 40
    assert sum(repeats(two_stages(seed, carry_meetings=True)) for seed in SEEDS) == 0


def test_meetings_are_carried_without_points_too() -> None:
    play = two_stages(1, carry=False, carry_meetings=True)
    assert repeats(play) == 0
    assert sum(candidate.score for candidate in candidates(play.state, play.stage(2))) == 4 * 11


def test_byes_seats_and_small_tables_are_carried_with_the_meetings() -> None:
    short: dict[str, Any] = {"sizes": [4], "byes": True, "rounds": 1}
    play = Play(9, rules(**short), rules(**short, carry_meetings=True)).play_rounds(1)
    [first] = play.round(1).byes
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    known = {one.id: one for one in candidates(play.state, play.stage(2))}
    assert known[first].byes == 1
    assert all(sum(one.starts) == 1 for one in known.values() if one.id != first)
    [second] = play.announce(stage=2).byes
    assert second != first


@pytest.mark.parametrize("middle", [True, False])
def test_meetings_go_back_as_far_as_every_stage_carries_them(middle: bool) -> None:
    stages = [rules(rounds=1), rules(rounds=1, carry_meetings=middle)]
    play = Play(12, *stages, rules(rounds=1, carry_meetings=True))
    luck = Random(1)
    for number in (1, 2):
        play.play_round(luck, number)
        play.do("close_stage", stage=number)
        play.do("start_stage", stage=number + 1)
    met = sum(sum(one.meetings.values()) for one in candidates(play.state, play.stage(3)))
    assert met == 12 * 3 * (2 if middle else 1)


def test_the_first_stage_has_no_meetings_to_carry() -> None:
    assert Play(0).refused("set_stage", stage=1, rules=rules(carry_meetings=True)) == (
        "no_former_stage"
    )
