import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.tournaments.formats.playing import field_of, play, ready, refusal, result
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.places import bracket_places
from tournaments.tournaments.formats.progress import Progress, Status, Vacant, advance
from tournaments.tournaments.formats.table_result import FinalTie, LineTie, TableResult, TieRules

FOUR = single_elimination([1, 2, 3, 4])
SIX_IN_THREES = single_elimination([1, 2, 3, 4, 5, 6], size=3)
"""Tables of 1, 4, 5 and of 2, 3, 6; a final of the two winners."""
EIGHT_IN_FOURS = single_elimination(range(1, 9), size=4, advance=2)
"""Tables of 1, 4, 5, 8 and of 2, 3, 6, 7; a final of four."""


def occupants(progress: Progress, round_: int, table: int) -> tuple[Vacant | int, ...]:
    return progress.state((round_, table)).occupants


def test_before_the_first_result_seeds_sit_and_later_slots_are_open() -> None:
    progress = advance(FOUR, {})
    assert occupants(progress, 1, 1) == (1, 4)
    assert occupants(progress, 1, 2) == (2, 3)
    assert occupants(progress, 2, 1) == (Vacant.OPEN, Vacant.OPEN)
    assert [state.status for round_ in progress.rounds for state in round_] == [
        Status.READY,
        Status.READY,
        Status.WAITING,
    ]
    assert not progress.is_over


def test_a_bye_is_a_seed_that_sits_in_the_second_round_from_the_start() -> None:
    progress = advance(single_elimination([1, 2, 3]), {})
    assert occupants(progress, 2, 1) == (1, Vacant.OPEN)


def test_a_result_fills_the_slots_that_wait_for_it() -> None:
    progress = advance(EIGHT_IN_FOURS, {(1, 2): result(6, 3, 7, 2)})
    final = occupants(progress, 2, 1)
    assert sorted(final, key=str) == [3, 6, Vacant.OPEN, Vacant.OPEN]
    assert progress.state((1, 2)).status is Status.PLAYED


def test_the_order_in_which_results_arrive_changes_nothing() -> None:
    results = {(1, 1): result(4, 1), (1, 2): result(2, 3), (2, 1): result(2, 4)}
    backwards = dict(reversed(results.items()))
    assert advance(FOUR, results) == advance(FOUR, backwards)


def test_a_missing_opponent_is_a_walk_over() -> None:
    progress = advance(FOUR, {}, withdrawn=[4])
    assert progress.state((1, 1)).status is Status.WALK_OVER
    assert occupants(progress, 2, 1) == (1, Vacant.OPEN)


def test_walk_overs_go_through_to_the_end() -> None:
    progress = advance(FOUR, {}, withdrawn=[2, 3, 4])
    assert progress.is_over
    assert occupants(progress, 2, 1) == (1, Vacant.NOBODY)
    assert progress.rounds[-1][0].finish.order == (1,)


def test_somebody_who_withdraws_after_a_win_keeps_the_win_and_loses_the_next() -> None:
    results = {(1, 1): result(4, 1), (1, 2): result(2, 3)}
    progress = advance(FOUR, results, withdrawn=[4])
    assert occupants(progress, 2, 1) == (4, 2)
    assert progress.rounds[-1][0].status is Status.WALK_OVER
    assert [(p.entrant, p.place) for p in bracket_places(FOUR, progress)] == [
        (2, 1),
        (4, 2),
        (1, 3),
        (3, 3),
    ]


def test_a_table_is_played_while_more_are_present_than_go_through() -> None:
    progress = advance(EIGHT_IN_FOURS, {}, withdrawn=[8])
    assert progress.state((1, 1)).status is Status.READY
    progress = advance(EIGHT_IN_FOURS, {}, withdrawn=[8, 1])
    assert progress.state((1, 1)).status is Status.WALK_OVER
    assert progress.state((1, 1)).finish.order[:2] == (4, 5)
    assert {4, 5} < set(occupants(progress, 2, 1))


def test_a_table_that_nobody_came_to_sends_nobody_on() -> None:
    both_ways = (
        advance(FOUR, {}, withdrawn=[1, 4]),
        advance(FOUR, {(1, 1): TableResult(())}, withdrawn=[1, 4]),
    )
    for progress in both_ways:
        assert occupants(progress, 2, 1) == (Vacant.NOBODY, Vacant.OPEN)


def test_a_result_may_leave_out_who_has_withdrawn() -> None:
    progress = advance(EIGHT_IN_FOURS, {(1, 1): result(5, 4, 1)}, withdrawn=[8])
    assert progress.state((1, 1)).finish.order == (5, 4, 1, 8)
    assert progress.state((1, 1)).finish.places == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("key", "given_result", "reason"),
    [
        ((2, 1), result(1, 2), "not_open"),
        ((3, 1), result(1, 4), "no_such_table"),
        ((1, 3), result(1, 4), "no_such_table"),
        ((1, 1), result(1, 3), "not_at_this_table"),
        ((1, 1), result(1), "entrant_missing"),
        ((1, 1), TableResult(()), "entrant_missing"),
        ((1, 1), TableResult(((1, 1), (1, 2))), "entrant_twice"),
        ((1, 1), TableResult(((1, 1), (4, 3))), "impossible_places"),
        ((1, 1), TableResult(((1, 2), (4, 2))), "impossible_places"),
        ((1, 1), TableResult(((1, 0), (4, 1))), "impossible_places"),
        ((1, 1), TableResult(((1, 1), (4, 1)), play_off=(4, 4)), "impossible_play_off"),
        ((1, 1), TableResult(((1, 1), (4, 1)), play_off=(4, 3)), "impossible_play_off"),
    ],
)
def test_a_result_that_does_not_fit_is_refused_with_the_reason(
    key: tuple[int, ...], given_result: TableResult, reason: str
) -> None:
    violation = refusal(advance, FOUR, {key: given_result})
    assert violation.code == "result_does_not_fit"
    assert violation.params == {"round": key[0], "table": key[1], "reason": reason}


