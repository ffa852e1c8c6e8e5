"""The events of a match's life and of undo; the events of a game live in its own folder."""

from typing import Any, Literal, get_args
from uuid import UUID

import msgspec

from games.core.errors import RuleViolation
from games.core.events import Event, decode_payload, event_type
from games.core.setup import OptionValue, Setup
from games.core.upcasting import upcaster

Source = Literal["table", "online", "bots"]
Audience = Literal["scorekeepers", "club", "public"]
"""Whom a comment is for; one for the scorekeepers alone is a note."""
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
StopReason = Literal["time", "left", "other"]
StopResult = Literal["score", "places", "none"]

Places = tuple[int, ...]
Scores = tuple[int, ...]


class Quoted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game event inside an event of the log."""

    type: str
    """The kind of event."""
    schema: int
    """The version of its payload."""
    payload: dict[str, Any]
    """What happened, as the game writes it."""

    def event(self) -> Event:
        """Return the event itself, upcast to its current schema."""
        return decode_payload(self.type, self.schema, msgspec.json.encode(self.payload))


def quote(event: Event) -> Quoted:
    """Return a game event as it stands inside an event of the log."""
    return Quoted(event.type, event.schema, plain(event))


def plain(value: msgspec.Struct) -> dict[str, Any]:
    """Return an event or a part of one as JSON has it: texts, numbers, lists and objects."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return data


class Parent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match that another one was played on from, and where they part."""

    match: UUID
    version: int
    """The version of its log by which the step is counted."""
    ply: int


@event_type("match.created", schema=3)
class MatchCreated(Event, frozen=True):
    """A match began: its setup, who sits where, whose club, how it is recorded, if it is rated."""

    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]
    players: tuple[UUID | None, ...]
    club: UUID
    source: Source
    rated: bool | None = None
    """Whether it counts for ratings; None leaves that to each ladder."""
    parent: Parent | None = None
    """What it was played on from; None for a match that began at its beginning."""

    def setup(self) -> Setup:
        return Setup(game=self.game, rules=self.rules, seats=self.seats, options=self.options)


@event_type("match.finished")
class MatchFinished(Event, frozen=True):
    """The rules said it is over. Places and scores as computed then: a seal, not a source."""

    places: Places
    scores: Scores
    ending: str


@event_type("match.reported", schema=2)
class MatchReported(Event, frozen=True):
    """A result told by people: scores or places, round by round, or a count the rules scored."""

    scores: Scores | None
    places: Places | None
    rounds: tuple[Scores, ...] | None = None
    tables: tuple[dict[str, Any], ...] | None = None
    ended_at: str | None = None
    """When the match really ended, if it was entered later."""


@event_type("match.counted")
class MatchCounted(Event, frozen=True):
    """What a round left: what lies before each seat at its end, or the scores it gave.

    Saved as soon as the round is over; counting a round again takes the place of its first count.
    """

    round: int
    tables: tuple[dict[str, Any], ...] | None = None
    scores: Scores | None = None


@event_type("match.stopped")
class MatchStopped(Event, frozen=True):
    """Play ended before the rules' end; `result` says what counts."""

    reason: StopReason
    result: StopResult
    places: Places | None = None
    scores: Scores | None = None
    note: str | None = None


@event_type("match.seat_taken_over")
class SeatTakenOver(Event, frozen=True):
    """Somebody else (or nobody) sits at a seat from here on."""

    seat: int
    player: UUID | None


@event_type("match.ruled")
class MatchRuled(Event, frozen=True):
    """An arbiter decided the result."""

    places: Places
    scores: Scores | None = None
    note: str | None = None


@event_type("match.reopened")
class MatchReopened(Event, frozen=True):
    """An ended match goes on, or is corrected."""

    note: str | None = None


@event_type("match.abandoned")
class MatchAbandoned(Event, frozen=True):
    """Nobody will go on, and there is no result."""

    note: str | None = None


