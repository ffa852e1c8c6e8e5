"""Long lists in parts: the first is in sight, the others are folded away until somebody looks."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

IN_SIGHT = 20
"""How many lines a list shows before it folds the rest away."""
FORMS_IN_SIGHT = 9
"""The same for lines that are filled in."""
TABLES_AT_LENGTH = 8
"""How many tables a round shows one by one; those of a longer one take a line each."""


class Part(NamedTuple, Generic[T]):
    """Some lines of a long list, one after the other."""

    first: int
    """The number of its first line in the whole list, from 1."""
    rows: Sequence[T]

    @property
    def anchor(self) -> str:
        """What sets it apart in the names of HTML."""
        return f"-from-{self.first}"

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1


def parts_of(rows: Sequence[T], most: int = IN_SIGHT) -> list[Part[T]]:
    """Return a list in parts; one that is only a little too long stays whole."""
    if len(rows) <= most * 3 // 2:
        return [Part(1, rows)]
    return [Part(start + 1, rows[start : start + most]) for start in range(0, len(rows), most)]
