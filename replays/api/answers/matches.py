"""Matches as lists show them, and what writing to one does."""

import json
from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from typing import Annotated, Any, NamedTuple, Self
from uuid import UUID

from msgspec import Meta

from games.core.words import Words
from replays import ports
from replays.events import Quoted, quote
from replays.http.answers import Answer
from replays.http.problems import words_of
from replays.installed import missing_rules
from replays.models import Match
from replays.services.append import Appended
from replays.services.undo import AmendmentPreview

STATUSES = Match.Status.values
MatchId = Annotated[UUID, Meta(description="The match.")]
Version = Annotated[int, Meta(description="The newest version of the log: how many events it has.")]
Status = Annotated[
    Match.Status,
    Meta(
        description="Open while it is played; else whether it was played to the end, only its "
        "result was reported, it was stopped early, abandoned without a result, or voided."
    ),
]


class Known(NamedTuple):
    """What is known of matches beside their rows, asked for once for all."""

    labels: Mapping[UUID, str]
    """The public names of whoever sits there."""
    opened: Set[UUID]
    """The clubs whose matches whoever asks sees whole once they are over."""


class SeatAnswer(Answer, frozen=True):
    """One place at a match: who sits there, and how it ended for them."""

    seat: int
    """Counted from 0."""
    player: UUID | None
    """Who sits there; null for nobody in particular."""
    label: str | None
    """The public name of the player."""
    place: int | None
    """The place that counts, from 1; null while there is none."""
    score: int | None
    """The score that counts; null while there is none."""
    reported_place: int | None
    """The place that people told, which may differ from what the record gives."""
    reported_score: int | None
    """The score that people told, which may differ from what the record gives."""
    confirmed: bool
    """Whether whoever sits there agreed to the result as it stands."""


class MatchAnswer(Answer, frozen=True):
    """One sitting of a game."""

    id: MatchId
    club: UUID
    """The club whose match it is."""
    game: str
    """The slug of the game."""
    rules: int
    """The version of the rules it is played by."""
    rules_installed: bool
    """False when no package here has these rules: it can be listed, exported and verified only. One
    that ends meanwhile has no `content_hash` until they are back."""
    options: dict[str, Any]
    """Every option of the game with its value."""
    source: Match.Source
    """Whether it is played at a table, online or between bots."""
    rated: bool | None
    """Decided when it began; null leaves it to each ladder."""
    parent: UUID | None
    """The match that it was played on from, against bots; null for any other."""
    parent_ply: int | None
    """The step of the parent from which on they differ."""
    imported: bool
    """Brought in as a file: Kaiten vouches for no roll and no draw before that."""
    title: str
    """What is played, for a game that Kaiten has no rules for; otherwise empty."""
    status: Status
    visibility: ports.Level
    """Who finds it: everybody, whoever has its address (`unlisted`), or its club alone."""
    result_kind: Match.ResultKind | None
    """Where the result comes from: the record, people, an arbiter, or an agreement; null while
    there is none."""
    ending: str | None
    """How the rules say that it ended; null while it goes on."""
    content_hash: str | None
    """The same for every record of the same setup and events in the same order; null while it goes
    on, and for whoever may not see all of it."""
    created_at: datetime
    """When it began."""
    ended_at: datetime | None
    """When it ended; null while it goes on."""
    seats: list[SeatAnswer]
    """The places at the match, in order."""

    @classmethod
    def from_row(cls, row: Match, known: Known, **more: object) -> Self:
        """Return a match with what is known beside its row."""
        return cls.from_object(
            row,
            club=row.club_id,
            parent=row.parent_id,
            rules_installed=missing_rules(row.game, row.rules) is None,
            imported=row.came_as_file,
            options=json.loads(row.options),
            result_kind=row.result_kind or None,
            ending=row.ending or None,
            # A hash of what somebody hid can be guessed back.
            content_hash=(row.club_id in known.opened and row.content_hash) or None,
            seats=[
                SeatAnswer.from_object(
                    seat,
                    player=seat.player_id,
                    label=known.labels.get(seat.player_id) if seat.player_id else None,
                )
                for seat in row.seatings.all()
            ],
            **more,
        )


class MatchDetailAnswer(MatchAnswer, frozen=True):
    """One sitting of a game, with the version that a write has to name."""

    version: Version


class WrittenAnswer(Answer, frozen=True):
    """What a write appended to a match."""

    match: MatchId
    first_version: int
    """The version of the first event that was appended."""
    last_version: int
    """The version of the last one: what the next write puts into If-Match."""
    repeated: bool
    """True when the Idempotency-Key had been seen: nothing was written this time."""
    status: Status
    finished: bool
    """True when the match has ended."""

    @classmethod
    def from_append(cls, appended: Appended, status: str) -> Self:
        """Return what an append did to a match that is now of this status."""
        return cls.from_object(
            appended, match=appended.stream_id, status=status, finished=status != Match.Status.OPEN
        )


class QuotedAnswer(Quoted, frozen=True):
    """An event of a game inside an answer."""


class DroppedAnswer(Answer, frozen=True):
    """An event that an amendment would take out of the effective log."""

    version: int
    """Where it was recorded: what `dropped` of the amendment must name."""
    type: str
    """The kind of event."""
    schema: int
    """The version of its payload."""
    payload: dict[str, Any]
    """What happened, as the game writes it."""


class ViolationAnswer(Answer, frozen=True):
    """What the rules refuse."""

    code: str
    """Stable, snake_case."""
    detail: str
    """One sentence in the language of the request."""


class AmendmentPreviewAnswer(Answer, frozen=True):
    """What a correction would do, before anybody makes it."""

    match: MatchId
    version: int
    """The version this was computed for."""
    ply: int
    """Where in the effective log the replacement would stand."""
    legal: bool
    """False when the replacement cannot happen there."""
    violation: ViolationAnswer | None
    """Why it is refused, or why the first dropped event no longer fits."""
    dropped: list[DroppedAnswer]
    """The events that would no longer count."""

    @classmethod
    def from_preview(cls, match_id: UUID, preview: AmendmentPreview, words: Words | None) -> Self:
        """Return a preview in the words of its game."""
        broken = preview.violation
        return cls.from_object(
            preview,
            match=match_id,
            violation=broken
            and ViolationAnswer(broken.code, words_of(broken.code, broken.params, words=words)),
            dropped=[
                DroppedAnswer.from_object(quote(ply.event), version=ply.version)
                for ply in preview.dropped
            ],
        )


def match_answers(rows: Sequence[Match], actor: ports.Actor, language: str) -> list[MatchAnswer]:
    """Return matches as an actor may know them."""
    known = _known(rows, actor, language)
    return [MatchAnswer.from_row(row, known) for row in rows]


def match_answer(row: Match, version: int, actor: ports.Actor, language: str) -> MatchDetailAnswer:
    """Return one match with its version."""
    return MatchDetailAnswer.from_row(row, _known([row], actor, language), version=version)


def _known(rows: Sequence[Match], actor: ports.Actor, language: str) -> Known:
    seated = {seat.player_id for row in rows for seat in row.seatings.all()}
    return Known(
        ports.people().labels({player for player in seated if player is not None}, language),
        ports.policy().opened(actor, {row.club_id for row in rows if row.content_hash}),
    )