@pytest.mark.parametrize("key", [(0, 1), (1, 0), (1, 3), (3, 1), (-1, 1)])
def test_asking_for_a_table_that_is_not_there_is_refused(key: tuple[int, ...]) -> None:
    assert refusal(advance(FOUR, {}).state, key).code == "no_such_table"


def test_a_tie_for_going_through_is_won_by_the_better_former_rank_then_the_better_seed() -> None:
    tied = {(1, 1): TableResult(((1, 1), (4, 1)))}
    assert occupants(advance(FOUR, tied), 2, 1)[0] == 1
    rules = TieRules(former_ranks={1: 9, 2: 3, 3: 2, 4: 1})
    assert occupants(advance(FOUR, tied, rules=rules), 2, 1)[0] == 4
    rules = TieRules(former_ranks={1: 5, 2: 3, 3: 2, 4: 5})
    assert occupants(advance(FOUR, tied, rules=rules), 2, 1)[0] == 1


def test_who_has_no_former_rank_stands_behind_who_has() -> None:
    tied = {(1, 1): TableResult(((1, 1), (4, 1)))}
    rules = TieRules(former_ranks={4: 7})
    assert occupants(advance(FOUR, tied, rules=rules), 2, 1)[0] == 4


def test_a_tie_for_going_through_waits_for_its_play_off() -> None:
    rules = TieRules(line=LineTie.PLAY_OFF)
    tied = ((1, 1), (4, 2), (5, 2), (8, 4))
    progress = advance(EIGHT_IN_FOURS, {(1, 1): TableResult(tied)}, rules=rules)
    assert progress.state((1, 1)).status is Status.TIED
    assert 1 in occupants(progress, 2, 1)
    assert 4 not in occupants(progress, 2, 1)
    progress = advance(EIGHT_IN_FOURS, {(1, 1): TableResult(tied, play_off=(5, 4))}, rules=rules)
    assert progress.state((1, 1)).status is Status.PLAYED
    assert {1, 5} < set(occupants(progress, 2, 1))


def test_a_tie_of_two_who_both_go_through_needs_no_play_off() -> None:
    rules = TieRules(line=LineTie.PLAY_OFF)
    tied = {(1, 1): TableResult(((8, 1), (5, 1), (4, 3), (1, 3)))}
    progress = advance(EIGHT_IN_FOURS, tied, rules=rules)
    assert progress.state((1, 1)).status is Status.PLAYED
    assert progress.state((1, 1)).finish.order == (5, 8, 1, 4)


def final_of(rules: TieRules, final_result: TableResult) -> tuple[Status, list[tuple[int, int]]]:
    results = {(1, 1): result(1, 4, 5), (1, 2): result(2, 3, 6), (2, 1): final_result}
    progress = advance(SIX_IN_THREES, results, rules=rules)
    placings = bracket_places(SIX_IN_THREES, progress)
    return progress.rounds[-1][0].status, [(p.entrant, p.place) for p in placings[:2]]


DRAWN = TableResult(((1, 1), (2, 1)))


def test_a_tie_in_the_final_can_be_shared() -> None:
    assert final_of(TieRules(), DRAWN) == (Status.PLAYED, [(1, 1), (2, 1)])


def test_a_tie_in_the_final_can_be_broken_by_the_former_rank() -> None:
    rules = TieRules(final=FinalTie.FORMER_RANK, former_ranks={1: 2, 2: 1})
    assert final_of(rules, DRAWN) == (Status.PLAYED, [(2, 1), (1, 2)])
    rules = TieRules(final=FinalTie.FORMER_RANK, former_ranks={1: 1, 2: 1})
    assert final_of(rules, DRAWN) == (Status.PLAYED, [(1, 1), (2, 1)])


def test_a_tie_in_the_final_can_wait_for_a_play_off() -> None:
    rules = TieRules(final=FinalTie.PLAY_OFF)
    assert final_of(rules, DRAWN) == (Status.TIED, [(1, 1), (2, 1)])
    played_off = TableResult(DRAWN.places, play_off=(2, 1))
    assert final_of(rules, played_off) == (Status.PLAYED, [(2, 1), (1, 2)])


@given(
    count=st.integers(2, 40),
    shape=st.sampled_from([(2, 1), (3, 1), (3, 2), (4, 2), (5, 2)]),
    share=st.integers(1, 4),
    seed=st.integers(0, 10**6),
)
def test_play_ends_whoever_withdraws(
    count: int, shape: tuple[int, ...], share: int, seed: int
) -> None:
    field = field_of(count)
    gone = [entrant for entrant in field if (entrant * 7919 + seed) % share == 0]
    brackets = [single_elimination(field, size=shape[0], advance=shape[1])]
    brackets += [double_elimination(field, reset=reset) for reset in (False, True)]
    for bracket in brackets:
        progress, _results = play(bracket, seed, withdrawn=gone)
        assert progress.is_over
        assert not list(ready(progress))
        placings = bracket_places(bracket, progress)
        assert sorted(placing.entrant for placing in placings) == field
        if len(gone) < count:
            assert placings[0].place == 1
            assert placings[0].entrant not in gone
            assert [placing.place for placing in placings].count(1) == 1
