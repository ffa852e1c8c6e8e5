"""How a match ends other than by its rules, and how it is opened again."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from uuid import UUID

from django.db import transaction

from games.core.events import Event
from games.core.told import require_likely
from replays import events
from replays.chain import timestamp
from replays.effective import Entry
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import MatchReported
from replays.installed import installed_rules
from replays.log import Log
from replays.notes import clean_note, note_digest, notes_for
from replays.selectors.logs import KIND
from replays.services import matches
from replays.services.append import Appended, answered_once, append_events, new_event
from replays.telling import (
    Report,
    Stop,
    require_told,
    told_result,
    told_stop,
    whole_numbers,
)


@answered_once
def report_result(
    *, match_id: UUID, expected_version: int, report: Report, envelope: Envelope
) -> Appended:
    """Record a result that people tell; raises `crowded_report`, `bad_end_time` and the like."""
    log = matches.load_at(match_id, expected_version)
    return _write(log, told_result(log, report, envelope.now), envelope)


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
    return _write(log, told_stop(log, stop, envelope.note), envelope)


@answered_once
def record_ended_match(
    *, match_id: UUID, created: events.MatchCreated, ending: Report | Stop, envelope: Envelope
) -> Appended:
    """Begin a match and end it, in one append: somebody has typed in how it went.

    Whoever calls this knows that the players are of the club.
    """
    log = _begun(match_id, created, envelope)
    if isinstance(ending, Report):
        event: Event = told_result(log, ending, envelope.now)
    else:
        event = told_stop(log, ending, envelope.note)
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
    return told_result(log, report, envelope.now)


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
        places=whole_numbers(places, "bad_places", log) or (),
        scores=whole_numbers(scores, "bad_scores", log),
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
    require_told(log, change)
    added: list[Event] = [change]
    if text is not None:
        added.append(events.LogAnnotated(target=log.version + 1, note=note_digest(text)))
    with transaction.atomic():
        matches.seat_guests(log.club_id, guests)
        matches.require_members(log.club_id, [change.player])
        matches.require_seatable(log.source, [change.player])
        return matches.extend(log, added, envelope, notes_for(1, text))


def _add(log: Log, event: Event, envelope: Envelope) -> Appended:
    require_told(log, event)
    return _write(log, event, envelope)


def _write(log: Log, event: Event, envelope: Envelope) -> Appended:
    note = clean_note(envelope.note) if hasattr(event, "note") else None
    return matches.extend(log, [event], envelope, notes_for(0, note))


def _require_reason(log: Log, note: str | None, *, decided: bool) -> None:
    """Raise `reason_needed` if nobody says why what everybody agreed to is to change."""
    if log.life.locked and note is None and not decided:
        raise KaitenError("reason_needed", 422)
