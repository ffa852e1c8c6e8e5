"""A match of which each round is told when it is over: counted, or by its scores."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from games.core.canonical import require_plain
from games.core.counts import rounds_to_count
from replays.counting import scored
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import MatchCounted
from replays.legality import require_sound, require_timely
from replays.log import Log
from replays.services import matches
from replays.services.append import Appended, answered_once


class RoundCount(msgspec.Struct, frozen=True):
    """One round that is over: what lies before each seat, or the scores it gave."""

    round: int
    tables: Sequence[Mapping[str, Any]] | None = None
    scores: Sequence[int] | None = None


@answered_once
def count_round(
    *, match_id: UUID, expected_version: int, count: RoundCount, envelope: Envelope
) -> Appended:
    """Save what a round left, at once; a round that was counted before is counted again.

    Raises `empty_count`, `no_such_round`, `bad_scores`, or what the rules refuse about the count
    together with those of the other rounds.
    """
    log = matches.load_at(match_id, expected_version)
    event = MatchCounted(
        round=count.round,
        tables=None if count.tables is None else tuple(dict(one) for one in _plain(count.tables)),
        scores=None if count.scores is None else _whole(log, count.scores),
    )
    require_timely(log.life, event)
    require_sound(log.life, event)
    _require_possible(log, event)
    return matches.extend(log, [event], envelope)


def _require_possible(log: Log, event: MatchCounted) -> None:
    """Raise what no match could leave. Only for who writes: a log that stands is not judged."""
    if event.tables is None:
        return
    rules, setup = log.rules, log.setup
    last = rounds_to_count(rules.count_fields(setup))
    if event.round > last:
        raise KaitenError("no_such_round", 422, round=event.round, last=last)
    known = {count.round: count.tables for count in log.life.counted if count.tables is not None}
    scored(rules, setup, known | {event.round: event.tables})


def _plain(tables: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    require_plain(list(tables))
    return tables


def _whole(log: Log, scores: Sequence[int]) -> tuple[int, ...]:
    if any(type(score) is not int for score in scores):
        raise KaitenError("bad_scores", 422, seats=log.setup.seats)
    return tuple(scores)
