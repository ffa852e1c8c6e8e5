"""Everything of one tournament, as the file that another database can take in."""

from collections.abc import Sequence
from uuid import UUID

from games.core.events import decode_payload
from replays.chain import RecordedEvent
from replays.errors import KaitenError, UnknownStream
from replays.events import MatchCreated, SeatTakenOver
from replays.models import Stream
from replays.records.whole import WholeLog
from replays.selectors.logs import KIND as MATCH_STREAM
from replays.selectors.whole import notes_beside, whole_logs
from tournaments.people.selectors.clubs import club_of
from tournaments.people.selectors.players import labels_of
from tournaments.tournaments.director.events import (
    TOURNAMENT_STREAM,
    Entered,
    TableReseated,
    TablesPublished,
    TournamentCreated,
)
from tournaments.tournaments.file import ClubLine, write_tournament

LANGUAGE = "en"
"""Labels in files do not depend on who asks."""
_SEATING = frozenset({TablesPublished.type, TableReseated.type})
_SITTING = frozenset({MatchCreated.type, SeatTakenOver.type})


def export_tournament(tournament_id: UUID) -> str:
    """Return the file of a tournament: its log, those of its matches, labels and notes.

    Raises `unknown_tournament`, or `stream_not_intact` if a log is not what its head says.
    """
    own = Stream.objects.filter(pk=tournament_id, kind=TOURNAMENT_STREAM).first()
    if own is None:
        raise KaitenError("unknown_tournament", 404)
    [log] = whole_logs([own])
    # The tournament first: a match that is told it is over afterwards is still among its tables.
    seated = Stream.objects.filter(pk__in=matches_of(log.rows), kind=MATCH_STREAM)
    logs = [log, *whole_logs(list(seated.order_by("pk")))]
    players = sorted(players_of(logs))
    known = labels_of(players, LANGUAGE)
    club = club_of(club_id_of(log.rows))
    return write_tournament(
        club=ClubLine(club.id, club.name, club.slug, club.time_zone, club.language),
        labels={player: known.get(player, "") for player in players},
        logs=logs,
        notes=notes_beside({log.stream_id: len(log.rows) for log in logs}),
    )


def head_of(tournament_id: UUID) -> str:
    """Return the hash of a tournament's last event, or raise UnknownStream."""
    heads = Stream.objects.filter(pk=tournament_id, kind=TOURNAMENT_STREAM)
    head = heads.values_list("head_hash", flat=True).first()
    if head is None:
        raise UnknownStream(kind=TOURNAMENT_STREAM)
    return head


def club_id_of(rows: Sequence[RecordedEvent]) -> UUID:
    """Return the club that a tournament's log names."""
    event = decode_payload(rows[0].type, rows[0].schema, rows[0].payload)
    if not isinstance(event, TournamentCreated):
        raise KaitenError("not_a_tournament_file", 422, line=2)
    return event.club


def matches_of(rows: Sequence[RecordedEvent]) -> list[UUID]:
    """Return every match that a tournament's log ever gave to a table."""
    matches: list[UUID] = []
    for row in rows:
        if row.type not in _SEATING:
            continue
        event = decode_payload(row.type, row.schema, row.payload)
        if isinstance(event, TablesPublished):
            matches += [seating.match for seating in event.tables]
        elif isinstance(event, TableReseated):
            matches.append(event.match)
    return list(dict.fromkeys(matches))


def players_of(logs: Sequence[WholeLog]) -> set[UUID]:
    """Return everybody who entered the tournament or sat at one of its matches."""
    types = _SITTING | {Entered.type}
    rows = [row for log in logs for row in log.rows if row.type in types]
    people: set[UUID | None] = set()
    for row in rows:
        event = decode_payload(row.type, row.schema, row.payload)
        match event:
            case Entered():
                people.update(entry.player for entry in event.entries)
            case MatchCreated():
                people.update(event.players)
            case SeatTakenOver():
                people.add(event.player)
            case _:
                pass
    return {person for person in people if person is not None}
