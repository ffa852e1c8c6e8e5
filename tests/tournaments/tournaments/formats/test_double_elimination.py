from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rng import SeededRng
from tests.tournaments.tournaments.formats.playing import (
    can_sit,
    fed_places,
    field_of,
    play,
    ready,
    refusal,
)
from tests.tournaments.tournaments.formats.playing import result as finish
from tournaments.tournaments.formats.bracket import (
    Bracket,
    FromSeed,
    FromTable,
    Side,
    Slot,
    TableKey,
)
from tournaments.tournaments.formats.double_elimination import crossing, double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.places import bracket_places
from tournaments.tournaments.formats.progress import Progress, Status, advance
from tournaments.tournaments.formats.table_result import LineTie, TableResult, TieRules

COUNTS = range(2, 65)


def losses(progress: Progress) -> Counter[int]:
    return Counter(
        state.finish.order[1]
        for round_ in progress.rounds
        for state in round_
        if state.status is Status.PLAYED
    )


def check_losses(bracket: Bracket, progress: Progress, reset: bool) -> None:
    assert progress.is_over
    lost = losses(progress)
    placings = bracket_places(bracket, progress)
    champion, second = placings[0].entrant, placings[1].entrant
    assert [placing.place for placing in placings][:2] == [1, 2]
    assert lost[champion] <= 1
    for entrant in bracket.entrants:
        if entrant not in (champion, second):
            assert lost[entrant] == 2
    # One grand final decides even though the loser may have lost nothing before.
    assert lost[second] == 2 or (not reset and lost[second] == 1 and lost[champion] == 1)


def waves(bracket: Bracket, bits: int) -> Progress:
    """Play with the binary digits of a number: 1 where the second slot wins."""
    results: dict[Any, Any] = {}
    while waiting := list(ready(progress := advance(bracket, results))):
        for state in waiting:
            one, two = state.entrants
            results[state.table.key] = finish(two, one) if bits % 2 else finish(one, two)
            bits //= 2
    return progress


@pytest.mark.parametrize("reset", [True, False])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_nobody_is_out_before_the_second_loss_whatever_the_results(count: int, reset: bool) -> None:
    bracket = double_elimination(field_of(count), reset=reset)
    tables = sum(map(len, bracket.rounds))
    for bits in range(2**tables):
        check_losses(bracket, waves(bracket, bits), reset)


@given(count=st.integers(2, 64), seed=st.integers(), reset=st.booleans())
def test_nobody_is_out_before_the_second_loss_in_any_field(
    count: int, seed: int, reset: bool
) -> None:
    bracket = double_elimination(field_of(count), reset=reset)
    check_losses(bracket, play(bracket, seed)[0], reset)


@pytest.mark.parametrize("count", COUNTS)
def test_every_seed_starts_once_and_every_slot_is_fed_once(count: int) -> None:
    for reset in (True, False):
        bracket = double_elimination(field_of(count), reset=reset)
        seeds = [
            slot.seed
            for table in bracket.tables
            for slot in table.slots
            if isinstance(slot, FromSeed)
        ]
        assert sorted(seeds) == list(range(1, count + 1))
        fed = Counter((*slot.key, slot.place) for slot in fed_places(bracket.tables))
        assert set(fed.values()) == {1}
        expected = {
            (*table.key, place)
            for table in bracket.tables
            for place in ((1, 2) if table.side is Side.MAIN else (1,))
            if table.side in (Side.MAIN, Side.LOSERS)
        }
        if reset:
            grand_final = next(table for table in bracket.tables if table.side is Side.FINAL)
            expected |= {(*grand_final.key, 1), (*grand_final.key, 2)}
        assert set(fed) == expected


@pytest.mark.parametrize("count", COUNTS)
def test_the_field_takes_two_losses_each_but_one(count: int) -> None:
    bracket = double_elimination(field_of(count))
    sides = Counter(table.side for table in bracket.tables)
    assert sides[Side.MAIN] == count - 1
    assert sides[Side.LOSERS] == count - 2
    assert (sides[Side.FINAL], sides[Side.RESET]) == (1, 1)


@pytest.mark.parametrize("count", COUNTS)
def test_the_winners_part_is_the_single_elimination_bracket(count: int) -> None:
    def meetings(bracket: Bracket) -> set[tuple[int, frozenset[frozenset[int]]]]:
        reachable = can_sit(bracket)
        return {
            (table.side_round, frozenset(reachable[table.key]))
            for table in bracket.tables
            if table.side is Side.MAIN
        }

    field = field_of(count)
    assert meetings(double_elimination(field)) == meetings(single_elimination(field))


@pytest.mark.parametrize("count", COUNTS)
def test_nobody_plays_twice_in_one_round(count: int) -> None:
    bracket = double_elimination(field_of(count))
    progress, _results = play(bracket, count)
    for round_ in progress.rounds:
        seated = [
            entrant
            for state in round_
            if state.status is not Status.SKIPPED
            for entrant in state.entrants
        ]
        assert len(set(seated)) == len(seated)


