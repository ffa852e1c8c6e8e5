"""How a match ends other than by its rules, and how it is opened again."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, get_args
from uuid import UUID

import msgspec
from django.db import transaction

from games.core.canonical import require_plain
from games.core.events import Event
from games.core.outcome import shared_places
from replays.chain import timestamp
from replays.errors import KaitenError
from replays.events import (
    LogAnnotated,
    MatchAbandoned,
    MatchReopened,
    MatchReported,
    MatchRuled,
    MatchStopped,
    MatchVoided,
    Places,
    Scores,
    SeatTakenOver,
    StopReason,
    StopResult,
)
from replays.legality import require_scores, require_sound, require_timely
from replays.log import Log
from replays.notes import clean_note, note_digest, notes_for
from replays.services.append import Appended, RequestKey, answered_once
from replays.services.matches import (
    extend,
    load_at,
    require_members,
    require_seatable,
    seat_guests,
)

EARLIEST_END = datetime(1900, 1, 1, tzinfo=UTC)


@answered_once
def report_result(
    *,
    match_id: UUID,
    expected_version: int,
    actor: str,
    now: datetime,
    scores: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    rounds: Sequence[Sequence[int]] | None = None,
    tables: Sequence[Mapping[str, Any]] | None = None,
    ended_at: datetime | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Record a result that people tell.

    One of scores, rounds (scores round by round), tables (a count, scored by the rules), or places
    alone; places may also stand beside the others, where a tie was broken at the table. `ended_at`
    says when the match was really over, if it is entered later; raises `bad_end_time`.
    """
    log = load_at(match_id, expected_version)
    if sum(given is not None for given in (scores, rounds, tables)) > 1:
        raise KaitenError("crowded_report", 422)
    chosen = _ints(places, "bad_places", log)
    if tables is not None:
        event = _counted(log, tables, chosen)
    elif rounds is not None:
        event = _by_round(log, rounds, chosen)
    else:
        event = _scored(log, _ints(scores, "bad_scores", log), chosen)
    if ended_at is not None:
        event = msgspec.structs.replace(event, ended_at=_end_time(ended_at, now))
    return _add(log, event, actor=actor, now=now, request=request)


