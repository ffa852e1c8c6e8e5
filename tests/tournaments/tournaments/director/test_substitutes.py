"""A finalist does not come: the next alternate plays instead, also after the start."""

from itertools import product
from random import Random
from typing import Any

import pytest

from tests.tournaments.tournaments.director.play import Play, rules, seated
from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.rankings import stage_ranking

TWO: dict[str, Any] = {"sizes": [2], "preferred": 2}
BRACKETS: tuple[dict[str, Any], ...] = (
    {"format_": "elimination", **TWO},
    {"format_": "elimination", "sizes": [2, 3, 4], "preferred": 4, "advance": 2},
    {"format_": "double_elimination"},
)
OTHERS: tuple[dict[str, Any], ...] = (
    {"format_": "swiss", "sizes": [2, 3, 4], "byes": True, "rounds": 3},
    {"format_": "round_robin"},
    {"format_": "groups", "groups": 2, **TWO},
)


def final(entrants: int = 9, top: int = 4, **fields: Any) -> Play:
    """Return a tournament whose second stage has begun with the first of a Swiss."""
    fields = fields or {"sizes": [2, 3, 4]}
    fields = {"format_": "elimination"} | fields
    second = rules(**fields, cut={"kind": "top", "top": top}, seeding="former")
    first = rules(rounds=1, byes=True, **TWO)
    play = Play(entrants, first, second).play_rounds(1)
    play.do("close_stage", stage=1)
    tied = drawn_cut(play.state, play.stage(2)).undecided
    play.tried("start_stage", stage=2, settled=list(tied))
    return play


def test_the_next_alternate_takes_seed_table_and_match() -> None:
    play = final()
    first, second = play.stage(2).alternates[:2]
    gone = play.stage(2).seeds[1]
    play.announce(2)
    match = play.table(1, stage=2).match
    play.do("substitute", stage=2, entrant=gone)
    assert play.stage(2).seeds[1] == first
    assert play.stage(2).alternates[0] == second
    table = play.table(1, stage=2)
    assert first in table.entrants
    assert gone not in table.entrants
    assert table.match != match
    assert play.state.entrants[gone].seated == 1
    assert play.state == play.fresh()


def test_alternates_who_are_not_there_are_passed_over_and_stay_alternates() -> None:
    play = final()
    first, second, third, *_ = play.stage(2).alternates
    play.do("check_out", entrants=[first])
    play.do("drop", entrant=second)
    play.do("substitute", stage=2, entrant=play.stage(2).seeds[0])
    assert play.stage(2).seeds[0] == third
    assert play.stage(2).alternates[:2] == (first, second)
    play.do("check_in", entrants=[first])
    play.do("substitute", stage=2, entrant=play.stage(2).seeds[3])
    assert play.stage(2).seeds[3] == first


def test_whoever_was_replaced_by_mistake_can_be_named_again() -> None:
    play = final()
    before = play.stage(2).seeds
    (event, *_) = play.do("substitute", stage=2, entrant=before[2])
    play.do("substitute", stage=2, entrant=event.by, by=before[2])
    assert play.stage(2).seeds == before


def test_a_refusal_says_why_nobody_comes_instead() -> None:
    play = final()
    inside, outside = play.stage(2).seeds, play.stage(2).alternates
    at: dict[str, Any] = {"stage": 2, "entrant": inside[0]}
    assert play.refused("substitute", stage=1, entrant=1) == "stage_not_running"
    assert play.refused("substitute", stage=2, entrant=99) == "unknown_entrant"
    assert play.refused("substitute", stage=2, entrant=outside[0]) == "not_in_stage"
    assert play.refused("substitute", **at, by=inside[1]) == "already_in_stage"
    assert play.refused("substitute", **at, by=99) == "unknown_entrant"
    play.do("check_out", entrants=list(outside))
    assert play.refused("substitute", **at) == "no_alternate_left"
    assert play.refused("substitute", **at, by=outside[0]) == "entrant_absent"
    play.do("drop", entrant=outside[0])
    assert play.refused("substitute", **at, by=outside[0]) == "entrant_dropped"
    play.do("check_in", entrants=[outside[1]])
    play.announce(2)
    play.record(1, stage=2, scores=[4, 3, 2, 1])
    assert play.refused("substitute", **at) == "entrant_has_result"


