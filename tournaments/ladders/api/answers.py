"""What ladders answer with. Ratings are float64, never rounded here."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta

from replays.http.answers import Answer
from replays.ports import Level, Onlooker
from tournaments.ladders.models import Ladder, LadderNote, LadderStatus, LadderUsual, NoteCause
from tournaments.ladders.ratings.rating_system import Change
from tournaments.ladders.ratings.rules import System, rules_from_data
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.selectors.forecasts import Planned
from tournaments.ladders.selectors.ladders import MatchRating, ladder_list
from tournaments.ladders.words import change_words, ladder_title, reason_words
from tournaments.people.api.answers import ClubId, ClubName, Labels, NamedPlayerAnswer, PlayerLabel
from tournaments.people.selectors.players import labels_of

STATUSES = LadderStatus.values
LadderId = Annotated[UUID, Meta(description="The ladder.")]
LadderTitle = Annotated[
    str, Meta(description="Its title; that of a usual ladder in the reader's language.")
]
Status = Annotated[LadderStatus, Meta(description="Whether it goes on or its numbers stand.")]
SystemName = Annotated[System, Meta(description="How it rates.")]
MatchId = Annotated[UUID, Meta(description="The match.")]
Place = Annotated[int, Meta(description="The place in the match, from 1.")]
Text = Annotated[str, Meta(description="The change in a sentence; empty where there is none.")]


class LadderAnswer(Answer, frozen=True):
    """A rating list of a club."""

    id: LadderId
    club: ClubId
    club_name: ClubName
    title: LadderTitle
    usual: LadderUsual
    """Whether it is the ladder of all games or of one; empty for a ladder of the club's own."""
    status: Status
    visibility: Level
    """Who finds it: everybody, whoever has its address (`unlisted`), or its club alone."""
    system: SystemName
    rules: dict[str, Any]
    """Every rule of the ladder with its value."""
    period_of: UUID | None
    """The ladder whose players it goes on with."""
    period_of_title: str | None
    """The title of that ladder."""
    players: int
    """Everybody who has a rating, hidden or not."""
    matches: int
    """Rated matches."""
    waiting: int
    """Changes the workers have yet to follow."""
    version: int
    """How many changes its rules and lists have had: what a write may put into If-Match."""
    created_at: datetime
    """When it began."""
    frozen_at: datetime | None
    """Since when its numbers stand; null while it goes on."""


class RatingPartAnswer(Answer, frozen=True):
    """What one opponent contributed to a change."""

    opponent: UUID
    """The opponent."""
    label: PlayerLabel
    delta: float
    """What this opponent contributed to the change."""


class ChangeAnswer(NamedPlayerAnswer, frozen=True):
    """What a match did to the rating of one player."""

    match: MatchId
    ended_at: datetime | None
    """When it ended; null where a frozen ladder keeps a match that goes on again."""
    place: Place
    mu_before: float
    """The rating before."""
    mu: float
    """The rating after."""
    sigma_before: float
    """How unsure it was."""
    sigma: float
    """How unsure it is."""
    shown_before: float
    """What the ladder showed before."""
    shown: float
    """What the ladder showed after."""
    delta: float
    """How much mu moved; its parts add up to it."""
    factor: float
    """The K that applied; 0 in a system without one."""
    parts: list[RatingPartAnswer]
    """One per rated opponent, in the order of the seats."""
    text: Text


class MatchOnLadderAnswer(Answer, frozen=True):
    """What one ladder says about one match."""

    ladder: LadderId
    title: LadderTitle
    match: MatchId
    rated: bool
    """Whether it counts, or will once it is over."""
    reason: str
    """Why the ladder does not count the match, a stable code; empty if it does."""
    detail: str
    """The same in a sentence."""
    changes: list[ChangeAnswer]
    """Empty until a worker has rated it."""


class MatchRatingsAnswer(Answer, frozen=True):
    """What the ladders of its club say about a match."""

    match: MatchId
    ladders: list[MatchOnLadderAnswer]
    """Every ladder of the club that is for whoever asks."""


class MoveAnswer(NamedPlayerAnswer, frozen=True):
    """Whose rating is another one since."""

    before: float | None
    """What was shown; null: was not on the ladder."""
    after: float | None
    """What is shown; null: is not on the ladder."""


class NoteAnswer(Answer, frozen=True):
    """What a re-rating changed."""

    id: UUID
    """The note."""
    at: datetime
    """When it was rated anew."""
    cause: NoteCause
    """Why, as a stable code."""
    text: str
    """The cause in words."""
    subject: UUID
    """The match, the player or the ladder it was about."""
    subject_label: str
    """The public name of the player or the title of the ladder; empty for a match."""
    since: datetime | None
    """From which match on; null: everything, from nothing."""
    matches: int
    """How many matches were rated anew."""
    moves: list[MoveAnswer]
    """The largest moves first, at most 50."""


