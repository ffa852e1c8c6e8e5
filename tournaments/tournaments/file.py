"""A whole tournament as one text: JSON Lines, every log byte for byte as hashed. No database.

The first line is the header; then the events of every log it lists, in its order; then the notes.
Labels of players and the name of the club stand in the header, outside every chain.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar
from uuid import UUID

import msgspec

from games.core.canonical import canonical_json, digest, require_plain
from games.core.errors import RuleViolation
from replays.chain import RecordedEvent, first_break
from replays.errors import KaitenError
from replays.records.rows import NoteRow, StreamHead

FORMAT = 1
LONGEST_LABEL = 80
R = TypeVar("R", bound=msgspec.Struct)


class ClubLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The club a tournament belongs to, for a database that has none yet."""

    id: UUID
    name: str
    slug: str
    time_zone: str
    language: str


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: whose logs they are, how long each must be and how it must end."""

    kaiten_tournament: int
    tournament: UUID
    club: ClubLine
    labels: dict[str, str]
    logs: tuple[StreamHead, ...]
    """The tournament's own log first, then those of its matches."""
    notes: int
    check: str = ""


class FileLog(msgspec.Struct, frozen=True):
    """One whole log, its chain unbroken; not yet judged by any rules."""

    kind: str
    id: UUID
    rows: tuple[RecordedEvent, ...]


class TournamentFile(msgspec.Struct, frozen=True):
    """Everything a file holds."""

    tournament: UUID
    club: ClubLine
    labels: dict[UUID, str]
    logs: tuple[FileLog, ...]
    notes: tuple[NoteRow, ...]


def write_tournament(
    *,
    club: ClubLine,
    labels: Mapping[UUID, str],
    logs: Sequence[FileLog],
    notes: Sequence[NoteRow],
) -> str:
    """Return the file of a tournament; the first log is its own."""
    header = Header(
        kaiten_tournament=FORMAT,
        tournament=logs[0].id,
        club=club,
        labels={str(player): label for player, label in labels.items()},
        logs=tuple(StreamHead(log.kind, log.id, len(log.rows), log.rows[-1].hash) for log in logs),
        notes=len(notes),
    )
    header = msgspec.structs.replace(header, check=_check(header))
    lines: list[msgspec.Struct] = [header, *(row for log in logs for row in log.rows), *notes]
    return "".join(f"{canonical_json(line)}\n" for line in lines)


def read_tournament(text: str) -> TournamentFile:
    """Return what a file holds, or raise the code of what is wrong with it and where."""
    lines = _lines(text.removeprefix("\ufeff"))
    header = _header(lines[0])
    expected = 1 + sum(log.version for log in header.logs) + header.notes
    if len(lines) < expected:
        raise KaitenError("tournament_file_truncated", 422, line=len(lines), expected=expected)
    if len(lines) > expected:
        raise KaitenError("tournament_file_surplus", 422, line=expected + 1)
    numbered = iter(enumerate(lines[1:], 2))
    logs = tuple(
        _log(head, _read(islice(numbered, head.version), RecordedEvent)) for head in header.logs
    )
    notes = tuple(_read(numbered, NoteRow))
    _require_notes(logs, notes)
    return TournamentFile(header.tournament, header.club, _labels(header.labels), logs, notes)


def _check(header: Header) -> str:
    """Return the checksum of everything else in a header."""
    return digest(canonical_json(msgspec.structs.replace(header, check="")))


def _lines(text: str) -> list[str]:
    """Return the lines of a text that ends with a line end, of whichever system."""
    *lines, rest = text.split("\n")
    if rest or not lines:
        # Cut inside its last line: what is left of it is no line.
        return [*lines, ""]
    if all(line.endswith("\r") for line in lines):
        return [line[:-1] for line in lines]
    return lines


def _header(line: str) -> Header:
    try:
        found = msgspec.json.decode(line)
        number = found.get("kaiten_tournament") if isinstance(found, dict) else None
        if isinstance(number, int) and number > FORMAT:
            raise KaitenError("newer_record", 422, format=number, known=FORMAT)
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise KaitenError("not_a_tournament_file", 422, line=1) from None
    if canonical_json(header) != line or header.check != _check(header):
        raise KaitenError("not_a_tournament_file", 422, line=1)
    own = [log.stream for log in header.logs[:1]]
    ids = {log.stream for log in header.logs}
    sound = header.kaiten_tournament == FORMAT and header.notes >= 0
    sound = sound and all(log.version > 0 for log in header.logs)
    if own != [header.tournament] or len(ids) != len(header.logs) or not sound:
        raise KaitenError("not_a_tournament_file", 422, line=1)
    return header


def _read(lines: Iterable[tuple[int, str]], cls: type[R]) -> list[R]:
    read: list[R] = []
    for number, line in lines:
        try:
            row = msgspec.json.decode(line, type=cls)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise KaitenError("tournament_file_line", 422, line=number) from None
        if canonical_json(row) != line:
            raise KaitenError("tournament_file_line", 422, line=number)
        read.append(row)
    return read


def _log(head: StreamHead, rows: Sequence[RecordedEvent]) -> FileLog:
    broken = first_break(head.stream, rows, {})
    if broken is not None:
        raise KaitenError(
            "tournament_file_chain",
            422,
            stream=str(head.stream),
            version=broken.version,
            problem=broken.code,
        )
    if rows[-1].hash != head.head:
        raise KaitenError(
            "tournament_file_chain",
            422,
            stream=str(head.stream),
            version=head.version,
            problem="head_mismatch",
        )
    return FileLog(head.kind, head.stream, tuple(rows))


def _require_notes(logs: Sequence[FileLog], notes: Sequence[NoteRow]) -> None:
    """Refuse a note that no event of the file speaks of, and a text that was changed."""
    by_id = {log.id: log.rows for log in logs}
    for note in notes:
        rows = by_id.get(note.stream, ())
        known = 1 <= note.version <= len(rows) and note.digest in rows[note.version - 1].payload
        unchanged = (
            not note.text if note.erased_at is not None else digest(note.text) == note.digest
        )
        if not known or not unchanged:
            raise KaitenError(
                "tournament_file_note", 422, stream=str(note.stream), version=note.version
            )


def _labels(labels: Mapping[str, str]) -> dict[UUID, str]:
    read: dict[UUID, str] = {}
    for player, label in labels.items():
        try:
            require_plain(label)
            read[UUID(player)] = label[:LONGEST_LABEL]
        except (RuleViolation, ValueError):
            raise KaitenError("not_a_tournament_file", 422, line=1) from None
    return read
