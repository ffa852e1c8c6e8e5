"""From groups to a knock-out: whose table ranks whom, who goes on, and who meets whom."""

from typing import Any

import msgspec

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.director.play import GAME, Play
from tournaments.tournaments.director.presets import PresetPlan, stages_of

A, B = {1, 4, 5, 8}, {2, 3, 6, 7}
"""The groups of eight, as a snake deals them."""
WINNERS = {
    frozenset({1, 4}): 1,
    frozenset({4, 5}): 4,
    frozenset({1, 5}): 5,
    frozenset({3, 6}): 3,
    frozenset({6, 7}): 6,
    frozenset({3, 7}): 7,
}
"""Of A three win two matches each, against one another and the last; 2 wins B."""


def preset(**said: Any) -> list[dict[str, Any]]:
    plan = PresetPlan(preset="groups", game=GAME, **said)
    return [msgspec.to_builtins(stage) for stage in stages_of(plan)]


def test_two_of_each_group_go_on_and_their_semi_finals_cross() -> None:
    play = Play(8, *preset())
    while True:
        try:
            row = play.announce()
        except RuleViolation:
            break
        for number, table in row.tables.items():
            first = WINNERS.get(frozenset(table.entrants))
            first = first or (2 if 2 in table.entrants else min(table.entrants))
            margin = 20 - first
            scores = [10 + margin if one == first else 10 for one in table.entrants]
            play.record(number, scores=scores)
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    seeds = play.stage(2).seeds
    assert len({*seeds} & A) == len({*seeds} & B) == 2
    for table in play.announce(2).tables.values():
        assert len({*table.entrants} & A) == 1, f"{table.entrants} are of one group"
