"""Matches without a database: a log that grows by events, legal ones found by luck."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick
from games.registry import rules_of
from replays.amendment import plan_amendment
from replays.chain import timestamp
from replays.effective import Entry
from replays.events import LogAmended, LogRewound, MatchCreated, MatchReopened, quote
from replays.life import finished
from replays.log import Log

NOW = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
CLUB = UUID(int=77)
MATCH = UUID(int=1234)
PLAYERS = tuple(UUID(int=100 + seat) for seat in range(8))


def next_event(log_or_state: Any, rules: AnyRules, luck: SeededRng) -> Event | None:
    """Return one legal event for a state, or None when it is over."""
    needs = rules.needs(log_or_state)
    if not needs:
        return None
    need = pick(luck, needs)
    if need.seat is None:
        return rules.sample(log_or_state, need, luck)
    return pick(luck, list(rules.choices(log_or_state, need.seat)))


class Table:
    """One match in memory; every method appends what its service would append."""

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        seed: object = 0,
        rated: bool | None = None,
        **options: Any,
    ) -> None:
        self.rules = rules_of(game)
        self.luck = SeededRng(f"{seed}")
        setup = make_setup(self.rules, seats=seats, options=options)
        self.events: list[Event] = [
            MatchCreated(
                game=game,
                rules=setup.rules,
                seats=seats,
                options=setup.options,
                players=PLAYERS[:seats],
                club=CLUB,
                source="table",
                rated=rated,
            )
        ]

    def log(self) -> Log:
        """Return the log as it stands."""
        return Log(
            MATCH,
            [
                Entry(version, event, "cli", timestamp(NOW + timedelta(seconds=version)))
                for version, event in enumerate(self.events, 1)
            ],
            "",
        )

    @property
    def version(self) -> int:
        return len(self.events)

    def add(self, *events: Event) -> None:
        self.events += events

    def play(self, count: int = 1) -> None:
        """Play legal events until the match is over or `count` are played."""
        log = self.log()
        state = log.state_at(len(log.plies))
        for _ in range(count):
            event = next_event(state, self.rules, self.luck)
            if event is None:
                return
            self.rules.apply(state, event)
            self.add(event)

    def finish(self) -> None:
        """Play to the end and seal it."""
        self.play(10_000)
        self.add(finished(self.log().outcome))

    def rewind(self, to: int) -> None:
        self.add(LogRewound(to))

    def amend(self, tries: int = 20) -> bool:
        """Replace some ply by another legal event; say whether one was found."""
        log = self.log()
        for _ in range(tries):
            if not log.plies:
                return False
            ply = self.luck.below(len(log.plies))
            state = log.state_at(ply)
            event = next_event(state, self.rules, self.luck)
            if event is None or event == log.plies[ply].event:
                continue
            try:
                plan = plan_amendment(self.rules, log.setup, log.plies, ply, event)
            except RuleViolation:
                continue
            dropped = tuple(at.version for at in plan.dropped)
            self.add(LogAmended(log.plies[ply].version, quote(event), dropped))
            return True
        return False

    def live(self, steps: int) -> None:
        """Do things at random: mostly play, sometimes rewind, redo, amend."""
        for _ in range(steps):
            chance = self.luck.below(10)
            if chance < 7:
                self.play(1 + self.luck.below(4))
            elif chance < 9:
                self.rewind(1 + self.luck.below(self.version))
            else:
                self.amend()


def reopened(table: Table) -> Table:
    """Return the table with its end undone."""
    table.add(MatchReopened())
    return table


def shuffled(seed: int) -> random.Random:
    """Return a generator for a test's own choices."""
    return random.Random(seed)
