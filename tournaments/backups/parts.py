"""What stands in the parts of a backup, line by line. No database here."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from games.core.canonical import canonical_json
from replays.chain import RecordedEvent, first_break
from replays.errors import KaitenError
from replays.records.rows import NoteRow, StreamHead

CLUB, PLAYERS, USERS, NOTES = "club.json", "players.jsonl", "users.jsonl", "notes.jsonl"
IMPORTS = "imports.jsonl"
"""Only there where something was imported; backups from before ladders never have it."""
STREAMS = "streams/"
R = TypeVar("R", bound=msgspec.Struct)


class ClubRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: UUID
    name: str
    slug: str
    time_zone: str
    language: str
    created_at: datetime


class PlayerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: UUID
    kind: str
    bot: str
    first_name: str
    last_name: str
    nickname: str
    display: str
    guest: bool
    user: UUID | None
    created_at: datetime


class UserRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: UUID
    username: str
    is_staff: bool
    is_active: bool
    password: str | None
    """The hash, only when it was asked for."""


class ImportRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A log that came from elsewhere before the backup: ladders count such a match or not."""

    stream: UUID
    actor: str
    imported_at: datetime
    source: str


class StreamPart(msgspec.Struct, frozen=True):
    """A whole log, its chain unbroken; not yet judged by any rules."""

    kind: str
    id: UUID
    rows: tuple[RecordedEvent, ...]


class Backup(msgspec.Struct, frozen=True):
    """A backup, read and found whole."""

    club: ClubRow
    players: tuple[PlayerRow, ...]
    users: tuple[UserRow, ...]
    notes: tuple[NoteRow, ...]
    streams: tuple[StreamPart, ...]
    imports: tuple[ImportRow, ...] = ()


def write_rows(rows: Iterable[msgspec.Struct]) -> str:
    """Return rows as canonical JSON Lines."""
    return "".join(f"{canonical_json(row)}\n" for row in rows)


def write_stream(kind: str, stream_id: UUID, rows: list[RecordedEvent]) -> str:
    """Return a log with every envelope, byte for byte as hashed."""
    return write_rows([StreamHead(kind, stream_id, len(rows), rows[-1].hash), *rows])


def read_backup(parts: Mapping[str, str]) -> Backup:
    """Return what the parts hold, or raise the code of what is wrong and in which part."""
    streams = sorted(name for name in parts if name.startswith(STREAMS))
    known = {CLUB, PLAYERS, USERS, NOTES, IMPORTS, *streams}
    for name in (CLUB, PLAYERS, USERS, NOTES):
        if name not in parts:
            raise KaitenError("backup_incomplete", part=name)
    for name in parts:
        if name not in known:
            raise KaitenError("backup_inconsistent", part=name[:80])
    clubs = _read_rows(CLUB, parts[CLUB], ClubRow)
    if len(clubs) != 1:
        raise KaitenError("backup_inconsistent", part=CLUB)
    found = Backup(
        club=clubs[0],
        players=_read_rows(PLAYERS, parts[PLAYERS], PlayerRow),
        users=_read_rows(USERS, parts[USERS], UserRow),
        notes=_read_rows(NOTES, parts[NOTES], NoteRow),
        streams=tuple(_read_stream(name, parts[name]) for name in streams),
        imports=_read_rows(IMPORTS, parts.get(IMPORTS, ""), ImportRow),
    )
    _require_sense(found)
    return found


def _read_rows(part: str, text: str, cls: type[R]) -> tuple[R, ...]:
    try:
        # Only "\n" ends a line: a note may hold the other separators that splitlines knows.
        lines = text.split("\n")
        return tuple(msgspec.json.decode(line, type=cls) for line in lines if line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise KaitenError("backup_inconsistent", part=part) from None


def _read_stream(part: str, text: str) -> StreamPart:
    first, _, rest = text.partition("\n")
    heads = _read_rows(part, first, StreamHead)
    rows = _read_rows(part, rest, RecordedEvent)
    if not heads or part != f"{STREAMS}{heads[0].stream}.jsonl":
        raise KaitenError("backup_inconsistent", part=part[:80])
    head = heads[0]
    broken = first_break(head.stream, rows, {})
    if broken is not None or not rows or (len(rows), rows[-1].hash) != (head.version, head.head):
        raise KaitenError("backup_damaged", part=part)
    return StreamPart(head.kind, head.stream, rows)


def _require_sense(backup: Backup) -> None:
    """Refuse a backup whose rows do not belong together."""
    users = {row.id for row in backup.users}
    streams = {stream.id for stream in backup.streams}
    checks: dict[str, Any] = {
        PLAYERS: all(row.user is None or row.user in users for row in backup.players)
        and len({row.id for row in backup.players}) == len(backup.players),
        USERS: len(users) == len(backup.users),
        NOTES: all(row.stream in streams for row in backup.notes),
        IMPORTS: all(row.stream in streams for row in backup.imports)
        and len({row.stream for row in backup.imports}) == len(backup.imports),
        STREAMS: len(streams) == len(backup.streams),
    }
    for part, holds in checks.items():
        if not holds:
            raise KaitenError("backup_inconsistent", part=part)
