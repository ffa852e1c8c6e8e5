"""The time of a round: it runs, stands still, runs on, is made longer."""

from typing import ClassVar

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Context, Events, OfRound, TableNumber
from tournaments.tournaments.director.events import (
    ClockPaused,
    ClockResumed,
    ClockStarted,
    TimeAdded,
)
from tournaments.tournaments.director.state import Clock, Round, State

MOST_SECONDS = 24 * 60 * 60


class StartClock(OfRound, frozen=True, kw_only=True):
    """Let the time of a round run."""

    example: ClassVar = {"stage": 1, "round": 1, "minutes": 45}

    minutes: int | None = None
    """How long; left out, as the stage's rules say."""

    def decide(self, state: State, _context: Context) -> Events:
        stage, round_ = self.announced(state)
        seconds = 60 * (stage.rules.minutes if self.minutes is None else self.minutes)
        if not 0 < seconds <= MOST_SECONDS:
            raise RuleViolation("bad_minutes", limit=MOST_SECONDS // 60)
        if round_.clock is not None:
            raise RuleViolation("clock_started", round=self.round)
        return [ClockStarted(self.stage, self.round, seconds)]


class PauseClock(OfRound, frozen=True, kw_only=True):
    """Stop the time of a round for a while."""

    def decide(self, state: State, _context: Context) -> Events:
        _, round_ = self.announced(state)
        return [] if _clock(round_).since is None else [ClockPaused(self.stage, self.round)]


class ResumeClock(OfRound, frozen=True, kw_only=True):
    """Let the time of a round run on."""

    def decide(self, state: State, _context: Context) -> Events:
        _, round_ = self.announced(state)
        return [] if _clock(round_).since is not None else [ClockResumed(self.stage, self.round)]


def _clock(round_: Round) -> Clock:
    if round_.clock is None:
        raise RuleViolation("clock_not_started", round=round_.number)
    return round_.clock


class AddTime(OfRound, frozen=True, kw_only=True):
    """Give a table, or with 0 the whole round, more time."""

    example: ClassVar = {"stage": 1, "round": 1, "seconds": 300}

    seconds: int
    """How much; below 0 it is less time."""
    table: TableNumber = 0
    """The number of the table; 0: all."""

    def decide(self, state: State, _context: Context) -> Events:
        _, round_ = self.announced(state)
        if not self.seconds or abs(self.seconds) > MOST_SECONDS:
            raise RuleViolation("bad_minutes", limit=MOST_SECONDS // 60)
        if self.table:
            round_.table(self.table)
        else:
            _clock(round_)
        return [TimeAdded(self.stage, self.round, self.table, self.seconds)]
