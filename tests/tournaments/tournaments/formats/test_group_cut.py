"""The cut after groups against every way in which lots could fall."""

from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from games.core.errors import RuleViolation
from games.testing.scale import scaled
from tournaments.tournaments.formats.cut import Line, field_after
from tournaments.tournaments.formats.group_cut import (
    GroupRow,
    TopOfEach,
    group_cut,
    ranked_across,
    settled_group_cut,
)

Drawn = tuple[tuple[int, ...], ...]


def row(entrant: int, group: int, rank: int, *fair: int) -> GroupRow:
    """A line of a group's table; what ranks in the group follows from its rank."""
    measures = tuple(map(Fraction, fair or (0,)))
    return GroupRow(entrant, group, rank, (Fraction(-rank),), measures)


def random_rows(luck: Random) -> list[GroupRow]:
    """Two or three groups of two to four with many ties in and across them."""
    rows: list[GroupRow] = []
    for group in range(1, luck.randint(2, 3) + 1):
        points = sorted((luck.randint(0, 3) for _ in range(luck.randint(2, 4))), reverse=True)
        for one in points:
            rank = 1 + sum(other > one for other in points)
            rows.append(row(len(rows) + 1, group, rank, luck.randint(0, 2), luck.randint(0, 1)))
    luck.shuffle(rows)
    return rows


def ways(rows: list[GroupRow]) -> list[list[list[GroupRow]]]:
    """Every way to complete the tables of all groups where ranks are shared."""
    groups = [[one for one in rows if one.group == group] for group in {one.group for one in rows}]
    completed = [
        [list(order) for order in permutations(group) if [one.rank for one in order] == ranks]
        for group in groups
        for ranks in [sorted(one.rank for one in group)]
    ]
    return [list(way) for way in product(*completed)]


def by_definition(rows: list[GroupRow], rule: TopOfEach) -> set[frozenset[int]]:
    """Everybody who may go on together, whatever the lots are."""
    found = set()
    for groups in ways(rows):
        first = {one.entrant for group in groups for one in group[: rule.each]}
        following = [group[rule.each] for group in groups if len(group) > rule.each]
        for order in permutations(following):
            if [one.fair for one in order] == sorted((one.fair for one in order), reverse=True):
                best = {one.entrant for one in order[: rule.best]}
                found.add(frozenset(first | best))
    return found


@pytest.mark.parametrize("seed", range(scaled(800)))
def test_who_is_in_out_or_undecided_is_what_all_lots_together_say(seed: int) -> None:
    luck = Random(seed)
    rows = random_rows(luck)
    count = len({one.group for one in rows})
    rule = TopOfEach(luck.randint(0, 2), luck.randint(0, count - 1))
    everybody = {one.entrant for one in rows}
    possible = by_definition(rows, rule)
    places = len(min(possible))
    if places < 2:
        with pytest.raises(RuleViolation, match="too_few_entrants"):
            group_cut(rows, rule)
        return
    drawn = group_cut(rows, rule)
    always, sometimes = frozenset.intersection(*possible), frozenset.union(*possible)
    assert {*drawn.inside} <= always
    assert {*drawn.alternates} <= everybody - sometimes
    assert sometimes - always <= {*drawn.undecided}
    assert bool(drawn.undecided) == (always != sometimes)
    # Beside those who may be in or out only somebody level with one of them draws a lot.
    rank = {one.entrant: (one.group, one.rank) for one in rows}
    doubtful = {rank[one] for one in sometimes - always}
    assert all(rank[one] in doubtful for one in drawn.undecided)
    assert len(drawn.inside) + drawn.open_places == places
    settled = set()
    for _ in range(20):
        order = luck.sample(drawn.undecided, len(drawn.undecided))
        decided = settled_group_cut(rows, rule, order)
        assert sorted((*decided.inside, *decided.alternates)) == sorted(everybody)
        assert not decided.undecided
        settled.add(frozenset(decided.inside))
        listed = [one.entrant for one in ranked_across(rows, order)]
        assert [one for one in listed if one in decided.inside] == list(decided.inside)
    assert settled <= possible


