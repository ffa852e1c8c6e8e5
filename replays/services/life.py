"""How a match ends other than by its rules, and how it is opened again."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from types import MappingProxyType
from typing import Any, get_args
from uuid import UUID

import msgspec
from django.db import transaction

from games.core.canonical import require_plain
from games.core.events import Event
from games.core.outcome import shared_places
from games.core.told import require_agreement, require_likely
from replays import events
from replays.chain import timestamp
from replays.counting import standing
from replays.effective import Entry
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import MatchReported, Places, Scores
from replays.installed import installed_rules
from replays.legality import require_scores, require_sound, require_timely
from replays.log import Log
from replays.notes import clean_note, note_digest, notes_for
from replays.selectors.logs import KIND
from replays.services import matches
from replays.services.append import Appended, answered_once, append_events, new_event

EARLIEST_END = datetime(1900, 1, 1, tzinfo=UTC)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A result that people tell, in one way.

    One of scores, rounds (scores round by round), tables (a count, scored by the rules), the rounds
    that were counted or noted before, or places alone; places may also stand beside the others,
    where a tie was broken at the table.
    """

    scores: Sequence[int] | None = None
    places: Sequence[int] | None = None
    rounds: Sequence[Sequence[int]] | None = None
    tables: Sequence[Mapping[str, Any]] | None = None
    counted: bool = False
    """Whether the result is what the rounds add up to that were told when they were over."""
    ended_at: datetime | None = None
    """When the match was really over, if it is entered later."""
    confirm: bool = False
    """Whether a score far outside what the game gives is meant."""
    decided: bool = False
    """Whether it was judged where it was entered, perhaps by an arbiter: nothing is asked here."""


class Stop(msgspec.Struct, frozen=True):
    """Why play ends early, and what counts: the score so far, agreed places, or nothing."""

    reason: str
    result: str
    places: Sequence[int] | None = None


@answered_once
def report_result(
    *, match_id: UUID, expected_version: int, report: Report, envelope: Envelope
) -> Appended:
    """Record a result that people tell; raises `crowded_report`, `bad_end_time` and the like."""
    log = matches.load_at(match_id, expected_version)
    return _add(log, _reported(log, report, envelope.now), envelope)


def _reported(log: Log, report: Report, now: datetime) -> MatchReported:
    ways = (report.scores, report.rounds, report.tables, report.counted or None)
    if sum(given is not None for given in ways) > 1:
        raise KaitenError("crowded_report", 422)
    chosen = _ints(report.places, "bad_places", log)
    if report.counted:
        event = _from_rounds(log, chosen)
    elif report.tables is not None:
        event = _counted(log, report.tables, chosen)
    elif report.rounds is not None:
        event = _by_round(log, report.rounds, chosen)
    else:
        event = _scored(log, _ints(report.scores, "bad_scores", log), chosen)
    if not report.decided:
        _require_believable(log, event, report)
    if report.ended_at is not None:
        event = msgspec.structs.replace(event, ended_at=_end_time(report.ended_at, now))
    return event


def _require_believable(log: Log, event: MatchReported, report: Report) -> None:
    """Raise what cannot be meant. Only for who writes: a log that stands is not judged by it."""
    require_sound(log.life, event)
    if event.scores is None:
        return
    if report.places is not None:
        require_agreement(log.known_rules, log.setup.options, event.scores, report.places)
    # What a count adds up to is what the game gives.
    if not report.confirm and event.tables is None and log.known_rules is not None:
        require_likely(log.known_rules, log.setup, event.scores)


def require_likely_scores(created: events.MatchCreated, scores: Sequence[int]) -> None:
    """Raise `score_unlikely` if a match that is about to begin could hardly end so."""
    setup = created.setup()
    require_likely(installed_rules(setup.game), setup, scores)


@answered_once
def stop_match(
    *, match_id: UUID, expected_version: int, stop: Stop, envelope: Envelope
) -> Appended:
    """End play early; raises `bad_stop`."""
    log = matches.load_at(match_id, expected_version)
    return _add(log, _stopped(log, stop, envelope), envelope)


def _stopped(log: Log, stop: Stop, envelope: Envelope) -> events.MatchStopped:
    reason, result, places = stop.reason, stop.result, stop.places
    if reason not in get_args(events.StopReason) or result not in get_args(events.StopResult):
        raise KaitenError("bad_stop", 422, result=str(result)[:40])
    if (places is not None) != (result == "places"):
        raise KaitenError("bad_stop", 422, result=result)
    if result == "score" and log.rules.reported_only:
        raise KaitenError("bad_stop", 422, result=result)
    return events.MatchStopped(
        reason=reason,  # type: ignore[arg-type]
        result=result,  # type: ignore[arg-type]
        places=log.outcome.places if result == "score" else _ints(places, "bad_places", log),
        scores=log.outcome.scores if result == "score" else None,
        note=note_digest(clean_note(envelope.note)),
    )


