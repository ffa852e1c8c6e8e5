"""May this happen now? The same answers for a service, an import and a verification."""

from collections.abc import Sequence
from typing import Any

from games.core.errors import RuleViolation
from games.core.events import Chance, Event
from games.core.replay import fold
from games.core.setup import resolve_options
from replays import events
from replays.amendment import forced, plan_amendment
from replays.chain import is_timestamp
from replays.effective import Entry, line_to, ply_of
from replays.errors import KaitenError
from replays.life import Life
from replays.log import Log

LARGEST_SCORE = 1_000_000_000
MOST_ROUNDS = 100


def require_timely(life: Life, event: Event) -> None:
    """Raise `match_ended`, `match_not_ended` or the like if it is not the time for it."""
    match event:
        case events.LogAnnotated():
            return
        case events.MatchReopened():
            if not life.ended:
                raise KaitenError("match_not_ended", 409)
            return
        case events.MatchVoided() | events.MatchRuled():
            if life.status == "voided":
                raise KaitenError("match_voided", 409)
            return
        case events.MatchConfirmed():
            if life.verdict is None:
                raise KaitenError("nothing_to_confirm", 409)
            return
        case events.MatchReported() if life.status in {"reported", "finished"}:
            if life.locked:
                raise KaitenError("match_confirmed", 409)
            return
        case events.MatchCounted() if life.status == "reported":
            return  # what people told, they can count again and tell anew
    if life.ended:
        raise KaitenError("match_ended", 409, status=life.status)


def require_no_chance(log: Log, *entered: Event) -> None:
    """Raise `chance_drawn_here` if somebody tells, or would change, what only the server draws.

    For whoever writes. A log that stands already does not say who drew, so it is not judged by it.
    """
    if not events.is_dealt_here(log.source):
        return
    for event in entered:
        if isinstance(event, Chance):
            raise KaitenError("chance_drawn_here", 422, type=event.type)


def require_places(places: Sequence[int] | None, seats: int) -> None:
    """Raise `bad_places` unless every seat has a place from 1, ties sharing the better one."""
    if places is None:
        return
    ranked = sorted(places)
    if len(places) != seats or any(place != ranked.index(place) + 1 for place in places):
        raise KaitenError("bad_places", 422, seats=seats)


def require_scores(scores: Sequence[int] | None, seats: int) -> None:
    """Raise `bad_scores` unless every seat has a score of a sensible size."""
    if scores is None:
        return
    if len(scores) != seats or any(abs(score) > LARGEST_SCORE for score in scores):
        raise KaitenError("bad_scores", 422, seats=seats, limit=LARGEST_SCORE)


def require_sound(life: Life, event: Event) -> None:
    """Raise if a life event's own fields do not fit the table it belongs to."""
    seats = len(life.players)
    match event:
        case events.MatchFinished() | events.MatchRuled() | events.MatchStopped():
            require_places(event.places, seats)
            require_scores(event.scores, seats)
        case events.MatchReported():
            _require_report(event, seats)
        case events.MatchCounted():
            _require_count(event, seats)
        case events.SeatTakenOver():
            if not 0 <= event.seat < seats:
                raise RuleViolation("no_such_seat", seat=event.seat)
            if event.player is not None and event.player in life.players:
                raise KaitenError("player_twice", 422)
        case events.MatchConfirmed():
            if not 0 <= event.seat < seats:
                raise RuleViolation("no_such_seat", seat=event.seat)
            if event.seat in life.confirmed:
                raise KaitenError("already_confirmed", 409)
        case _:
            return
    if isinstance(event, events.MatchStopped):
        expected = {"score": (True, True), "places": (True, False), "none": (False, False)}
        if (event.places is not None, event.scores is not None) != expected[event.result]:
            raise KaitenError("bad_stop", 422, result=event.result)


def _require_report(event: events.MatchReported, seats: int) -> None:
    require_places(event.places, seats)
    require_scores(event.scores, seats)
    if event.scores is None and event.places is None:
        raise KaitenError("empty_report", 422)
    if event.ended_at is not None and not is_timestamp(event.ended_at):
        raise KaitenError("bad_end_time", 422)
    if event.rounds is not None:
        for scores in event.rounds:
            require_scores(scores, seats)
        if event.scores != tuple(sum(column) for column in zip(*event.rounds, strict=True)):
            raise KaitenError("bad_rounds", 422)


