"""Where the tables of a bracket stand in a drawing: whole numbers only, no ink."""

from dataclasses import dataclass

from tournaments.tournaments.formats.bracket import Bracket, BracketTable, FromTable, Side, TableKey


@dataclass(frozen=True, slots=True)
class Link:
    """A line from a table to the slot that one of its places fills."""

    source: TableKey
    place: int
    slot: int
    """The slot's position in its box, from 0."""


@dataclass(frozen=True, slots=True)
class Box:
    """One table: its column, its first row and one row per slot."""

    key: TableKey
    side: Side
    column: int
    row: int
    height: int
    links: tuple[Link, ...]

    @property
    def middle(self) -> int:
        """The row of its middle, in half rows."""
        return 2 * self.row + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing: columns of boxes from left to right, and the number of rows it takes."""

    columns: tuple[tuple[Box, ...], ...]
    rows: int


def layout(bracket: Bracket) -> Layout:
    """Return where to draw each table: a column per round, boxes level with what feeds them.

    The losers' part of double elimination stands below the winners' part. Boxes never overlap.
    """
    boxes: dict[TableKey, Box] = {}
    bottom = 0
    tables = tuple(bracket.tables)
    for is_lower in (False, True):
        part = [table for table in tables if (table.side is Side.LOSERS) == is_lower]
        bottom = _draw_part(part, boxes, bottom)
    columns = tuple(
        tuple(sorted((boxes[table.key] for table in round_), key=lambda box: box.row))
        for round_ in bracket.rounds
    )
    return Layout(columns, max(0, bottom - 1))


def _draw_part(part: list[BracketTable], boxes: dict[TableKey, Box], top: int) -> int:
    """Place the tables of one part below `top`; return the first row free for another part."""
    by_key = {table.key: table for table in part}
    first_rows = _rows_of_leaves(part, by_key, top)
    column: list[tuple[int, int, BracketTable]] = []
    lowest = top
    for index, table in enumerate(part):
        feeders = [boxes[key] for key in _feeders(table, by_key)]
        if feeders:
            middle = sum(box.middle for box in feeders) // len(feeders)
            row = max(top, (middle - len(table.slots)) // 2)
        else:
            row = first_rows[table.key]
        column.append((row, index, table))
        last_of_round = index + 1 == len(part) or part[index + 1].round != table.round
        if last_of_round:
            lowest = max(lowest, _settle_column(column, boxes))
            column = []
    return lowest


def _settle_column(column: list[tuple[int, int, BracketTable]], boxes: dict[TableKey, Box]) -> int:
    """Put the boxes of a column at the rows they are meant for or, where taken, below."""
    free = 0
    for row, _index, table in sorted(column, key=lambda item: item[:2]):
        row = max(row, free)
        boxes[table.key] = Box(
            key=table.key,
            side=table.side,
            column=table.round - 1,
            row=row,
            height=len(table.slots),
            links=tuple(
                Link(slot.key, slot.place, position)
                for position, slot in enumerate(table.slots)
                if isinstance(slot, FromTable)
            ),
        )
        free = row + len(table.slots) + 1
    return free


def _rows_of_leaves(
    part: list[BracketTable], by_key: dict[TableKey, BracketTable], top: int
) -> dict[TableKey, int]:
    """The rows of tables that nothing in their part feeds, in the order a reader meets them."""
    rows: dict[TableKey, int] = {}
    seen: set[TableKey] = set()
    row = top

    def visit(table: BracketTable) -> None:
        nonlocal row
        if table.key in seen:
            return
        seen.add(table.key)
        feeders = _feeders(table, by_key)
        for key in feeders:
            visit(by_key[key])
        if not feeders:
            rows[table.key] = row
            row += len(table.slots) + 1

    for table in reversed(part):
        visit(table)
    return rows


def _feeders(table: BracketTable, by_key: dict[TableKey, BracketTable]) -> list[TableKey]:
    """The tables of the same part that fill its slots, in slot order, each once."""
    keys = [slot.key for slot in table.slots if isinstance(slot, FromTable) and slot.key in by_key]
    return list(dict.fromkeys(keys))
