"""From groups to a knock-out: whose table ranks whom, who goes on, and who meets whom."""

import json
from itertools import chain, permutations, product
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from games.core.events import decode_payload
from games.testing.scale import scaled
from tests.known import known
from tests.tournaments.tournaments.director.group_oracle import Oracle, crossing
from tests.tournaments.tournaments.director.play import GAME, HALL, Play, rules
from tournaments.tournaments.director.brackets import bracket_of
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.consequences import consequences_of
from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.evenings import suggested_tables
from tournaments.tournaments.director.fold import fold
from tournaments.tournaments.director.lots import line_drawn, tied_for_lots
from tournaments.tournaments.director.presets import PresetPlan, stages_of
from tournaments.tournaments.director.rankings import (
    group_lines,
    group_names,
    overall,
    stage_ranking,
    stage_standings,
)
from tournaments.tournaments.director.steps import next_step
from tournaments.tournaments.formats.crossing import first_meetings
from tournaments.tournaments.formats.groups import group_name

TWO: dict[str, Any] = {"sizes": [2], "preferred": 2}
NO_LOT = ("points", "wins", "head_to_head", "opponents_points", "game_points")
GROUPS = rules("groups", groups=2, **TWO)
CROSSED: dict[str, Any] = {"seeding": "crossed", "cut": {"kind": "groups", "each": 2}}
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
    for _ in range(3):
        row = play.announce()
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


def happen(play: Play, luck: Random) -> None:
    """Play the groups out with many ties, and with what else happens on a Saturday."""
    while known(next_step(play.state)).step == "propose":
        row = play.announce()
        for number, table in list(row.tables.items()):
            fate = luck.random()
            if fate < 0.08:
                play.record(number, kind="walk_over", absent=[luck.choice(table.entrants)])
            elif fate < 0.12:
                play.record(number, kind="void")
            else:
                play.record(number, scores=[luck.randint(0, 2) for _ in table.entrants])
        playing = [one for one in play.state.entrants.values() if not one.dropped]
        if luck.random() < 0.15 and len(playing) > len(play.state.entrants) - 2:
            play.do("drop", entrant=luck.choice(playing).number)
        if luck.random() < 0.1:
            somebody = luck.choice(play.stage().seeds)
            play.do("penalise", stage=1, entrant=somebody, points="1/2")


