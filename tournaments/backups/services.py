"""A club brought back from a backup: judged first, then written whole or not at all."""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.core.canonical import digest
from games.core.errors import RuleViolation
from replays import subscriptions
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Note
from replays.services.append import WholeLog, import_rows
from replays.services.verify import verify_stream
from tournaments.backups.archive import content_digest, unpack
from tournaments.backups.parts import Backup, PlayerRow, StreamPart, read_backup
from tournaments.backups.selectors import backup_parts
from tournaments.ladders.services.updates import rebuild_ladders
from tournaments.people.events import CLUB_STREAM
from tournaments.people.models import Club, Player, User
from tournaments.people.services.clubs import create_club
from tournaments.people.services.names import index_names
from tournaments.tournaments.director.events import TOURNAMENT_STREAM


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
    for stream in backup.streams:
        _require_legal(stream)
    done = Restored(
        backup.club.id, manifest.content, len(backup.streams), len(backup.players), True
    )
    known = Club.objects.filter(pk=backup.club.id).first()
    if known is not None:
        _require_same(known, backup, manifest.content, "club_exists")
        return Restored(done.club_id, done.content, done.streams, done.players, False)
    try:
        with transaction.atomic():
            _write(backup, envelope, source)
            written = Club.objects.get(pk=backup.club.id)
            _require_same(written, backup, manifest.content, "backup_conflict")
    except IntegrityError:
        raise KaitenError("backup_conflict", 409) from None
    return done


def _require_legal(stream: StreamPart) -> None:
    verifier = subscriptions.verifier_of(stream.kind)
    if verifier is None:
        raise KaitenError("backup_inconsistent", part=f"streams/{stream.id}.jsonl")
    try:
        problem = verifier(stream.id, stream.rows)
    except RuleViolation as violation:
        raise KaitenError(
            "backup_illegal", stream=str(stream.id), version=1, reason=violation.code
        ) from None
    if problem is not None:
        raise KaitenError(
            "backup_illegal",
            stream=str(stream.id),
            version=problem.version,
            reason=problem.code,
        )


def _require_same(club: Club, backup: Backup, content: str, code: str) -> None:
    """What is stored must be what the backup says, down to the last byte."""
    with_passwords = any(row.password is not None for row in backup.users)
    if content_digest(backup_parts(club, with_passwords=with_passwords)) != content:
        raise KaitenError(code, 409)
    for stream in backup.streams:
        report = verify_stream(stream.id)
        if report.problem is not None:
            raise KaitenError(
                "backup_illegal",
                stream=str(stream.id),
                version=report.problem.version,
                reason=report.problem.code,
            )


def _write(backup: Backup, envelope: Envelope, source: str) -> None:
    row = backup.club
    club = create_club(
        club_id=row.id,
        name=row.name,
        slug=row.slug,
        time_zone=row.time_zone,
        language=row.language,
        now=row.created_at,
    )
    _write_users(backup)
    Player.objects.bulk_create(_player(club, player) for player in backup.players)
    # The club's own stream first: it says who is read as whom. Tournaments after their matches:
    # a table that is there before its match would be told of it again.
    imported = {row.stream: row for row in backup.imports}
    for stream in sorted(backup.streams, key=lambda one: (_turn(one.kind), one.id)):
        # What had come from elsewhere still does, for ladders that count no imports.
        known = imported.get(stream.id)
        import_rows(
            log=WholeLog(stream.id, stream.kind, stream.rows),
            envelope=Envelope(known.actor, known.imported_at) if known else envelope,
            source=known.source if known else source,
            restored=known is None,
        )
    _write_notes(backup)
    rebuild_ladders(now=envelope.now, club_id=club.id)


def _turn(kind: str) -> int:
    if kind == CLUB_STREAM:
        return 0
    return 2 if kind == TOURNAMENT_STREAM else 1


def _write_users(backup: Backup) -> None:
    known = set(User.objects.filter(pk__in=[row.id for row in backup.users]).values_list("pk"))
    for row in backup.users:
        if (row.id,) in known:
            continue
        user = User(
            id=row.id, username=row.username, is_staff=row.is_staff, is_active=row.is_active
        )
        if row.password is None:
            user.set_unusable_password()
        else:
            user.password = row.password
        _require_fields(user, "users.jsonl")
        user.save(force_insert=True)


def _player(club: Club, row: PlayerRow) -> Player:
    player = Player(
        id=row.id,
        club=club,
        kind=row.kind,
        bot=row.bot,
        first_name=row.first_name,
        last_name=row.last_name,
        nickname=row.nickname,
        display=row.display,
        guest=row.guest,
        user_id=row.user,
        created_at=row.created_at,
    )
    index_names(player)
    _require_fields(player, "players.jsonl")
    return player


def _require_fields(row: Player | User, part: str) -> None:
    """Refuse what no form or service could have stored."""
    try:
        row.clean_fields(exclude=["club", "user", "merged_into"])
    except ValidationError:
        raise KaitenError("backup_inconsistent", part=part) from None


def _write_notes(backup: Backup) -> None:
    for row in backup.notes:
        if row.erased_at is None and digest(row.text) != row.digest:
            raise KaitenError("backup_inconsistent", part="notes.jsonl")
    Note.objects.bulk_create(
        Note(
            stream_id=row.stream,
            version=row.version,
            digest=row.digest,
            text=row.text,
            erased_at=row.erased_at,
        )
        for row in backup.notes
    )