def test_who_was_walked_over_comes_back_by_nobody_until_the_round_is_taken_back() -> None:
    play = final(8, 4, **TWO)
    gone = play.stage(2).seeds[3]
    play.do("drop", entrant=gone)
    play.announce(2)
    assert play.refused("substitute", stage=2, entrant=gone) == "entrant_out_of_bracket"
    play.do("withdraw_tables", stage=2, round=1)
    play.do("substitute", stage=2, entrant=gone)
    play.announce(2)
    assert seated(play.round(stage=2)) == sorted(play.stage(2).seeds)


def test_a_bye_goes_over_and_a_proposal_is_out_of_date() -> None:
    play = final(9, 3, format_="swiss", byes=True, rounds=3, **TWO)
    play.announce(2)
    (waiting,) = play.round(stage=2).byes
    (event,) = play.do("substitute", stage=2, entrant=waiting)
    assert play.round(stage=2).byes == (event.by,)
    again = final(9, 4, **TWO)
    again.do("propose", stage=2)
    again.do("substitute", stage=2, entrant=again.stage(2).seeds[0])
    assert again.refused("publish", stage=2) == "stale_proposal"
    again.announce(2)
    assert seated(again.round(stage=2)) == sorted(again.stage(2).seeds)


def test_a_bracket_that_is_the_first_stage_takes_whoever_came_late() -> None:
    play = Play(5, rules("elimination", **TWO), start=False)
    play.do("check_out", entrants=[5])
    play.do("start_stage", stage=1)
    play.announce()
    play.do("check_in", entrants=[5])
    assert play.refused("substitute", stage=1, entrant=2) == "no_alternate_left"
    play.do("substitute", stage=1, entrant=2, by=5)
    assert sorted(seated(play.round())) == [1, 3, 4, 5]


@pytest.mark.parametrize(
    ("top", "fields"),
    [*product(range(5, 25), BRACKETS), *product((5, 8, 11), OTHERS)],
    ids=lambda one: one["format_"] if isinstance(one, dict) else str(one),
)
def test_whoever_comes_instead_plays_the_stage_to_its_end(top: int, fields: dict[str, Any]) -> None:
    luck = Random(top)
    play = final(top + 6, top, **fields)
    if play.stage(2).status == "planned":
        assert fields["preferred"] == 4  # not every number makes tables of these sizes
        return
    replaced: set[int] = set()
    for _ in range(luck.randint(0, 1)):
        play.play_round(luck, 2)
        leave(play, luck, replaced)
    leave(play, luck, replaced)
    play.announce(2)
    leave(play, luck, replaced)
    for number, table in list(play.round(stage=2).tables.items()):
        play.record(number, stage=2, scores=luck.sample(range(10, 90), len(table.entrants)))
    play.play_out(luck, 2)
    ranked = [row.entrant for row in stage_ranking(play.state, 2)]
    assert sorted(ranked) == sorted(play.stage(2).seeds)
    assert len(ranked) == top
    assert not replaced & {*ranked}
    assert play.state == play.fresh()


def leave(play: Play, luck: Random, replaced: set[int]) -> None:
    """Let somebody without a result in the stage be replaced, if there is anybody."""
    stage = play.stage(2)
    played = {
        number
        for row in stage.rounds.values()
        for table in row.tables.values()
        if table.result is not None
        for number in table.entrants
    }
    free = [number for number in stage.seeds if number not in played]
    if not free:
        return
    gone = luck.choice(free)
    place, expected = stage.seeds.index(gone), stage.alternates[0]
    play.do("substitute", stage=2, entrant=gone)
    assert play.stage(2).seeds[place] == expected
    replaced.add(gone)
    for row in play.stage(2).rounds.values():
        assert gone not in row.listed