@pytest.mark.parametrize("seed", range(scaled(300)))
def test_qualifiers_and_crossing_are_what_trying_everything_says(seed: int) -> None:
    luck = Random(seed)
    groups, entrants = luck.randint(2, 4), luck.randint(6, 24)
    groups = min(groups, entrants // 3)
    final = luck.randint(2, min(entrants, 12))
    play = Play(entrants, *preset(groups=groups, final=final))
    happen(play, luck)
    play.do("close_stage", stage=1)
    oracle, each, best = Oracle(play.state), *divmod(final, groups)
    cut = drawn_cut(play.state, play.stage(2))
    lots: tuple[int, ...] = ()
    if cut.undecided:
        assert play.refused("start_stage", stage=2) == "cut_undecided"
        lots = line_drawn(play.state, play.stage(2))
        assert {*lots} == {*cut.undecided}
    play.do("start_stage", stage=2, draw=bool(lots))
    gone = {number for number, one in play.state.entrants.items() if one.dropped}
    qualified = oracle.going_on(each, best, lots)
    seeds = play.stage(2).seeds
    # Whoever dropped out is replaced, and nobody else is.
    assert qualified - gone <= {*seeds}
    if not qualified & gone:
        assert qualified == {*seeds}
    tiers = oracle.tiers(seeds, lots)
    ranked = list(chain.from_iterable(tiers))
    assert [{*seeds[len(before) : len(before) + len(tier)]} for before, tier in upto(tiers)] == [
        {*tier} for tier in tiers
    ]
    if prod(factorial(len(tier)) for tier in tiers) > 3_000:
        return
    first = first_meetings(bracket_of(play.stage(2)))
    orders = product(*(permutations(tier) for tier in tiers))
    best_of_all = min(
        crossing(oracle, tuple(chain.from_iterable(order)), ranked, first) for order in orders
    )
    assert crossing(oracle, seeds, ranked, first) == best_of_all


def upto(tiers: list[list[int]]) -> list[tuple[list[int], list[int]]]:
    """Every tier with those of the tiers before it."""
    return [(list(chain.from_iterable(tiers[:number])), tier) for number, tier in enumerate(tiers)]


@pytest.mark.parametrize("seed", range(scaled(100)))
def test_the_ranking_of_the_stage_goes_by_the_tables_of_its_groups(seed: int) -> None:
    luck = Random(seed)
    play = Play(luck.randint(6, 14), rules("groups", groups=2, **TWO, tiebreaks=list(NO_LOT)))
    happen(play, luck)
    oracle = Oracle(play.state)
    keys = {one: (oracle.rank[one], *(-v for v in oracle.fair[one])) for one in oracle.rank}
    places = {one: 1 + sum(other < keys[one] for other in keys.values()) for one in keys}
    assert {row.entrant: row.place for row in stage_ranking(play.state, 1)} == places
    assert {row.entrant: row.rank for row in stage_standings(play.state, 1)} == places
    assert {row.entrant: row.place for row in overall(play.state)} == places
    ranks = {line.entrant: line.row.rank for line in group_lines(play.state, play.stage())}
    assert ranks == oracle.rank


def test_who_declines_is_replaced_by_the_next_across_groups_and_seeded_by_rank() -> None:
    play = Play(9, *preset(groups=3, final=3)).play_rounds(3)
    play.do("close_stage", stage=1)
    oracle = Oracle(play.state)
    cut = drawn_cut(play.state, play.stage(2))
    play.do("start_stage", stage=2, declined=[cut.inside[0]])
    stepped_in = known(next(iter({*play.stage(2).seeds} - {*cut.inside})))
    assert stepped_in == cut.alternates[0]
    assert oracle.rank[stepped_in] == 2
    assert play.stage(2).seeds[-1] == stepped_in
    assert play.stage(2).alternates == cut.alternates[1:]


def test_lots_of_a_stage_also_part_those_of_different_groups() -> None:
    play = Play(8, rules("groups", groups=2, **TWO, tiebreaks=["points", "lot"]))
    for _ in range(3):
        for number in play.announce().tables:
            play.record(number, scores=[1, 1])
    assert {*tied_for_lots(play.state, play.stage())} == {*range(1, 9)}
    play.do("close_stage", stage=1, draw=True)
    places = [row.place for row in stage_ranking(play.state, 1)]
    assert places == list(range(1, 9))
    lots = play.stage().lots
    first, second = (row.entrant for row in stage_ranking(play.state, 1)[:2])
    # The winners of both groups are those with the first lots there, the better one first.
    assert lots.index(first) < lots.index(second)
    assert {first, second} == {min(group, key=lots.index) for group in (A, B)}


def test_nobody_draws_a_lot_whom_something_else_separates_in_and_across_groups() -> None:
    play = Play(8, rules("groups", groups=2, **TWO))
    for _ in range(3):
        for number, table in play.announce().tables.items():
            # The lower number wins, and by so much as belongs to it alone.
            low = min(table.entrants)
            play.record(number, scores=[2**low if one == low else 0 for one in table.entrants])
    assert tied_for_lots(play.state, play.stage()) == ()


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (rules("elimination", **TWO, cut={"kind": "groups", "each": 2}), "no_groups_before"),
        (rules("elimination", **TWO, seeding="crossed"), "no_groups_before"),
    ],
)
def test_only_after_groups_a_stage_goes_by_groups(second: dict[str, Any], code: str) -> None:
    play = Play(0, rules())
    assert play.refused("set_stage", stage=2, rules=second) == code


@pytest.mark.parametrize(
    "cut",
    [
        {"each": 0},
        {"each": -1, "best": 1},
        {"each": 1, "best": 2},
        {"best": 1},
        {"each": 9, "best": -1},
    ],
)
def test_a_cut_by_groups_lets_two_through_and_fewer_next_ones_than_groups(
    cut: dict[str, int],
) -> None:
    play = Play(0, GROUPS)
    second = rules("elimination", **TWO, cut={"kind": "groups", **cut})
    assert play.refused("set_stage", stage=2, rules=second) == "bad_group_cut"


