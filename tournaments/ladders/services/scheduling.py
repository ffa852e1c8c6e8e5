"""Updates of ladders: scheduled where something changed, done by one task per ladder."""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet

from games.core.events import Event, decode_payload
from replays import subscriptions
from replays.chain import RecordedEvent
from replays.events import RESULT_TYPES, MatchCreated, SeatTakenOver
from replays.models import Checkpoint, Match, Outbox, StoredEvent
from replays.selectors.health import not_done_in_time
from replays.services.queue import Queue
from replays.services.verify import ENDINGS
from tournaments.ladders.events import LadderCreated, LadderListed, LadderRevised, LadderThawed
from tournaments.ladders.models import DueCause, Ladder, LadderDue, LadderStatus
from tournaments.ladders.selectors.ladders import ladders_of_match
from tournaments.ladders.selectors.owed import LADDERS, MERGES, RESULTS
from tournaments.ladders.services.usual import ensure_usual_ladders
from tournaments.people.events import PlayerMerged, PlayerUnmerged
from tournaments.people.signals import club_moved, matches_joined, player_changed
from tournaments.tournaments.director.events import (
    ResultRecorded,
    ResultWithdrawn,
    TournamentRewound,
)
from tournaments.tournaments.director.rewinding import turned_by
from tournaments.tournaments.director.turns import Place
from tournaments.tournaments.models import TournamentTable
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.matches import current_joint_write

UPDATE_LADDER = "tournaments.tasks.update_ladder"
FIRST_RETRY = timedelta(seconds=30)
LAST_RETRY = timedelta(minutes=4)
MERGE_TYPES = (PlayerMerged.type, PlayerUnmerged.type)
TABLE_TYPES = frozenset({ResultRecorded.type, ResultWithdrawn.type})
TYPES = RESULT_TYPES | {SeatTakenOver.type, TournamentRewound.type} | TABLE_TYPES
RULE_TYPES = (LadderCreated.type, LadderRevised.type, LadderListed.type, LadderThawed.type)

QUEUE = Queue(
    LadderDue,
    UPDATE_LADDER,
    lambda now: Q(sent_at=None) | not_done_in_time(now, first=FIRST_RETRY, last=LAST_RETRY),
    argument="ladder_id",
)


def subscribe() -> None:
    """Hear of everything that can move a rating."""
    subscriptions.subscribe(RESULTS, TYPES, on_result_changed, wanted=may_be_rated)
    subscriptions.subscribe(MERGES, MERGE_TYPES, on_players_merged)
    subscriptions.subscribe(LADDERS, RULE_TYPES, on_rules_changed)
    club_moved.connect(on_club_moved, dispatch_uid=__name__)
    matches_joined.connect(on_matches_joined, dispatch_uid=__name__)
    player_changed.connect(on_player_changed, dispatch_uid=__name__)


def may_be_rated(stream_id: UUID, appended: Sequence[RecordedEvent]) -> bool:
    """Say whether a match can have been rated or be rated now: not if that was decided against.

    A tournament only says what its matches do not: that another kind of result is rated or not.
    """
    types = {row.type for row in appended}
    if TournamentRewound.type in types:
        return True
    if types & TABLE_TYPES:
        joint = current_joint_write()
        return joint is None or bool(_tables(map(_decoded, appended)) - joint.tables)
    first = _decoded(appended[0])
    if isinstance(first, MatchCreated):
        return first.rated is not False and bool(types - _QUIET)
    if not Match.objects.filter(pk=stream_id).exclude(rated=False).exists():
        return False
    if types - _QUIET:
        return True
    # What undoes an end leaves the match open: only the log knows that there was one.
    return StoredEvent.objects.filter(stream_id=stream_id, type__in=ENDINGS).exists()


_QUIET = frozenset({"log.rewound", "log.amended", SeatTakenOver.type})
"""These happen to matches that never ended, all the time."""


def _tables(events: Iterable[Event]) -> set[Place]:
    """Return the tables that events gave or took a result."""
    return {
        (event.stage, event.round, event.table)
        for event in events
        if isinstance(event, ResultRecorded | ResultWithdrawn)
    }


