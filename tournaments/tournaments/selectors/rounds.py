"""Announced rounds: who sits where, what each table brought, who has none."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, get_args
from uuid import UUID

from msgspec import Meta, field

from replays.http.answers import Answer
from replays.models import Match
from tournaments.people.onlooker import Onlooker
from tournaments.tournaments.director.bracket_tables import (
    BracketPlace,
    Places,
    announced_places,
    round_name,
)
from tournaments.tournaments.director.history import table_result
from tournaments.tournaments.director.parts import Kind, Origin
from tournaments.tournaments.director.rankings import scoring_of
from tournaments.tournaments.director.reports import opinions_of
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State, Table
from tournaments.tournaments.models import TableStatus
from tournaments.tournaments.selectors import answers, bracket_names
from tournaments.tournaments.selectors.answers import Labels, named
from tournaments.tournaments.selectors.bracket_names import TableNameAnswer
from tournaments.tournaments.standings.scoring import Award, Why, table_awards

STATUSES = TableStatus.values
KINDS = list(get_args(Kind))
Status = Annotated[
    TableStatus,
    Meta(
        description="Open until something happens; `started` once it is recorded move by move; "
        "`reported` by some at the table, `disputed` where they differ; `provisional` until an "
        "organiser or everybody at the table confirms, then `confirmed`."
    ),
]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads about tables: what those at a table say of it is for them and for organisers."""

    organiser: bool = False
    own: tuple[int, ...] = ()
    """The entrants that the reader plays as."""
    hidden: frozenset[UUID] = frozenset()
    """The matches of the tournament that are not for the reader."""

    def knows_reports(self, table: Table) -> bool:
        return self.organiser or any(number in table.entrants for number in self.own)


def hidden_matches(state: State, onlooker: Onlooker) -> frozenset[UUID]:
    """Return the matches of a tournament that are not for somebody."""
    rounds = [round_ for stage in state.stages.values() for round_ in stage.rounds.values()]
    matches = [table.match for round_ in rounds for table in round_.tables.values()]
    return onlooker.hidden_among(Match.objects.filter(pk__in=matches))


EVERYBODY = Reader()
ORGANISER = Reader(organiser=True)


class ReportAnswer(Answer, frozen=True):
    """How a table ended, as somebody who sits there says."""

    entrant: answers.Number
    label: answers.Label
    at: answers.Moment
    """When it was said last: UTC, microseconds, `Z`."""
    kind: Kind
    """How it ended."""
    places: answers.Numbers | None
    """The place of each seat, in seat order; null where none was told."""
    scores: tuple[int | None, ...] | None
    """The score of each seat, in seat order, null for who was absent; null where none was told."""
    absent: answers.Numbers
    """Who was not there, by number."""
    play_off: answers.Numbers
    """Those who played off a tie, the winner first, by number."""
    agree: int
    """How many others at the table say the same."""
    differ: int
    """How many others say something else."""


class TableSeatAnswer(Answer, frozen=True):
    """One seat at a table, and what it brought."""

    seat: int
    """Counted from 0."""
    entrant: answers.Number
    label: answers.Label
    place: int | None
    """The place at this table, from 1; null without a result and for those who were absent."""
    score: int | None
    """The score at this table; null where none was told."""
    points: answers.Exact | None
    """What the result is worth in the standings, exact, such as 7 or 7/2; null in an elimination
    and without a result."""
    why: Why | None
    """What the points are for, such as `place`, `walk_over` or `no_show`; null without points."""
    absent: bool
    """Whether whoever should sit there did not come."""
    reported: bool
    """Whether whoever sits there has said how it ended."""
    reason: str | None
    """Why the entrant is behind another who was level, in an elimination: `play_off`,
    `former_stage`, `seed` or `shared`; null where the places decide."""


class TableAnswer(Answer, frozen=True):
    """One announced table: who sits there, and its result."""

    number: answers.TableNumber = field(name="table")
    name: TableNameAnswer | None
    """What it is called in an elimination; null elsewhere."""
    game: str
    """The slug of the game."""
    match: UUID | None
    """The match that is played at it; null for one that is not for whoever asks."""
    status: Status
    kind: Kind | None
    """How it ended; null without a result."""
    origin: Origin | None
    """Where the result comes from; null without one."""
    called: bool
    """Whether it waits for an arbiter."""
    extra_seconds: int
    """The time it has more, or less, than the round."""
    seats: tuple[TableSeatAnswer, ...]
    """Who sits there, in seat order."""
    reports: tuple[ReportAnswer, ...] | None
    """What those at the table say, in the order they first did; for them and for organisers, null
    for others."""


class ClockAnswer(Answer, frozen=True):
    """The time of a round."""

    seconds: int
    """How long the round lasts."""
    gone: int
    """Seconds that had passed when it last stood still."""
    since: answers.Moment | None
    """When it was last started; null while it stands still."""


