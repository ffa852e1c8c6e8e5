"""Everything of one tournament, as the file that another database can take in."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from games.core.events import decode_payload
from replays.chain import RecordedEvent
from replays.errors import KaitenError, UnknownStream
from replays.events import MatchCreated, SeatTakenOver
from replays.models import Stream
from replays.records.whole import WholeLog
from replays.selectors.logs import KIND as MATCH_STREAM
from replays.selectors.whole import notes_beside, whole_logs
from tournaments.people.labels import BOT_SUFFIX, shared_parts
from tournaments.people.models import Display, Kind, Player
from tournaments.people.selectors.clubs import club_of, home_of
from tournaments.people.selectors.players import labels_of, roots_of
from tournaments.tournaments.director.events import (
    TOURNAMENT_STREAM,
    Entered,
    TableReseated,
    TablesPublished,
    TournamentCreated,
)
from tournaments.tournaments.file import ClubLine, PersonLine, write_tournament

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
    matches = Stream.objects.filter(pk__in=matches_of(log.rows), kind=MATCH_STREAM)
    logs = [log, *whole_logs(list(matches.order_by("pk")))]
    seated = players_of(logs)
    roots = roots_of(seated)
    players = sorted(seated | {root.id for root in roots.values()})
    known = labels_of(players, LANGUAGE)
    written = club_id_of(log.rows)
    club = club_of(home_of(written))
    return write_tournament(
        # Under the id that the log names: whoever wrote it takes it back without a question.
        club=ClubLine(written, club.name, club.slug, club.time_zone, club.language),
        labels={player: known.get(player, "") for player in players},
        people=_people({player: known.get(player, "") for player in players}, roots),
        logs=logs,
        notes=notes_beside({log.stream_id: len(log.rows) for log in logs}),
    )


def _people(labels: Mapping[UUID, str], roots: Mapping[UUID, Player]) -> dict[UUID, PersonLine]:
    """Return who players are, but for those of whom the label says everything."""
    known = {**{root.id: root for root in roots.values()}, **roots}
    lines = {
        id_: PersonLine(
            *shared_parts(root),
            root.guest,
            root.bot if root.kind == Kind.BOT else "",
            root.id if root.id != id_ else None,
        )
        for id_ in labels
        if (root := known.get(id_)) is not None
    }
    return {id_: line for id_, line in lines.items() if line != _of_label(labels[id_])}


def _of_label(label: str) -> PersonLine:
    """Return what a label alone makes of somebody where it is taken in."""
    bot = label.removesuffix(BOT_SUFFIX).lower() if label.endswith(BOT_SUFFIX) else ""
    if bot:
        return PersonLine("", "", "", Display.INITIAL, guest=False, bot=bot, same_as=None)
    return PersonLine("", "", label, Display.NICKNAME, guest=True, bot="", same_as=None)


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


def match_club_of(rows: Sequence[RecordedEvent]) -> UUID | None:
    """Return the club that a match's log names; None if it begins as none does."""
    event = decode_payload(rows[0].type, rows[0].schema, rows[0].payload)
    return event.club if isinstance(event, MatchCreated) else None


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
