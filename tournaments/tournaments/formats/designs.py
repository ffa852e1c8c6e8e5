"""Sets of tables in which every pair meets equally often, built from finite geometry.

Entrants are 0, 1, 2 ...; each function returns rounds of tables, the seats in no special order.
"""

from collections.abc import Sequence
from itertools import combinations, product

from tournaments.tournaments.formats.finite_fields import FiniteField

Tables = list[tuple[int, ...]]
Rounds = list[Tables]

INFINITY = -1
"""The point that the development of a base round leaves where it is."""


def one_table(count: int) -> Rounds:
    """Everybody at one table, as often as there are seats."""
    return [[tuple(range(count))] for _ in range(count)]


def all_but_one(count: int) -> Rounds:
    """Everybody sits out once while all others share a table."""
    return [[tuple(entrant for entrant in range(count) if entrant != out)] for out in range(count)]


def affine_lines(order: int, dimension: int) -> Rounds:
    """The lines of an affine space over a field, each direction a round: pairs meet once."""
    field = FiniteField(order)
    points = list(product(range(order), repeat=dimension))
    rounds = []
    for direction in points:
        # Of all multiples of a direction the one that starts with 1 stands for it.
        if next((part for part in direction if part), 0) != 1:
            continue
        lines = {
            tuple(
                sorted(
                    _index(_along(field, point, direction, factor), order)
                    for factor in range(order)
                )
            )
            for point in points
        }
        rounds.append(sorted(lines))
    return rounds


def binary_halves(dimension: int) -> Rounds:
    """The hyperplanes of a space over two elements, each with its complement a round.

    With 2 ** d points pairs meet 2 ** (d - 1) - 1 times.
    """
    points = range(2**dimension)
    return [
        [tuple(point for point in points if (point & normal).bit_count() % 2 == side)
         for side in (0, 1)]
        for normal in points[1:]
    ]  # fmt: skip


def all_halves(count: int) -> Rounds:
    """Every way to part the field into two tables of the same size."""
    return [
        [(0, *others), tuple(entrant for entrant in range(1, count) if entrant not in others)]
        for others in combinations(range(1, count), count // 2 - 1)
    ]


def cosets(order: int, size: int) -> Rounds:
    """The multiples of the `size`-th roots of unity, shifted: each element sits out once.

    The differences inside the cosets meet every element but 0 equally often, size - 1 times.
    """
    field = FiniteField(order)
    powers = field.powers(field.generator())
    step = (order - 1) // size
    base = [[powers[index] for index in range(first, order - 1, step)] for first in range(step)]
    return [
        [tuple(sorted(field.add(element, shift) for element in table)) for table in base]
        for shift in range(order)
    ]


def developed(base: Sequence[tuple[int, ...]], modulus: int) -> Rounds:
    """One round, shifted: points 0 .. m - 1, m .. 2m - 1 and so on each run round a circle.

    INFINITY, if it plays, becomes the last number.
    """
    last = max(point for table in base for point in table) + 1

    def shifted(point: int, shift: int) -> int:
        if point == INFINITY:
            return last
        return point - point % modulus + (point + shift) % modulus

    return [
        [tuple(shifted(point, shift) for point in table) for table in base]
        for shift in range(modulus)
    ]


def _along(
    field: FiniteField, point: tuple[int, ...], direction: tuple[int, ...], factor: int
) -> tuple[int, ...]:
    return tuple(
        field.add(start, field.multiply(factor, part))
        for start, part in zip(point, direction, strict=True)
    )


def _index(point: tuple[int, ...], order: int) -> int:
    number = 0
    for coordinate in point:
        number = number * order + coordinate
    return number
