"""What people tell of a match besides its moves: a round, a result, or that it stops.

Each is judged here, the same by a service and by a phone. No database.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec

from games.core.canonical import require_plain
from games.core.counts import rounds_to_count
from games.core.events import Event
from games.core.outcome import shared_places
from games.core.told import require_agreement, require_likely
from replays import events
from replays.chain import timestamp
from replays.counting import scored, standing
from replays.errors import KaitenError
from replays.events import MatchCounted, MatchReported, Places, Scores
from replays.legality import require_scores, require_sound, require_timely
from replays.log import Log
from replays.notes import clean_note, note_digest

EARLIEST_END = datetime(1900, 1, 1, tzinfo=UTC)


class RoundCount(msgspec.Struct, frozen=True):
    """One round that is over: what lies before each seat, or the scores it gave."""

    round: int
    tables: Sequence[Mapping[str, Any]] | None = None
    scores: Sequence[int] | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A result that people tell, in one way.

    One of scores, rounds (scores round by round), tables (a count, scored by the rules), the rounds
    that were counted or noted before, or places alone; places may also stand beside the others,
    where a tie was broken at the table.
    """

    scores: Sequence[int] | None = None
    places: Sequence[int] | None = None
    rounds: Sequence[Sequence[int]] | None = None
    tables: Sequence[Mapping[str, Any]] | None = None
    counted: bool = False
    """Whether the result is what the rounds add up to that were told when they were over."""
    ended_at: datetime | None = None
    """When the match was really over, if it is entered later."""
    confirm: bool = False
    """Whether a score far outside what the game gives is meant."""
    decided: bool = False
    """Whether it was judged where it was entered, perhaps by an arbiter: nothing is asked here."""


class Stop(msgspec.Struct, frozen=True):
    """Why play ends early, and what counts: the score so far, agreed places, or nothing."""

    reason: str
    result: str
    places: Sequence[int] | None = None


def told_round(log: Log, count: RoundCount) -> MatchCounted:
    """Return what telling a round writes; a round that was counted before is counted again.

    Raises `empty_count`, `no_such_round`, `bad_scores`, or what the rules refuse about the count
    together with those of the other rounds.
    """
    tables = None if count.tables is None else tuple(dict(one) for one in _plain(count.tables))
    scores = None if count.scores is None else whole_numbers(count.scores, "bad_scores", log)
    event = MatchCounted(round=count.round, tables=tables, scores=scores)
    require_told(log, event)
    _require_possible(log, event)
    return event


def told_result(log: Log, report: Report, now: datetime) -> MatchReported:
    """Return what telling a result writes, or raise why it cannot be meant."""
    ways = (report.scores, report.rounds, report.tables, report.counted or None)
    if sum(given is not None for given in ways) > 1:
        raise KaitenError("crowded_report", 422)
    chosen = whole_numbers(report.places, "bad_places", log)
    if report.counted:
        event = _from_rounds(log, chosen)
    elif report.tables is not None:
        event = _counted(log, report.tables, chosen)
    elif report.rounds is not None:
        event = _by_round(log, report.rounds, chosen)
    else:
        event = _scored(log, whole_numbers(report.scores, "bad_scores", log), chosen)
    if not report.decided:
        _require_believable(log, event, report)
    if report.ended_at is not None:
        event = msgspec.structs.replace(event, ended_at=_end_time(report.ended_at, now))
    require_told(log, event)
    return event


def told_stop(log: Log, stop: Stop, note: str = "") -> events.MatchStopped:
    """Return what ending play early writes, or raise `bad_stop`."""
    reason, result, places = stop.reason, stop.result, stop.places
    if reason not in get_args(events.StopReason) or result not in get_args(events.StopResult):
        raise KaitenError("bad_stop", 422, result=str(result)[:40])
    if (places is not None) != (result == "places"):
        raise KaitenError("bad_stop", 422, result=result)
    if result == "score" and log.rules.reported_only:
        raise KaitenError("bad_stop", 422, result=result)
    event = events.MatchStopped(
        reason=reason,  # type: ignore[arg-type]
        result=result,  # type: ignore[arg-type]
        places=log.outcome.places
        if result == "score"
        else whole_numbers(places, "bad_places", log),
        scores=log.outcome.scores if result == "score" else None,
        note=note_digest(clean_note(note)),
    )
    require_told(log, event)
    return event


def require_told(log: Log, event: Event) -> None:
    """Raise what is wrong with an event of the life of a match, now or ever."""
    require_timely(log.life, event)
    require_sound(log.life, event)


def _require_believable(log: Log, event: MatchReported, report: Report) -> None:
    """Raise what cannot be meant. Only for who writes: a log that stands is not judged by it."""
    require_sound(log.life, event)
    if event.scores is None:
        return
    if report.places is not None:
        require_agreement(log.known_rules, log.setup.options, event.scores, report.places)
    # What a count adds up to is what the game gives.
    if not report.confirm and event.tables is None and log.known_rules is not None:
        require_likely(log.known_rules, log.setup, event.scores)


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


def _end_time(ended_at: datetime, now: datetime) -> str:
    """Return a moment as the log writes it, or raise `bad_end_time` if it cannot be meant."""
    if ended_at.tzinfo is None or not EARLIEST_END <= ended_at <= now:
        raise KaitenError("bad_end_time", 422)
    return timestamp(ended_at)


def _plain(tables: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    require_plain(list(tables))
    return tables


def _scored(log: Log, scores: Scores | None, places: Places | None) -> MatchReported:
    require_scores(scores, log.setup.seats)
    if scores is not None and places is None:
        places = _places_of(log, scores)
    return MatchReported(scores=scores, places=places)


def _by_round(log: Log, rounds: Sequence[Sequence[int]], places: Places | None) -> MatchReported:
    lines = tuple(whole_numbers(line, "bad_rounds", log) or () for line in rounds)
    seats = log.setup.seats
    if not lines or any(len(line) != seats for line in lines):
        raise KaitenError("bad_rounds", 422, seats=seats)
    total = tuple(sum(column) for column in zip(*lines, strict=True))
    require_scores(total, seats)
    return MatchReported(scores=total, places=places or _places_of(log, total), rounds=lines)


def _from_rounds(log: Log, places: Places | None) -> MatchReported:
    """Return the result of the rounds that are known, or raise `rounds_missing`."""
    known = standing(log.known_rules, log.setup, log.life.counted, log.setup.seats)
    if known.missing:
        raise KaitenError("rounds_missing", 409, rounds=list(known.missing))
    if known.tables is not None:
        return _counted(log, known.tables, places)
    return _by_round(log, [line.scores for line in known.lines], places)


def _counted(log: Log, tables: Sequence[Mapping[str, Any]], places: Places | None) -> MatchReported:
    plain = list(tables)
    require_plain(plain)
    outcome = log.rules.tally(log.setup, plain)
    return MatchReported(
        scores=outcome.scores,
        places=places or outcome.places,
        tables=tuple(dict(table) for table in plain),
    )


def _places_of(log: Log, scores: Scores) -> Places:
    if log.rules.reported_only:  # only such a game knows whether the lowest score wins
        return log.rules.tally(log.setup, [{"score": score} for score in scores]).places
    return shared_places(scores)


def whole_numbers(values: Sequence[int] | None, code: str, log: Log) -> tuple[int, ...] | None:
    if values is None:
        return None
    if any(type(value) is not int for value in values):
        raise KaitenError(code, 422, seats=log.setup.seats)
    return tuple(values)
