"""Rounds are proposed, edited, announced, taken back and repaired."""

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.known import known
from tests.tournaments.tournaments.director.play import Play, plain, player, rules, seated
from tournaments.tournaments.director.parts import Draft
from tournaments.tournaments.director.rankings import stage_ranking


def drafted(play: Play, stage: int = 1) -> dict[int, tuple[int, ...]]:
    return {table.table: table.entrants for table in known(play.stage(stage).draft).tables}


def proposed(entrants: int = 8, **fields: Any) -> Play:
    play = Play(entrants, rules(**fields))
    play.do("propose", stage=1)
    return play


def edited(draft: Sequence[Any], byes: Sequence[int] = ()) -> dict[str, Any]:
    return {"tables": [plain(table) for table in draft], "byes": list(byes)}


def test_the_same_tournament_gets_the_same_proposal_and_another_seed_may_not() -> None:
    one, same = (Play(13, rules()).play_rounds(2) for _ in range(2))
    one.do("propose", stage=1)
    same.do("propose", stage=1)
    assert one.stage().draft == same.stage().draft
    others = [Play(13, rules(), seed=seed) for seed in "abc"]
    for play in others:
        play.do("propose", stage=1)
    assert len({str(drafted(play)) for play in others}) > 1


def test_a_proposal_is_announced_as_it_stands() -> None:
    play = proposed(11)
    tables, byes = drafted(play), known(play.stage().draft).byes
    (event,) = play.do("publish", stage=1)
    assert {seat.table: seat.entrants for seat in event.tables} == tables
    assert event.byes == byes == ()
    assert len({seat.match for seat in event.tables}) == len(tables)
    assert play.stage().draft is None
    assert play.state == play.fresh()


def test_what_is_out_of_order_is_refused() -> None:
    play = Play(8, rules(), start=False)
    assert play.refused("propose", stage=1) == "stage_not_running"
    assert play.refused("propose", stage=7) == "unknown_stage"
    play.do("start_stage", stage=1)
    for name in ("publish", "discard"):
        assert play.refused(name, stage=1) == "no_proposal"
    assert play.refused("swap", stage=1, one=1, other=2) == "no_proposal"
    assert play.refused("move", stage=1, entrant=1, table=2) == "no_proposal"
    assert play.refused("lock", stage=1, table=1) == "no_proposal"
    assert play.refused("edit", stage=1, tables=[]) == "no_proposal"
    assert play.refused("withdraw_tables", stage=1, round=1) == "unknown_round"
    play.announce()
    assert play.refused("propose", stage=1) == "tables_open"


def test_a_swiss_is_complete_after_its_rounds() -> None:
    play = Play(8, rules(rounds=2)).play_rounds(2)
    assert play.refused("propose", stage=1) == "stage_complete"


def test_the_organiser_swaps_moves_locks_and_discards() -> None:
    play = proposed(9, sizes=[2, 3, 4])
    before = drafted(play)
    one, other = before[1][0], before[2][0]
    play.do("swap", stage=1, one=one, other=other)
    assert drafted(play)[1][0] == other
    assert drafted(play)[2][0] == one
    assert known(play.stage().draft).by_hand
    play.do("swap", stage=1, one=one, other=other)
    assert drafted(play) == before
    play.do("move", stage=1, entrant=before[1][0], table=2)
    assert drafted(play)[2] == (*before[2], before[1][0])
    assert drafted(play)[1] == before[1][1:]
    assert play.do("swap", stage=1, one=one, other=one) == []
    play.do("lock", stage=1, table=2)
    kept = drafted(play)[2]
    play.do("propose", stage=1)
    assert drafted(play)[2] == kept
    assert [table.locked for table in known(play.stage().draft).tables] == [
        table.table == 2 for table in known(play.stage().draft).tables
    ]
    play.do("lock", stage=1, table=2, locked=False)
    play.do("discard", stage=1)
    assert play.stage().draft is None
    assert play.state == play.fresh()


