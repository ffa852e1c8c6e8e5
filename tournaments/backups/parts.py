"""What stands in the parts of a backup, line by line. No database here."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar
from uuid import UUID

import msgspec

from replays.chain import RecordedEvent
from replays.errors import KaitenError
from replays.records import whole
from replays.records.whole import NoteRow, WholeLog
from tournaments.tournaments.file import ClubLine

CLUB, PLAYERS, USERS, NOTES = "club.json", "players.jsonl", "users.jsonl", "notes.jsonl"
IMPORTS = "imports.jsonl"
"""Only there where something was imported; backups from before ladders never have it."""
MEMBERS = "members.jsonl"
"""Only there where somebody has a role."""
FORMER_NAMES = "former-names.jsonl"
"""Only there where the club had other short names."""
STREAMS = "streams/"
R = TypeVar("R", bound=msgspec.Struct)


class ClubRow(ClubLine, frozen=True, forbid_unknown_fields=True):
    created_at: datetime


class PlayerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
    minor: bool = False
    """Only said of minors: backups of before say it of nobody."""


class UserRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: UUID
    username: str
    is_staff: bool
    is_active: bool
    password: str | None
    """The hash, only when it was asked for."""


class MemberRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an account is in the club."""

    id: UUID
    user: UUID
    role: str
    granted_by: str
    granted_at: datetime


class FormerNameRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short name that the club had, and that still leads to it."""

    slug: str


class ImportRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A log that came from elsewhere before the backup: ladders count such a match or not."""

    stream: UUID
    actor: str
    imported_at: datetime
    source: str


class Backup(msgspec.Struct, frozen=True):
    """A backup, read and found whole."""

    club: ClubRow
    players: tuple[PlayerRow, ...]
    users: tuple[UserRow, ...]
    notes: tuple[NoteRow, ...]
    streams: tuple[WholeLog, ...]
    imports: tuple[ImportRow, ...] = ()
    members: tuple[MemberRow, ...] = ()
    former_names: tuple[FormerNameRow, ...] = ()


def read_backup(parts: Mapping[str, str]) -> Backup:
    """Return what the parts hold, or raise the code of what is wrong and in which part."""
    streams = sorted(name for name in parts if name.startswith(STREAMS))
    known = {CLUB, PLAYERS, USERS, NOTES, IMPORTS, MEMBERS, FORMER_NAMES, *streams}
    for name in (CLUB, PLAYERS, USERS, NOTES):
        if name not in parts:
            raise KaitenError("backup_incomplete", part=name)
    for name in parts:
        if name not in known:
            raise KaitenError("backup_inconsistent", part=name[:80])
    clubs = _read_rows(CLUB, parts[CLUB], ClubRow)
    if len(clubs) != 1:
        raise KaitenError("backup_inconsistent", part=CLUB)
    backup = Backup(
        club=clubs[0],
        players=_read_rows(PLAYERS, parts[PLAYERS], PlayerRow),
        users=_read_rows(USERS, parts[USERS], UserRow),
        notes=_read_rows(NOTES, parts[NOTES], NoteRow),
        streams=tuple(_read_log(name, parts[name]) for name in streams),
        imports=_read_rows(IMPORTS, parts.get(IMPORTS, ""), ImportRow),
        members=_read_rows(MEMBERS, parts.get(MEMBERS, ""), MemberRow),
        former_names=_read_rows(FORMER_NAMES, parts.get(FORMER_NAMES, ""), FormerNameRow),
    )
    _require_sense(backup)
    return backup


def _read_rows(part: str, text: str, cls: type[R]) -> tuple[R, ...]:
    refusal = KaitenError("backup_inconsistent", part=part[:80])
    return tuple(whole.read_row(line, cls, refusal) for line in text.split("\n") if line)


def _read_log(part: str, text: str) -> WholeLog:
    first, _, rest = text.partition("\n")
    heads = _read_rows(part, first, whole.StreamHead)
    rows = _read_rows(part, rest, RecordedEvent)
    if not heads or part != f"{STREAMS}{heads[0].stream}.jsonl":
        raise KaitenError("backup_inconsistent", part=part[:80])
    log = WholeLog(heads[0].stream, heads[0].kind, rows)
    if whole.log_problem(log, heads[0]) is not None:
        raise KaitenError("backup_damaged", part=part)
    return log


def _require_sense(backup: Backup) -> None:
    """Refuse a backup whose rows do not belong together."""
    users = {row.id for row in backup.users}
    streams = {log.stream_id for log in backup.streams}
    checks = {
        PLAYERS: all(row.user is None or row.user in users for row in backup.players)
        and len({row.id for row in backup.players}) == len(backup.players),
        USERS: len(users) == len(backup.users),
        NOTES: whole.wrong_note(backup.streams, backup.notes) is None,
        IMPORTS: all(row.stream in streams for row in backup.imports)
        and len({row.stream for row in backup.imports}) == len(backup.imports),
        STREAMS: len(streams) == len(backup.streams),
        MEMBERS: {row.user for row in backup.members} <= users
        and len({row.user for row in backup.members}) == len(backup.members),
    }
    for part, holds in checks.items():
        if not holds:
            raise KaitenError("backup_inconsistent", part=part)
