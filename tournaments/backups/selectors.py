"""Everything of one club, as the parts of a backup."""

from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet
from msgspec import Struct, structs

from replays.models import Import, Match, Stream
from replays.records.whole import write_rows
from replays.selectors.whole import notes_beside, whole_logs
from tournaments.backups import parts
from tournaments.ladders.models import Ladder
from tournaments.people.models import Club, FormerShortName, Membership, Player, User
from tournaments.seasons.models import Season
from tournaments.tournaments.models import Tournament

R = TypeVar("R", bound=Struct)
_OWNED = (Match, Tournament, Season, Ladder)


def backup_parts(club: Club, *, with_passwords: bool = False) -> dict[str, str]:
    """Return the parts of a club's backup; tokens never leave the house.

    Raises `stream_not_intact` if a log is not what its head says: a backup must be worth keeping.
    """
    streams = _streams_of(club)
    # Logs first: whoever sits in one of them is among the players that are read after it.
    logs = {
        f"{parts.STREAMS}{log.stream_id}.jsonl": write_rows([log.head, *log.rows])
        for log in whole_logs(streams)
    }
    versions = {stream.pk: stream.version for stream in streams}
    # A backup of a club into which nothing was ever brought is the same as it always was.
    imports = {parts.IMPORTS: write_rows(rows)} if (rows := _imports(list(versions))) else {}
    # The same holds for one in which nobody has a role, and which was never called otherwise.
    members = {parts.MEMBERS: write_rows(joined)} if (joined := _members(club)) else {}
    former = _rows(FormerShortName.objects.filter(club=club), parts.FormerNameRow)
    former_names = {parts.FORMER_NAMES: write_rows(former)} if former else {}
    players = Player.objects.filter(club=club).order_by("pk")
    return {
        **logs,
        **imports,
        **members,
        **former_names,
        parts.CLUB: write_rows(_rows(Club.objects.filter(pk=club.pk), parts.ClubRow)),
        parts.PLAYERS: write_rows(_rows(players, parts.PlayerRow)),
        parts.USERS: write_rows(_users(club, with_passwords)),
        parts.NOTES: write_rows(notes_beside(versions)),
    }


def _streams_of(club: Club) -> list[Stream]:
    """Every stream of a club: its matches, tournaments, seasons and ladders, and its own."""
    owned = [model.objects.filter(club_id=club.id).values_list("pk", flat=True) for model in _OWNED]
    streams = [Stream.objects.filter(pk__in=ids).order_by("pk") for ids in owned]
    return [stream for rows in (*streams, Stream.objects.filter(pk=club.id)) for stream in rows]


def _users(club: Club, with_passwords: bool) -> list[parts.UserRow]:
    known = Q(players__club=club) | Q(memberships__club=club)
    users = User.objects.filter(known).order_by("pk").distinct()
    rows = _rows(users, parts.UserRow)
    return rows if with_passwords else [structs.replace(row, password=None) for row in rows]


def _members(club: Club) -> list[parts.MemberRow]:
    return _rows(Membership.objects.filter(club=club).order_by("pk"), parts.MemberRow)


def _imports(streams: list[UUID]) -> list[parts.ImportRow]:
    """Return where logs came from that were not written here, nor brought back by a backup."""
    imports = Import.objects.filter(stream__in=streams, restored=False).order_by("stream")
    return _rows(imports, parts.ImportRow)


def _rows(queryset: QuerySet[Any], cls: type[R]) -> list[R]:
    return [cls(*row) for row in queryset.values_list(*cls.__struct_fields__)]
