"""What is in the box: five dice and 24 portions; `box.py` says where each number comes from.

Dice are named by their faces, in the order of `FACES`. A multiset of dice is also kept as one small
integer, three bits per face, so that setting dice aside is an addition.
"""

from itertools import combinations_with_replacement
from math import factorial
from typing import Literal

Face = Literal["sushi", "bone", "blue", "red"]
Row = Literal["sushi", "bones"]
Dice = tuple[Face, ...]

FACES: tuple[Face, ...] = ("sushi", "bone", "blue", "red")
SIDES = {"sushi": 2, "bone": 2, "blue": 1, "red": 1}
DIE: tuple[Face, ...] = ("sushi", "sushi", "bone", "bone", "blue", "red")
DICE = 5
THROWS = 3
ROWS: tuple[Row, ...] = ("sushi", "bones")

# Other values with the same sums remain possible: that is why both tables are options of the setup.
TILES = 12
SUSHI_VALUES = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
BONE_VALUES = (-1, -1, -1, -1, -1, -2, -2, -2, -2, -3, -3, -4)
LARGEST_VALUE = 20
VALUES_OPTION = {"sushi": "sushi_values", "bones": "bone_values"}
"""The option that corrects the values of a row."""

# Steals have no bound in the rules; a real match takes about forty turns.
MOST_TURNS = 1000

FACE_ORDER: dict[str, int] = {face: index for index, face in enumerate(FACES)}
_SHIFTS = (0, 3, 6, 9)


def multisets(size: int) -> tuple[Dice, ...]:
    """Return every multiset of `size` dice, each in the order of `FACES`."""
    return tuple(combinations_with_replacement(FACES, size))


def pack(dice: Dice) -> int:
    """Return a multiset of dice as one integer: three bits per face."""
    return sum(1 << _SHIFTS[FACE_ORDER[die]] for die in dice)


def sushi_of(packed: int) -> int:
    return packed & 7


def bones_of(packed: int) -> int:
    return packed >> 3 & 7


def blue_of(packed: int) -> int:
    return packed >> 6 & 7


def red_of(packed: int) -> int:
    return packed >> 9 & 7


def _ways(dice: Dice) -> int:
    """Return in how many of the 6^n throws of n dice exactly this multiset comes up."""
    ways = factorial(len(dice))
    for face in FACES:
        count = dice.count(face)
        ways = ways // factorial(count) * SIDES[face] ** count
    return ways


def _parts(dice: Dice) -> tuple[Dice, ...]:
    return tuple(
        part
        for size in range(1, len(dice) + 1)
        for part in multisets(size)
        if all(part.count(face) <= dice.count(face) for face in FACES)
    )


PACKED: dict[Dice, int] = {dice: pack(dice) for size in range(DICE + 1) for dice in multisets(size)}
UNPACKED: dict[int, Dice] = {packed: dice for dice, packed in PACKED.items()}
THROWN: tuple[dict[Dice, int], ...] = tuple(
    {dice: _ways(dice) for dice in multisets(size)} for size in range(DICE + 1)
)
"""By number of dice: every throw and in how many ways it comes up."""
PARTS: dict[Dice, tuple[Dice, ...]] = {dice: _parts(dice) for dice in PACKED}
"""Every throw and what may be set aside of it: all its sub-multisets but the empty one."""
PART_SETS: dict[Dice, frozenset[Dice]] = {dice: frozenset(parts) for dice, parts in PARTS.items()}