def test_a_move_to_table_zero_is_a_bye_and_back_again() -> None:
    play = proposed(8, byes=True)
    entrant = drafted(play)[1][0]
    play.do("move", stage=1, entrant=entrant, table=0)
    assert known(play.stage().draft).byes == (entrant,)
    assert entrant not in drafted(play)[1]
    play.do("move", stage=1, entrant=entrant, table=1)
    assert known(play.stage().draft).byes == ()
    play.do("move", stage=1, entrant=entrant, table=0)
    play.do("publish", stage=1)
    assert play.round().byes == (entrant,)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("swap", {"one": 1, "other": 99}, "not_in_proposal"),
        ("move", {"entrant": 99, "table": 1}, "not_in_proposal"),
        ("move", {"entrant": 1, "table": 9}, "unknown_table"),
        ("lock", {"table": 9}, "unknown_table"),
    ],
)
def test_edits_of_what_is_not_in_the_proposal_are_refused(
    name: str, data: dict[str, int], code: str
) -> None:
    assert proposed().refused(name, stage=1, **data) == code


def test_a_proposal_by_hand_has_to_seat_everybody_once_at_tables_of_a_legal_size() -> None:
    play = proposed(8)
    first, second = known(play.stage().draft).tables

    def refused(tables: list[Any], byes: Sequence[int] = ()) -> str:
        return play.refused("edit", stage=1, **edited(tables, byes))

    assert refused([first]) == "not_seated"
    assert refused([first, first]) == "table_twice"
    assert refused([first, Draft(0, second.entrants)]) == "bad_table_number"
    assert refused([first, Draft(2, first.entrants)]) == "seated_twice"
    assert refused([first, second], byes=[first.entrants[0]]) == "seated_twice"
    assert refused([first, Draft(2, (*second.entrants[:3], 99))]) == "unknown_entrant"
    assert refused([first, Draft(2, second.entrants[:2])], second.entrants[2:]) == (
        "size_not_playable"
    )
    assert refused([first, Draft(2, second.entrants, game=1)]) == "unknown_game_at_hand"
    play.do("edit", stage=1, **edited([Draft(1, first.entrants[::-1]), second]))
    assert drafted(play)[1] == first.entrants[::-1]
    assert play.do("edit", stage=1, **edited(known(play.stage().draft).tables)) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("enter", {"players": [str(player(50))]}),
        ("check_out", {"entrants": [1]}),
        ("drop", {"entrant": 1}),
        ("keep_apart", {"groups": [[1, 2]]}),
        ("fix_tables", {"entrant": 1, "tables": [2]}),
        ("affiliate", {"entrant": 1, "club": "Roe"}),
        ("penalise", {"stage": 1, "entrant": 1, "points": "1"}),
        ("correct", {"stage": 1, "round": 1, "table": 1, "scores": [1, 2, 3, 4]}),
        ("withdraw_result", {"stage": 1, "round": 1, "table": 1}),
    ],
)
def test_a_proposal_that_is_out_of_date_is_neither_announced_nor_edited(
    name: str, data: dict[str, Any]
) -> None:
    play = Play(12, rules()).play_rounds(1)
    play.do("propose", stage=1)
    play.do(name, **data)
    assert known(play.stage().draft).stale
    assert play.refused("publish", stage=1) == "stale_proposal"
    assert play.refused("lock", stage=1, table=1) == "stale_proposal"
    assert play.refused("swap", stage=1, one=2, other=3) == "stale_proposal"
    if name != "withdraw_result":
        play.announce()
        assert len(play.stage().rounds) == 2
    assert play.state == play.fresh()


def test_a_locked_table_whose_people_have_gone_is_not_proposed_again() -> None:
    play = proposed(12)
    play.do("lock", stage=1, table=1)
    play.do("drop", entrant=drafted(play)[1][0])
    play.do("propose", stage=1)
    everyone = sorted(n for seats in drafted(play).values() for n in seats)
    assert everyone == [n for n in range(1, 13) if not play.state.entrants[n].dropped]