def test_those_tied_in_a_group_and_those_level_across_groups_are_both_told() -> None:
    rows = [
        row(1, 1, 1),
        row(2, 1, 2, 5),
        row(3, 1, 2, 4),
        row(4, 2, 1),
        row(5, 2, 2),
        row(6, 2, 3, 4),
        row(7, 2, 4),
    ]
    cut = group_cut(rows, TopOfEach(2, 1))
    assert cut.inside == (1, 4, 5)
    assert (cut.undecided, cut.open_places) == ((2, 3, 6), 2)
    assert cut.alternates == (7,)
    # The second of A is third then and better than the third of B; or level with that one.
    assert settled_group_cut(rows, TopOfEach(2, 1), [3, 2, 6]).inside == (1, 4, 3, 5, 2)
    assert settled_group_cut(rows, TopOfEach(2, 1), [2, 6, 3]).inside == (1, 4, 2, 5, 6)
    assert settled_group_cut(rows, TopOfEach(2, 1), [2, 3, 6]).inside == (1, 4, 2, 5, 3)


def test_a_group_that_is_too_small_goes_on_whole() -> None:
    rows = [row(1, 1, 1), row(2, 1, 2), row(3, 2, 1), row(4, 2, 2), row(5, 2, 3), row(6, 2, 4)]
    assert group_cut(rows, TopOfEach(3)).inside == (1, 3, 2, 4, 5)
    assert group_cut(rows, TopOfEach(2, 1)).inside == (1, 3, 2, 4, 5)


def test_the_best_of_winners_may_go_on_alone() -> None:
    rows = [row(group, group, 1, group) for group in (1, 2, 3)]
    rows += [row(10 + group, group, 2, 9) for group in (1, 2, 3)]
    cut = group_cut(rows, TopOfEach(0, 2))
    assert (cut.inside, cut.alternates) == ((3, 2), (1, 11, 12, 13))


def test_what_decided_is_told_for_every_line() -> None:
    def line(entrant: int, group: int, rank: int, *values: int) -> GroupRow:
        return GroupRow(entrant, group, rank, tuple(map(Fraction, values)), (Fraction(values[1]),))

    rows = [
        *(line(1, 1, 1, 9, 9), line(2, 1, 2, 6, 3), line(3, 1, 3, 6, 2), line(4, 1, 4, 0, 0)),
        *(line(5, 2, 1, 9, 9), line(6, 2, 2, 7, 3), line(7, 2, 3, 6, 2), line(8, 2, 4, 0, 0)),
    ]
    assert group_cut(rows, TopOfEach(2)).lines == (Line(1, (2, 3), 1),)
    assert group_cut(rows, TopOfEach(2)).tied_on_line == (2, 3)
    across = group_cut(rows, TopOfEach(2, 1))
    assert across.lines == (Line(1, (2, 3), 1), Line(0, (3, 7), None))
    assert across.undecided == (3, 7)


def test_alternates_step_in_by_rank_in_the_group_and_then_across_groups() -> None:
    rows = [row(1, 1, 1), row(2, 1, 2, 3), row(3, 1, 3, 1), row(4, 2, 1), row(5, 2, 2, 5)]
    cut = group_cut(rows, TopOfEach(1))
    assert cut.alternates == (5, 2, 3)
    assert field_after(cut, {1}).entrants == (4, 5)


@pytest.mark.parametrize("order", [[2], [2, 3, 3], [2, 3, 9]])
def test_an_order_has_to_name_each_of_the_undecided_once(order: list[int]) -> None:
    rows = [row(1, 1, 1), row(2, 1, 2), row(3, 1, 2), row(4, 2, 1), row(5, 2, 2)]
    with pytest.raises(RuleViolation, match="seeding"):
        settled_group_cut(rows, TopOfEach(2), order)
