"""Tonight's evening of the demo goes on by itself: its tables are played move by move.

Whatever people do in it themselves stands: a table at which they enter something, and an evening
that they direct, are left to them.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from games.core.errors import RuleViolation
from games.core.events import Chance, Event
from games.core.unseen import unseen_record
from replays.envelope import BOT, Envelope
from replays.errors import KaitenError, StreamConflict
from replays.log import Log
from replays.selectors.logs import load_log
from replays.services.matches import play
from tournaments.demo.evenings import TONIGHT, Evening
from tournaments.people.services.bots import play_bot_match
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.states import reading

logger = logging.getLogger(__name__)

STRENGTHS = ("greedy", "random", "greedy", "random", "random", "greedy", "random", "greedy")
"""How the demo's people play: seat by seat, so that not everybody is equally lucky."""


def go_on(*, now: datetime) -> bool:
    """Let a table make its next move, or the evening take its next step.

    Return whether the stage at hand is still to be played on: not where people have taken it over.
    """
    try:
        return _moved(now) or _stepped(now)
    except StreamConflict:
        return True  # somebody was faster
    except (KaitenError, RuleViolation) as refusal:
        logger.info("the evening of the demo is left to those who direct it: %s", refusal)
        return False


def start_tables(evening: Evening, stage: int, most: int | None = None) -> list[UUID]:
    """Begin the first tables of the newest round of a stage, or all; return their matches."""
    with reading(evening.id) as state:
        round_ = max(state.stages[stage].rounds)
        tables = [*state.stages[stage].rounds[round_].tables.values()][:most]
        matches = {table.number: table.match for table in tables}
    for number in matches:
        evening.do("start_table", stage=stage, round=round_, table=number)
    return [*matches.values()]


def record_part(match_id: UUID, part: int, now: datetime) -> None:
    """Record what bots play first at a table: one of so many parts of the whole match."""
    log = load_log(match_id)
    moves = _moves(log)
    _record(log, moves[: len(moves) // part], now)


def _record(log: Log, events: Sequence[Event], now: datetime) -> None:
    play(
        match_id=log.stream_id,
        expected_version=log.version,
        events=events,
        envelope=Envelope(BOT, now),
    )


def _moved(now: datetime) -> bool:
    """Play one choice at the table that has waited longest; return whether there is one."""
    with reading(TONIGHT) as state:
        matches = _live(state)
    waiting = [(log, left) for log in map(load_log, matches) if (left := _left(log))]
    if not waiting:
        return False
    log, left = min(waiting, key=lambda table: table[0].entries[-1].recorded_at)
    choice = next(
        (n for n, event in enumerate(left, 1) if not isinstance(event, Chance)), len(left)
    )
    _record(log, left[:choice], now)
    return True


def _live(state: State) -> list[UUID]:
    stage = state.current
    if stage is None or state.finished:
        return []
    return [table.match for table in stage.tables if table.is_open and table.started]


def _left(log: Log) -> list[Event]:
    """Return what is still to be played at a table; nothing where somebody else plays."""
    ours = all(entry.actor == BOT for entry in log.entries[1:])
    return _moves(log)[len(log.plies) :] if ours and not log.ended else []


def _moves(log: Log) -> list[Event]:
    """Return all of what is played at a table, as somebody records it who sees no hand."""
    bots = STRENGTHS[: log.setup.seats]
    match = play_bot_match(rules=log.rules, setup=log.setup, bots=bots, seed=str(log.stream_id))
    return unseen_record(log.rules, log.setup, match.events)


def _stepped(now: datetime) -> bool:
    """Close a stage that is played, and begin the next or end the evening.

    The stage that begins is owed anew: there is never more to do of the one at hand.
    """
    with reading(TONIGHT) as state:
        stage = state.current
        if stage is None or stage.status != "running" or len(stage.rounds) < stage.rules.rounds:
            return False
        if any(table.is_open for table in stage.tables):
            return False
        number, last = stage.number, stage.number == max(state.stages)
    evening = Evening(TONIGHT, now, BOT, pause=timedelta())
    with transaction.atomic():
        evening.end(number)
        if last:
            evening.do("finish")
        else:
            evening.do("start_stage", stage=number + 1)
            evening.announce(number + 1)
            start_tables(evening, number + 1)
    return False