@answered_once
def stop_match(
    *,
    match_id: UUID,
    expected_version: int,
    actor: str,
    now: datetime,
    reason: str,
    result: str,
    places: Sequence[int] | None = None,
    note: str | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """End play early: the score so far counts, or agreed places do, or nothing does."""
    log = load_at(match_id, expected_version)
    if reason not in get_args(StopReason) or result not in get_args(StopResult):
        raise KaitenError("bad_stop", 422, result=str(result)[:40])
    if (places is not None) != (result == "places"):
        raise KaitenError("bad_stop", 422, result=result)
    if result == "score" and log.rules.reported_only:
        raise KaitenError("bad_stop", 422, result=result)
    text = clean_note(note)
    event = MatchStopped(
        reason=reason,  # type: ignore[arg-type]
        result=result,  # type: ignore[arg-type]
        places=log.outcome.places if result == "score" else _ints(places, "bad_places", log),
        scores=log.outcome.scores if result == "score" else None,
        note=note_digest(text),
    )
    return _add(log, event, note=text, actor=actor, now=now, request=request)


@answered_once
def reopen_match(
    *,
    match_id: UUID,
    expected_version: int,
    actor: str,
    now: datetime,
    note: str | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Let an ended match go on, or be corrected."""
    text = clean_note(note)
    event = MatchReopened(note_digest(text))
    return _simple(match_id, expected_version, event, text, actor, now, request)


@answered_once
def abandon_match(
    *,
    match_id: UUID,
    expected_version: int,
    actor: str,
    now: datetime,
    note: str | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """End a match that nobody will go on with, without a result."""
    text = clean_note(note)
    event = MatchAbandoned(note_digest(text))
    return _simple(match_id, expected_version, event, text, actor, now, request)


@answered_once
def void_match(
    *,
    match_id: UUID,
    expected_version: int,
    actor: str,
    now: datetime,
    note: str | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Say that a match does not count."""
    text = clean_note(note)
    event = MatchVoided(note_digest(text))
    return _simple(match_id, expected_version, event, text, actor, now, request)


@answered_once
def rule_result(
    *,
    match_id: UUID,
    expected_version: int,
    actor: str,
    now: datetime,
    places: Sequence[int],
    scores: Sequence[int] | None = None,
    note: str | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Decide a result as an arbiter; it outweighs what was derived or reported."""
    log = load_at(match_id, expected_version)
    text = clean_note(note)
    event = MatchRuled(
        places=_ints(places, "bad_places", log) or (),
        scores=_ints(scores, "bad_scores", log),
        note=note_digest(text),
    )
    return _add(log, event, note=text, actor=actor, now=now, request=request)


@answered_once
def take_over_seat(
    *,
    match_id: UUID,
    expected_version: int,
    actor: str,
    now: datetime,
    seat: int,
    player_id: UUID | None,
    note: str | None = None,
    guests: Mapping[UUID, str] = MappingProxyType({}),
    request: RequestKey | None = None,
) -> Appended:
    """Let somebody else (or nobody) sit at a seat from here on; a note is an annotation of it.

    `guests` are players made on the spot, by their labels; a refusal leaves none behind.
    """
    log = load_at(match_id, expected_version)
    text = clean_note(note)
    event = SeatTakenOver(seat, player_id)
    require_timely(log.life, event)
    require_sound(log.life, event)
    events: list[Event] = [event]
    if text is not None:
        events.append(LogAnnotated(target=log.version + 1, note=note_digest(text)))
    with transaction.atomic():
        seat_guests(log.club_id, guests)
        require_members(log.club_id, [player_id])
        require_seatable(log.source, [player_id])
        return extend(log, events, actor=actor, now=now, request=request, notes=notes_for(1, text))


def _simple(
    match_id: UUID,
    expected_version: int,
    event: Event,
    note: str | None,
    actor: str,
    now: datetime,
    request: RequestKey | None,
) -> Appended:
    log = load_at(match_id, expected_version)
    return _add(log, event, note=note, actor=actor, now=now, request=request)


def _add(
    log: Log,
    event: Event,
    *,
    actor: str,
    now: datetime,
    request: RequestKey | None,
    note: str | None = None,
) -> Appended:
    require_timely(log.life, event)
    require_sound(log.life, event)
    notes = notes_for(0, note)
    return extend(log, [event], actor=actor, now=now, request=request, notes=notes)


def _end_time(ended_at: datetime, now: datetime) -> str:
    """Return a moment as the log writes it, or raise `bad_end_time` if it cannot be meant."""
    if ended_at.tzinfo is None or not EARLIEST_END <= ended_at <= now:
        raise KaitenError("bad_end_time", 422)
    return timestamp(ended_at)


def _scored(log: Log, scores: Scores | None, places: Places | None) -> MatchReported:
    require_scores(scores, log.setup.seats)
    if scores is not None and places is None:
        places = _places_of(log, scores)
    return MatchReported(scores=scores, places=places)


def _by_round(log: Log, rounds: Sequence[Sequence[int]], places: Places | None) -> MatchReported:
    lines = tuple(_ints(line, "bad_rounds", log) or () for line in rounds)
    seats = log.setup.seats
    if not lines or any(len(line) != seats for line in lines):
        raise KaitenError("bad_rounds", 422, seats=seats)
    total = tuple(sum(column) for column in zip(*lines, strict=True))
    require_scores(total, seats)
    return MatchReported(scores=total, places=places or _places_of(log, total), rounds=lines)


def _counted(log: Log, tables: Sequence[Mapping[str, Any]], places: Places | None) -> MatchReported:
    plain = list(tables)
    require_plain(plain)
    outcome = log.rules.tally(log.setup, plain)
    return MatchReported(
        scores=outcome.scores,
        places=places or outcome.places,
        tables=tuple(dict(table) for table in plain),
    )


def _places_of(log: Log, scores: Scores) -> Places:
    if log.rules.reported_only:  # only such a game knows whether the lowest score wins
        return log.rules.tally(log.setup, [{"score": score} for score in scores]).places
    return shared_places(scores)


def _ints(values: Sequence[int] | None, code: str, log: Log) -> tuple[int, ...] | None:
    if values is None:
        return None
    if any(type(value) is not int for value in values):
        raise KaitenError(code, 422, seats=log.setup.seats)
    return tuple(values)
