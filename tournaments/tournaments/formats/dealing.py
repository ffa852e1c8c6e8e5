"""Lines of a bracket dealt to the tables of a round."""

from collections.abc import Sequence
from itertools import combinations
from typing import Generic, Protocol, TypeVar

from tournaments.tournaments.formats.bracket import FromTable, Slot


class _Line(Protocol):
    @property
    def slot(self) -> Slot: ...


L = TypeVar("L", bound=_Line)


def deal_into_tables(lines: Sequence[L], tables: int) -> list[list[L]]:
    """Deal the lines, the best first, to that many tables row by row, as a snake.

    Two lines that come from one table change places inside their row rather than meet again at
    once. The lines that do not fill a row go to the tables with the weakest favourites.
    """
    grid = _Grid(lines, tables)
    while grid.part_meetings():
        pass
    return [grid.at_table(table) for table in range(tables)]


class _Grid(Generic[L]):
    """Rows of lines of like strength; a column is a table."""

    def __init__(self, lines: Sequence[L], tables: int) -> None:
        self._rows: list[list[L | None]] = []
        for start in range(0, len(lines), tables):
            row: list[L | None] = list(lines[start : start + tables])
            fills_no_row = len(row) < tables
            row += [None] * (tables - len(row))
            self._rows.append(row[::-1] if len(self._rows) % 2 or fills_no_row else row)

    def at_table(self, table: int) -> list[L]:
        """The lines at one table, the best first."""
        return [line for row in self._rows if (line := row[table]) is not None]

    def part_meetings(self) -> bool:
        """Change places inside rows where that leaves fewer meetings again; say whether any did.

        Weak lines change before strong ones, and with the nearest table that helps.
        """
        tables = range(len(self._rows[0]))
        changed = False
        for row in reversed(self._rows):
            for table in tables:
                if row[table] is not None and self._meetings(table):
                    nearest = sorted(tables, key=lambda other: (abs(other - table), other))
                    changed |= any(self._swap_helps(row, table, other) for other in nearest)
        return changed

    def _swap_helps(self, row: list[L | None], table: int, other: int) -> bool:
        before = self._meetings(table) + self._meetings(other)
        row[table], row[other] = row[other], row[table]
        if self._meetings(table) + self._meetings(other) < before:
            return True
        row[table], row[other] = row[other], row[table]
        return False

    def _meetings(self, table: int) -> int:
        """How many pairs at a table come from one table."""
        sources = [
            line.slot.key for line in self.at_table(table) if isinstance(line.slot, FromTable)
        ]
        return sum(one == two for one, two in combinations(sources, 2))