@event_type("match.voided")
class MatchVoided(Event, frozen=True):
    """The match does not count."""

    note: str | None = None


@event_type("match.confirmed")
class MatchConfirmed(Event, frozen=True):
    """Somebody at a seat says that the result is right; any other result takes it back."""

    seat: int


@event_type("log.rewound")
class LogRewound(Event, frozen=True):
    """The effective log is again what it was at version `to`; going forward is a rewind too."""

    to: int


@event_type("log.amended")
class LogAmended(Event, frozen=True):
    """The game event recorded at version `target` is replaced; the `dropped` ones no longer fit."""

    target: int
    replacement: Quoted
    dropped: tuple[int, ...] = ()


@event_type("log.annotated", schema=2)
class LogAnnotated(Event, frozen=True):
    """Somebody wrote a note or a comment on a version; only its digest is here."""

    target: int
    note: str | None
    audience: Audience = "scorekeepers"


@event_type("log.overridden")
class LogOverridden(Event, frozen=True):
    """An arbiter let an event happen that the rules refuse."""

    event: Quoted
    note: str | None = None


def is_private(event: Event) -> bool:
    """Say whether an entry is a note or a comment that is not for everybody."""
    return isinstance(event, LogAnnotated) and event.audience != "public"


def is_dealt_here(source: str) -> bool:
    """Say whether Kaiten itself rolls and draws: everywhere but at a table."""
    return source != "table"


def usually_rated(source: str) -> bool | None:
    """Say whether a match counts for ratings if nobody decides: at the table it does."""
    return True if source == "table" else None


@upcaster(MatchCreated.type, from_schema=1)
def _created_before_ratings(data: Any) -> Any:
    return {**data, "rated": usually_rated(data["source"])}


@upcaster(MatchCreated.type, from_schema=2)
def _created_before_branches(data: Any) -> Any:
    return {**data, "parent": None}


@upcaster(MatchReported.type, from_schema=1)
def _reported_when_it_ended(data: Any) -> Any:
    return {**data, "ended_at": None}


@upcaster(LogAnnotated.type, from_schema=1)
def _noted_for_scorekeepers(data: Any) -> Any:
    return {**data, "audience": "scorekeepers"}


OWN_PREFIXES = ("match.", "log.")

RESULT_TYPES = frozenset(
    cls.type
    for cls in (
        MatchFinished,
        MatchReported,
        MatchStopped,
        MatchRuled,
        MatchReopened,
        MatchAbandoned,
        MatchVoided,
        LogRewound,
        LogAmended,
    )
)
"""Whatever can end a match, open it again or change its result: what tournaments listen to."""

PROJECTED_TYPES = RESULT_TYPES | {MatchCreated.type, SeatTakenOver.type, MatchConfirmed.type}
"""Whatever can change a row of the match list. A move cannot."""


def is_game_event(type_: str) -> bool:
    """Say whether a wire name belongs to a game rather than to the log itself."""
    return not type_.startswith(OWN_PREFIXES)


class Unread(Event, frozen=True):
    """An event that only the package of its game could read: that is not here, or is too old."""

    type: str  # type: ignore[misc]  # of the event it stands for, not of a class
    schema: int  # type: ignore[misc]
    payload: dict[str, Any]
    reason: str
    """The code of why it cannot be read."""


def read_event(type_: str, schema: int, payload: str | bytes) -> Event:
    """Return a stored event; what a game wrote and nothing here can read is kept as it is.

    Raises RuleViolation for every other fault, as `decode_payload` does.
    """
    try:
        return decode_payload(type_, schema, payload)
    except RuleViolation as violation:
        unread = violation.code in ("unknown_event_type", "newer_schema") and schema >= 1
        if not unread or not is_game_event(type_):
            raise
        reason = violation.code
    try:
        data = msgspec.json.decode(payload, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RuleViolation("malformed_event", type=type_, detail=str(error)) from None
    return Unread(type_, schema, data, reason)
