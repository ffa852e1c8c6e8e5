"""What differs between two standings: the preview of a correction's consequences."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, Protocol

from games.core.errors import RuleViolation


class Ranked(Protocol):
    """A line of standings, of whatever kind."""

    @property
    def entrant(self) -> int: ...
    @property
    def rank(self) -> int | None: ...
    @property
    def points(self) -> Fraction: ...


class CutPosition(StrEnum):
    """Where an entrant stands to a cut after the first N."""

    IN = "in"
    ON_THE_LINE = "on_the_line"
    OUT = "out"


class Change(NamedTuple):
    """How one entrant's line differs; None where it is in one of the standings only."""

    entrant: int
    rank_before: int | None
    rank_after: int | None
    points_before: Fraction | None
    points_after: Fraction | None
    cut_before: CutPosition | None
    cut_after: CutPosition | None

    @property
    def moved(self) -> bool:
        return self.rank_before != self.rank_after

    @property
    def crosses(self) -> bool:
        """Whether it goes from one side of the cut line, or from the line, to another."""
        return self.cut_before is not self.cut_after


Sides = Mapping[int, CutPosition]


def compare(
    before: Sequence[Ranked],
    after: Sequence[Ranked],
    *,
    cut: int | None = None,
    sides: tuple[Sides | None, Sides | None] = (None, None),
) -> tuple[Change, ...]:
    """Return the entrants whose rank, points or side of the cut differ, in the new order.

    The line of the cut runs after so many ranks, unless both `sides` say who is on which side.
    """
    if cut is not None and cut < 1:
        raise RuleViolation("bad_cut", cut=cut)
    old = {row.entrant: row for row in before}
    new = {row.entrant: row for row in after}
    cut_before, cut_after = sides
    if cut_before is None or cut_after is None:
        cut_before, cut_after = cut_positions(before, cut), cut_positions(after, cut)
    gone = [row.entrant for row in before if row.entrant not in new]
    changes = []
    for entrant in [*new, *gone]:
        was, now = old.get(entrant), new.get(entrant)
        change = Change(
            entrant=entrant,
            rank_before=was.rank if was else None,
            rank_after=now.rank if now else None,
            points_before=was.points if was else None,
            points_after=now.points if now else None,
            cut_before=cut_before.get(entrant),
            cut_after=cut_after.get(entrant),
        )
        if change.moved or change.crosses or change.points_before != change.points_after:
            changes.append(change)
    return tuple(changes)


def cut_positions(rows: Sequence[Ranked], cut: int | None) -> dict[int, CutPosition]:
    """Return who is in, out, or shares the rank that the line after the first `cut` runs through.

    Without a cut there are none.
    """
    if cut is None:
        return {}
    sharing: dict[int, int] = {}
    for row in rows:
        if row.rank is not None:
            sharing[row.rank] = sharing.get(row.rank, 0) + 1
    positions = {}
    for row in rows:
        if row.rank is None or row.rank > cut:
            positions[row.entrant] = CutPosition.OUT
        elif row.rank + sharing[row.rank] - 1 > cut:
            positions[row.entrant] = CutPosition.ON_THE_LINE
        else:
            positions[row.entrant] = CutPosition.IN
    return positions
