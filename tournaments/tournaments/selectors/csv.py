"""A tournament as lists for a spreadsheet: its players, its pairings, its standings."""

from collections.abc import Callable, Iterator, Mapping

from tournaments.spreadsheets import Row, csv_text
from tournaments.tournaments.director.rankings import has_group_tables
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.rounds import round_views
from tournaments.tournaments.selectors.standings import (
    overall_rows,
    standings_rows,
    tie_break_codes,
)

_PAIRINGS = "stage,round,table,game,seat,entrant,label,place,score,points,result"


def tournament_csv(kind: str, state: State, labels: Labels) -> str:
    """Return one of the LISTS as CSV."""
    return csv_text(LISTS[kind](state, labels))


def _players(state: State, labels: Labels) -> Iterator[Row]:
    yield ["entrant", "player", "label", "present", "dropped", "place", "reason"]
    places = {row.entrant: (row.place, row.reason) for row in overall_rows(state, labels)}
    for number, row in sorted(state.entrants.items()):
        who: Row = [number, str(row.player), labels[number], row.present, row.dropped]
        yield [*who, *places.get(number, (None, None))]


def _pairings(state: State, labels: Labels) -> Iterator[Row]:
    yield [*_PAIRINGS.split(",")]
    for round_ in round_views(state, labels):
        at: Row = [round_.stage, round_.number]
        for table in round_.tables:
            for seat in table.seats:
                ended = "absent" if seat.absent else table.kind or ""
                who: Row = [table.number, table.game, seat.seat + 1, seat.entrant, seat.label]
                yield [*at, *who, seat.place, seat.score, seat.points, ended]
        for result, entrants in (("bye", round_.byes), ("absent", round_.absent)):
            for number in entrants:
                empty: Row = [None, None, None]
                yield [*at, None, None, None, number, labels[number], *empty, result]


def _standings(state: State, labels: Labels) -> Iterator[Row]:
    stage = state.current
    codes = tie_break_codes(stage) if stage is not None else ()
    columns = {index: code for index, code in enumerate(codes) if code != "points"}
    grouped = stage is not None and has_group_tables(state, stage)
    head: Row = ["stage", "place", *(["group", "group_place"] if grouped else [])]
    head += ["entrant", "label", "played", "dropped", "points"]
    yield [*head, *columns.values(), "reason"]
    if stage is None:
        return
    for row in standings_rows(state, stage.number, labels):
        values = [row.values[index] for index in columns]
        place: Row = [stage.number, row.place, *([row.group, row.group_place] if grouped else [])]
        who: Row = [row.entrant, row.label, row.played, row.dropped]
        yield [*place, *who, row.points, *values, row.reason]


LISTS: Mapping[str, Callable[[State, Labels], Iterator[Row]]] = {
    "players": _players,
    "pairings": _pairings,
    "standings": _standings,
}