def test_the_whole_round_is_taken_back_as_long_as_nothing_has_begun() -> None:
    play = Play(8, rules()).play_rounds(1)
    play.announce()
    old = {table.match for table in play.round().tables.values()}
    assert play.refused("withdraw_tables", stage=1, round=1) == "later_round_announced"
    assert play.refused("withdraw_tables", stage=1, round=2, tables=[9]) == "unknown_table"
    begun = deepcopy(play)
    begun.do("start_table", stage=1, round=2, table=1)
    assert begun.refused("withdraw_tables", stage=1, round=2) == "table_begun"
    play.do("withdraw_tables", stage=1, round=2)
    assert list(play.stage().rounds) == [1]
    assert {entrant.seated for entrant in play.state.entrants.values()} == {1}
    play.announce()
    assert not old & {table.match for table in play.round().tables.values()}
    assert play.state == play.fresh()


def test_tables_that_were_taken_back_are_paired_again_and_the_others_stay() -> None:
    play = Play(16, rules())
    play.announce()
    kept = {n: play.table(n).entrants for n in (3, 4)}
    loose = {*play.table(1).entrants, *play.table(2).entrants}
    play.do("withdraw_tables", stage=1, round=1, tables=[1, 2])
    play.do("propose", stage=1)
    assert known(play.stage().draft).round == 1
    assert {n for seats in drafted(play).values() for n in seats} == loose
    play.do("publish", stage=1)
    assert {n: play.table(n).entrants for n in (3, 4)} == kept
    assert seated(play.round()) == list(range(1, 17))
    assert play.round().absent == play.round().taken_back == ()
    assert play.state == play.fresh()


def test_tables_taken_back_are_not_forgotten_once_all_others_have_a_result() -> None:
    play = Play(12, rules())
    play.announce()
    play.do("withdraw_tables", stage=1, round=1, tables=[1])
    for table in (2, 3):
        play.record(table, scores=[4, 3, 2, 1])
    play.do("propose", stage=1)
    assert known(play.stage().draft).round == 1
    play.do("publish", stage=1)
    assert seated(play.round(1)) == list(range(1, 13))
    play.record(1, scores=[4, 3, 2, 1])
    assert play.announce().number == 2


def test_a_repair_by_hand_touches_no_table_that_stands() -> None:
    play = Play(12, rules())
    play.announce()
    play.do("withdraw_tables", stage=1, round=1, tables=[1])
    play.do("propose", stage=1)
    (draft,) = known(play.stage().draft).tables
    busy = play.table(2).entrants[0]
    assert play.refused("edit", stage=1, **edited([Draft(2, draft.entrants)])) == "table_twice"
    crowd = edited([Draft(1, (*draft.entrants[:3], busy))], draft.entrants[3:])
    assert play.refused("edit", stage=1, **crowd) == "seated_twice"
    play.do("edit", stage=1, **edited([Draft(7, draft.entrants[::-1])]))
    play.do("publish", stage=1)
    assert play.table(7).entrants == draft.entrants[::-1]


@pytest.mark.parametrize("format_", ["round_robin", "double_elimination", "elimination", "groups"])
def test_planned_tables_that_were_taken_back_come_again(format_: str) -> None:
    fields = {"groups": 2, "sizes": [2], "preferred": 2} if format_ == "groups" else {}
    play = Play(8, rules(format_, **fields))
    play.announce()
    before = {n: table.entrants for n, table in play.round().tables.items()}
    play.do("withdraw_tables", stage=1, round=1, tables=[1])
    for number in list(play.round().tables):
        size = len(play.table(number).entrants)
        play.record(number, scores=list(range(size)))
    play.announce()
    assert {n: table.entrants for n, table in play.round(1).tables.items()} == before
    assert list(play.stage().rounds) == [1]
    play.record(1, scores=list(range(len(before[1]))))
    play.play_out(Random(1))
    assert play.state == play.fresh()


def test_nobody_edits_who_meets_whom_in_a_bracket() -> None:
    play = Play(8, rules("elimination", sizes=[2], preferred=2))
    play.do("propose", stage=1)
    first, second = (drafted(play)[n] for n in (1, 2))
    assert play.refused("swap", stage=1, one=first[0], other=second[0]) == "bracket_seats_them"
    play.do("swap", stage=1, one=first[0], other=first[1])
    play.do("publish", stage=1)
    assert play.table(1).entrants == first[::-1]
    mixed = [{"table": 1, "entrants": [first[0], second[0]]}]
    assert play.refused("reseat", stage=1, round=1, tables=mixed) == "bracket_seats_them"
    both = [*mixed, {"table": 2, "entrants": [first[1], second[1]]}]
    assert play.refused("reseat", stage=1, round=1, tables=both) == "bracket_seats_them"