class WorkedAnswer(Answer, frozen=True):
    """What rating anew did."""

    ladder: LadderId
    title: LadderTitle
    matches: int
    """How many matches were rated, first or anew."""
    moved: int
    """How many players have another rating now."""


class UsualAnswer(Answer, frozen=True):
    """The ladders that every club has."""

    begun: int
    """How many were not there yet."""
    ladders: list[LadderAnswer]
    """All of them."""


class PlannedAnswer(NamedPlayerAnswer, frozen=True):
    """One seat of a planned table."""

    rated: bool
    """False for a seat that the ladder skips."""
    shown: float | None
    """What the ladder shows now; null for a seat that it skips."""
    first: float | None
    """The chance to be first, 0 to 1."""
    score: float | None
    """The share of opponents they should beat, 0 to 1."""
    shown_after: float | None
    """What the ladder would show; null without places."""
    delta: float | None
    """How much mu would move; null without places."""
    parts: list[RatingPartAnswer]
    """What each opponent would contribute; empty without places."""
    text: Text


class ForecastAnswer(Answer, frozen=True):
    """What a ladder expects of a planned table, and what a result would change."""

    ladder: LadderId
    title: LadderTitle
    version: int
    """The version of the ladder."""
    players: list[PlannedAnswer]
    """The seats, in the order they were sent."""


def ladders(rows: Iterable[Any], onlooker: Onlooker) -> list[LadderAnswer]:
    """Return ladders that `with_counts` has counted; those before them in one query."""
    marked = onlooker.mark(rows)
    before = {row.period_of for row in marked if row.period_of}
    known = onlooker.visible(ladder_list().filter(pk__in=before)) if before else ()
    titles = {one.id: ladder_title(one) for one in known}
    return [
        LadderAnswer.from_object(
            row,
            club=row.club_id,
            club_name=row.club.name,
            title=ladder_title(row),
            period_of=row.period_of if row.period_of in titles else None,
            period_of_title=titles.get(row.period_of),
            players=row.player_count,
            matches=row.match_count,
        )
        for row in marked
    ]


def changes(
    ladder: Ladder, match: UUID, ended_at: datetime | None, table: Sequence[Change], labels: Labels
) -> list[ChangeAnswer]:
    system = system_of(rules_from_data(ladder.rules))
    places = {one.player: one.place for one in table}
    return [
        ChangeAnswer.from_object(
            change,
            label=labels.get(change.player, ""),
            match=match,
            ended_at=ended_at,
            mu_before=change.before.mu,
            sigma_before=change.before.sigma,
            shown_before=system.shown(change.before.mu, change.before.sigma),
            shown=system.shown(change.mu, change.sigma),
            parts=_parts(change, labels),
            text=change_words(change, places, labels, ladder.system),
        )
        for change in table
    ]


def match_on_ladders(
    match: UUID, ended_at: datetime | None, ratings: Sequence[MatchRating]
) -> list[MatchOnLadderAnswer]:
    labels = labels_of({change.player for one in ratings for change in one.changes})
    return [
        MatchOnLadderAnswer.from_object(
            one,
            ladder=one.ladder.id,
            title=ladder_title(one.ladder),
            match=match,
            detail=reason_words(one.reason) if one.reason else "",
            changes=changes(one.ladder, match, ended_at, one.changes, labels),
        )
        for one in ratings
    ]


def notes(ladder: Ladder, rows: Iterable[LadderNote]) -> list[NoteAnswer]:
    """Return re-ratings of a ladder with the public names of whoever they moved."""
    read = [(row, [(UUID(id_), was, now) for id_, was, now in row.moves]) for row in rows]
    subjects = {row.subject for row, _moves in read if row.cause == NoteCause.PLAYER}
    labels = labels_of(subjects | {player for _row, moves in read for player, *_ in moves})
    named = {ladder.id: ladder_title(ladder), **labels}
    return [
        NoteAnswer.from_object(
            row,
            text=row.get_cause_display(),
            subject_label=named.get(row.subject, ""),
            moves=[MoveAnswer(one, labels.get(one, ""), was, now) for one, was, now in moves],
        )
        for row, moves in read
    ]


def planned(ladder: Ladder, table: Sequence[Planned]) -> list[PlannedAnswer]:
    """Return what is expected of a table and what its result, if there is one, would change."""
    labels = labels_of([seat.player for seat in table])
    places = {seat.player: seat.change.place for seat in table if seat.change}
    return [
        PlannedAnswer.from_object(
            seat,
            label=labels.get(seat.player, ""),
            first=seat.chance and seat.chance.first,
            score=seat.chance and seat.chance.score,
            delta=seat.change and seat.change.delta,
            parts=_parts(seat.change, labels) if seat.change else [],
            text=change_words(seat.change, places, labels, ladder.system) if seat.change else "",
        )
        for seat in table
    ]


def _parts(change: Change, labels: Labels) -> list[RatingPartAnswer]:
    return [
        RatingPartAnswer(part.opponent, labels.get(part.opponent, ""), part.delta)
        for part in change.parts
    ]
