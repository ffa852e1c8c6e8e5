"""What files of whole logs share: match files, tournament files and backups. No database.

A line is canonical JSON and ends with a line end; a log ends as its head says; a note belongs to an
event that speaks of it. What is wrong is refused with the code of the file it stands in.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar
from uuid import UUID

import msgspec

from games.core.canonical import canonical_json, digest, require_plain
from games.core.errors import RuleViolation
from replays.chain import Problem, RecordedEvent, first_break
from replays.errors import KaitenError

FORMAT = 1
LONGEST_LABEL = 80
R = TypeVar("R", bound=msgspec.Struct)
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


class StreamHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stands before the events of a log: which one, and where it ends."""

    kind: str
    stream: UUID
    version: int
    head: str


class NoteRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stream: UUID
    version: int
    digest: str
    text: str
    erased_at: datetime | None


class WholeLog(msgspec.Struct, frozen=True):
    """A log from its first version on, with the envelopes and hashes it was written with.

    Not yet judged by any rules.
    """

    stream_id: UUID
    kind: str
    rows: Sequence[RecordedEvent]
    notes: Mapping[int, str] = MappingProxyType({})
    """Free text by index in `rows`, where it comes with them; each row carries its digest."""

    @property
    def head(self) -> StreamHead:
        """Where it ends; an empty log ends nowhere."""
        return StreamHead(
            self.kind, self.stream_id, len(self.rows), self.rows[-1].hash if self.rows else ""
        )

    def continues(self, version: int, head: str) -> bool:
        """Whether a log that ends like this is the beginning of this one: a chain has one past."""
        return 0 < version < len(self.rows) and self.rows[version - 1].hash == head


def log_problem(log: WholeLog, head: StreamHead) -> Problem | None:
    """Return where a log departs from its chain, or from how its head says that it ends."""
    problem = first_break(log.stream_id, log.rows, {})
    if problem is None and (not log.rows or log.head != head):
        return Problem("head_mismatch", head.version)
    return problem


def wrong_note(logs: Iterable[WholeLog], notes: Iterable[NoteRow]) -> NoteRow | None:
    """Return the first note that no event of the logs speaks of, or whose text was changed."""
    by_id = {log.stream_id: log.rows for log in logs}
    for note in notes:
        rows = by_id.get(note.stream, ())
        known = 1 <= note.version <= len(rows) and note.digest in rows[note.version - 1].payload
        same = not note.text if note.erased_at is not None else digest(note.text) == note.digest
        if not known or not same:
            return note
    return None


def write_rows(rows: Iterable[msgspec.Struct]) -> str:
    """Return rows as canonical JSON Lines."""
    return "".join(f"{canonical_json(row)}\n" for row in rows)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text that ends with a line end, of whichever system."""
    # Only "\n" ends a line: a note may hold the other separators that splitlines knows.
    *lines, rest = text.removeprefix("\ufeff").split("\n")
    if rest or not lines:
        # Cut inside its last line: what is left of it is no line.
        return [*lines, ""]
    if all(line.endswith("\r") for line in lines):
        return [line[:-1] for line in lines]
    return lines


def read_row(line: str, cls: type[R], refusal: KaitenError) -> R:
    """Return what a line holds, or raise the refusal unless it is written in its one form."""
    try:
        row = msgspec.json.decode(line, type=cls)
    except UNREADABLE:
        raise refusal from None
    if canonical_json(row) != line:
        raise refusal
    return row


def read_header(line: str, cls: type[R], mark: str, refusal: KaitenError) -> R:
    """Return the first line of a file, which carries the number of its format under `mark`.

    Raises `newer_record`, or the refusal for anything else.
    """
    try:
        parsed = msgspec.json.decode(line)
    except UNREADABLE:
        raise refusal from None
    number = parsed.get(mark) if isinstance(parsed, dict) else None
    if isinstance(number, int) and number > FORMAT:
        raise KaitenError("newer_record", 422, format=number, known=FORMAT)
    if number != FORMAT:
        raise refusal
    return read_row(line, cls, refusal)


def read_labels(labels: Mapping[str, str], refusal: KaitenError) -> dict[UUID, str]:
    """Return the names of players that stand in a header, outside every chain."""
    read: dict[UUID, str] = {}
    for player, label in labels.items():
        try:
            require_plain(label)
            read[UUID(player)] = label[:LONGEST_LABEL]
        except (RuleViolation, ValueError):
            raise refusal from None
    return read
