"""The best round by CP-SAT, written from the definition of the aims alone.

Every possible table is a variable, every entrant is at exactly one of them, and the aims are
minimised in their order.
"""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
from ortools.sat.python import cp_model

from tournaments.tournaments.pairing.problem import Aim, Candidate, PairingRules, Split

Term = tuple[cp_model.IntVar, int]


def best_figures(
    candidates: Sequence[Candidate], rules: PairingRules, split: Split
) -> tuple[Fraction, ...]:
    """Return the least broken constraints, bye scores and aims in order, proved by CP-SAT."""
    model = cp_model.CpModel()
    scale = math.lcm(*(c.score.denominator for c in candidates))
    numbers = sorted({number for c in candidates for number in c.fixed_tables})
    fewest = sum(sorted(c.byes for c in candidates)[: split.byes])
    levels = ["broken", "bye_scores", *rules.aims]
    terms: dict[object, list[Term]] = {level: [] for level in levels}
    at: dict[int, list[cp_model.IntVar]] = {c.id: [] for c in candidates}
    with_number: dict[int, list[cp_model.IntVar]] = {number: [] for number in numbers}

    for size, wanted in Counter(split.sizes).items():
        groups = list(combinations(candidates, size))
        seats = _seat_growth(groups) if Aim.SEATS in rules.aims else [0] * len(groups)
        of_size = []
        for group, seat_growth in zip(groups, seats, strict=True):
            figures = _table_figures(group, rules, scale) | {Aim.SEATS: seat_growth}
            bound = [c for c in group if c.fixed_tables]
            useful = [n for n in numbers if any(n in c.fixed_tables for c in bound)]
            for number in (None, *useful):
                taken = model.new_bool_var("")
                of_size.append(taken)
                misses = sum(number not in c.fixed_tables for c in bound)
                for level in levels:
                    value = figures.get(level, 0) + (misses if level == "broken" else 0)
                    if value:
                        terms[level].append((taken, value))
                for c in group:
                    at[c.id].append(taken)
                if number is not None:
                    with_number[number].append(taken)
        model.add(sum(of_size) == wanted)
    sitting_out = []
    for c in candidates if split.byes else ():
        taken = model.new_bool_var("")
        sitting_out.append(taken)
        at[c.id].append(taken)
        terms["broken"].append((taken, c.byes))
        terms["bye_scores"].append((taken, int(c.score * scale)))
    if split.byes:
        model.add(sum(sitting_out) == split.byes)
    for variables in at.values():
        model.add_exactly_one(variables)
    for variables in with_number.values():
        model.add_at_most_one(variables)

    _minimise(model, [terms[level] for level in levels], len(candidates))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.cp_model_probing_level = 0  # four fifths of the time, for nothing
    assert solver.solve(model) == cp_model.OPTIMAL
    best = [
        Fraction(sum(value for variable, value in terms[level] if solver.value(variable)))
        for level in levels
    ]
    best[0] -= fewest
    best[1] /= scale
    return tuple(
        value / scale**2 if level is Aim.SCORES else value
        for level, value in zip(levels, best, strict=True)
    )


def _minimise(model: cp_model.CpModel, levels: Sequence[Sequence[Term]], entrants: int) -> None:
    """Ask for the least, each level weighing more than all later ones together.

    CP-SAT proves that ten times faster than one level after the other.
    """
    weight = 1
    weighted: list[Term] = []
    for terms in reversed(levels):
        weighted.extend((variable, weight * value) for variable, value in terms)
        weight *= entrants * max((value for _, value in terms), default=0) + 1
    assert weight < 2**60, "the scores are too fine for this oracle"
    if weighted:
        model.minimize(cp_model.LinearExpr.weighted_sum(*zip(*weighted, strict=True)))


def _table_figures(
    group: Sequence[Candidate], rules: PairingRules, scale: int
) -> dict[object, int]:
    pairs = list(combinations(group, 2))
    small = len(group) < rules.preferred
    return {
        "broken": sum(frozenset((a.id, b.id)) in rules.prohibited for a, b in pairs),
        Aim.REPEATS: sum(a.meetings.get(b.id, 0) for a, b in pairs),
        Aim.SMALL_TABLES: sum(2 * c.small_tables + 1 for c in group) if small else 0,
        Aim.SCORES: sum(int((a.score - b.score) * scale) ** 2 for a, b in pairs),
        Aim.CLUBS: sum(bool(a.club) and a.club == b.club for a, b in pairs),
    }


def _seat_growth(groups: Sequence[Sequence[Candidate]]) -> list[int]:
    """Return for each group the least growth of the squared counts of seats, by trying all."""
    size = len(groups[0])
    growth = np.array(
        [
            [
                [2 * (c.starts[seat] if seat < len(c.starts) else 0) + 1 for seat in range(size)]
                for c in group
            ]
            for group in groups
        ]
    )
    rows = np.arange(size)
    least = growth[:, rows, rows].sum(axis=1)
    for order in permutations(range(size)):
        np.minimum(least, growth[:, rows, order].sum(axis=1), out=least)
    return [int(value) for value in least]
