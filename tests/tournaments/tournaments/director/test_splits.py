"""A round is proposed with table sizes of its own, and beside the other ways to split it."""

from collections import Counter
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.testing.scale import scaled
from tests.tournaments.tournaments.director.play import Play, rules, seated
from tournaments.tournaments.director.drafting import alternatives, split_words
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.problem import Figures, ProposedTable


@cache
def _played(entrants: int, rounds: int, sizes: tuple[int, ...]) -> Play:
    return Play(entrants, rules(sizes=list(sizes), rounds=9)).play_rounds(rounds)


def played(entrants: int, rounds: int, *sizes: int) -> Play:
    """Return a tournament in mid-stage that nobody else changes."""
    return deepcopy(_played(entrants, rounds, sizes or (3, 4, 5)))


def sizes_proposed(play: Play) -> list[int]:
    tables = play.stage().proposal().tables
    return sorted((len(table.entrants) for table in tables), reverse=True)


def figures_at_hand(play: Play) -> Figures:
    """Return the figures of the proposal as every door works them out."""
    stage, draft = play.stage(), play.stage().proposal()
    tables = [ProposedTable(t.table, t.entrants, locked=t.locked) for t in draft.tables]
    listed = [*(number for table in tables for number in table.entrants), *draft.byes]
    field = candidates(play.state, stage, [play.state.entrants[number] for number in listed])
    rules_now = pairing_rules(play.state, stage, draft.round)
    return figures_of(tables, draft.byes, field, rules_now).figures


def test_thirteen_are_split_as_the_organiser_wants() -> None:
    play = played(13, 3)
    play.do("propose", stage=1)
    assert sizes_proposed(play) == [5, 4, 4]
    for wanted in ("4+3+3+3", " 3 + 4+3,3 ", [3, 3, 4, 3]):
        play.do("propose", stage=1, split=wanted)
        assert sizes_proposed(play) == [4, 3, 3, 3]
        play.do("discard", stage=1)
    play.do("propose", stage=1, sizes=[3, 4])
    assert sizes_proposed(play) == [4, 3, 3, 3]
    play.do("publish", stage=1)
    assert seated(play.round()) == list(range(1, 14))
    assert play.state == play.fresh()


def test_the_alternatives_of_thirteen_stand_side_by_side() -> None:
    play = played(13, 3)
    _, found = alternatives(play.state, play.stage())
    repeats = {split_words(one.split.sizes): one.proposal.figures.repeats for one in found}
    assert list(repeats) == ["5+4+4", "4+3+3+3"]
    assert repeats["5+4+4"] >= repeats["4+3+3+3"] + 5


def test_tables_of_one_more_are_compared_though_the_stage_is_not_planned_so() -> None:
    play = played(13, 3, 3, 4)
    _, found = alternatives(play.state, play.stage())
    assert {split_words(one.split.sizes) for one in found} == {"4+3+3+3", "5+4+4"}
    duels = Play(5, rules(sizes=[2], preferred=2, byes=True))
    _, found = alternatives(duels.state, duels.stage())
    assert {split_words(one.split.sizes) for one in found} == {"2+2"}


def test_a_size_that_the_stage_has_not_is_taken_for_one_round_if_the_game_can_seat_it() -> None:
    play = played(13, 1, 3, 4)
    play.do("propose", stage=1, split="5+4+4")
    play.do("swap", stage=1, one=1, other=2)
    play.do("publish", stage=1)
    five = next(t for t in play.round().tables.values() if len(t.entrants) == 5)
    turned = list(reversed(five.entrants))
    play.do("reseat", stage=1, round=2, tables=[{"table": five.number, "entrants": turned}])
    assert play.table(five.number).entrants == tuple(turned)
    # A repair leaves the table of five alone where it can.
    gone = next(n for n, t in play.round().tables.items() if len(t.entrants) == 4)
    play.do("check_out", entrants=[play.table(gone).entrants[0]])
    play.do("repair", stage=1, round=2)
    assert sorted(len(t.entrants) for t in play.round().tables.values()) == [3, 4, 5]
    for number, table in list(play.round().tables.items()):
        play.record(number, scores=list(range(len(table.entrants))))
    play.do("propose", stage=1)
    assert set(sizes_proposed(play)) <= {3, 4}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"split": "5+4+3"}, "bad_split"),
        ({"split": "5+5+4"}, "bad_split"),
        ({"split": [13]}, "size_not_playable"),
        ({"split": "9+4"}, "size_not_playable"),
        ({"split": "many"}, "malformed_split"),
        ({"split": "+"}, "malformed_split"),
        ({"split": "4+3+3+3", "sizes": [3, 4]}, "sizes_or_split"),
        ({"sizes": [5]}, "no_table_sizes"),
        ({"sizes": [1, 3]}, "size_not_playable"),
        ({"split": "-4"}, "malformed_split"),
    ],
)
def test_what_does_not_seat_everybody_is_refused(fields: dict[str, Any], code: str) -> None:
    assert played(13, 1).refused("propose", stage=1, **fields) == code


