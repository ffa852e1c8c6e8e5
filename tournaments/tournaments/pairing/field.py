"""The entrants of one round in a fixed order, and every cost as one exact integer.

The aims are compared one after the other. Packing does the same with one number: each aim's
figure is multiplied by more than everything after it can ever add up to.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.problem import Aim, Candidate, PairingRules

Array = np.ndarray[Any, Any]

MOST_SEATS = 8
_WORD = 2**62
_LOCAL_SCORE = 2**20


@dataclass(frozen=True)
class Field:
    """The entrants to be seated, best score first, equals in the order of the seed's lot."""

    candidates: tuple[Candidate, ...]
    rules: PairingRules
    lots: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.candidates)


@dataclass(frozen=True)
class Costs:
    """Packed costs; `small` and `bye` are per entrant, `broken` and `seat` are weights."""

    pair: Array
    small: Array
    bye: Array
    broken: int
    seat: int
    weights: tuple[tuple[str, int, int], ...]
    """Name, weight and score scale of each level, from the first to the last."""


def make_field(candidates: Sequence[Candidate], rules: PairingRules) -> Field:
    """Return the field in its one order; raises `entrant_twice`."""
    keyed = sorted((-c.score, _lot(rules, c.id), c.id) for c in candidates)
    by_id = {candidate.id: candidate for candidate in candidates}
    if len(by_id) < len(keyed):
        ids = sorted(candidate.id for candidate in candidates)
        twice = next(one for one, other in pairwise(ids) if one == other)
        raise RuleViolation("entrant_twice", entrant=twice)
    return Field(
        tuple(by_id[entrant] for _, _, entrant in keyed), rules, tuple(lot for _, lot, _ in keyed)
    )


def _lot(rules: PairingRules, entrant: int) -> str:
    return hashlib.sha256(f"{rules.seed}/{rules.ruleset}/{entrant}".encode()).hexdigest()


def exact_costs(
    field: Field, sizes: Sequence[int], byes: int, edges: tuple[Array, Array] | None = None
) -> Costs:
    """Return costs whose sums over a whole round compare as the aims do.

    With `edges` (two arrays of places) `pair` holds the costs of those pairs only.
    """
    scale = math.lcm(*(candidate.score.denominator for candidate in field.candidates))
    scores = [int(candidate.score * scale) for candidate in field.candidates]
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    return _pack(field, scores, scale, _Extent(pairs, sum(sizes), byes), edges)


class _Extent(NamedTuple):
    """How much can be summed up at most."""

    pairs: int
    seated: int
    byes: int


def local_costs(field: Field, sizes: Sequence[int]) -> Costs:
    """Return machine-word costs whose sums over two tables compare as the aims do.

    Scores are rounded where their exact value would not fit; figures never come from here.
    """
    scale = math.lcm(*(candidate.score.denominator for candidate in field.candidates))
    spread = max(c.score for c in field.candidates) - min(c.score for c in field.candidates)
    if spread * scale > _LOCAL_SCORE:
        scale = max(1, int(_LOCAL_SCORE / spread))
    largest = max(sizes)
    while True:
        scores = [math.floor(candidate.score * scale) for candidate in field.candidates]
        costs = _pack(field, scores, scale, _Extent(largest * (largest - 1), 2 * largest, 2))
        if costs.pair.dtype != object:
            return costs
        scale = max(1, scale // 2)


def _pack(
    field: Field,
    scores: list[int],
    scale: int,
    extent: _Extent,
    edges: tuple[Array, Array] | None = None,
) -> Costs:
    """Weigh the levels so that each outweighs all pairs and entrants of the later."""
    pairs, seated, byes = extent
    spread = max(scores) - min(scores)
    meetings = _meetings(field)
    growth = [2 * candidate.small_tables + 1 for candidate in field.candidates]
    most_starts = max((max(c.starts, default=0) for c in field.candidates), default=0)
    most = {
        Aim.REPEATS: pairs * int(meetings.max(initial=0)),
        Aim.SMALL_TABLES: seated * max(growth),
        Aim.SCORES: pairs * spread**2,
        Aim.CLUBS: pairs,
        Aim.SEATS: seated * (2 * most_starts + 1),
    }
    weight = 1
    weights: list[tuple[str, int, int]] = []
    for aim in reversed(field.rules.aims):
        weights.append((aim.value, weight, scale * scale if aim is Aim.SCORES else 1))
        weight *= most[aim] + 1
    weights.append(("bye_scores", weight, scale))
    broken = weight * (byes * spread + 1)
    weights.append(("broken", broken, 1))
    top = broken * (pairs + seated + byes * max(c.byes for c in field.candidates) + 1)
    dtype: Any = np.int64 if top < _WORD else object

    everyone = np.arange(len(field))
    one, other = edges or (everyone[:, None], everyone[None, :])
    weight_of = dict.fromkeys((aim.value for aim in Aim), 0) | {
        name: size for name, size, _ in weights
    }
    points, clubs = np.array(scores, dtype=dtype), _clubs(field)
    same_club = (clubs[one] == clubs[other]) & (clubs[one] > 0) & (one != other)
    pair = _prohibited(field)[one, other].astype(dtype) * broken
    pair = pair + meetings[one, other].astype(dtype) * weight_of["repeats"]
    pair = pair + (points[one] - points[other]) ** 2 * weight_of["scores"]
    pair = pair + same_club.astype(dtype) * weight_of["clubs"]
    byes_had = np.array([candidate.byes for candidate in field.candidates], dtype=dtype)
    return Costs(
        pair=pair,
        small=np.array(growth, dtype=dtype) * weight_of["small_tables"],
        bye=byes_had * broken + (points - min(scores)) * weight_of["bye_scores"],
        broken=broken,
        seat=weight_of["seats"],
        weights=tuple(reversed(weights)),
    )


def unpack(costs: Costs, value: int) -> tuple[Fraction, ...]:
    """Return the figures that a packed sum stands for, level by level."""
    levels = []
    for _, weight, scale in costs.weights:
        figure, value = divmod(value, weight)
        levels.append(Fraction(figure, scale))
    return tuple(levels)


def seat_growth(field: Field) -> Array:
    """Return per entrant and seat by how much the sum of squared counts of seats held grows."""
    growth = np.ones((len(field), MOST_SEATS), dtype=np.int64)
    for index, candidate in enumerate(field.candidates):
        held = candidate.starts[:MOST_SEATS]
        growth[index, : len(held)] += 2 * np.array(held, dtype=np.int64)
    return growth


def _meetings(field: Field) -> Array:
    index = {candidate.id: place for place, candidate in enumerate(field.candidates)}
    counts = np.zeros((len(field), len(field)), dtype=np.int32)
    for row, candidate in enumerate(field.candidates):
        for opponent, times in candidate.meetings.items():
            column = index.get(opponent)
            if column is not None and column != row:
                counts[row, column] = times
    return np.maximum(counts, counts.T)


def _prohibited(field: Field) -> Array:
    index = {candidate.id: place for place, candidate in enumerate(field.candidates)}
    matrix = np.zeros((len(field), len(field)), dtype=bool)
    for pair in field.rules.prohibited:
        places = [index[entrant] for entrant in pair if entrant in index]
        if len(places) == 2:
            matrix[places[0], places[1]] = matrix[places[1], places[0]] = 1
    return matrix


def _clubs(field: Field) -> Array:
    """Return a number per entrant: the same for the same club, 0 for none."""
    numbers: dict[str, int] = {}
    return np.array(
        [
            numbers.setdefault(candidate.club, len(numbers) + 1) if candidate.club else 0
            for candidate in field.candidates
        ]
    )
