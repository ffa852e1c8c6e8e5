"""Record files come in here: complete, unchanged, legal, or not at all."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec
from django.db import transaction

from games.core.errors import RuleViolation
from games.core.events import Event, decode_payload
from replays import ports
from replays.chain import RecordedEvent, sealed, timestamp
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamDiffers
from replays.events import LogAnnotated, MatchCreated
from replays.legality import first_problem
from replays.life import finished
from replays.log import Log, make_log
from replays.models import Stream
from replays.notes import note_digest
from replays.records.jsonl import read_jsonl
from replays.records.kgn import KgnRecord, read_kgn, steps_of
from replays.selectors.logs import KIND, load_log
from replays.services.append import WholeLog, import_rows, new_event

LARGEST_RECORD = 16 * 1024 * 1024


class ImportResult(msgspec.Struct, frozen=True):
    """Which match a file holds, and whether it is new here."""

    match_id: UUID
    created: bool


class Reading(msgspec.Struct, frozen=True):
    """A file that was read and found complete, unbroken and legal."""

    log: Log
    rows: tuple[RecordedEvent, ...]
    labels: dict[UUID, str]
    keeps_chain: bool
    """True for `.jsonl`, whose envelopes and hashes are kept."""
    notes: dict[int, str] = {}
    """Free text by index in `rows`."""


def import_record(
    *, text: str, club_id: UUID | None, envelope: Envelope, source: str
) -> ImportResult:
    """Store the match of a record file; the same file twice is a no-op.

    Raises KaitenError or RuleViolation with the code of what is wrong; nothing is written then.
    """
    reading = read_record_file(text=text, club_id=club_id, envelope=envelope)
    log = reading.log
    home = _home(log, club_id)
    if not reading.keeps_chain and Stream.objects.filter(pk=log.stream_id).exists():
        return _same_content(log)
    with transaction.atomic():
        try:
            whole = WholeLog(log.stream_id, KIND, reading.rows, reading.notes)
            appended = import_rows(log=whole, envelope=envelope, source=source)
        except StreamDiffers:
            raise KaitenError("import_other_head", 409) from None
        if not appended.repeated:
            ports.people().ensure(home, reading.labels)
    return ImportResult(log.stream_id, not appended.repeated)


def _home(log: Log, club_id: UUID | None) -> UUID:
    """Return the club that gets the players; a log keeps the club it was written in.

    A log from elsewhere may come in, but not one that puts a match into another club of this place.
    """
    home = ports.people().home(log.club_id)
    if club_id is None or club_id == home:
        return home
    if home in {known for known, _ in ports.people().clubs()}:
        raise KaitenError("import_other_club", 409)
    return club_id


def read_record_file(*, text: str, club_id: UUID | None, envelope: Envelope) -> Reading:
    """Return what a file holds, judged from its first byte to its last move; writes nothing.

    Raises RulesMissing for a file that is whole, but of a game that is not installed here.
    """
    if len(text) > LARGEST_RECORD:
        raise KaitenError("record_too_large", 413, limit=LARGEST_RECORD)
    start = text.removeprefix("\ufeff").lstrip()[:1]
    if start == "{":
        record = read_jsonl(text)
        log = make_log(record.stream_id, record.rows)
        _require_rules(log, record.rows)
        reading = Reading(log, record.rows, record.labels, keeps_chain=True)
    elif start == "[":
        reading = _from_notation(read_kgn(text), club_id, envelope)
    else:
        raise KaitenError("record_unknown", 422)
    problem = first_problem(reading.log)
    if problem is not None:
        version, refusal = problem
        raise KaitenError("record_illegal", 422, version=version, reason=refusal.code)
    return reading


def _require_rules(log: Log, rows: Sequence[RecordedEvent]) -> None:
    """Raise unless the rules of a log are here: what comes in is legal, or stays out."""
    missing = log.missing
    if missing is None:
        return
    if missing.code == "game_not_installed":
        raise missing
    version = missing.version
    row = rows[version - 1]
    try:
        decode_payload(row.type, row.schema, row.payload)
    except RuleViolation as violation:
        raise RuleViolation(violation.code, **violation.params, version=version) from None
    raise KaitenError("record_illegal", 422, version=version, reason=missing.reason)


def _from_notation(record: KgnRecord, club_id: UUID | None, envelope: Envelope) -> Reading:
    club = club_id or record.club_id
    if club is None:
        raise KaitenError("club_needed", 422)
    created = MatchCreated(
        **msgspec.structs.asdict(record.setup),
        players=record.players,
        club=club,
        source=record.source,
        rated=record.rated,
        parent=record.parent,
    )
    actor, date = envelope.actor, record.date or timestamp(envelope.now)
    events, notes = _annotated([created, *record.steps], record.notes)
    rows = _sealed(record.match_id, events, actor, date)
    log = make_log(record.match_id, rows)
    # A file written by hand may not say that its match is over.
    if log.over and not log.ended and not log.life.reopened:
        rows = _sealed(record.match_id, [*events, finished(log.outcome)], actor, date)
        log = make_log(record.match_id, rows)
    return Reading(log, rows, record.labels, keeps_chain=False, notes=notes)


def _annotated(
    steps: Sequence[Event], texts: Mapping[int, Sequence[str]]
) -> tuple[list[Event], dict[int, str]]:
    """Return the steps, each followed by the notes on it, and the texts by index among them."""
    events: list[Event] = []
    notes: dict[int, str] = {}
    for number, step in enumerate(steps):
        events.append(step)
        target = len(events)
        for text in texts.get(number, ()):
            notes[len(events)] = text
            events.append(LogAnnotated(target=target, note=note_digest(text)))
    return events, notes


def _sealed(
    stream_id: UUID, events: Sequence[Event], actor: str, recorded_at: str
) -> tuple[RecordedEvent, ...]:
    return tuple(sealed(stream_id, map(new_event, events), (actor, recorded_at, "")))


def _same_content(log: Log) -> ImportResult:
    stored = load_log(log.stream_id)
    if (stored.created, steps_of(stored)) != (log.created, steps_of(log)):
        raise KaitenError("import_other_content", 409)
    return ImportResult(log.stream_id, created=False)