def test_groups_that_the_next_stage_goes_by_cannot_be_planned_away() -> None:
    play = Play(0, GROUPS, rules("elimination", **TWO, **CROSSED))
    assert play.refused("set_stage", stage=1, rules=rules()) == "no_groups_before"
    third = rules("elimination", **TWO, cut={"kind": "groups", "each": 1, "best": 1})
    play.do("set_stage", stage=2, rules=third)
    one = rules("groups", groups=1, **TWO)
    assert play.refused("set_stage", stage=1, rules=one) == "bad_group_cut"
    play.do("set_stage", stage=1, rules=rules("groups", groups=3, **TWO))
    assert play.refused("set_stage", stage=1, rules=rules("swiss")) == "no_groups_before"


def test_the_first_stage_cannot_be_crossed() -> None:
    play = Play(0)
    first = rules("elimination", **TWO, seeding="crossed")
    assert play.refused("set_stage", stage=1, rules=first) == "no_former_stage"


def test_outside_an_elimination_crossed_seeds_stand_tier_by_tier() -> None:
    play = Play(8, GROUPS, rules("round_robin", **CROSSED)).play_rounds(3)
    play.do("close_stage", stage=1)
    play.do("start_stage", stage=2)
    assert play.stage(2).seeds == drawn_cut(play.state, play.stage(2)).inside


def test_a_preset_sends_on_as_many_of_each_group_as_can_be_and_the_best_next_ones() -> None:
    for final, each, best in ((4, 1, 1), (6, 2, 0), (2, 0, 2), (8, 2, 2)):
        _, knock_out = preset(groups=3, final=final)
        assert knock_out["cut"]["kind"] == "groups"
        assert (knock_out["cut"]["each"], knock_out["cut"]["best"]) == (each, best)
        assert knock_out["seeding"] == "crossed"
    assert len(preset(groups=3, final=0)) == 1


def test_a_preview_tells_who_would_change_sides_in_their_group() -> None:
    play = Play(8, *preset())
    for _ in range(3):
        for number, table in play.announce().tables.items():
            low = min(table.entrants)
            play.record(number, scores=[9 if one == low else low for one in table.entrants])
    row, table = next(
        (row.number, table)
        for row in play.stage().rounds.values()
        for table in row.tables.values()
        if {*table.entrants} == {4, 5}
    )
    scores = [9 if one == 5 else 0 for one in table.entrants]
    at = {"stage": 1, "round": row, "table": table.number}
    correct = read_command("correct", at | {"scores": scores})
    foreseen = consequences_of(play.state, correct, Context(HALL))
    (change,) = foreseen.stages
    assert change.cut == 4
    sides = {one.entrant: (one.cut_before, one.cut_after) for one in change.changes if one.crosses}
    assert sides == {4: ("in", "out"), 5: ("out", "in")}


def test_groups_have_names() -> None:
    assert [group_name(number) for number in (1, 2, 26, 27, 52, 53, 703)] == [
        *("A", "B", "Z", "AA", "AZ", "BA", "AAA")
    ]
    play = Play(8, GROUPS)
    named = dict.fromkeys(A, "A") | dict.fromkeys(B, "B")
    assert group_names(play.stage()) == named


STORED = json.loads((Path(__file__).parent / "data" / "groups_of_ruleset_1.json").read_text())


@pytest.mark.parametrize("case", STORED)
def test_tournaments_of_before_keep_their_single_list(case: dict[str, Any]) -> None:
    """The logs and what they meant were written down before groups had tables."""
    log: list[Any] = [
        decode_payload(type_, schema, json.dumps(data)) for type_, schema, data in case["log"]
    ]
    state = fold((event, "2026-11-16T19:30:00.000000Z") for event in log)
    assert state.ruleset == 1
    rows = stage_standings(state, 1)
    assert [
        [row.entrant, row.rank, [str(value) for value in row.values], row.decided_by]
        for row in rows
    ] == case["standings"]
    assert [[row.entrant, row.place] for row in overall(state)] == case["overall"]
    cut = drawn_cut(state, state.stages[2])
    assert list(cut.undecided) == case["undecided"]
    assert [list(cut.inside), list(cut.alternates)] == [case["inside"], case["alternates"]]


