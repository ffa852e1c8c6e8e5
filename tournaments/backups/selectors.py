"""Everything of one club, as the parts of a backup."""

from uuid import UUID

from replays.chain import RecordedEvent
from replays.errors import KaitenError
from replays.models import Import, Match, Note, StoredEvent, Stream
from replays.records.rows import NoteRow
from tournaments.backups.parts import (
    CLUB,
    IMPORTS,
    NOTES,
    PLAYERS,
    STREAMS,
    USERS,
    ClubRow,
    ImportRow,
    PlayerRow,
    UserRow,
    write_rows,
    write_stream,
)
from tournaments.ladders.models import Ladder
from tournaments.people.models import Club, Player, User
from tournaments.seasons.models import Season
from tournaments.tournaments.models import Tournament

_ENVELOPE = RecordedEvent.__struct_fields__


def backup_parts(club: Club, *, with_passwords: bool = False) -> dict[str, str]:
    """Return the parts of a club's backup; tokens never leave the house.

    Raises `stream_not_intact` if a log is not what its head says: a backup must be worth keeping.
    """
    streams = _streams_of(club)
    # Logs first: whoever sits in one of them is among the players that are read after it.
    logs = {f"{STREAMS}{stream.pk}.jsonl": _stream(stream) for stream in streams}
    # A backup of a club into which nothing was ever brought is the same as it always was.
    imports = {IMPORTS: write_rows(rows)} if (rows := _imports(streams)) else {}
    return {
        **logs,
        **imports,
        CLUB: write_rows([_club(club)]),
        PLAYERS: write_rows(_players(club)),
        USERS: write_rows(_users(club, with_passwords)),
        NOTES: write_rows(_notes(streams)),
    }


def _streams_of(club: Club) -> list[Stream]:
    """Every stream of a club: its matches, tournaments, seasons and ladders, and its own."""
    matches = Match.objects.filter(club_id=club.id).values("pk")
    tournaments = Tournament.objects.filter(club_id=club.id).values("pk")
    seasons = Season.objects.filter(club_id=club.id).values("pk")
    ladders = Ladder.objects.filter(club_id=club.id).values("pk")
    return [
        *Stream.objects.filter(pk__in=matches).order_by("pk"),
        *Stream.objects.filter(pk__in=tournaments).order_by("pk"),
        *Stream.objects.filter(pk__in=seasons).order_by("pk"),
        *Stream.objects.filter(pk__in=ladders).order_by("pk"),
        *Stream.objects.filter(pk=club.id),
    ]


def _stream(stream: Stream) -> str:
    # What was appended since the head was read belongs to the next backup.
    stored = StoredEvent.objects.filter(stream=stream, version__lte=stream.version)
    rows = [RecordedEvent(*values) for values in stored.order_by("version").values_list(*_ENVELOPE)]
    if not rows or (len(rows), rows[-1].hash) != (stream.version, stream.head_hash):
        raise KaitenError("stream_not_intact", 409, stream=str(stream.pk))
    return write_stream(stream.kind, stream.pk, rows)


def _club(club: Club) -> ClubRow:
    return ClubRow(club.id, club.name, club.slug, club.time_zone, club.language, club.created_at)


def _players(club: Club) -> list[PlayerRow]:
    return [
        PlayerRow(
            id=player.id,
            kind=player.kind,
            bot=player.bot,
            first_name=player.first_name,
            last_name=player.last_name,
            nickname=player.nickname,
            display=player.display,
            guest=player.guest,
            user=player.user_id,
            created_at=player.created_at,
        )
        for player in Player.objects.filter(club=club).order_by("pk")
    ]


def _users(club: Club, with_passwords: bool) -> list[UserRow]:
    return [
        UserRow(
            id=user.id,
            username=user.username,
            is_staff=user.is_staff,
            is_active=user.is_active,
            password=user.password if with_passwords else None,
        )
        for user in User.objects.filter(players__club=club).order_by("pk").distinct()
    ]


def _notes(streams: list[Stream]) -> list[NoteRow]:
    ids: list[UUID] = [stream.pk for stream in streams]
    heads = {stream.pk: stream.version for stream in streams}
    notes = Note.objects.filter(stream__in=ids).order_by("stream", "version", "digest")
    return [
        NoteRow(note.stream_id, note.version, note.digest, note.text, note.erased_at)
        for note in notes
        if note.version <= heads[note.stream_id]
    ]


def _imports(streams: list[Stream]) -> list[ImportRow]:
    """Return where logs came from that were not written here, nor brought back by a backup."""
    ids: list[UUID] = [stream.pk for stream in streams]
    rows = Import.objects.filter(stream__in=ids, restored=False).order_by("stream")
    return [ImportRow(row.stream_id, row.actor, row.imported_at, row.source) for row in rows]
