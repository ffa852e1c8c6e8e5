"""A list of players as spreadsheets save it, in any usual encoding, in English or French."""

import codecs
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from replays.errors import KaitenError
from tournaments.people.names import fold
from tournaments.spreadsheets import csv_columns, csv_rows, separator_of

_COLUMNS = ("first_name", "last_name", "nickname", "display", "guest", "minor")
LARGEST_FILE = 512 * 1024
MOST_ROWS = 1000

# Folded, as people and spreadsheets write them.
_HEADERS: Mapping[str, str] = {
    **dict.fromkeys(("first name", "firstname", "given name", "prenom"), "first_name"),
    **dict.fromkeys(("last name", "lastname", "surname", "family name"), "last_name"),
    **dict.fromkeys(("nom", "nom de famille"), "last_name"),
    **dict.fromkeys(("nickname", "pseudo", "surnom"), "nickname"),
    **dict.fromkeys(("display", "shown as", "affichage"), "display"),
    **dict.fromkeys(("guest", "invite"), "guest"),
    **dict.fromkeys(("minor", "mineur", "mineure"), "minor"),
}
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


def read_rows(data: bytes) -> list[CsvRow]:
    """Return the rows of a file, or raise the code of what keeps it from being read at all."""
    header, lines = header_and_lines(data)
    columns = _columns(header)
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
    if len(data) > LARGEST_FILE:
        raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
    text = decoded(data)
    lines = csv_rows(text, separator_of(text), lambda line: KaitenError("list_not_csv", line=line))
    first = next(lines, None)
    if first is None:
        raise KaitenError("list_empty")
    return first[1], lines


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
    known = {name: _HEADERS.get(fold(name), "") for name in header}
    if not {"first_name", "nickname"} & set(known.values()):
        raise KaitenError("header_missing", known=", ".join(_COLUMNS))
    return csv_columns(header, known, lambda name: KaitenError("header_twice", column=name[:40]))


def _row(line: int, columns: list[str], values: list[str]) -> CsvRow:
    if any(values[len(columns) :]):
        return CsvRow(line, error="too_many_columns")
    cells = {name: value for name, value in zip(columns, values, strict=False) if name}
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
