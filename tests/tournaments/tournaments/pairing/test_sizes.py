"""Table sizes: the facts organisers rely on, and every refusal."""

from itertools import combinations_with_replacement

import pytest

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.problem import PairingRules, Split
from tournaments.tournaments.pairing.sizes import table_sizes

FOURS = PairingRules((3, 4), 4)
CLUB = PairingRules((3, 4, 5), 4)


def refusal(count: int, rules: PairingRules) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        table_sizes(count, rules)
    return caught.value


@pytest.mark.parametrize("count", [n for n in range(3, 120) if n != 5])
def test_fours_and_threes_have_minus_n_mod_four_threes(count: int) -> None:
    sizes = table_sizes(count, FOURS)[0].sizes
    assert sum(sizes) == count
    assert sizes.count(3) == -count % 4


def test_five_cannot_be_split_into_fours_and_threes_and_the_refusal_says_what_can() -> None:
    error = refusal(5, FOURS)
    assert (error.code, error.params) == ("no_table_sizes", {"count": 5, "fewer": 4, "more": 6})


@pytest.mark.parametrize("sizes", [(3, 4), (3, 4, 5), (2,), (4,), (2, 5), (6, 7, 8), (3, 8)])
def test_a_split_exists_exactly_when_some_multiset_of_sizes_adds_up(sizes: tuple[int, ...]) -> None:
    rules = PairingRules(sizes, sizes[0])
    sums = {
        sum(chosen)
        for tables in range(1, 21)
        for chosen in combinations_with_replacement(sizes, tables)
    }
    for count in range(min(sizes), 40):
        if count in sums:
            assert all(sum(split.sizes) == count for split in table_sizes(count, rules))
        else:
            assert refusal(count, rules).code == "no_table_sizes"


@pytest.mark.parametrize("count", range(3, 60))
def test_contiguous_sizes_give_one_split_for_every_feasible_number_of_tables(count: int) -> None:
    feasible = [t for t in range(1, count + 1) if 3 * t <= count <= 5 * t]
    splits = table_sizes(count, CLUB)
    assert len(splits) == min(8, len(feasible))
    if len(feasible) <= 8:
        assert sorted(len(split.sizes) for split in splits) == feasible


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (5, 5)),
        (11, (4, 4, 3)),
        (13, (5, 4, 4)),
    ],
)
def test_the_split_nearest_to_the_preferred_size_comes_first(
    count: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(count, CLUB)[0] == Split(sizes)


def test_every_split_is_the_best_of_its_number_of_tables_by_trying_all() -> None:
    rules = PairingRules((2, 3, 5, 6), 5)

    def price(sizes: tuple[int, ...]) -> tuple[int, int]:
        return sum((size - 5) ** 2 for size in sizes), sum(size < 5 for size in sizes)

    for count in range(2, 31):
        for split in table_sizes(count, rules):
            others = combinations_with_replacement(rules.sizes, len(split.sizes))
            assert price(split.sizes) == min(price(o) for o in others if sum(o) == count)


def test_few_tables_make_them_larger() -> None:
    assert table_sizes(9, PairingRules((3, 4, 5), 3, most_tables=2))[0] == Split((5, 4))


def test_too_many_for_the_tables_is_refused_with_the_most_that_fit() -> None:
    error = refusal(11, PairingRules((3, 4, 5), 4, most_tables=2))
    assert (error.code, error.params) == (
        "too_many_for_tables",
        {"count": 11, "tables": 2, "most": 10},
    )


def test_with_byes_those_without_a_table_sit_out() -> None:
    assert table_sizes(11, PairingRules((3, 4, 5), 4, most_tables=2, byes=True))[0] == Split(
        (5, 5), 1
    )
    assert table_sizes(27, PairingRules((4,), 4, byes=True))[0] == Split((4,) * 6, 3)
    assert table_sizes(7, PairingRules((2,), 2, byes=True))[0] == Split((2, 2, 2), 1)


def test_byes_are_not_given_while_uneven_tables_do() -> None:
    assert table_sizes(11, PairingRules((3, 4), 4, byes=True))[0] == Split((4, 4, 3))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_entrants_are_refused_with_the_least_number(count: int) -> None:
    error = refusal(count, FOURS)
    assert (error.code, error.params) == ("too_few_entrants", {"count": count, "least": 3})


@pytest.mark.parametrize(
    "rules",
    [
        PairingRules((), 4),
        PairingRules((1, 2), 2),
        PairingRules((4, 9), 4),
        PairingRules((3, 4), 5),
        PairingRules((3, 4), 4, most_tables=0),
    ],
)
def test_sizes_that_no_game_could_have_are_refused(rules: PairingRules) -> None:
    assert refusal(12, rules).code == "bad_table_sizes"


def test_two_thousand_entrants_are_split_at_once() -> None:
    assert table_sizes(2000, PairingRules((2, 3, 4, 5, 6, 7, 8), 4))[0] == Split((4,) * 500)
    assert table_sizes(2000, PairingRules((4, 5), 4, most_tables=450))[0] == Split(
        (5,) * 200 + (4,) * 250
    )
