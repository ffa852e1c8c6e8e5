"""Lists of a spreadsheet: CSV as any of them saves it, and CSV without a text that is computed."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from io import StringIO

CSV_TYPE = "text/csv; charset=utf-8"
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would compute a text that begins so."""

Cell = str | int | float | bool | Fraction | None
Row = list[Cell]

SEPARATORS = ";,\t"


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


def separator_of(text: str) -> str:
    """Return what separates the cells of the first line that holds something."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(SEPARATORS, key=first.count)


def csv_rows(
    text: str, separator: str, refusal: Callable[[int], Exception]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold something, trimmed, with the number a spreadsheet shows for them.

    `refusal` says what to raise for a line that is no CSV.
    """
    number = 0
    try:
        for values in csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True):
            number += 1
            values = [value.strip() for value in values]
            if any(values):
                yield number, values
    except csv.Error:
        raise refusal(number + 1) from None


def csv_columns(
    header: Sequence[str], known: Mapping[str, str], refusal: Callable[[str], Exception]
) -> list[str]:
    """Return what each column holds, an unknown one nothing.

    `known` gives the column of a header; `refusal` says what to raise for one that is there twice.
    """
    columns = [known.get(name, "") for name in header]
    for index, column in enumerate(columns):
        if column and column in columns[:index]:
            raise refusal(header[index])
    return columns
