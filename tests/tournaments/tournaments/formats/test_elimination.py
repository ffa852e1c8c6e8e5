from collections import Counter
from functools import cache
from itertools import combinations
from typing import cast

import pytest

from games.testing.scale import scaled
from tests.tournaments.tournaments.formats.playing import (
    can_sit,
    favourites_win,
    fed_places,
    field_of,
    play,
    refusal,
)
from tournaments.tournaments.formats.bracket import Bracket, FromSeed, FromTable
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.places import bracket_places

SHAPES = [(size, advance) for size in range(2, 6) for advance in (1, 2) if advance < size]
COUNTS = range(2, 65)
every_shape = pytest.mark.parametrize(("size", "advance"), SHAPES)


@cache
def planned(count: int, size: int, advance: int) -> Bracket:
    """Return a bracket, which cannot change: every test may look at the same one."""
    return single_elimination(field_of(count), size=size, advance=advance)


def sizes(bracket: Bracket) -> list[list[int]]:
    return [[len(table.slots) for table in round_] for round_ in bracket.rounds]


@every_shape
def test_everyone_sits_once_in_the_first_round_or_has_a_bye(size: int, advance: int) -> None:
    for count in COUNTS:
        bracket = planned(count, size, advance)
        slots = [slot for table in bracket.tables for slot in table.slots]
        seeds = [slot.seed for slot in slots if isinstance(slot, FromSeed)]
        assert sorted(seeds) == list(range(1, count + 1))
        seated = [cast(FromSeed, slot).seed for table in bracket.rounds[0] for slot in table.slots]
        assert bracket.byes(1) == tuple(sorted(set(seeds) - set(seated)))


@every_shape
def test_every_place_that_goes_through_feeds_exactly_one_later_slot(
    size: int, advance: int
) -> None:
    for count in COUNTS:
        bracket = planned(count, size, advance)
        fed = Counter((*slot.key, slot.place) for slot in fed_places(bracket.tables))
        through = {
            (*table.key, place)
            for table in bracket.tables
            if not table.is_final
            for place in range(1, advance + 1)
        }
        assert set(fed) == through
        assert set(fed.values()) <= {1}
        assert all(
            slot.round < table.round
            for table in bracket.tables
            for slot in table.slots
            if isinstance(slot, FromTable)
        )


@every_shape
def test_every_table_has_a_legal_size_and_sends_somebody_home(size: int, advance: int) -> None:
    for count in COUNTS:
        bracket = planned(count, size, advance)
        for table in bracket.tables:
            least = 2 if table.is_final else advance + 1
            assert least <= len(table.slots) <= size
        assert [table.is_final for table in bracket.tables].count(True) == 1
        assert len(bracket.rounds[-1]) == 1
        assert bracket.rounds[-1][0].is_final


@every_shape
def test_tables_of_a_round_differ_by_one_seat_at_most(size: int, advance: int) -> None:
    for count in COUNTS:
        for round_ in sizes(planned(count, size, advance)):
            assert max(round_) - min(round_) <= 1


def classic_meeting(one: int, two: int, rounds: int) -> int:
    """The round of a bracket of 2 ** rounds in which two seeds could meet, by folding."""
    for number in range(1, rounds + 1):
        field = 2 ** (rounds - number + 1)
        if one + two == field + 1:
            return number
        one, two = min(one, field + 1 - one), min(two, field + 1 - two)
    raise AssertionError("two seeds always meet")


@pytest.mark.parametrize("count", COUNTS)
def test_one_against_one_every_pair_of_seeds_can_meet_in_the_classic_round_only(count: int) -> None:
    bracket = planned(count, 2, 1)
    met: dict[tuple[int, int], list[int]] = {}
    for (round_, _number), slots in can_sit(bracket).items():
        for one, two in combinations(slots, 2):
            for pair in ((a, b) for a in one for b in two):
                met.setdefault((min(pair), max(pair)), []).append(round_)
    rounds = len(bracket.rounds)
    assert met == {
        pair: [classic_meeting(*pair, rounds)] for pair in combinations(range(1, count + 1), 2)
    }


@pytest.mark.parametrize("count", COUNTS)
def test_one_against_one_the_byes_are_the_best_seeds_of_a_power_of_two(count: int) -> None:
    bracket = planned(count, 2, 1)
    missing = 2 ** (count - 1).bit_length() - count
    assert bracket.byes(1) == tuple(range(1, missing + 1))
    assert bracket.byes(2) == ()


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_with_one_going_through_no_two_of_the_best_seeds_can_meet_before_they_must(
    size: int,
) -> None:
    """F lines enter a round: the seeds 1 to F are on different ones, more cannot be."""
    for count in COUNTS:
        bracket = planned(count, size, 1)
        reachable = can_sit(bracket)
        for number in range(2, len(bracket.rounds) + 1):
            lines = [
                seeds
                for table in bracket.tables
                if table.round >= number
                for slot, seeds in zip(table.slots, reachable[table.key], strict=True)
                if isinstance(slot, FromSeed) or slot.round < number
            ]
            best = set(range(1, len(lines) + 1))
            assert all(len(seeds & best) == 1 for seeds in lines)


@every_shape
def test_the_best_seeds_are_spread_evenly_over_the_tables_of_every_round(
    size: int, advance: int
) -> None:
    """If favourites win, of the best j x T at the T tables of a round at most j share one."""
    for count in COUNTS:
        bracket = planned(count, size, advance)
        progress, _results = favourites_win(bracket)
        for round_ in progress.rounds:
            seated = sorted(entrant for state in round_ for entrant in state.entrants)
            for rank in range(1, size + 1):
                best = set(seated[: rank * len(round_)])
                assert all(len(best.intersection(state.entrants)) <= rank for state in round_)


