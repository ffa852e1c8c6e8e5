"""A bracket knows its tables by who sits there: they may be played at any number."""

from hashlib import sha256
from itertools import permutations, product
from random import Random
from typing import Any
from uuid import uuid5

import pytest

from games.core.errors import RuleViolation
from games.testing.scale import scaled
from tests.known import known
from tests.tournaments.tournaments.director.play import HALL, Play, rules
from tournaments.tournaments.director.commands.entries import HIGHEST_TABLE
from tournaments.tournaments.director.events import TablesPublished
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.parts import Seating
from tournaments.tournaments.director.rankings import overall, stage_ranking
from tournaments.tournaments.director.state import Round, Table

TWO: dict[str, Any] = {"sizes": [2], "preferred": 2}
BRACKETS: tuple[dict[str, Any], ...] = (
    rules("elimination", **TWO),
    rules("elimination", third_place=True, **TWO),
    rules("elimination", sizes=[2, 3, 4], advance=2),
    rules("double_elimination", double=True),
)
PLANNED = (*BRACKETS, rules("round_robin"), rules("groups", groups=2, **TWO))


def sampled(stages: tuple[dict[str, Any], ...]) -> list[tuple[dict[str, Any], int]]:
    """Return stages for 5 to 24 entrants: each for all of them, or in a short run for some."""
    cases = [(stage, entrants) for entrants in range(5, 25) for stage in stages]
    return cases if scaled(10) == 10 else cases[::5]


def meeting(row: Round) -> set[frozenset[int]]:
    return {frozenset(table.entrants) for table in row.tables.values()}


def next_round(play: Play) -> Round | None:
    """Announce the next round; None once there is no other."""
    try:
        return play.announce()
    except RuleViolation as refusal:
        if refusal.code != "stage_complete":
            raise
        return None


def scores(seed: object, table: Table) -> list[int]:
    """Return scores that depend on who meets, never on where."""
    people = sorted(table.entrants)
    return [
        sha256(f"{seed}/{people}/{number}".encode()).digest()[0] % 7 for number in table.entrants
    ]


def test_the_final_is_put_at_the_table_of_who_sits_at_one_only() -> None:
    """As it was found: a wheelchair user in the final, whose table is the third."""
    play = Play(8, rules("elimination", **TWO))
    play.do("fix_tables", entrant=1, tables=[3])
    for left in (4, 2, 1):
        row = play.announce()
        assert len(row.tables) == left
        assert 1 in row.tables[3].entrants
        for number, table in row.tables.items():
            play.record(number, scores=[9 - min(n, 8) for n in table.entrants])
    assert stage_ranking(play.state, 1)[0].entrant == 1
    assert play.state == play.fresh()


def test_tables_that_nobody_is_fixed_to_keep_their_planned_numbers() -> None:
    play = Play(8, rules("elimination", **TWO))
    before = {t.table: t.entrants for t in play.decide("propose", stage=1)[0].tables}
    play.do("fix_tables", entrant=before[1][0], tables=[2])
    after = {t.table: t.entrants for t in play.decide("propose", stage=1)[0].tables}
    assert after == {2: before[1], 1: before[2], 3: before[3], 4: before[4]}
    play.do("fix_tables", entrant=before[1][0], tables=[2, 1])
    assert {t.table: t.entrants for t in play.decide("propose", stage=1)[0].tables} == before


@pytest.mark.parametrize(("stage", "entrants"), sampled(PLANNED))
def test_as_many_as_possible_sit_at_a_table_of_theirs(stage: dict[str, Any], entrants: int) -> None:
    """Tried for every way to give the wanted numbers to the tables of whoever wants them."""
    luck = Random(f"{stage}/{entrants}")
    play = Play(entrants, stage)
    wishes = {
        number: tuple(sorted(luck.sample(range(1, 8), luck.randint(1, 2))))
        for number in luck.sample(range(1, entrants + 1), 4)
    }
    for number, tables in wishes.items():
        play.do("fix_tables", entrant=number, tables=tables)
    for round_ in range(1, 40):
        row = next_round(play)
        if row is None:
            break
        suited = sum(number in wishes.get(n, ()) for number, n in _seats(row))
        assert suited == _most_suited(row, wishes)
        for number, table in list(row.tables.items()):
            said = scores(round_, table)
            play.record(number, scores=said, play_off=sorted(table.entrants))
    assert round_ > 1
    assert play.state == play.fresh()


def _seats(row: Round) -> list[tuple[int, int]]:
    return [(number, n) for number, table in row.tables.items() for n in table.entrants]


def _most_suited(row: Round, wishes: dict[int, tuple[int, ...]]) -> int:
    wanting = [t.entrants for t in row.tables.values() if {*t.entrants} & wishes.keys()]
    offers = [{None, *(w for n in people for w in wishes.get(n, ()))} for people in wanting]
    best = 0
    for given in product(*offers):
        chosen = [number for number in given if number is not None]
        if len({*chosen}) == len(chosen):
            pairs = zip(given, wanting, strict=True)
            best = max(best, sum(w in wishes.get(n, ()) for w, people in pairs for n in people))
    return best