def test_reseating_swaps_moves_and_gives_and_takes_byes() -> None:
    play = Play(9, rules(sizes=[2, 3, 4], byes=True))
    play.announce()
    one, two = play.table(1), play.table(2)
    a, b = one.entrants, two.entrants
    old = one.match, two.match
    swapped = [
        {"table": 1, "entrants": [b[0], *a[1:]]},
        {"table": 2, "entrants": [a[0], *b[1:]]},
    ]
    events = play.do("reseat", stage=1, round=1, tables=swapped)
    assert [event.type for event in events] == ["tournament.table_reseated"] * 2
    assert {play.table(1).match, play.table(2).match}.isdisjoint(old)
    out = play.table(1).entrants[0]
    fewer = [{"table": 1, "entrants": play.table(1).entrants[1:]}]
    play.do("reseat", stage=1, round=1, tables=fewer)
    assert play.round().byes == (out,)
    assert play.do("reseat", stage=1, round=1, tables=fewer) == []
    back = [{"table": 1, "entrants": [*play.table(1).entrants, out]}]
    play.do("reseat", stage=1, round=1, tables=back)
    assert play.round().byes == ()
    assert {entrant.seated for entrant in play.state.entrants.values()} == {1}
    assert play.state == play.fresh()


def test_reseating_refuses_what_cannot_be() -> None:
    play = Play(12, rules())
    play.announce()
    one, two = play.table(1).entrants, play.table(2).entrants

    def refused(table: int, entrants: Sequence[int]) -> str:
        tables = [{"table": table, "entrants": entrants}]
        return play.refused("reseat", stage=1, round=1, tables=tables)

    assert refused(9, one) == "unknown_table"
    assert refused(1, one[:2]) == "size_not_playable"
    assert refused(1, [*one[:3], two[0]]) == "seated_twice"
    assert refused(1, [*one[:3], one[0]]) == "seated_twice"
    assert refused(1, [*one[:3], 99]) == "unknown_entrant"
    assert play.refused("reseat", stage=1, round=2, tables=[]) == "unknown_round"
    play.do("drop", entrant=one[0])
    assert refused(1, one[::-1]) == "entrant_dropped"
    play.do("reseat", stage=1, round=1, tables=[{"table": 1, "entrants": one[1:]}])
    assert play.round().byes == ()
    play.record(2, scores=[4, 3, 2, 1])
    assert refused(2, two[::-1]) == "table_begun"
    play.do(
        "report", stage=1, round=1, table=3, entrant=play.table(3).entrants[0], scores=[4, 3, 2, 1]
    )
    assert refused(3, play.table(3).entrants[::-1]) == "table_begun"


def test_a_repair_that_would_leave_no_table_is_refused() -> None:
    play = Play(4, rules(sizes=[4], byes=True))
    play.announce()
    play.do("check_out", entrants=[1, 2])
    assert play.refused("repair", stage=1, round=1) == "no_repair"
    assert list(play.round().tables) == [1]


def test_a_table_of_a_bracket_to_which_nobody_came_is_not_opened_by_who_comes_back() -> None:
    play = Play(8, rules("elimination", sizes=[2], preferred=2))
    play.announce()
    gone = play.table(2).entrants
    play.do("withdraw_tables", stage=1, round=1, tables=[2])
    for entrant in gone:
        play.do("drop", entrant=entrant)
    play.announce()
    for number in play.round(1).tables:
        play.record(number, round=1, scores=[2, 1])
    play.announce()
    for number in list(play.round(2).tables):
        play.record(number, round=2, scores=[2, 1])
    play.do("bring_back", entrant=gone[0])
    assert gone[0] not in [row.entrant for row in stage_ranking(play.state, 1)][:3]
    play.do("correct", stage=1, round=1, table=1, scores=[3, 1])
    assert play.state == play.fresh()