def test_who_is_left_over_by_a_split_has_a_bye_where_byes_are_allowed() -> None:
    play = Play(13, rules(sizes=[3, 4], byes=True))
    play.do("propose", stage=1, split="4+4+4")
    assert sizes_proposed(play) == [4, 4, 4]
    assert len(play.stage().proposal().byes) == 1


def test_a_split_respects_tables_boxes_and_the_number_of_seats_the_game_has() -> None:
    boxed = rules(sizes=[3, 4, 5], games=[{"game": "sushi_go_party", "boxes": 3}])
    play = Play(13, boxed)
    assert play.refused("propose", stage=1, split="4+3+3+3") == "bad_split"
    play.do("propose", stage=1, split="5+5+3")
    assert sizes_proposed(play) == [5, 5, 3]


def test_brackets_and_schedules_are_not_split_by_hand() -> None:
    two = {"sizes": [2], "preferred": 2}
    for stage in (rules("elimination", **two), rules("round_robin")):
        assert Play(8, stage).refused("propose", stage=1, split="2+2+2+2") == "bracket_seats_them"


def test_locked_tables_are_part_of_the_split_and_stay() -> None:
    play = played(13, 2)
    play.do("propose", stage=1)
    five = next(table for table in play.stage().proposal().tables if len(table.entrants) == 5)
    play.do("lock", stage=1, table=five.table)
    assert play.refused("propose", stage=1, split="4+3+3+3") == "bad_split"
    play.do("propose", stage=1, split="5+5+3")
    kept = [table for table in play.stage().proposal().tables if table.locked]
    assert [(table.table, table.entrants) for table in kept] == [(five.table, five.entrants)]
    assert sizes_proposed(play) == [5, 5, 3]
    _, found = alternatives(play.state, play.stage())
    assert [split_words(one.split.sizes) for one in found] == ["5+4+4", "5+5+3"]


def test_everything_locked_leaves_nothing_to_split() -> None:
    play = played(8, 0)
    play.do("propose", stage=1)
    for number in (1, 2):
        play.do("lock", stage=1, table=number)
    play.do("propose", stage=1, split="4+4")
    play.do("propose", stage=1, sizes=[3])
    assert sizes_proposed(play) == [4, 4]
    assert play.refused("propose", stage=1, split="5+3") == "bad_split"
    assert alternatives(play.state, play.stage())[1] == ()


def test_what_was_taken_back_is_split_apart_from_the_tables_that_stand() -> None:
    play = played(13, 1)
    play.announce()
    fours = [n for n, table in play.round().tables.items() if len(table.entrants) == 4]
    play.do("withdraw_tables", stage=1, round=2, tables=fours)
    play.do("propose", stage=1, split="5+3")
    assert sizes_proposed(play) == [5, 3]
    _, found = alternatives(play.state, play.stage())
    assert [split_words(one.split.sizes) for one in found] == ["4+4", "5+3"]
    for one in found:
        play.do("propose", stage=1, split=list(one.split.sizes))
        assert figures_at_hand(play) == one.proposal.figures
    play.do("publish", stage=1)
    assert seated(play.round()) == list(range(1, 14))


@settings(max_examples=scaled(300))
@given(
    sizes=st.lists(st.integers(2, 8), min_size=1, max_size=6),
    apart=st.sets(st.integers(1, 6), min_size=2, max_size=3),
    fixed=st.dictionaries(st.integers(1, 6), st.integers(1, 3), max_size=2),
    data=st.data(),
)
def test_a_proposal_with_a_split_has_these_sizes_and_keeps_what_can_be_kept(
    sizes: list[int], apart: set[int], fixed: dict[int, int], data: st.DataObject
) -> None:
    assume(6 <= sum(sizes) <= 14)
    play = played(sum(sizes), data.draw(st.integers(0, 2)), 2, 3, 4)
    play.do("keep_apart", groups=[sorted(apart)])
    for entrant, table in fixed.items():
        play.do("fix_tables", entrant=entrant, tables=[table])
    play.do("propose", stage=1, split=sizes)
    tables = play.stage().proposal().tables
    assert Counter(len(table.entrants) for table in tables) == Counter(sizes)
    listed = [number for table in tables for number in table.entrants]
    assert sorted(listed) == list(range(1, sum(sizes) + 1))
    # With a table for each of them nobody has to give way.
    if max(len(apart), len(fixed)) <= len(sizes) and len({*fixed.values()}) == len(fixed):
        assert all(len(apart & {*table.entrants}) <= 1 for table in tables)
        at = {number: table.table for table in tables for number in table.entrants}
        assert {number: at[number] for number in fixed} == fixed


@settings(max_examples=scaled(200))
@given(entrants=st.integers(6, 13), rounds=st.integers(0, 2), locks=st.booleans())
def test_the_figures_of_an_alternative_are_those_of_its_proposal(
    entrants: int, rounds: int, locks: bool
) -> None:
    play = played(entrants, rounds)
    if locks:
        play.do("propose", stage=1)
        play.do("lock", stage=1, table=1)
    round_, found = alternatives(play.state, play.stage())
    assert found or round_.free == 0
    for one in found:
        play.do("propose", stage=1, split=list(one.split.sizes))
        assert sizes_proposed(play) == list(one.split.sizes)
        assert figures_at_hand(play) == one.proposal.figures
