"""Lists for a spreadsheet: CSV in which no text is ever taken for a formula."""

import csv
from collections.abc import Iterable
from fractions import Fraction
from io import StringIO

CSV_TYPE = "text/csv; charset=utf-8"
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would compute a text that begins so."""

Cell = str | int | float | bool | Fraction | None
Row = list[Cell]


def csv_text(rows: Iterable[Iterable[Cell]]) -> str:
    """Return rows as the text of a CSV file."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue()


def _written(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "1" if cell else "0"
        case str():
            return f"'{cell}" if cell.startswith(_FORMULAS) else cell
        case _:
            return str(cell)