@answered_once
def record_ended_match(
    *, match_id: UUID, created: events.MatchCreated, ending: Report | Stop, envelope: Envelope
) -> Appended:
    """Begin a match and end it, in one append: somebody has typed in how it went.

    Whoever calls this knows that the players are of the club.
    """
    log = _begun(match_id, created, envelope)
    if isinstance(ending, Report):
        event: Event = _reported(log, ending, envelope.now)
    else:
        event = _stopped(log, ending, envelope)
    _require(log, event)
    return append_events(
        stream_id=match_id,
        kind=KIND,
        expected_version=0,
        events=[new_event(created), new_event(event)],
        envelope=envelope,
    )


def judged_report(
    *, match_id: UUID, created: events.MatchCreated, report: Report, envelope: Envelope
) -> MatchReported:
    """Return what `record_ended_match` would write of a report, or raise why it would not."""
    log = _begun(match_id, created, envelope)
    event = _reported(log, report, envelope.now)
    _require(log, event)
    return event


def _begun(match_id: UUID, created: events.MatchCreated, envelope: Envelope) -> Log:
    return Log(match_id, [Entry(1, created, envelope.actor, timestamp(envelope.now))], "")


@answered_once
def _mark(
    *,
    match_id: UUID,
    expected_version: int | None,
    kind: type[events.MatchReopened | events.MatchAbandoned | events.MatchVoided],
    envelope: Envelope,
    decided: bool = False,
) -> Appended:
    event = kind(note_digest(clean_note(envelope.note)))
    log = matches.load_at(match_id, expected_version)
    _require_reason(log, event.note, decided=decided)
    return _add(log, event, envelope)


reopen_match = partial(_mark, kind=events.MatchReopened)
"""Lets an ended match go on, or be corrected. Like the next two it takes a reason once everybody
has agreed to the result, unless it is `decided` elsewhere."""
abandon_match = partial(_mark, kind=events.MatchAbandoned)
"""Ends a match that nobody will go on with, without a result."""
void_match = partial(_mark, kind=events.MatchVoided)
"""Says that a match does not count."""


@answered_once
def rule_result(  # noqa: PLR0913  (a result, where it belongs, and who decided)
    *,
    match_id: UUID,
    expected_version: int,
    places: Sequence[int],
    scores: Sequence[int] | None = None,
    envelope: Envelope,
    decided: bool = False,
) -> Appended:
    """Decide a result as an arbiter; it outweighs what was derived or reported."""
    log = matches.load_at(match_id, expected_version)
    event = events.MatchRuled(
        places=_ints(places, "bad_places", log) or (),
        scores=_ints(scores, "bad_scores", log),
        note=note_digest(clean_note(envelope.note)),
    )
    _require_reason(log, event.note, decided=decided)
    return _add(log, event, envelope)


@answered_once
def take_over_seat(
    *,
    match_id: UUID,
    expected_version: int,
    change: events.SeatTakenOver,
    guests: Mapping[UUID, str] = MappingProxyType({}),
    envelope: Envelope,
) -> Appended:
    """Let somebody else (or nobody) sit at a seat from here on; a note is an annotation of it.

    `guests` are players made on the spot, by their labels; a refusal leaves none behind.
    """
    log = matches.load_at(match_id, expected_version)
    text = clean_note(envelope.note)
    _require(log, change)
    added: list[Event] = [change]
    if text is not None:
        added.append(events.LogAnnotated(target=log.version + 1, note=note_digest(text)))
    with transaction.atomic():
        matches.seat_guests(log.club_id, guests)
        matches.require_members(log.club_id, [change.player])
        matches.require_seatable(log.source, [change.player])
        return matches.extend(log, added, envelope, notes_for(1, text))


def _add(log: Log, event: Event, envelope: Envelope) -> Appended:
    _require(log, event)
    note = clean_note(envelope.note) if hasattr(event, "note") else None
    return matches.extend(log, [event], envelope, notes_for(0, note))


def _require(log: Log, event: Event) -> None:
    require_timely(log.life, event)
    require_sound(log.life, event)


def _require_reason(log: Log, note: str | None, *, decided: bool) -> None:
    """Raise `reason_needed` if nobody says why what everybody agreed to is to change."""
    if log.life.locked and note is None and not decided:
        raise KaitenError("reason_needed", 422)


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


def _from_rounds(log: Log, places: Places | None) -> MatchReported:
    """Return the result of the rounds that are known, or raise `rounds_missing`."""
    known = standing(log.known_rules, log.setup, log.life.counted, log.setup.seats)
    if known.missing:
        raise KaitenError("rounds_missing", 409, rounds=list(known.missing))
    if known.tables is not None:
        return _counted(log, known.tables, places)
    return _by_round(log, [line.scores for line in known.lines], places)


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