def first_rematch(bracket: Bracket) -> int:
    """The first losers' round in which two who met in the winners' part can meet again."""
    winners: dict[TableKey, frozenset[int]] = {}
    losers: dict[TableKey, frozenset[tuple[int, int]]] = {}
    met_in: dict[tuple[int, int], int] = {}

    def sitting(slot: Slot) -> frozenset[tuple[int, int]]:
        """Who can sit there, each with the winners' round that they lost."""
        assert isinstance(slot, FromTable)
        if slot.key in losers:
            return losers[slot.key]
        fell = bracket.rounds[slot.round - 1][slot.table - 1].side_round
        return frozenset((seed, fell) for seed in winners[slot.key])

    reachable = can_sit(bracket)
    again = []
    for table in bracket.tables:
        if table.side is Side.MAIN:
            one, two = reachable[table.key]
            met_in |= dict.fromkeys([*product(one, two), *product(two, one)], table.side_round)
            winners[table.key] = one | two
        elif table.side is Side.LOSERS:
            first, second = map(sitting, table.slots)
            losers[table.key] = first | second
            for (a, lost_a), (b, lost_b) in product(first, second):
                # They met if the round of their meeting is the one that sent the first down.
                if lost_a != lost_b and met_in.get((a, b)) == min(lost_a, lost_b):
                    again.append(table.side_round)
    return min(again)


def rematches(depth: int, masks: Sequence[int]) -> list[int]:
    """The losers' rounds of all possible second meetings if the losers fall crossed by masks.

    Who fell earlier and who fell later stand apart by the exclusive or of their masks; each round
    between those who stay halves that distance.
    """
    found = []
    for later in range(1, depth):
        for earlier in range(later):
            apart = masks[later] ^ (masks[earlier] >> (later - earlier))
            found.append(2 * (later + apart.bit_length()) - (1 if apart else 0))
    return sorted(found)


@pytest.mark.parametrize(("depth", "first"), [(2, 2), (3, 3), (4, 4), (5, 5), (6, 7)])
def test_no_other_crossing_delays_second_meetings_longer(depth: int, first: int) -> None:
    tables = [2 ** (depth - 1 - drop) for drop in range(1, depth)]
    used = [crossing(drop, number) for drop, number in enumerate(tables, 1)]
    every = product(*(range(number) for number in tables))
    assert rematches(depth, [0, *used]) == max(rematches(depth, [0, *masks]) for masks in every)
    assert rematches(depth, [0, *used])[0] == first
    assert first_rematch(double_elimination(field_of(2**depth))) == first


def test_the_second_grand_final_is_skipped_if_the_unbeaten_one_wins() -> None:
    bracket = double_elimination([1, 2])
    results = {(1, 1): finish(2, 1), (2, 1): finish(2, 1)}
    progress = advance(bracket, results)
    assert progress.is_over
    assert progress.state((3, 1)).status is Status.SKIPPED
    violation = refusal(advance, bracket, results | {(3, 1): finish(1, 2)})
    assert violation.params["reason"] == "not_open"


def test_the_second_grand_final_is_played_if_both_have_lost_once() -> None:
    bracket = double_elimination([1, 2])
    results = {(1, 1): finish(2, 1), (2, 1): finish(1, 2)}
    progress = advance(bracket, results)
    assert progress.state((3, 1)).status is Status.READY
    progress = advance(bracket, results | {(3, 1): finish(2, 1)})
    assert [(p.entrant, p.place) for p in bracket_places(bracket, progress)] == [(2, 1), (1, 2)]


def test_a_drawn_grand_final_waits_for_its_play_off_before_a_second_one() -> None:
    bracket = double_elimination([1, 2])
    rules = TieRules(line=LineTie.PLAY_OFF)
    results = {(1, 1): finish(2, 1), (2, 1): TableResult(((1, 1), (2, 1)))}
    progress = advance(bracket, results, rules=rules)
    assert progress.state((2, 1)).status is Status.TIED
    assert progress.state((3, 1)).status is Status.WAITING
    results[2, 1] = TableResult(((1, 1), (2, 1)), play_off=(1, 2))
    assert advance(bracket, results, rules=rules).state((3, 1)).status is Status.READY


def test_somebody_absent_falls_into_the_losers_part_and_is_out_there() -> None:
    bracket = double_elimination([1, 2, 3, 4])
    progress = advance(bracket, {}, withdrawn=[4])
    assert progress.state((1, 1)).status is Status.WALK_OVER
    results = {(1, 2): finish(2, 3)}
    progress = advance(bracket, results, withdrawn=[4])
    fallen = next(
        state for row in progress.rounds for state in row if state.table.side is Side.LOSERS
    )
    assert set(fallen.entrants) == {3, 4}
    assert fallen.status is Status.WALK_OVER


def test_fields_too_small_or_with_somebody_twice_are_refused() -> None:
    assert refusal(double_elimination, [1]).code == "too_few_entrants"
    assert refusal(double_elimination, [1, 1]).code == "seeding_twice"


def test_a_large_field_plays_to_the_end() -> None:
    bracket = double_elimination(field_of(200))
    seed = SeededRng("large").bits()
    check_losses(bracket, play(bracket, seed)[0], reset=True)