@every_shape
def test_favourites_who_always_win_end_in_the_order_of_their_seeds(size: int, advance: int) -> None:
    for count in COUNTS:
        bracket = planned(count, size, advance)
        progress, _results = favourites_win(bracket)
        final = progress.rounds[-1][0]
        assert final.finish.order[0] == 101
        placings = bracket_places(bracket, progress)
        if advance == 1:
            assert [placing.entrant for placing in placings] == field_of(count)


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_two_who_go_through_from_one_table_do_not_meet_again_at_once(size: int) -> None:
    for count in COUNTS:
        bracket = planned(count, size, 2)
        for round_ in bracket.rounds[1:]:
            if len(round_) == 1:
                continue
            for table in round_:
                sources = [slot.key for slot in fed_places(iter([table]))]
                assert len(set(sources)) == len(sources)


@every_shape
def test_byes_after_the_first_round_go_to_winners_who_did_not_just_sit_out(
    size: int, advance: int
) -> None:
    for count in COUNTS:
        bracket = planned(count, size, advance)
        for table in bracket.tables:
            for slot in fed_places(iter([table])):
                if slot.round < table.round - 1:
                    assert slot.round == table.round - 2
        # Who skips round 1 plays in round 2: somebody else takes a bye there.
        assert bracket.byes(2) == ()


@pytest.mark.parametrize(
    ("count", "size", "advance", "expected"),
    [
        (4, 4, 1, [[4]]),
        (5, 4, 1, [[2, 3], [2]]),
        (13, 4, 1, [[3, 3, 3, 4], [4]]),
        (16, 4, 2, [[4, 4, 4, 4], [4, 4], [4]]),
        (17, 4, 1, [[3, 3, 3, 4, 4], [2, 3], [2]]),
        (27, 4, 2, [[3, 4, 4, 4, 4, 4, 4], [3, 3, 4, 4], [4, 4], [4]]),
        (64, 4, 1, [[4] * 16, [4] * 4, [4]]),
    ],
)
def test_the_rounds_of_known_fields(
    count: int, size: int, advance: int, expected: list[list[int]]
) -> None:
    bracket = planned(count, size, advance)
    assert [sorted(round_) for round_ in sizes(bracket)] == expected


def test_larger_tables_go_to_the_weaker_favourites() -> None:
    bracket = single_elimination(field_of(13), size=4)
    assert sizes(bracket) == [[3, 3, 3, 4], [4]]


def test_the_smallest_size_holds_for_every_table_and_the_final() -> None:
    for count in range(3, 65):
        bracket = single_elimination(field_of(count), size=5, smallest=3)
        assert set(bracket.sizes) <= {3, 4, 5}


def test_without_a_smallest_size_the_final_may_have_two() -> None:
    for count in COUNTS:
        bracket = single_elimination(field_of(count), size=4)
        assert single_elimination(field_of(count), size=4, smallest=2) == bracket


def test_a_smallest_size_that_no_plan_keeps_is_refused() -> None:
    violation = refusal(single_elimination, field_of(8), size=4, smallest=4)
    assert violation.code == "impossible_size"
    assert violation.params == {"entrants": 8, "least": 4, "most": 4}
    assert refusal(single_elimination, field_of(2), size=4, smallest=3).code == "impossible_size"


@pytest.mark.parametrize(
    ("count", "options", "code"),
    [
        (0, {}, "too_few_entrants"),
        (1, {}, "too_few_entrants"),
        (8, {"size": 1}, "impossible_size"),
        (8, {"size": 9}, "impossible_size"),
        (8, {"size": 4, "smallest": 5}, "impossible_size"),
        (8, {"size": 4, "smallest": 1}, "impossible_size"),
        (8, {"size": 4, "advance": 0}, "bad_advance"),
        (8, {"size": 4, "advance": 4}, "bad_advance"),
        (8, {"size": 2, "advance": 2}, "bad_advance"),
    ],
)
def test_a_stage_that_cannot_be_is_refused(count: int, options: dict[str, int], code: str) -> None:
    assert refusal(single_elimination, field_of(count), **options).code == code


def test_an_entrant_named_twice_is_refused() -> None:
    violation = refusal(single_elimination, [1, 2, 1])
    assert (violation.code, violation.params) == ("seeding_twice", {"entrant": 1})


@every_shape
def test_random_play_ends_with_one_final_and_a_place_for_everybody(size: int, advance: int) -> None:
    for count in COUNTS:
        bracket = planned(count, size, advance)
        for run in range(scaled(10)):
            progress, results = play(bracket, f"{count}/{run}")
            assert progress.is_over
            assert len(results) == sum(map(len, bracket.rounds))
            placings = bracket_places(bracket, progress)
            assert sorted(placing.entrant for placing in placings) == field_of(count)
            assert [placing.place for placing in placings].count(1) == 1
            assert placings[0].entrant == progress.rounds[-1][0].finish.order[0]


@pytest.mark.parametrize("size", [6, 7, 8])
def test_larger_tables_and_fields_play_to_the_end(size: int) -> None:
    for advance in range(1, size):
        for count in (2, size, size + 1, 50, 200):
            bracket = planned(count, size, advance)
            progress, _results = play(bracket, "large")
            assert progress.is_over
            assert len(bracket_places(bracket, progress)) == count
