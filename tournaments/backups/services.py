"""A club brought back from a backup: judged first, then written whole or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import msgspec
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from replays import subscriptions
from replays.chain import Problem
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.services.append import import_rows
from replays.services.notes import store_notes
from replays.services.verify import rules_problem, verify_stream
from tournaments.backups.archive import content_digest, unpack
from tournaments.backups.parts import Backup, MemberRow, PlayerRow, UserRow, read_backup
from tournaments.backups.selectors import backup_parts
from tournaments.ladders.services.updates import rebuild_ladders
from tournaments.people.events import CLUB_STREAM
from tournaments.people.models import Club, FormerShortName, Membership, Player, User
from tournaments.people.services.names import index_names
from tournaments.tournaments.director.events import TOURNAMENT_STREAM
from tournaments.tournaments.services.files import club_of_file


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did; `written` is False when the very same content was here already."""

    club_id: UUID
    content: str
    streams: int
    players: int
    written: bool


def restore_club(*, data: bytes, envelope: Envelope, source: str) -> Restored:
    """Bring a club back, all of it or nothing; the same backup again changes nothing.

    Raises `not_a_backup`, `backup_damaged`, `backup_incomplete`, `backup_inconsistent`,
    `backup_illegal` or `club_exists`.
    """
    manifest, parts = unpack(data)
    backup = read_backup(parts)
    if manifest.club != str(backup.club.id):
        raise KaitenError("backup_inconsistent", part="club.json")
    for log in backup.streams:
        if subscriptions.verifier_of(log.kind) is None:
            raise KaitenError("backup_inconsistent", part=f"streams/{log.stream_id}.jsonl")
        _require_legal(log.stream_id, rules_problem(log))
    done = Restored(
        backup.club.id, manifest.content, len(backup.streams), len(backup.players), True
    )
    known = Club.objects.filter(pk=backup.club.id).first()
    if known is not None:
        _require_same(known, backup, manifest.content, "club_exists")
        return replace(done, written=False)
    try:
        with transaction.atomic():
            _write(backup, envelope, source)
            written = Club.objects.get(pk=backup.club.id)
            _require_same(written, backup, manifest.content, "backup_conflict")
    except IntegrityError:
        raise KaitenError("backup_conflict", 409) from None
    return done


def _require_legal(stream_id: UUID, problem: Problem | None) -> None:
    # What no rules here can judge comes back as it was: its chain is whole.
    if problem is not None and not problem.unjudged:
        where = {"stream": str(stream_id), "version": problem.version}
        raise KaitenError("backup_illegal", reason=problem.code, **where)


def _require_same(club: Club, backup: Backup, content: str, code: str) -> None:
    """What is stored must be what the backup says, down to the last byte."""
    with_passwords = any(row.password is not None for row in backup.users)
    if content_digest(backup_parts(club, with_passwords=with_passwords)) != content:
        raise KaitenError(code, 409)
    for log in backup.streams:
        _require_legal(log.stream_id, verify_stream(log.stream_id).problem)


def _write(backup: Backup, envelope: Envelope, source: str) -> None:
    club = club_of_file(backup.club, backup.club.created_at)
    _write_users(backup.users)
    Player.objects.bulk_create(_player(club, player) for player in backup.players)
    FormerShortName.objects.bulk_create(
        FormerShortName(slug=row.slug, club=club) for row in backup.former_names
    )
    Membership.objects.bulk_create(_member(club, member) for member in backup.members)
    # The club's own stream first: it says who is read as whom. Tournaments after their matches:
    # a table that is there before its match would be told of it again.
    imported = {row.stream: row for row in backup.imports}
    for log in sorted(backup.streams, key=lambda one: (_turn(one.kind), one.stream_id)):
        # What had come from elsewhere still does, for ladders that count no imports.
        known = imported.get(log.stream_id)
        import_rows(
            log=log,
            envelope=Envelope(known.actor, known.imported_at) if known else envelope,
            source=known.source if known else source,
            restored=known is None,
            unread_too=True,
        )
    store_notes(backup.notes)
    rebuild_ladders(now=envelope.now, club_id=club.id)


def _turn(kind: str) -> int:
    if kind == CLUB_STREAM:
        return 0
    return 2 if kind == TOURNAMENT_STREAM else 1


def _write_users(rows: Sequence[UserRow]) -> None:
    known = set(User.objects.filter(pk__in=[row.id for row in rows]).values_list("pk", flat=True))
    for row in rows:
        if row.id in known:
            continue
        user = User(**{**msgspec.structs.asdict(row), "password": row.password or ""})
        if row.password is None:
            user.set_unusable_password()
        _require_fields(user, "users.jsonl")
        user.save(force_insert=True)


def _player(club: Club, row: PlayerRow) -> Player:
    fields = msgspec.structs.asdict(row)
    player = Player(club=club, user_id=fields.pop("user"), **fields)
    index_names(player)
    _require_fields(player, "players.jsonl")
    return player


def _member(club: Club, row: MemberRow) -> Membership:
    fields = msgspec.structs.asdict(row)
    member = Membership(club=club, user_id=fields.pop("user"), **fields)
    _require_fields(member, "members.jsonl")
    return member


def _require_fields(row: Membership | Player | User, part: str) -> None:
    """Refuse what no form or service could have stored."""
    try:
        row.clean_fields(exclude=["club", "user", "merged_into"])
    except ValidationError:
        raise KaitenError("backup_inconsistent", part=part) from None