def test_what_cannot_be_met_is_said_beside_the_proposal() -> None:
    play = Play(4, rules("elimination", **TWO))
    for number in (1, 2):
        play.do("fix_tables", entrant=number, tables=[5])
    play.do("propose", stage=1)
    tables = known(play.stage().draft).tables
    assert sorted(table.table for table in tables) in ([1, 5], [2, 5])


@pytest.mark.parametrize(("stage", "entrants"), sampled(BRACKETS))
def test_wherever_tables_are_put_the_same_people_meet_and_are_ranked(
    stage: dict[str, Any], entrants: int
) -> None:
    """The same results beside a twin whose tables are moved, reseated and renumbered at random."""
    luck = Random(f"{stage['format']}/{entrants}")
    quiet, moved = Play(entrants, stage), Play(entrants, stage)
    dropping = luck.sample(range(1, entrants + 1), 2)
    for _ in range(40):
        row = next_round(quiet)
        if row is None:
            assert moved.refused("propose", stage=1) == "stage_complete"
            break
        moved.do("propose", stage=1)
        _renumber(moved, luck)
        moved.do("publish", stage=1)
        _shuffle_tables(moved, luck)
        assert meeting(moved.round()) == meeting(row)
        assert moved.round().byes == row.byes
        for play in (quiet, moved):
            for number, table in list(play.round().tables.items()):
                said = scores(entrants, table)
                play.record(number, scores=said, play_off=sorted(table.entrants))
        if dropping and luck.random() < 0.5:
            out = dropping.pop()
            quiet.do("drop", entrant=out)
            moved.do("drop", entrant=out)
    assert overall(moved.state) == overall(quiet.state)
    assert moved.state == moved.fresh()


def _renumber(play: Play, luck: Random) -> None:
    draft = known(play.stage().draft)
    numbers = luck.sample(range(1, 2 * len(draft.tables) + 1), len(draft.tables))
    tables = [
        {"table": number, "entrants": luck.sample(table.entrants, len(table.entrants))}
        for number, table in zip(numbers, draft.tables, strict=True)
    ]
    play.do("edit", stage=1, tables=tables, byes=draft.byes)


def _shuffle_tables(play: Play, luck: Random) -> None:
    row = play.round()
    if not row.tables:
        return
    at: dict[str, Any] = {"stage": 1, "round": row.number}
    for _ in range(3):
        play.do("move_table", **at, table=luck.choice(list(row.tables)), to=luck.randint(1, 30))
    order = luck.sample(list(row.tables), len(row.tables))
    swapped: list[dict[str, Any]] = [
        {"table": number, "entrants": luck.sample(seats, len(seats))}
        for number, seats in zip(
            order, [table.entrants for table in row.tables.values()], strict=True
        )
    ]
    play.do("reseat", **at, tables=swapped)
    for one in swapped:
        assert list(row.tables[one["table"]].entrants) == one["entrants"]


def test_all_that_belongs_to_a_table_goes_along_with_it() -> None:
    play = Play(8, rules("elimination", minutes=30, **TWO))
    play.announce()
    at: dict[str, Any] = {"stage": 1, "round": 1}
    play.do("add_time", **at, table=1, seconds=90)
    play.do("call_arbiter", **at, table=1)
    first, second = play.table(1), play.table(2)
    kept = (first.entrants, first.match, 90, True)
    (event,) = play.do("move_table", **at, table=1, to=2)
    assert (event.type, event.table, event.to) == ("tournament.table_moved", 1, 2)
    for number, table in ((2, first), (1, second)):
        assert play.table(number) is table
        assert table.number == number
    assert (first.entrants, first.match, first.extra_seconds, first.called) == kept
    whole = [{"table": 1, "entrants": first.entrants}, {"table": 2, "entrants": second.entrants}]
    assert [e.type for e in play.do("reseat", **at, tables=whole)] == ["tournament.table_moved"]
    assert (play.table(1).match, play.table(1).extra_seconds) == kept[1:3]
    turned = [{"table": 1, "entrants": first.entrants[::-1]}]
    assert [e.type for e in play.do("reseat", **at, tables=turned)] == ["tournament.table_reseated"]
    assert play.table(1).extra_seconds == 90
    assert play.state == play.fresh()


def test_a_table_is_moved_before_it_begins_and_to_a_number_that_is_free() -> None:
    play = Play(8, rules("elimination", **TWO))
    play.announce()
    at: dict[str, Any] = {"stage": 1, "round": 1}
    for number in (0, -1, HIGHEST_TABLE + 1):
        assert play.refused("move_table", **at, table=1, to=number) == "bad_table_number"
    assert play.refused("move_table", **at, table=9, to=1) == "unknown_table"
    assert play.do("move_table", **at, table=1, to=1) == []
    play.do("start_table", **at, table=3)
    assert play.refused("move_table", **at, table=3, to=9) == "table_begun"
    assert play.refused("move_table", **at, table=1, to=3) == "table_begun"
    play.do("move_table", **at, table=1, to=9)
    assert list(play.round().tables) == [2, 3, 4, 9]
    evening = Play(4, rules("open"))
    evening.do("begin_table", entrants=[1, 2])
    refused = evening.refused("move_table", **at, table=1, to=2)
    assert refused == "open_evening_has_no_rounds"


