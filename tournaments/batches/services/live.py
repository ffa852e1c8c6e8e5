"""Bots that sit beside people: a worker plays for them as soon as a match waits for one.

Only where Kaiten itself rolls and draws: at a physical table nobody could show a bot its hand.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings

from games.bots import bot_named
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import Bot
from games.core.needs import Need
from games.core.rng import Rng
from games.core.viewer import seat_viewer
from games.registry import games
from replays import events, subscriptions
from replays.chain import RecordedEvent
from replays.envelope import BOT, Envelope
from replays.errors import StreamConflict
from replays.log import Log
from replays.models import Match, MatchSeat
from replays.selectors.logs import load_log
from replays.services.append import Appended
from replays.services.chance import UnpredictableRng
from replays.services.matches import play_drawn
from replays.services.outbox import Later
from replays.services.verify import ENDINGS
from tournaments.people.models import Kind, Player
from tournaments.people.selectors.players import bots_among

logger = logging.getLogger(__name__)

TOPIC = "bots"
SOURCE = "online"
MOST_EVENTS = 200
"""What is played in one append; whatever is left is the next task's."""

_MOST_REMEMBERED = 10_000
_not_online: set[UUID] = set()
"""Matches known not to be played online. That is said when a match begins and never changes, so
the moves at a table cost no question of their own."""

_BEGIN = (events.MatchCreated, events.MatchReopened, events.SeatTakenOver)
_UNDO = (events.LogRewound, events.LogAmended, events.LogOverridden)
_OWN_TYPES = frozenset(cls.type for cls in (*_BEGIN, *_UNDO))


def subscribe() -> None:
    """Hear of everything after which it may be a bot's turn."""
    subscriptions.subscribe(
        TOPIC, may_wait_for_a_bot, bot_move, outside=True, wanted=has_playing_bots
    )


def may_wait_for_a_bot(type_: str) -> bool:
    """Say whether events of a type are moves of a game, registered whenever, or undo such."""
    slug = type_.partition(".")[0]
    return type_ in _OWN_TYPES or any(rules.slug == slug for rules in games())


def has_playing_bots(match_id: UUID, appended: Sequence[RecordedEvent]) -> bool:
    """Say whether a match is one in which bots play by themselves, and one sits there."""
    if appended[-1].type in ENDINGS or (appended[0].version > 1 and match_id in _not_online):
        return False
    source = Match.objects.filter(pk=match_id).values_list("source", flat=True).first()
    if source != SOURCE:
        if len(_not_online) >= _MOST_REMEMBERED:
            _not_online.clear()
        if source is not None:
            _not_online.add(match_id)
        return False
    seated = MatchSeat.objects.filter(match_id=match_id).values_list("player_id", flat=True)
    return bool(bots_among(list(filter(None, seated))))


def bot_move(match_id: UUID, _version: int) -> None:
    """Play for the bots of a match until it waits for a person; subscribed to its events.

    Whoever was faster than the bots, another worker perhaps, wrote events of which there is a task
    of their own: then there is nothing left to do here.
    """
    try:
        play_bots(match_id=match_id, now=datetime.now(UTC))
    except StreamConflict:
        logger.debug("match %s went on while its bots were thinking", match_id)


def play_bots(*, match_id: UUID, now: datetime, rng: Rng | None = None) -> Appended | None:
    """Append everything that chance and the bots do next, all at once; None if that is nothing.

    With a pace, one choice at a time: raises Later while the last one is too fresh. Raises
    StreamConflict when the match went on meanwhile.
    """
    log = load_log(match_id)
    if log.source != SOURCE or log.ended or log.rules.reported_only:
        return None
    bots = bots_at(log)
    if not bots or _next_need(log.rules.needs(log.state), bots) is None:
        return None
    pace = settings.BOT_PACE
    _keep_pace(log, pace, now)
    return play_drawn(
        match_id=match_id,
        expected_version=log.version,
        events=next_events(log, bots, rng or UnpredictableRng(), one_choice=pace > 0),
        envelope=Envelope(BOT, now),
    )


def bots_at(log: Log) -> dict[int, Bot]:
    """Return the bots of a match by their seats; one that this release does not know is nobody."""
    players = Player.objects.filter(pk__in=filter(None, log.players), kind=Kind.BOT)
    names = dict(players.values_list("id", "bot"))
    bots: dict[int, Bot] = {}
    for seat, player in enumerate(log.players):
        if player is None or player not in names:
            continue
        try:
            bots[seat] = bot_named(names[player])
        except RuleViolation:
            logger.warning("match %s seats an unknown bot: %s", log.stream_id, names[player])
    return bots


def next_events(
    log: Log, bots: Mapping[int, Bot], rng: Rng, *, one_choice: bool = False
) -> list[Event]:
    """Return what chance and the bots do before a match waits for people alone.

    Each bot gets the view of its seat, never the state. Where people and bots choose at the same
    time the bots answer and the people's needs stay open.
    """
    rules, state = log.rules, log.state_at(len(log.plies))
    played: list[Event] = []
    while len(played) < MOST_EVENTS:
        need = _next_need(rules.needs(state), bots)
        if need is None:
            break
        if need.seat is None:
            event = rules.sample(state, need, rng)
        else:
            view = rules.view(state, seat_viewer(need.seat))
            event = bots[need.seat].choose(rules, view, need.seat, rng)
        rules.check(state, event)
        rules.apply(state, event)
        played.append(event)
        if one_choice and need.seat is not None:
            break
    return played


def _next_need(needs: Iterable[Need], bots: Mapping[int, Bot]) -> Need | None:
    """Return the first need that is chance's or a bot's."""
    return next((need for need in needs if need.seat is None or need.seat in bots), None)


def _keep_pace(log: Log, pace: int, now: datetime) -> None:
    """Raise Later if the last thing that was played for bots is more recent than the pace."""
    played = [entry.recorded_at for entry in log.entries if entry.actor == BOT]
    if not pace or not played:
        return
    passed = (now - datetime.fromisoformat(played[-1])).total_seconds()
    if passed < pace:
        raise Later(pace - passed)
