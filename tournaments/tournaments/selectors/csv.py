"""A tournament as lists for a spreadsheet: its players, its pairings, its standings."""

from collections.abc import Callable, Iterator, Mapping

from tournaments.spreadsheets import Row, csv_text
from tournaments.tournaments.director.rankings import has_group_tables
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.rounds import round_views
from tournaments.tournaments.selectors.standings import (
    begun_stages,
    overall_rows,
    standings_rows,
    tie_break_codes,
    usual_stage,
    whole_rows,
)

_PAIRINGS = "stage,round,table,game,seat,entrant,label,place,score,points,result"


def tournament_csv(kind: str, state: State, labels: Labels, stage: int | None = None) -> str:
    """Return one of the LISTS as CSV; standings are those of a stage, if one is named.

    Raises `unknown_stage`.
    """
    if kind == "standings":
        return csv_text(_standings(state, labels, stage))
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


def _standings(state: State, labels: Labels, stage: int | None = None) -> Iterator[Row]:
    number = usual_stage(state) if stage is None else stage
    if number and state.stages:
        yield from _of_stage(state, state.stage(number), labels)
    else:
        yield from _of_everything(state, labels)


def _of_stage(state: State, stage: Stage, labels: Labels) -> Iterator[Row]:
    columns = _ranking(stage)
    grouped = has_group_tables(state, stage)
    head: Row = ["stage", "place", *(["group", "group_place"] if grouped else [])]
    head += ["entrant", "label", "played", "dropped", "points"]
    yield [*head, *columns.values(), "reason"]
    for row in standings_rows(state, stage.number, labels):
        values = [row.values[index] for index in columns] if row.values else [None] * len(columns)
        place: Row = [stage.number, row.place, *([row.group, row.group_place] if grouped else [])]
        who: Row = [row.entrant, row.label, row.played, row.dropped]
        yield [*place, *who, row.points, *values, row.reason]


def _of_everything(state: State, labels: Labels) -> Iterator[Row]:
    """Yield everybody with the columns of every stage: `2_place` is the place in stage 2."""
    stages = {stage.number: _ranking(stage) for stage in begun_stages(state)}
    head: Row = ["stage", "place", "entrant", "label", "played", "dropped"]
    for number, columns in stages.items():
        names = ("place", "played", "points", *columns.values())
        head += [f"{number}_{name}" for name in names]
    yield [*head, "reason"]
    for row in whole_rows(state, labels):
        reached = {line.stage: line for line in row.stages}
        cells: Row = [max(reached), row.place, row.entrant, row.label, row.played, row.dropped]
        for number, columns in stages.items():
            line = reached.get(number)
            if line is None:
                cells += [None] * (3 + len(columns))
            else:
                cells += [line.place, line.played, line.points]
                cells += [line.values[index] for index in columns]
        yield [*cells, row.reason]


def _ranking(stage: Stage) -> dict[int, str]:
    """Return what ranks a stage beside its points, by position."""
    codes = tie_break_codes(stage)
    return {index: code for index, code in enumerate(codes) if code != "points"}


LISTS: Mapping[str, Callable[[State, Labels], Iterator[Row]]] = {
    "players": _players,
    "pairings": _pairings,
    "standings": _standings,
}