@pytest.mark.parametrize("stage", [rules(), rules("round_robin")], ids=["swiss", "round_robin"])
def test_tables_of_other_formats_can_be_moved_too(stage: dict[str, Any]) -> None:
    play = Play(8, stage)
    row = play.announce()
    before = meeting(row)
    play.do("move_table", stage=1, round=1, table=1, to=6)
    assert meeting(row) == before
    for number, table in list(row.tables.items()):
        play.record(number, scores=list(range(len(table.entrants))))
    play.announce()
    assert play.state == play.fresh()


def test_who_meets_whom_and_who_sits_out_stays_in_a_proposal() -> None:
    play = Play(5, rules("elimination", **TWO))
    play.do("propose", stage=1)
    draft = known(play.stage().draft)
    (table,) = draft.tables
    seats = {"table": 4, "entrants": table.entrants[::-1]}
    other = {"table": 4, "entrants": [table.entrants[0], draft.byes[0]]}
    byes = [table.entrants[1], *draft.byes[1:]]
    assert play.refused("edit", stage=1, tables=[other], byes=byes) == "bracket_seats_them"
    assert play.refused("edit", stage=1, tables=[seats], byes=()) == "bracket_seats_them"
    play.do("edit", stage=1, tables=[seats], byes=draft.byes)
    play.do("lock", stage=1, table=4)
    play.do("propose", stage=1)
    assert [(t.table, t.entrants) for t in known(play.stage().draft).tables] == [
        (4, table.entrants[::-1])
    ]


@pytest.mark.parametrize("taken_back", [*permutations([1, 2, 3], 2)])
def test_planned_tables_that_were_moved_and_taken_back_come_again(
    taken_back: tuple[int, ...],
) -> None:
    play = Play(8, rules("elimination", **TWO))
    play.announce()
    before = meeting(play.round())
    play.do("move_table", stage=1, round=1, table=1, to=3)
    play.do("withdraw_tables", stage=1, round=1, tables=taken_back)
    play.announce()
    assert meeting(play.round()) == before
    assert sorted(play.round().tables) == [1, 2, 3, 4]
    for number in play.round().tables:
        play.record(number, scores=[5, 4])
    assert play.play_out(Random(1)) == 2


def test_what_a_hand_edited_round_robin_left_without_a_partner_waits_in_the_proposal() -> None:
    play = Play(4, rules("round_robin"))
    play.do("propose", stage=1)
    (_, one), (_, other) = [(t.table, t.entrants) for t in known(play.stage().draft).tables]
    play.do("swap", stage=1, one=one[0], other=other[0])
    play.do("publish", stage=1)
    play.do("withdraw_tables", stage=1, round=1, tables=[2])
    play.do("propose", stage=1)
    draft = known(play.stage().draft)
    assert (draft.tables, draft.byes) == ((), tuple(sorted((one[0], other[1]))))
    play.do("edit", stage=1, tables=[{"table": 2, "entrants": draft.byes}])
    play.do("publish", stage=1)
    assert play.table(2).entrants == draft.byes


def test_a_walk_over_of_before_stands_though_the_table_was_void_and_the_absent_one_came_back() -> (
    None
):
    play = Play(4, rules("elimination", **TWO))
    play.announce()
    gone, other = play.table(1).entrants
    winner = play.table(2).entrants[0]
    play.record(1, kind="void")
    play.record(2, scores=[5, 4])
    play.do("drop", entrant=gone)
    assert play.refused("propose", stage=1) == "table_undecided"
    # Logs of before have announced it all the same.
    final = TablesPublished(1, 2, (Seating(1, (other, winner), uuid5(HALL, "final")),))
    play.log.append((final, play.moment))
    apply(play.state, final, play.moment)
    play.do("bring_back", entrant=gone)
    play.record(1, scores=[5, 4])
    assert overall(play.state)[0].entrant == other
    assert {p.place for p in overall(play.state) if p.entrant == gone} == {3}


def test_who_was_left_out_when_a_table_was_announced_again_stays_out() -> None:
    play = Play(6, rules("elimination", sizes=[2, 3], preferred=3))
    play.announce()
    gone, *others = play.table(1).entrants
    play.do("withdraw_tables", stage=1, round=1, tables=[1])
    play.do("drop", entrant=gone)
    play.announce()
    assert {*play.table(1).entrants} == {*others}
    play.record(1, scores=[5, 4])
    play.do("bring_back", entrant=gone)
    winner = play.table(1).entrants[0]
    play.record(2, scores=[5, 4, 3])
    assert winner in play.announce().tables[1].entrants
