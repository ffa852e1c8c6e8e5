"""Past results as spreadsheets hold them: a match a line, or one line for each seat."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from itertools import groupby

from replays.errors import KaitenError
from tournaments.past_results import cells
from tournaments.people.csv import header_and_lines
from tournaments.people.names import fold
from tournaments.spreadsheets import csv_columns

MOST_MATCHES = 1000
MOST_LINES = 8 * MOST_MATCHES

# Folded, as people and spreadsheets write them.
_OF_MATCH: Mapping[str, str] = {
    **dict.fromkeys(("date", "day", "jour"), "date"),
    **dict.fromkeys(("time", "hour", "heure"), "time"),
    **dict.fromkeys(("game", "jeu"), "game"),
    **dict.fromkeys(("best score", "meilleur score"), "best"),
    **dict.fromkeys(("match", "partie", "id", "no", "n", "number", "numero"), "match"),
    "table": "table",
}
_OF_SEAT: Mapping[str, str] = {
    **dict.fromkeys(("player", "joueur", "joueuse", "name", "nom"), "player"),
    **dict.fromkeys(("score", "points", "pts"), "score"),
    **dict.fromkeys(("place", "rank", "rang", "position", "classement"), "place"),
    **dict.fromkeys(("guest", "invite", "invitee"), "guest"),
}
_NUMBERED = re.compile(r"([a-z]+) ?([1-9][0-9]?)")
_HEADER = "date, game, player 1, score 1, player 2, score 2…"
_GROUPED = ("date", "time", "game", "best", "match", "table")
"""What lines of one match share; an empty cell says the same as the line above."""

Cells = dict[str, str]
Line = tuple[int, Cells]


@dataclass(frozen=True, slots=True)
class SeatCells:
    """Who sat somewhere and what became of them."""

    name: str
    score: int | None = None
    place: int | None = None
    guest: bool = False


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match as the file tells it; `error` is what is wrong with its form."""

    line: int
    """The first of its lines."""
    day: date = date.min
    hour: time | None = None
    game: str = ""
    lowest: bool | None = None
    """Whether the lowest score is the best, if the file says."""
    seats: tuple[SeatCells, ...] = ()
    error: KaitenError | None = None


def read_matches(data: bytes) -> list[PastMatch]:
    """Return the matches of a file, or raise the code of what keeps it from being read at all."""
    header, lines = header_and_lines(data)
    known = {name: _column(fold(name)) for name in header}
    columns = csv_columns(header, known, lambda name: KaitenError("header_twice", column=name[:40]))
    by_seat = _is_by_seat(set(columns))
    matches: list[PastMatch] = []
    for match in _by_seat(_filled(lines, columns)) if by_seat else _by_line(_cells(lines, columns)):
        if len(matches) == MOST_MATCHES:
            raise KaitenError("too_many_matches", 413, limit=MOST_MATCHES)
        matches.append(match)
    return matches


def _column(folded: str) -> str:
    if found := _NUMBERED.fullmatch(folded):
        kind = _OF_SEAT.get(found[1], "")
        return f"{kind} {found[2]}" if kind else ""
    return _OF_MATCH.get(folded) or _OF_SEAT.get(folded, "")


def _is_by_seat(columns: set[str]) -> bool:
    """Say whether each line tells one seat; raise what the header lacks."""
    numbered = any(column.startswith("player ") for column in columns)
    if numbered and "player" in columns:
        raise KaitenError("layouts_mixed")
    if not {"date", "game"} <= columns or not (numbered or "player" in columns):
        raise KaitenError("header_missing", known=_HEADER)
    if not numbered and not {"match", "table"} & columns:
        raise KaitenError("match_column_missing")
    return not numbered


def _cells(lines: Iterable[tuple[int, list[str]]], columns: list[str]) -> Iterator[Line]:
    for number, (line, values) in enumerate(lines):
        if number == MOST_LINES:
            raise KaitenError("too_many_matches", 413, limit=MOST_MATCHES)
        cells = {name: value for name, value in zip(columns, values, strict=False) if name}
        if any(values[len(columns) :]):
            cells["surplus"] = "x"
        yield line, cells


def _by_line(lines: Iterable[Line]) -> Iterator[PastMatch]:
    for line, row in lines:
        numbers = {int(number) for name in row if (number := name.partition(" ")[2])}
        seats = [
            {kind: row.get(f"{kind} {number}", "") for kind in _OF_SEAT.values()}
            for number in sorted(numbers)
        ]
        yield _match(line, row, [seat for seat in seats if any(seat.values())])


def _filled(lines: Iterable[tuple[int, list[str]]], columns: list[str]) -> Iterator[Line]:
    """Yield lines in which an empty cell of the match holds what the one above it does."""
    above: Cells = {}
    for line, row in _cells(lines, columns):
        shared = {name: row.get(name, "") for name in _GROUPED}
        # Another match begins afresh: its time is not that of the one before.
        goes_on = not any(shared[name] not in ("", above.get(name)) for name in _GROUPED)
        kept = ("date", "game") if not goes_on else _GROUPED
        above = {
            name: shared[name] or (above.get(name, "") if name in kept else "") for name in _GROUPED
        }
        yield line, row | above


def _by_seat(lines: Iterable[Line]) -> Iterator[PastMatch]:
    seen: dict[tuple[str, ...], int] = {}
    for key, group in groupby(lines, lambda line: tuple(line[1][name] for name in _GROUPED)):
        rows = list(group)
        line, first = rows[0]
        match = _match(line, first | _surplus(rows), [row for _line, row in rows])
        earlier = seen.setdefault(key, line)
        # A table is used again and again; a match is one.
        if first["match"] and earlier != line:
            match = PastMatch(line, error=KaitenError("match_apart", earlier=earlier))
        yield match


def _surplus(rows: list[Line]) -> Cells:
    return {"surplus": "x"} if any("surplus" in row for _line, row in rows) else {}


def _match(line: int, row: Cells, seats: list[Cells]) -> PastMatch:
    try:
        if "surplus" in row:
            raise KaitenError("too_many_columns")
        day, hour = cells.moment_in(row.get("date", ""), row.get("time", ""))
        if not row.get("game"):
            raise KaitenError("game_missing")
        return PastMatch(
            line,
            day,
            hour,
            row["game"],
            cells.lowest_in(row.get("best", "")),
            tuple(map(_seat, seats)),
        )
    except KaitenError as error:
        return PastMatch(line, game=row.get("game", ""), error=error)


def _seat(row: Cells) -> SeatCells:
    if not row.get("player"):
        raise KaitenError("seat_without_player")
    return SeatCells(
        row["player"],
        cells.score_in(row.get("score", "")),
        cells.place_in(row.get("place", "")),
        cells.guest_in(row.get("guest", "")),
    )