@pytest.mark.parametrize("stage", [rules(sizes=[2, 3, 4], byes=True), rules("open")])
def test_both_rulesets_pair_alike(stage: dict[str, Any]) -> None:
    old, new = Play(11, stage), Play(11, stage)
    old.state.ruleset = 1
    assert new.state.ruleset == 2
    if stage["format"] == "open":
        assert suggested_tables(old.state, old.stage()) == suggested_tables(new.state, new.stage())
        return
    for play in (old, new):
        play.play_rounds(3)
    assert old.stage().rounds == new.stage().rounds


def crossed_semi_finals(winners: dict[frozenset[int], int], **fields: Any) -> Play:
    """Play the groups of eight, the lower number winning unless it is said, and start crossed."""
    play = Play(8, GROUPS | fields, rules("elimination", **TWO | CROSSED))
    for _ in range(3):
        for number, table in play.announce().tables.items():
            best = winners.get(frozenset(table.entrants), min(table.entrants))
            scores = [20 + (seat == best) for seat in table.entrants]
            play.record(number, scores=scores)
    play.do("close_stage", stage=1, draw=True)
    play.do("start_stage", stage=2, draw=True)
    play.announce(stage=2)
    return play


def met(play: Play, *pair: int) -> tuple[int, int]:
    """Return the round and the number of the table at which two of a group met."""
    rounds = play.stage().rounds.values()
    tables = [(row.number, table) for row in rounds for table in row.tables.values()]
    ((number, table),) = [one for one in tables if {*one[1].entrants} == {*pair}]
    return number, table.number


def other_winner(play: Play, *pair: int) -> dict[str, Any]:
    """Return the correction of the only table of two: the other one had won."""
    round_, number = met(play, *pair)
    scores = known(known(play.table(number, round_).result).scores)[::-1]
    return {"stage": 1, "round": round_, "table": number, "scores": scores}


def foreseen_field(play: Play, correction: dict[str, Any]) -> list[tuple[Any, ...]]:
    command = read_command("correct", correction)
    changes = consequences_of(play.state, command, Context(HALL)).fields
    return [(one.stage, one.would_be_in, one.would_be_out, one.on_the_line) for one in changes]


def test_a_correction_says_who_would_have_crossed_over_from_groups() -> None:
    play = crossed_semi_finals({})
    assert {*play.stage(2).seeds} == {1, 4, 2, 3}
    # With 5 before 4 the second of group A is another; with 4 before 1 only the seeds are.
    assert foreseen_field(play, other_winner(play, 4, 5)) == [(2, (5,), (4,), ())]
    assert foreseen_field(play, other_winner(play, 1, 4)) == [(2, (), (), ())]
    assert foreseen_field(play, other_winner(play, 5, 8)) == []
    play.do("correct", **other_winner(play, 1, 4), then="repair")
    assert play.stage(2).status == "planned"
    play.do("start_stage", stage=2)
    assert {frozenset(t.entrants) for t in play.announce(stage=2).tables.values()} == {
        frozenset({4, 3}),
        frozenset({2, 1}),
    }
    assert play.state == play.fresh()


def test_ties_on_the_lines_of_groups_are_settled_in_a_preview_as_they_were() -> None:
    play = crossed_semi_finals(WINNERS, tiebreaks=["points", "wins"])
    assert len({1, 4, 5} & {*play.stage(2).seeds}) == 2
    seats = known(play.state.table(1, *met(play, 1, 8))).entrants
    mended = [22 if number == 1 else 20 for number in seats]
    assert foreseen_field(play, other_winner(play, 1, 8) | {"scores": mended}) == []
    assert foreseen_field(play, other_winner(play, 1, 8)) != []