def on_result_changed(stream_id: UUID, version: int) -> None:
    """Schedule an update of every ladder that rates a match, or did."""
    match = Match.objects.filter(pk=stream_id).first()
    if match is not None:
        ensure_usual_ladders(match=match, now=datetime.now(UTC))
        schedule_updates(ladders_of_match(stream_id), DueCause.MATCH, stream_id)
        return
    own = TournamentTable.objects.filter(tournament_id=stream_id)
    tables = _tables(_new_events(RESULTS, stream_id, version, TABLE_TYPES))
    tables |= _tables(_turned_events(stream_id, version))
    for stage, round_, number in sorted(tables):
        at_table = own.filter(stage=stage, round=round_, number=number).values("match_id")
        for match in Match.objects.filter(pk__in=at_table, ended_at__isnull=False):
            schedule_updates(ladders_of_match(match.id), DueCause.MATCH, match.id)


def on_players_merged(club_id: UUID, version: int) -> None:
    """Schedule updates of a club's ladders for players who were merged or parted."""
    for event in _new_events(MERGES, club_id, version, MERGE_TYPES):
        if isinstance(event, PlayerMerged | PlayerUnmerged):
            on_player_changed(club_id=club_id, player_id=event.player)


def on_player_changed(*, club_id: UUID, player_id: UUID, **_signal: object) -> None:
    """Schedule updates of a club's open ladders: a player is somebody else's, or a guest, now."""
    schedule_updates(_open_ladders(club_id), DueCause.PLAYER, player_id)


def on_matches_joined(*, match_ids: Collection[UUID], **_signal: object) -> None:
    """Schedule updates of every ladder that rates matches which are its club's now."""
    for match_id in match_ids:
        schedule_updates(ladders_of_match(match_id), DueCause.MATCH, match_id)


def on_club_moved(*, club_id: UUID, **_signal: object) -> None:
    """Schedule a full update of those open ladders of a club that have a first or last day."""
    ladders = Ladder.objects.filter(pk__in=_open_ladders(club_id))
    dated = [row.pk for row in ladders.order_by("pk") if row.rules["since"] or row.rules["until"]]
    for ladder_id in dated:
        schedule_updates([ladder_id], DueCause.RULES, ladder_id)


def on_rules_changed(ladder_id: UUID, _version: int) -> None:
    """Schedule a full update of a ladder."""
    schedule_updates([ladder_id], DueCause.RULES, ladder_id)


def schedule_updates(ladders: Iterable[UUID], cause: DueCause, subject: UUID) -> None:
    """Write down that ladders are to be updated, and have it done once that is committed."""
    now = datetime.now(UTC)
    # Never two for one: what is asked for while the first is being done must not get lost with it.
    rows = [
        LadderDue(id=uuid4(), ladder_id=ladder, cause=cause, subject=subject, created_at=now)
        for ladder in ladders
    ]
    LadderDue.objects.bulk_create(rows)
    new = LadderDue.objects.filter(pk__in=[row.id for row in rows])
    transaction.on_commit(lambda: QUEUE.send(new, now=datetime.now(UTC)))


def has_unscheduled_changes() -> bool:
    """Say whether something that may move ratings has not been scheduled yet."""
    return Outbox.objects.filter(topic__in=(RESULTS, MERGES, LADDERS)).exists()


def _new_events(topic: str, stream_id: UUID, version: int, types: Collection[str]) -> list[Event]:
    """Return what was appended since the topic was last heard: one append may hold several."""
    events = _new_rows(topic, stream_id, version, types).values_list("type", "schema", "payload")
    return [decode_payload(*row) for row in events]


def _turned_events(tournament_id: UUID, version: int) -> list[Event]:
    """Return what counts, or counts no more, since a tournament was rewound."""
    rewinds = _new_rows(RESULTS, tournament_id, version, {TournamentRewound.type})
    versions = list(rewinds.values_list("version", flat=True))
    if not versions:
        return []
    with reading(tournament_id) as state:
        turned = {one for rewind in versions for one in turned_by(state.log, rewind)}
        return [state.log[one - 1][0] for one in sorted(turned)]


def _new_rows(
    topic: str, stream_id: UUID, version: int, types: Collection[str]
) -> QuerySet[StoredEvent]:
    reached = Checkpoint.objects.filter(consumer=topic, stream_id=stream_id).first()
    rows = StoredEvent.objects.filter(
        stream_id=stream_id,
        version__gt=reached.version if reached is not None else 0,
        version__lte=version,
        type__in=types,
    )
    return rows.order_by("version")


def _decoded(row: RecordedEvent) -> Event:
    return decode_payload(row.type, row.schema, row.payload)


def _open_ladders(club_id: UUID) -> list[UUID]:
    ladders = Ladder.objects.filter(club_id=club_id, status=LadderStatus.OPEN)
    return list(ladders.order_by("pk").values_list("pk", flat=True))
