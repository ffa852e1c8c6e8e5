"""Tables of any size: a good round by exchanges, then the best one where it can be proved."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from tournaments.tournaments.pairing.columns import COUNTER_BITS, group_costs, make_columns
from tournaments.tournaments.pairing.exact import improve
from tournaments.tournaments.pairing.field import (
    Array,
    Costs,
    Field,
    exact_costs,
    local_costs,
    unpack,
)
from tournaments.tournaments.pairing.local_search import search_round
from tournaments.tournaments.pairing.numbering import Fixed, distinct_labels, missed, number_tables
from tournaments.tournaments.pairing.problem import Split

ALWAYS_EXACT = 20
_MOST_STATES = 3_000_000
_MOST_COLUMNS = 200_000
_MOST_LABELS = 16
_WORD_BITS = 62


@dataclass(frozen=True)
class Solution:
    """Places in the field: the tables in order of score, who sits out, and what is proved."""

    tables: list[list[int]]
    byes: list[int]
    optimal: bool
    bound: tuple[Fraction, ...] = ()


def best_pods(field: Field, split: Split, fixed: Fixed, taken: Sequence[int]) -> Solution:
    """Return the best tables up to 20 entrants and good ones above."""
    sizes = [*split.sizes, *([1] * split.byes)]
    always = len(field) <= ALWAYS_EXACT
    quick = field.rules.quick and not always
    exact = _can_be_proved(len(field), split, fixed) and not quick
    local = local_costs(field, split.sizes)
    alone = _alone(field, local, split, fixed, taken)
    # Where the proof may be given up, the search is all there is: it gets its full share of work.
    groups = search_round(field, local, alone, sizes, proved=quick or (exact and always))
    if not exact:
        return in_order_of_score(groups, optimal=False)
    costs = exact_costs(field, split.sizes, split.byes)
    columns = make_columns(field, costs, split, fixed)
    known_cost = round_cost(field, costs, groups, fixed, taken)
    proof = improve(columns, known_cost, None if always else _MOST_STATES)
    if proof.columns is not None:
        groups = [
            [place for place in columns.members[column].tolist() if place >= 0]
            for column in proof.columns
        ]
    bound = _figures_bound(field, split, costs, proof.bound)
    return in_order_of_score(groups, optimal=proof.complete, bound=bound)


def _can_be_proved(count: int, split: Split, fixed: Fixed) -> bool:
    """Say whether all possible tables can be listed, in keys of one machine word each."""
    sizes = {*split.sizes, *([1] * (split.byes > 0))}
    labels = distinct_labels(fixed)
    bits = count + len(labels) + COUNTER_BITS * len(sizes)
    if len(labels) > _MOST_LABELS or bits > _WORD_BITS:
        return False
    return count <= ALWAYS_EXACT or sum(comb(count, size) for size in sizes) <= _MOST_COLUMNS


def round_cost(
    field: Field,
    costs: Costs,
    groups: Sequence[list[int]],
    fixed: Fixed,
    taken: Sequence[int],
) -> int:
    """Return the packed cost of a whole round with its best table numbers."""
    tables = [members for members in groups if len(members) > 1]
    numbers = number_tables(tables, fixed, taken)
    total = missed(tables, numbers, fixed) * costs.broken
    for members in groups:
        small = len(members) < field.rules.preferred
        total += int(group_costs(field, costs, np.array([members]), small=small)[0])
    return total


def in_order_of_score(
    groups: Sequence[list[int]], *, optimal: bool, bound: tuple[Fraction, ...] = ()
) -> Solution:
    """Return the groups as tables, the best scores first, and byes."""
    tables = sorted((g for g in groups if len(g) > 1), key=lambda g: (Fraction(sum(g), len(g)), g))
    byes = [group[0] for group in groups if len(group) == 1]
    return Solution(tables, byes, optimal, bound)


def _figures_bound(field: Field, split: Split, costs: Costs, bound: int) -> tuple[Fraction, ...]:
    """Return a packed bound as figures: byes count from what is unavoidable, scores from zero."""
    broken, bye_scores, *aims = unpack(costs, bound)
    legal_byes = sum(sorted(candidate.byes for candidate in field.candidates)[: split.byes])
    lowest = min(candidate.score for candidate in field.candidates)
    return (broken - legal_byes, bye_scores + split.byes * lowest, *aims)


def _alone(field: Field, costs: Costs, split: Split, fixed: Fixed, taken: Sequence[int]) -> Array:
    """Return what every entrant costs at every table (byes last) whoever else sits there."""
    alone = np.zeros((len(field), len(split.sizes) + split.byes), dtype=np.int64)
    for table, size in enumerate(split.sizes):
        if size < field.rules.preferred:
            alone[:, table] += costs.small
    alone[:, len(split.sizes) :] = costs.bye[:, None]
    numbers = _hall_numbers(len(split.sizes), fixed, taken)
    for place, allowed in fixed.items():
        for table, number in enumerate(numbers):
            if number not in allowed:
                alone[place, table] += costs.broken
    return alone


def _hall_numbers(count: int, fixed: Fixed, taken: Sequence[int]) -> list[int]:
    """Return the numbers the tables get while searching, those that suit somebody among them."""
    apart = [[place] for place in sorted(fixed)]
    preferred = number_tables(apart, fixed, taken)
    suited = [
        number for (place,), number in zip(apart, preferred, strict=True) if number in fixed[place]
    ]
    numbers = suited[:count]
    following = 1
    while len(numbers) < count:
        if following not in numbers and following not in taken:
            numbers.append(following)
        following += 1
    return sorted(numbers)
