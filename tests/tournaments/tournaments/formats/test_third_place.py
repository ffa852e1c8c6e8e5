"""The match for third place, beside the same bracket without it."""

from random import Random

import pytest

from tests.tournaments.tournaments.formats.playing import field_of, play, refusal, result
from tournaments.tournaments.formats.bracket import Bracket, FromTable, Side, TableKey
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.places import bracket_places
from tournaments.tournaments.formats.progress import Progress, Status, advance
from tournaments.tournaments.formats.schedule import Reason
from tournaments.tournaments.formats.table_result import FinalTie, TableResult, TieRules


def with_third_place(count: int) -> Bracket:
    return single_elimination(field_of(count), third_place=True)


def third_of(progress: Progress) -> TableKey:
    last = progress.rounds[-1]
    assert [state.table.side for state in last] == [Side.MAIN, Side.THIRD]
    return last[1].table.key


@pytest.mark.parametrize("count", range(2, 40))
def test_one_more_table_for_the_losers_of_two_semi_finals_is_all_that_is_added(count: int) -> None:
    plain, more = single_elimination(field_of(count)), with_third_place(count)
    assert more.rounds[:-1] == plain.rounds[:-1]
    assert more.rounds[-1][0].slots == plain.rounds[-1][0].slots
    if count < 4:
        assert more == plain
        return
    assert len(plain.rounds[-2]) == 2
    (third,) = more.rounds[-1][1:]
    assert third.slots == tuple(FromTable(*table.key, 2) for table in plain.rounds[-2])
    assert third.side is Side.THIRD


def test_larger_tables_have_no_match_for_third_place() -> None:
    refused = refusal(single_elimination, field_of(9), size=3, third_place=True)
    assert refused.code == "no_third_place"


@pytest.mark.parametrize("count", range(4, 25))
@pytest.mark.parametrize("seed", range(6))
def test_it_decides_the_third_and_fourth_place_and_nothing_else(count: int, seed: int) -> None:
    """Everything is worked out again from the bracket without it, table by table."""
    luck = Random(f"{count}/{seed}")
    out = luck.sample(field_of(count), luck.randint(0, count // 3))
    plain, more = single_elimination(field_of(count)), with_third_place(count)
    before, results = play(plain, seed, withdrawn=out)
    losers = [
        state.finish.order[1]
        for state in before.rounds[-2]
        if len(state.finish.order) > 1 or state.status is Status.PLAYED
    ]
    present = [loser for loser in losers if loser not in out]
    waiting = advance(more, results, withdrawn=out)
    key = third_of(waiting)
    order = luck.sample(present, len(present))
    if len(present) == 2:
        assert waiting.state(key).status is Status.READY
        ranks = {row.entrant: row.place for row in bracket_places(more, waiting)}
        assert [ranks[loser] for loser in losers] == [3, 3]
        results[key] = result(*order)
    else:
        assert waiting.state(key).status is Status.WALK_OVER
    after = advance(more, results, withdrawn=out)
    assert after.is_over
    was = {row.entrant: row.place for row in bracket_places(plain, before)}
    now = {row.entrant: row.place for row in bracket_places(more, after)}
    assert {n: place for n, place in now.items() if n not in losers} == {
        n: place for n, place in was.items() if n not in losers
    }
    absent = [loser for loser in losers if loser in out]
    first = min((was[loser] for loser in losers), default=0)
    expected = {loser: first + place for place, loser in enumerate(order)}
    expected |= dict.fromkeys(absent, first + len(order))
    assert {loser: now[loser] for loser in losers} == expected


@pytest.mark.parametrize(
    ("rule", "former", "play_off", "expected"),
    [
        (FinalTie.SHARED, {}, (), ((3, Reason.SHARED), (3, Reason.SHARED))),
        (FinalTie.FORMER_RANK, {}, (), ((3, None), (4, Reason.SEED))),
        (FinalTie.FORMER_RANK, {103: 5, 104: 2}, (), ((4, Reason.FORMER_STAGE), (3, None))),
        (FinalTie.FORMER_RANK, {103: 2, 104: 2}, (), ((3, Reason.SHARED), (3, Reason.SHARED))),
        (FinalTie.FORMER_RANK, {103: 1, 104: 2}, (104,), ((4, Reason.PLAY_OFF), (3, None))),
        (FinalTie.PLAY_OFF, {}, (104, 103), ((4, Reason.PLAY_OFF), (3, None))),
    ],
)
def test_a_tie_follows_the_rule_of_the_final_and_says_so(
    rule: FinalTie,
    former: dict[int, int],
    play_off: tuple[int, ...],
    expected: tuple[tuple[int, Reason | None], ...],
) -> None:
    bracket = with_third_place(4)
    results = {
        (1, 1): result(101, 104),
        (1, 2): result(102, 103),
        (2, 1): result(101, 102),
        (2, 2): TableResult(((103, 1), (104, 1)), play_off),
    }
    progress = advance(bracket, results, rules=TieRules(final=rule, former_ranks=former))
    placed = {row.entrant: (row.place, row.reason) for row in bracket_places(bracket, progress)}
    assert (placed[103], placed[104]) == expected
    assert placed[101] == (1, None)


def test_a_play_off_that_is_owed_keeps_both_on_the_third_place() -> None:
    bracket = with_third_place(4)
    results = {
        (1, 1): result(101, 104),
        (1, 2): result(102, 103),
        (2, 1): result(101, 102),
        (2, 2): TableResult(((103, 1), (104, 1))),
    }
    progress = advance(bracket, results, rules=TieRules(final=FinalTie.PLAY_OFF))
    assert progress.state((2, 2)).status is Status.TIED
    assert [row.place for row in bracket_places(bracket, progress)] == [1, 2, 3, 3]
    assert {row.reason for row in bracket_places(bracket, progress)} == {None}
