"""A tournament as lists for a spreadsheet: its players, its pairings, its standings."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from io import StringIO

from tournaments.director.state import State
from tournaments.selectors.tournament_rounds import Labels, round_views
from tournaments.selectors.tournaments import overall_rows, standings_rows, tie_break_codes

CSV_TYPE = "text/csv; charset=utf-8"
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would compute a text that begins so."""

Cell = str | int | float | bool | Fraction | None
Row = list[Cell]


def tournament_csv(kind: str, state: State, labels: Labels) -> str:
    """Return one of the LISTS as CSV."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([written(cell) for cell in row] for row in LISTS[kind](state, labels))
    return text.getvalue()


def _players(state: State, labels: Labels) -> Iterator[Row]:
    yield ["entrant", "player", "label", "present", "dropped", "place"]
    places = {row.entrant: row.place for row in overall_rows(state, labels)}
    for number, row in sorted(state.entrants.items()):
        place = places.get(number)
        yield [number, str(row.player), labels[number], row.present, row.dropped, place]


def _pairings(state: State, labels: Labels) -> Iterator[Row]:
    yield [
        "stage",
        "round",
        "table",
        "game",
        "seat",
        "entrant",
        "label",
        "place",
        "score",
        "points",
        "result",
    ]
    for found in round_views(state, labels):
        at: Row = [found.stage, found.number]
        for table in found.tables:
            for seat in table.seats:
                result = "absent" if seat.absent else table.kind
                who: Row = [table.number, table.game, seat.seat + 1, seat.entrant, seat.label]
                yield [*at, *who, seat.place, seat.score, seat.points, result]
        for result, entrants in (("bye", found.byes), ("absent", found.absent)):
            for number in entrants:
                empty: Row = [None, None, None]
                yield [*at, None, None, None, number, labels[number], *empty, result]


def _standings(state: State, labels: Labels) -> Iterator[Row]:
    stage = state.current
    codes = tie_break_codes(stage) if stage is not None else ()
    yield ["stage", "place", "entrant", "label", "played", "dropped", "points", *_headings(codes)]
    if stage is None:
        return
    kept = [index for index, code in enumerate(codes) if code != "points"]
    for row in standings_rows(state, stage.number, labels):
        values = [row.values[index] for index in kept]
        who: Row = [stage.number, row.place, row.entrant, row.label, row.played, row.dropped]
        yield [*who, row.points, *values]


def _headings(codes: Iterable[str]) -> list[str]:
    return [code for code in codes if code != "points"]


def written(cell: Cell) -> str:
    """Return a cell as the file has it; a text is never taken for a formula."""
    match cell:
        case None:
            return ""
        case bool():
            return "1" if cell else "0"
        case str():
            return f"'{cell}" if cell.startswith(_FORMULAS) else cell
        case _:
            return str(cell)


LISTS: Mapping[str, Callable[[State, Labels], Iterator[Row]]] = {
    "players": _players,
    "pairings": _pairings,
    "standings": _standings,
}
