"""What a log gains by a move, an undo or an agreement: the same for a service and for a phone.

No database.
"""

from collections.abc import Sequence
from typing import Any

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.rng import Rng
from games.core.unseen import unseen_events
from replays.errors import KaitenError
from replays.events import LogRewound, MatchConfirmed, is_dealt_here
from replays.legality import require_no_chance, require_sound, require_timely
from replays.life import finished
from replays.log import Log

MOST_DRAWN = 200
"""What chance does at once; a match that waits for more of it asks again."""


def added_moves(
    log: Log,
    events: Sequence[Event],
    *,
    drawn: bool = False,
    luck: Rng | None = None,
    unseen: bool = False,
) -> list[Event]:
    """Return game events, each checked against the state it meets, and the rules' end after them.

    Only `drawn` ones may be chance's where the server draws; with `luck` it draws at once what the
    match waits for then. At a table `unseen` leaves unknown what chance does next.
    """
    rules, state = log.rules, log.state_at(len(log.plies))
    for event in events:
        require_timely(log.life, event)
        if not drawn:
            require_no_chance(log, event)
        if rules.reported_only:
            raise RuleViolation("reported_only")
        rules.check(state, event)
        rules.apply(state, event)
    added: list[Event] = list(events)
    if luck is not None and is_dealt_here(log.source):
        added += _draw(rules, state, luck)
    if unseen and not is_dealt_here(log.source):
        for event in unseen_events(rules, state):
            rules.apply(state, event)
            added.append(event)
    if added and not rules.needs(state):
        added.append(finished(rules.outcome(state)))
    return added


def _draw(rules: AnyRules, state: Any, luck: Rng) -> list[Event]:
    """Let chance do everything that comes before a choice, and return what it did."""
    drawn: list[Event] = []
    while len(drawn) < MOST_DRAWN:
        need = next((need for need in rules.needs(state) if need.seat is None), None)
        if need is None:
            break
        drawn.append(rules.sample(state, need, luck))
        rules.apply(state, drawn[-1])
    return drawn


def added_rewind(log: Log, to: int) -> list[Event]:
    """Return what makes the effective log again what it was at a version."""
    event = LogRewound(to)
    require_timely(log.life, event)
    if to == log.version:
        raise KaitenError("nothing_to_rewind", 422, version=to)
    past = log.at(to)
    if past.over and not past.ended and not past.life.reopened:
        return [event, finished(past.outcome)]
    return [event]


def added_agreement(log: Log, seat: int) -> list[Event]:
    """Return what says for a seat that the result is right, or raise `nothing_to_confirm`."""
    if is_dealt_here(log.source):
        raise KaitenError("nothing_to_confirm", 409)
    event = MatchConfirmed(seat)
    require_timely(log.life, event)
    require_sound(log.life, event)
    return [event]
