"""A club's old rating list as a spreadsheet saves it: where the players of a ladder begin."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.ladders.ratings.rules import MOST_MATCHES
from tournaments.people.names import fold
from tournaments.spreadsheets import csv_columns, csv_rows, separator_of

MOST_LINES = 5000
MOST_RATING = 10_000
_SHOWN = 40

# Folded headers, in English and French.
_HEADERS: Mapping[str, str] = {
    "player": "player",
    "joueur": "player",
    "name": "name",
    "nom": "name",
    "rating": "rating",
    "elo": "rating",
    "cote": "rating",
    "matches": "matches",
    "parties": "matches",
}
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,20})?")
_COUNT = re.compile(r"[0-9]{1,9}")


class StartLine(NamedTuple):
    """What the list says of one player."""

    line: int
    """The number that a spreadsheet shows for it."""
    name: str
    player: str
    """The id that the list gives, as canonical text, or nothing."""
    rating: float
    matches: int


def read_start_list(text: str, most: float = MOST_RATING) -> tuple[StartLine, ...]:
    """Return the lines of a list in their order, or raise the code of the first that is wrong."""
    text = text.removeprefix("\ufeff")
    separator = separator_of(text)
    rows = csv_rows(text, separator, lambda line: RuleViolation("start_list_not_csv", line=line))
    header = next(rows, None)
    if header is None:
        raise RuleViolation("start_list_empty")
    columns = _columns(header[1])
    lines: list[StartLine] = []
    for number, values in rows:
        if len(lines) == MOST_LINES:
            raise RuleViolation("start_list_too_long", limit=MOST_LINES)
        cells = _cells(number, columns, values)
        lines.append(_line(number, cells, most, decimal_comma=separator != ","))
    if not lines:
        raise RuleViolation("start_list_empty")
    _refuse_twice(lines)
    return tuple(lines)


def _columns(header: Sequence[str]) -> list[str]:
    """Return what each column holds; one without a header holds nothing."""
    unknown = [name for name in header if name and fold(name) not in _HEADERS]
    if unknown:
        raise RuleViolation("unknown_columns", names=", ".join(unknown)[:200])
    known = {name: _HEADERS.get(fold(name), "") for name in header}
    columns = csv_columns(
        header, known, lambda name: RuleViolation("start_column_twice", column=name)
    )
    missing = [] if "name" in columns or "player" in columns else ["name"]
    if "rating" not in columns:
        missing.append("rating")
    if missing:
        raise RuleViolation("missing_columns", names=", ".join(missing))
    return columns


def _cells(line: int, columns: Sequence[str], values: Sequence[str]) -> dict[str, str]:
    cells: dict[str, str] = {}
    for index, value in enumerate(values):
        column = columns[index] if index < len(columns) else ""
        if column:
            cells[column] = value
        elif value:
            # "Ana,1512,5": the comma of a decimal made a cell of its own.
            raise RuleViolation("start_line_too_long", line=line)
    return cells


def _line(line: int, cells: Mapping[str, str], most: float, *, decimal_comma: bool) -> StartLine:
    name, player = cells.get("name", ""), cells.get("player", "")
    if not name and not player:
        raise RuleViolation("start_name_missing", line=line)
    if player:
        try:
            player = str(UUID(player))
        except ValueError:
            raise RuleViolation("bad_start_player", line=line, value=player[:_SHOWN]) from None
    written = cells.get("rating", "")
    number = written.replace(",", ".") if decimal_comma else written
    rating = float(number) if _NUMBER.fullmatch(number) else 0.0
    if not 0.0 < rating <= most:
        raise RuleViolation("bad_start_rating", line=line, value=written[:_SHOWN], most=most)
    counted = cells.get("matches", "") or "0"
    if not _COUNT.fullmatch(counted) or int(counted) > MOST_MATCHES:
        raise RuleViolation("bad_start_matches", line=line, value=counted[:_SHOWN])
    return StartLine(line, name, player, rating, int(counted))


def _refuse_twice(lines: Sequence[StartLine]) -> None:
    """Raise `player_listed_twice`; two people of one name are told apart by two ids."""
    by_id: dict[str, StartLine] = {}
    by_name: dict[str, StartLine] = {}
    for line in lines:
        earlier = by_id.get(line.player) if line.player else None
        key = fold(line.name) or line.name
        namesake = by_name.get(key)
        if namesake is not None and not (line.player and namesake.player):
            earlier = earlier or namesake
        if earlier is not None:
            raise RuleViolation(
                "player_listed_twice",
                line=line.line,
                first=earlier.line,
                name=line.name or line.player,
            )
        by_id[line.player] = line
        by_name.setdefault(key, line)
