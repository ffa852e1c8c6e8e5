"""Is a log what it was when it was written? Recomputes everything and names the first bad row."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays import events, subscriptions
from replays.chain import GENESIS, Problem, RecordedEvent, first_break
from replays.envelope import Envelope
from replays.errors import KaitenError, RulesMissing, UnknownStream
from replays.models import Anchor, Import, StoredEvent, Stream, Verification
from replays.records.jsonl import read_jsonl
from replays.records.whole import WholeLog
from replays.selectors.logs import KIND
from replays.services.imports import read_record_file

ENDINGS = events.RESULT_TYPES - {"match.reopened", "log.rewound", "log.amended"}
"""After these a match is verified in the background."""

UNREAD = frozenset(
    {"game_not_installed", "unknown_event_type", "newer_schema", "unknown_rules_version"}
)
"""Why an import refuses what a package that is not here, or a newer one, may have written."""

# A notation may leave its club open; which one it joins does not change what it says.
_NO_CLUB = UUID(int=0)


class VerifyReport(msgspec.Struct, frozen=True):
    """What verification found: how far the log goes and its first problem, if it has one."""

    stream_id: UUID | None
    version: int
    problem: Problem | None
    refusal: KaitenError | RuleViolation | None = None
    """Why a file is refused, with its words and its line."""
    imported: bool = False
    """True for a stored log that was brought in: it is what it was then, wherever it came from."""
    unjudged: Problem | None = None
    """Why the rules could not be asked about an unbroken log: `game_not_installed` or the like."""
    anchors: tuple[int, ...] = ()
    """The versions whose hashes stand in a second place, too."""
    head: str = ""
    """The hash of the last entry, on which all the others depend; for those who may read it all."""

    @property
    def ok(self) -> bool:
        """Whether the log is intact and whole, and legal as far as it can be judged here."""
        return self.problem is None

    def up_to(self, version: int) -> "VerifyReport":
        """Return what it says to whoever knows the log up to a version only."""

        def known(problem: Problem | None) -> Problem | None:
            return problem if problem is not None and problem.version <= version else None

        return msgspec.structs.replace(
            self,
            version=min(self.version, version),
            anchors=tuple(anchor for anchor in self.anchors if anchor <= version),
            head=self.head if self.version <= version else "",
            problem=known(self.problem),
            unjudged=known(self.unjudged),
        )


def verify_stream(stream_id: UUID) -> VerifyReport:
    """Check one stored log: chain, anchors, head, gaps, every payload, and what its kind demands.

    Raises UnknownStream only if not a trace of the stream is left. Codes of problems: those of
    `replays.chain.first_break`, `tail_cut` (rows are missing at the end), `anchor_missing`,
    `stream_row_missing`, `head_mismatch`, and the codes of undecodable or illegal events. A log
    whose rules are not installed is not broken for that: the report calls it `unjudged`.
    """
    stream, rows, anchors = _standing(stream_id)
    if stream is None and not rows and not anchors:
        raise UnknownStream
    problem = first_break(stream_id, rows, anchors) or _broken_end(stream, rows, anchors)
    unjudged = None
    if problem is None and stream is not None:
        problem = _undecodable(stream.kind, rows) or _judged(stream.kind, stream_id, rows)
        if problem is not None and problem.unjudged:
            problem, unjudged = None, problem
        compare = subscriptions.comparison_of(stream.kind)
        if problem is None and compare is not None:
            problem = compare(stream_id, rows)
    imported = Import.objects.filter(stream_id=stream_id, restored=False).exists()
    return VerifyReport(
        stream_id,
        len(rows),
        problem,
        imported=imported,
        unjudged=unjudged,
        anchors=tuple(sorted(anchors)),
        head=rows[-1].hash if rows else "",
    )


def verify_text(text: str, *, now: datetime) -> VerifyReport:
    """Check a record file as an import would, and write nothing.

    The report of a file that is not even a whole log names no stream. A whole log of a game that
    is not installed is `unjudged`, though no import would take it.
    """
    try:
        reading = read_record_file(text=text, club_id=_NO_CLUB, envelope=Envelope("cli", now))
    except (KaitenError, RuleViolation) as refusal:
        unread = refusal.params.get("reason", refusal.code) in UNREAD
        return _without_rules(text, refusal) if unread else _refused(refusal)
    log = reading.log
    differs = None if log.seal_holds else Problem("seal_differs", log.version)
    return VerifyReport(log.stream_id, log.version, differs)


def _refused(refusal: KaitenError | RuleViolation) -> VerifyReport:
    version = refusal.params.get("version", 0)
    code = refusal.params.get("problem") or refusal.params.get("reason") or refusal.code
    problem = Problem(str(code), version if type(version) is int else 0)
    return VerifyReport(None, 0, problem, refusal)


def _without_rules(text: str, refusal: KaitenError | RuleViolation) -> VerifyReport:
    """Return what a file says by itself, whose rules would have to judge the rest."""
    try:
        record = read_jsonl(text)
    except KaitenError:  # a notation: nothing but the rules can read it
        return _refused(refusal)
    problem = rules_problem(WholeLog(record.stream_id, KIND, record.rows))
    if problem is not None and problem.unjudged:
        return VerifyReport(record.stream_id, len(record.rows), None, unjudged=problem)
    if problem is not None and isinstance(refusal, RulesMissing):
        version, reason = problem.version, problem.code
        return _refused(KaitenError("record_illegal", 422, version=version, reason=reason))
    return _refused(refusal)


def rules_problem(log: WholeLog) -> Problem | None:
    """Return where a log from a file breaks what its kind demands, or why nobody can say."""
    try:
        return _judged(log.kind, log.stream_id, log.rows)
    except RuleViolation as violation:
        return Problem(violation.code, 1)


def verify_in_background(stream_id: UUID, _version: int) -> None:
    """Verify a stream and keep what was found; subscribed to the end of matches."""
    record_verification(stream_id=stream_id, now=datetime.now(UTC))


def record_verification(*, stream_id: UUID, now: datetime) -> VerifyReport:
    report = verify_stream(stream_id)
    problem = report.problem or report.unjudged
    verification = Verification(
        stream_id=stream_id,
        version=report.version,
        ok=report.ok,
        problem=f"{problem.code} @{problem.version}" if problem else "",
        checked_at=now,
    )
    Verification.objects.bulk_create(
        [verification],
        update_conflicts=True,
        unique_fields=["stream_id"],
        update_fields=["version", "ok", "problem", "checked_at"],
    )
    return report


def _standing(stream_id: UUID) -> tuple[Stream | None, list[RecordedEvent], dict[int, str]]:
    """Read head, events and anchors as they stood at one moment, without holding up a writer.

    Every append moves the head. If it moved while the rest was read, what lies beyond the place it
    stood at first came later: up to there the log is whole and will never change.
    """
    stream = Stream.objects.filter(pk=stream_id).first()
    stored = StoredEvent.objects.filter(stream_id=stream_id).order_by("version")
    rows = [RecordedEvent(*row) for row in stored.values_list(*RecordedEvent.__struct_fields__)]
    anchors = dict(Anchor.objects.filter(stream_id=stream_id).values_list("version", "hash"))
    later = Stream.objects.filter(pk=stream_id).first()
    if _head(stream) == _head(later):
        return stream, rows, anchors
    if stream is None:  # it began only just now
        return _standing(stream_id)
    last = stream.version
    return (
        stream,
        [row for row in rows if row.version <= last],
        {version: hash_ for version, hash_ in anchors.items() if version <= last},
    )


def _head(stream: Stream | None) -> tuple[int, str] | None:
    return (stream.version, stream.head_hash) if stream else None


def _broken_end(
    stream: Stream | None, rows: Sequence[RecordedEvent], anchors: Mapping[int, str]
) -> Problem | None:
    last = len(rows)
    newest_anchor = max(anchors, default=0)
    if max(newest_anchor, stream.version if stream else 0) > last:
        return Problem("tail_cut", last + 1)
    if newest_anchor < last:
        return Problem("anchor_missing", newest_anchor + 1)
    if stream is None:
        return Problem("stream_row_missing", 1)
    if stream.version < last:
        return Problem("head_mismatch", stream.version + 1)
    if stream.head_hash != (rows[-1].hash if rows else GENESIS):
        return Problem("head_mismatch", last)
    return None


def _undecodable(kind: str, rows: Sequence[RecordedEvent]) -> Problem | None:
    # Whether what a game wrote can be read is for the judge of matches to say.
    read = events.read_event if kind == KIND else decode_payload
    for row in rows:
        try:
            read(row.type, row.schema, row.payload)
        except RuleViolation as violation:
            return Problem(violation.code, row.version)
    return None


def _judged(kind: str, stream_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
    verifier = subscriptions.verifier_of(kind)
    return verifier(stream_id, rows) if verifier is not None else None
