"""Matches in the database, driven through the services alone."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from games.core.canonical import digest
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.rng import SeededRng, pick
from replays.envelope import RequestKey
from replays.errors import KaitenError
from replays.log import Log
from replays.models import Match, MatchSeat
from replays.selectors.logs import load_log
from replays.services import counts, life, matches, undo
from replays.services.append import Appended
from replays.services.confirming import confirm_result
from tests.envelopes import taken_by
from tests.known import known
from tests.replays.tables import CLUB, NOW, PLAYERS, next_event


def request_key(name: str = "k", body: str = "body") -> RequestKey:
    return RequestKey(scope="api:user:1", key=name, body_digest=digest(body))


class Sitting:
    """One stored match; methods call services with the version it is at."""

    def __init__(
        self, game: str = "sushi_bar", *, seats: int = 2, seed: object = 0, **fields: Any
    ) -> None:
        self.luck = SeededRng(f"{seed}")
        self.clock = NOW
        fields = {
            "club_id": CLUB,
            "game": game,
            "players": PLAYERS[:seats],
            "actor": "cli",
            "now": self.tick(),
            "match_id": uuid4(),
        } | fields
        created = matches.create_match(**taken_by(matches.create_match, fields))
        self.id: UUID = created.stream_id

    @classmethod
    def at(cls, match_id: UUID) -> "Sitting":
        """Return a match that is there already."""
        sitting = cls.__new__(cls)
        sitting.luck, sitting.clock, sitting.id = SeededRng("0"), NOW, match_id
        return sitting

    def tick(self) -> datetime:
        self.clock += timedelta(seconds=1)
        return self.clock

    def log(self) -> Log:
        return load_log(self.id)

    @property
    def version(self) -> int:
        return self.log().version

    @property
    def row(self) -> Match:
        return Match.objects.get(pk=self.id)

    @property
    def seats(self) -> list[MatchSeat]:
        return list(MatchSeat.objects.filter(match_id=self.id).order_by("seat"))

    def do(self, service: Callable[..., Any], **fields: Any) -> Appended:
        """Call a service at the version the match is at."""
        fields = {"expected_version": self.version, "actor": "cli", "now": self.tick()} | fields
        return service(match_id=self.id, **taken_by(service, fields))

    def next_event(self) -> Event:
        log = self.log()
        return known(next_event(log.state, log.rules, self.luck))

    def play(self, *events: Event, **fields: Any) -> Appended:
        return self.do(matches.play, events=events or [self.next_event()], **fields)

    def play_on(self, count: int) -> None:
        """Play so many legal events in one call, or as many as there are."""
        log = self.log()
        state = log.state_at(len(log.plies))
        events: list[Event] = []
        while len(events) < count and (event := next_event(state, log.rules, self.luck)):
            log.rules.apply(state, event)
            events.append(event)
        if events:
            self.play(*events)

    def finish(self) -> "Sitting":
        self.play_on(900)
        return self

    def amendment(self, tries: int = 30) -> tuple[int, Event, tuple[int, ...]] | None:
        """Return a target, a replacement and what it drops, or None if luck finds none."""
        log = self.log()
        for _ in range(tries if log.plies else 0):
            ply = self.luck.below(len(log.plies))
            event = next_event(log.state_at(ply), log.rules, self.luck)
            target = log.plies[ply].version
            if event is None or event == log.plies[ply].event:
                continue
            preview = undo.preview_amendment(match_id=self.id, target=target, replacement=event)
            if preview.legal:
                return target, event, preview.dropped_versions
        return None

    def live(self, steps: int) -> None:
        """Do what people do to a match, in any order; what is refused changes nothing."""
        seats = self.log().setup.seats
        for _ in range(steps):
            action = pick(self.luck, _ACTIONS)
            with suppress(KaitenError, RuleViolation):
                action(self, seats)


def _play(sitting: Sitting, seats: int) -> None:
    sitting.play_on(1 + sitting.luck.below(12))


def _rewind(sitting: Sitting, seats: int) -> None:
    sitting.do(undo.rewind, to=1 + sitting.luck.below(sitting.version))


def _amend(sitting: Sitting, seats: int) -> None:
    if found := sitting.amendment(5):
        target, event, dropped = found
        sitting.do(undo.amend, target=target, event=event, dropped=dropped)


def _annotate(sitting: Sitting, seats: int) -> None:
    sitting.do(undo.annotate, target=1, text="A note")


def _report(sitting: Sitting, seats: int) -> None:
    scores = [sitting.luck.below(30) for _ in range(seats)]
    sitting.do(life.report_result, scores=scores)


def _count(sitting: Sitting, seats: int) -> None:
    number, scores = 1 + sitting.luck.below(4), [sitting.luck.below(30) for _ in range(seats)]
    sitting.do(counts.count_round, round=number, scores=scores)


def _stop(sitting: Sitting, seats: int) -> None:
    sitting.do(life.stop_match, reason="time", result=pick(sitting.luck, ["score", "none"]))


def _rule(sitting: Sitting, seats: int) -> None:
    sitting.do(life.rule_result, places=list(range(1, seats + 1)), note="Ruled")


def _take_over(sitting: Sitting, seats: int) -> None:
    player = pick(sitting.luck, [None, *PLAYERS])
    sitting.do(life.take_over_seat, seat=sitting.luck.below(seats), player=player)


def _end(sitting: Sitting, seats: int) -> None:
    sitting.do(pick(sitting.luck, [life.abandon_match, life.void_match]))


def _confirm(sitting: Sitting, seats: int) -> None:
    for seat in range(seats - sitting.luck.below(2)):
        sitting.do(confirm_result, seat=seat)


def _reopen(sitting: Sitting, seats: int) -> None:
    sitting.do(life.reopen_match, note="Again")


_ACTIONS = [_play] * 6 + [_rewind, _rewind, _amend, _annotate, _report, _stop, _rule]
_ACTIONS += [_count, _count]
_ACTIONS += [_take_over, _end, _confirm, _confirm, _reopen, _reopen, _reopen]
