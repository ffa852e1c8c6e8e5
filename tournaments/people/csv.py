"""A list of players as spreadsheets save it, in any usual encoding, in English or French."""

import codecs
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from replays.errors import KaitenError
from tournaments.people.layouts import COLUMNS, NAMES, WHOLE_NAME, Layout, by_header
from tournaments.people.names import fold
from tournaments.people.pasted_names import split_name
from tournaments.spreadsheets import csv_columns, csv_rows, separator_of

LARGEST_FILE = 512 * 1024
MOST_ROWS = 5000

# Folded, as people write them.
_DISPLAYS: Mapping[str, str] = {
    **dict.fromkeys(("", "initial", "initiale"), "initial"),
    **dict.fromkeys(("full", "full name", "complet", "nom complet"), "full"),
    **dict.fromkeys(("nickname", "pseudo", "surnom"), "nickname"),
    **dict.fromkeys(("hidden", "cache", "masque"), "hidden"),
}
FLAGS: Mapping[str, bool] = {
    **dict.fromkeys(("", "no", "non", "false", "faux", "0"), False),
    **dict.fromkeys(("yes", "oui", "true", "vrai", "1", "x"), True),
}


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One line of the file; `error` is the code of what is wrong with its form."""

    line: int
    first_name: str = ""
    last_name: str = ""
    nickname: str = ""
    display: str = "initial"
    guest: bool = False
    minor: bool = False
    error: str = ""


def read_rows(data: bytes, layout: Layout | None = None) -> list[CsvRow]:
    """Return the rows of a file, or raise the code of what keeps it from being read at all.

    Without a layout the first line must name the columns.
    """
    if layout is None:
        header, lines = header_and_lines(data)
        return _rows(_columns(header), lines)
    text = text_of(data)
    if not layout.separator:
        return read_names(text, header=layout.header)
    lines = _lines(text, layout.separator)
    if layout.header:
        next(lines, None)
    return _rows(layout.columns, lines)


def read_names(text: str, *, header: bool = False) -> list[CsvRow]:
    """Return the names of a text, one a line; the first one is left out if it is a `header`."""
    lines = ((number, [line]) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    if header:
        next(lines, None)
    return _rows((WHOLE_NAME,), lines)


def first_cells(text: str, layout: Layout, lines: int) -> list[list[str]]:
    """Return what stands in the first lines of a list, a header among them."""
    if not layout.separator:
        filled = (line.strip() for line in text.splitlines() if line.strip())
        return [[line] for line in islice(filled, lines)]
    return [values for _number, values in islice(_lines(text, layout.separator), lines)]


def _rows(columns: Sequence[str], lines: Iterable[tuple[int, list[str]]]) -> list[CsvRow]:
    rows: list[CsvRow] = []
    for line, values in lines:
        if len(rows) == MOST_ROWS:
            raise KaitenError("too_many_rows", 413, limit=MOST_ROWS)
        rows.append(_row(line, columns, values))
    return rows


def header_and_lines(data: bytes) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """Return the first line of a file and the numbered ones below it.

    Raises `file_too_large`, `list_empty`, `list_not_text` or, when it gets there, `list_not_csv`.
    """
    text = text_of(data)
    lines = _lines(text, separator_of(text))
    first = next(lines, None)
    if first is None:
        raise KaitenError("list_empty")
    return first[1], lines


def text_of(data: bytes) -> str:
    """Return the text of a file; raises `file_too_large` or `list_not_text`."""
    if len(data) > LARGEST_FILE:
        raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
    return decoded(data)


def _lines(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    return csv_rows(text, separator, lambda line: KaitenError("list_not_csv", line=line))


def decoded(data: bytes) -> str:
    """Return the text of a spreadsheet file, or raise `list_not_text`.

    French Excel writes Windows-1252, or UTF-8 and UTF-16 with a mark in front.
    """
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ["utf-16"] if marked else ["utf-8-sig", "cp1252"]:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(letter < " " and letter not in "\t\r\n" for letter in text):
            return text
    raise KaitenError("list_not_text")


def _columns(header: list[str]) -> list[str]:
    known = dict(zip(header, by_header(header), strict=True))
    if not NAMES & set(known.values()):
        raise KaitenError("header_missing", known=", ".join(COLUMNS))
    return csv_columns(header, known, lambda name: KaitenError("header_twice", column=name[:40]))


def _row(line: int, columns: Sequence[str], values: list[str]) -> CsvRow:
    if any(values[len(columns) :]):
        return CsvRow(line, error="too_many_columns")
    cells = {name: value for name, value in zip(columns, values, strict=False) if name}
    if WHOLE_NAME in cells:
        first, last, nickname = split_name(cells[WHOLE_NAME])
        whole = {"first_name": first, "last_name": last, "nickname": nickname}
        cells = whole | {name: value for name, value in cells.items() if value}
    display = _DISPLAYS.get(fold(cells.get("display", "")))
    guest, minor = (FLAGS.get(fold(cells.get(name, ""))) for name in ("guest", "minor"))
    error = "unknown_flag" if guest is None or minor is None else ""
    return CsvRow(
        line=line,
        first_name=cells.get("first_name", ""),
        last_name=cells.get("last_name", ""),
        nickname=cells.get("nickname", ""),
        display=display or "initial",
        guest=bool(guest),
        minor=bool(minor),
        error="unknown_display" if display is None else error,
    )
