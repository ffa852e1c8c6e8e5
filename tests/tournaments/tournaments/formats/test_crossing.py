"""Crossed seeds against every other order inside the tiers."""

from itertools import chain, combinations, permutations, product
from random import Random

import pytest

from games.testing.scale import scaled
from tournaments.tournaments.formats.bracket import Bracket
from tournaments.tournaments.formats.crossing import (
    MOST_STEPS,
    Qualifier,
    by_tier,
    crossed,
    first_meetings,
)
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination

SHAPES = ((2, 1), (2, 1), (3, 1), (4, 1), (4, 2), (3, 2), (0, 0))
"""Seats at a table and how many go through; 0: a double elimination."""


def bracket_of(entrants: int, size: int, advance: int) -> Bracket:
    if not size:
        return double_elimination(range(entrants))
    return single_elimination(range(entrants), size=size, advance=advance)


def qualifiers(luck: Random, *tiers: int, groups: int) -> list[Qualifier]:
    """Somebody of any group in every tier: as after shared ranks and those who declined."""
    numbers = iter(luck.sample(range(100), sum(tiers)))
    return [
        Qualifier(next(numbers), luck.randrange(groups), tier)
        for tier, size in enumerate(tiers, 1)
        for _ in range(size)
    ]


def even(each: int, best: int, groups: int, luck: Random | None = None) -> list[Qualifier]:
    """So many of each group and the best next ones, in the order of groups or in any."""
    listed = []
    for tier in range(1, each + 2):
        order = list(range(groups))
        if luck is not None:
            luck.shuffle(order)
        size = groups if tier <= each else best
        listed += [Qualifier(100 * tier + group, group, tier) for group in order[:size]]
    return listed


def meetings_of_groups(
    seeds: tuple[int, ...], ranked: list[Qualifier], bracket: Bracket
) -> list[int]:
    """How many pairs of one group could have met by each round."""
    group = {one.entrant: one.group for one in ranked}
    first = first_meetings(bracket)
    rounds = [
        first[frozenset((one + 1, other + 1))]
        for one, other in combinations(range(len(seeds)), 2)
        if group[seeds[one]] == group[seeds[other]]
    ]
    return [sum(met <= round_ for met in rounds) for round_ in range(1, 1 + max(first.values()))]


@pytest.mark.parametrize("seed", range(scaled(400)))
def test_no_other_order_inside_the_tiers_parts_groups_longer_or_is_nearer_to_the_ranking(
    seed: int,
) -> None:
    luck = Random(seed)
    tiers = [luck.randint(1, 4) for _ in range(luck.randint(1, 3))]
    ranked = qualifiers(luck, *tiers, groups=luck.randint(2, 4))
    if len(ranked) < 5:
        ranked += [Qualifier(100 + n, n % 2, 9) for n in range(4)]
    size, advance = luck.choice(SHAPES)
    bracket = bracket_of(len(ranked), size, advance)
    place = {one.entrant: number for number, one in enumerate(ranked)}

    def judged(seeds: tuple[int, ...]) -> tuple[list[int], list[int]]:
        return meetings_of_groups(seeds, ranked, bracket), [place[one] for one in seeds]

    by_rank = [
        [one.entrant for one in ranked if one.tier == tier]
        for tier in sorted({one.tier for one in ranked})
    ]
    orders = product(*(permutations(tier) for tier in by_rank))
    best = min(judged(tuple(chain.from_iterable(order))) for order in orders)
    assert judged(crossed(ranked, bracket)) == best


def test_winners_meet_the_seconds_of_other_groups() -> None:
    ranked = even(2, 0, 2)
    assert crossed(ranked, bracket_of(4, 2, 1)) == (100, 101, 200, 201)
    # The better winner of the two is in the other group: the seconds change places.
    ranked[:2] = ranked[1::-1]
    assert crossed(ranked, bracket_of(4, 2, 1)) == (101, 100, 201, 200)


def test_of_a_group_with_most_in_front_nobody_is_put_behind_a_lower_tier() -> None:
    ranked = [Qualifier(1, 1, 1), Qualifier(2, 1, 1), Qualifier(3, 2, 1), Qualifier(4, 2, 2)]
    assert crossed(ranked, bracket_of(4, 2, 1)) == (1, 2, 3, 4)
    assert by_tier(ranked[::-1]) == (3, 2, 1, 4)


@pytest.mark.parametrize("groups", [2, 4, 8])
@pytest.mark.parametrize("entrants", [8, 16, 32])
def test_groups_are_spread_evenly_where_that_can_be(groups: int, entrants: int) -> None:
    ranked = even(entrants // groups, 0, groups)
    bracket = bracket_of(entrants, 2, 1)
    together = meetings_of_groups(crossed(ranked, bracket), ranked, bracket)
    for round_, pairs in enumerate(together, 1):
        share = max(1, 2**round_ // groups)
        expected = entrants // 2**round_ * groups * share * (share - 1) // 2
        assert pairs == (expected if 2**round_ >= groups else 0)


@pytest.mark.parametrize("seed", range(scaled(60)))
def test_fields_of_up_to_32_are_searched_to_the_end(seed: int) -> None:
    luck = Random(seed)
    groups, entrants = luck.randint(2, 8), luck.randint(17, 32)
    ranked = even(*divmod(entrants, groups), groups, luck)
    bracket = bracket_of(entrants, 2 * luck.randint(0, 1), 1)
    seeds = crossed(ranked, bracket)
    assert sorted(seeds) == sorted(one.entrant for one in ranked)
    assert [one // 100 for one in seeds] == sorted(one // 100 for one in seeds)
    assert crossed(ranked, bracket, most_steps=MOST_STEPS // 2) == seeds


def test_a_search_that_is_cut_short_still_seeds_everybody_tier_by_tier() -> None:
    ranked = even(3, 3, 8, Random(1))
    for steps in (0, 5, 50):
        seeds = crossed(ranked, bracket_of(27, 4, 2), most_steps=steps)
        assert [one // 100 for one in seeds] == [1] * 8 + [2] * 8 + [3] * 8 + [4] * 3
        assert len(set(seeds)) == 27