class RoundAnswer(Answer, frozen=True):
    """One announced round: its tables, and who has none."""

    stage: answers.StageNumber
    number: answers.RoundNumber = field(name="round")
    name: TableNameAnswer | None
    """What it is called in an elimination; null elsewhere, and where both halves of a double
    elimination play."""
    complete: bool
    """Whether every table has a result."""
    tables: tuple[TableAnswer, ...]
    """The tables in order."""
    byes: answers.Numbers
    """The entrants who sit out, by number."""
    absent: answers.Numbers
    """The entrants who were not there and miss the round, by number."""
    clock: ClockAnswer | None
    """The time of the round; null before it was first started."""
    labels: answers.Names


class RoundsAnswer(answers.TournamentPartAnswer, frozen=True):
    """The announced rounds of a tournament."""

    rounds: list[RoundAnswer]
    """The rounds that were asked for, in order."""


def round_view(
    state: State, stage_number: int, number: int, labels: Labels, reader: Reader = EVERYBODY
) -> RoundAnswer:
    """Return an announced round; raises `unknown_stage` or `unknown_round`."""
    stage = state.stage(stage_number)
    stage.round(number)
    return _round(stage, number, labels, announced_places(state, stage), reader)


def _round(
    stage: Stage, number: int, labels: Labels, places: Places, reader: Reader
) -> RoundAnswer:
    row = stage.rounds[number]
    return RoundAnswer(
        stage=stage.number,
        number=number,
        name=bracket_names.round_name(round_name(stage, number)),
        complete=row.complete,
        tables=tuple(
            table_view(stage, number, table, labels, places.get((number, table.number)), reader)
            for table in row.tables.values()
        ),
        byes=row.byes,
        absent=row.absent,
        clock=ClockAnswer.from_object(row.clock) if row.clock is not None else None,
        labels=named(labels, row.byes, row.absent),
    )


def round_views(
    state: State,
    labels: Labels,
    reader: Reader = EVERYBODY,
    *,
    stage: int | None = None,
    number: int | None = None,
) -> list[RoundAnswer]:
    """Return the announced rounds in order: all, those of a stage, those with a number.

    Raises `unknown_stage`.
    """
    stages = state.stages.values() if stage is None else [state.stage(stage)]
    return [
        _round(stage_shown, round_, labels, places, reader)
        for stage_shown in stages
        for places in [announced_places(state, stage_shown)]
        for round_ in sorted(stage_shown.rounds)
        if number is None or number == round_
    ]


def table_status(table: Table) -> TableStatus:
    """Return what can be said of a table now."""
    if table.result is not None:
        return TableStatus.CONFIRMED if table.confirmed else TableStatus.PROVISIONAL
    if table.disputed:
        return TableStatus.DISPUTED
    if table.reports:
        return TableStatus.REPORTED
    return TableStatus.STARTED if table.started else TableStatus.OPEN


def table_view(  # noqa: PLR0913  (the table, and how it is looked at)
    stage: Stage,
    round_: int,
    table: Table,
    labels: Labels,
    place: BracketPlace | None,
    reader: Reader = EVERYBODY,
) -> TableAnswer:
    """Return one announced table; `place` is what it is in its bracket, if it is in one."""
    result = table.result
    return TableAnswer(
        number=table.number,
        name=bracket_names.table_name(place.name) if place is not None else None,
        game=stage.rules.games[table.game].game,
        match=None if table.match in reader.hidden else table.match,
        status=table_status(table),
        kind=result.kind if result is not None else None,
        origin=table.origin,
        called=table.called,
        extra_seconds=table.extra_seconds,
        seats=tuple(_seats(stage, round_, table, labels, place)),
        reports=tuple(_reports(table, labels)) if reader.knows_reports(table) else None,
    )


def _reports(table: Table, labels: Labels) -> Iterable[ReportAnswer]:
    for opinion in opinions_of(table):
        yield ReportAnswer.from_object(
            opinion.report,
            entrant=opinion.entrant,
            label=labels[opinion.entrant],
            at=opinion.at,
            agree=len(opinion.agreeing),
            differ=len(opinion.differing),
        )


def _seats(
    stage: Stage, round_: int, table: Table, labels: Labels, place: BracketPlace | None
) -> Iterable[TableSeatAnswer]:
    result = table.result
    awards: dict[int, Award] = {}
    if result is not None and stage.rules.format not in CHAINED:
        scoring = scoring_of(stage.rules)
        counted = table_result(stage, stage.rounds[round_], table, result)
        awards = {award.entrant: award for award in table_awards(counted, scoring)}
    for seat, entrant in enumerate(table.entrants):
        absent = result is not None and entrant in result.absent
        reason = place.reason(entrant) if place is not None else None
        yield TableSeatAnswer(
            seat=seat,
            entrant=entrant,
            label=labels[entrant],
            place=result.places[seat] if result and result.places and not absent else None,
            score=result.scores[seat] if result and result.scores and not absent else None,
            points=awards[entrant].points if awards else None,
            why=awards[entrant].why if awards else None,
            absent=absent,
            reported=entrant in table.reports,
            reason=reason.value if reason is not None else None,
        )