def _require_count(event: events.MatchCounted, seats: int) -> None:
    if not 1 <= event.round <= MOST_ROUNDS:
        raise KaitenError("no_such_round", 422, round=event.round, last=MOST_ROUNDS)
    if (event.tables is None) == (event.scores is None):
        raise KaitenError("empty_count", 422)
    if event.tables is not None and len(event.tables) != seats:
        raise RuleViolation("bad_tables", expected=seats, found=len(event.tables))
    require_scores(event.scores, seats)


def first_problem(log: Log) -> tuple[int, RuleViolation | KaitenError] | None:
    """Replay a whole log, rewound parts too; return the first version that was not allowed.

    Where its rules are missing, only what needs none is judged.
    """
    try:
        _require_setup(log)
    except (RuleViolation, KaitenError) as refusal:
        return 1, refusal
    judge = _Judge(log)
    for entry in log.entries[1:]:
        try:
            judge.judge(entry)
        except (RuleViolation, KaitenError) as refusal:
            return entry.version, refusal
    return None


def _require_setup(log: Log) -> None:
    setup, rules = log.setup, log.known_rules
    if rules is not None:
        if setup.seats not in rules.seats:
            raise RuleViolation(
                "wrong_seat_count",
                seats=setup.seats,
                least=rules.seats.start,
                most=rules.seats.stop - 1,
            )
        if resolve_options(rules.options(), setup.seats, setup.options) != setup.options:
            raise KaitenError("options_not_resolved", 422)
    require_players(log.created.players, setup.seats)


def require_players(players: Sequence[object], seats: int) -> None:
    """Raise unless there is one player (or nobody) per seat and nobody sits twice."""
    if len(players) != seats:
        raise KaitenError("wrong_player_count", 422, seats=seats, players=len(players))
    seated = [player for player in players if player is not None]
    if len(set(seated)) != len(seated):
        raise KaitenError("player_twice", 422)


class _Judge:
    """Walks along the versions of a log with the state that each of them met."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._here = log.nodes[1]
        if log.missing is None:
            self._tree = log.states()
            self._state: Any = log.rules.start(log.setup)

    def judge(self, entry: Entry) -> None:
        log, event = self._log, entry.event
        before, after = log.nodes[entry.version - 1], log.nodes[entry.version]
        require_timely(before.life, event)
        require_sound(before.life, event)
        if isinstance(event, events.LogAnnotated):
            if not 1 <= event.target < entry.version:
                raise KaitenError("no_such_version", 422, version=event.target)
            return
        if isinstance(event, events.LogRewound) or log.missing is not None:
            return
        rules = log.rules
        self._move_to(entry.version - 1)
        if isinstance(event, events.LogAmended):
            self._judge_amendment(entry.version, event)
            self._tree.keep(after, self._state)
        elif isinstance(event, events.LogOverridden):
            self._state = forced(rules, log.setup, self._state, event.event.event())
        elif isinstance(event, events.MatchFinished):
            if rules.reported_only or rules.needs(self._state):
                raise KaitenError("match_not_over", 422)
        elif (ply := ply_of(entry)) is not None:
            rules.check(self._state, ply.event)
            rules.apply(self._state, ply.event)
        self._here = after

    def _judge_amendment(self, version: int, event: events.LogAmended) -> None:
        log = self._log
        plies = line_to(log.nodes[version - 1]).plies
        versions = [ply.version for ply in plies]
        if event.target not in versions:
            raise KaitenError("not_a_ply", 422, version=event.target)
        plan = plan_amendment(
            log.rules, log.setup, plies, versions.index(event.target), event.replacement.event()
        )
        if tuple(ply.version for ply in plan.dropped) != event.dropped:
            raise KaitenError("dropped_differs", 409, dropped=[at.version for at in plan.dropped])
        self._state = fold(
            log.rules, log.setup, [ply.event for ply in line_to(log.nodes[version]).plies]
        )

    def _move_to(self, version: int) -> None:
        node = self._log.nodes[version]
        if self._here is not node:
            self._state = self._tree.at(node)
            self._here = node
