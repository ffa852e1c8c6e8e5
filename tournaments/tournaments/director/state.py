"""A tournament as its events have made it so far. Only `fold.apply` changes one."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.events import TournamentCreated
from tournaments.tournaments.director.parts import Draft, Origin, Reported
from tournaments.tournaments.director.rewinding import Log
from tournaments.tournaments.director.rules import StageRules


@dataclass(slots=True)
class Entrant:
    """A player inside this tournament."""

    number: int
    player: UUID
    club: str = ""
    present: bool = False
    dropped: bool = False
    fixed_tables: tuple[int, ...] = ()
    late: Fraction | None = None
    """What each round missed is worth; None: whoever misses one was absent."""
    arrived: tuple[int, int] | None = None
    """The stage and the last round that were missed when a check-in said what they are worth."""
    seated: int = 0
    """At how many tables this entrant sits or sat."""


@dataclass(slots=True)
class Table:
    """One pairing of entrants, in seat order."""

    number: int
    entrants: tuple[int, ...]
    match: UUID
    game: int = 0
    started: bool = False
    result: Reported | None = None
    origin: Origin | None = None
    """Who says so."""
    confirmed: bool = False
    reports: dict[int, Reported] = field(default_factory=dict)
    """What those at the table say, by entrant, in the order they first said something."""
    reported_at: dict[int, str] = field(default_factory=dict)
    """When each of them said it last."""
    called: bool = False
    """Whether the table waits for an arbiter."""
    extra_seconds: int = 0

    @property
    def is_open(self) -> bool:
        """Whether a result is still to come."""
        return self.result is None

    @property
    def begun(self) -> bool:
        """Whether anybody said that it is being played or how it ended."""
        return self.started or bool(self.reports) or self.result is not None

    @property
    def disputed(self) -> bool:
        """Whether those at the table say different things, and nobody has decided."""
        reports = list(self.reports.values())
        return self.result is None and any(report != reports[0] for report in reports[1:])

    def clone(self) -> "Table":
        return replace(self, reports={**self.reports}, reported_at={**self.reported_at})


@dataclass(slots=True)
class Clock:
    """The time of a round: it runs since a moment, or stands with so many seconds gone."""

    seconds: int
    since: str | None
    """The moment it was last started, or None while it stands still."""
    gone: int = 0
    """Whole seconds that had passed when it was last paused."""


@dataclass(slots=True)
class Round:
    """The tables of one round, and who has none."""

    number: int
    tables: dict[int, Table] = field(default_factory=dict)
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    taken_back: tuple[int, ...] = ()
    """Whose tables were taken back and who have no other place in the round yet."""
    reopened: tuple[int, ...] = ()
    """Tables of a bracket's plan that were taken back and are to be announced again."""
    clock: Clock | None = None

    @property
    def seated(self) -> set[int]:
        """Everybody at one of its tables."""
        return {number for table in self.tables.values() for number in table.entrants}

    @property
    def listed(self) -> set[int]:
        """Everybody of whom the round says something: at a table, with a bye, or missing."""
        return self.seated | {*self.byes, *self.absent}

    @property
    def complete(self) -> bool:
        return all(table.result is not None for table in self.tables.values())

    @property
    def untouched(self) -> bool:
        """Whether no table has begun, as far as anybody said."""
        return not any(table.begun for table in self.tables.values())

    def clone(self) -> "Round":
        return replace(
            self,
            tables={number: table.clone() for number, table in self.tables.items()},
            clock=replace(self.clock) if self.clock is not None else None,
        )

    def table(self, number: int) -> Table:
        """Return a table, or raise `unknown_table`."""
        if number not in self.tables:
            raise RuleViolation("unknown_table", table=number)
        return self.tables[number]

    def unbegun(self, number: int) -> Table:
        """Return a table that has not begun, or raise that it is unknown or has."""
        table = self.table(number)
        if table.begun:
            raise RuleViolation("table_begun", table=number)
        return table


@dataclass(slots=True)
class Proposal:
    """A round that is not announced yet."""

    round: int
    tables: tuple[Draft, ...]
    byes: tuple[int, ...]
    by_hand: bool
    stale: bool = False
    """Whether something that pairing looks at has changed since."""


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """Points an entrant lost."""

    stage: int
    round: int
    entrant: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Notice:
    """What organisers tell everybody, by the digest of its text."""

    note: str
    since: str
    minutes: int
    """How long it stands; 0: until the tournament is over."""

    @property
    def until(self) -> datetime | None:
        """When it goes by itself before that."""
        if not self.minutes:
            return None
        return datetime.fromisoformat(self.since) + timedelta(minutes=self.minutes)


@dataclass(slots=True)
class Stage:
    """One phase with one format."""

    number: int
    rules: StageRules
    status: str = "planned"
    """planned, running or closed"""
    seeds: tuple[int, ...] = ()
    alternates: tuple[int, ...] = ()
    rounds: dict[int, Round] = field(default_factory=dict)
    draft: Proposal | None = None
    lots: tuple[int, ...] = ()

    @property
    def last_round(self) -> Round | None:
        """The newest round that was announced."""
        return self.rounds[max(self.rounds)] if self.rounds else None

    @property
    def tables(self) -> list[Table]:
        """Every table of the stage that was announced."""
        return [table for round_ in self.rounds.values() for table in round_.tables.values()]

    def clone(self) -> "Stage":
        return replace(
            self,
            rounds={number: round_.clone() for number, round_ in self.rounds.items()},
            draft=replace(self.draft) if self.draft is not None else None,
        )

    def round(self, number: int) -> Round:
        """Return a round that was announced, or raise `unknown_round`."""
        if number not in self.rounds:
            raise RuleViolation("unknown_round", stage=self.number, round=number)
        return self.rounds[number]

    def proposal(self) -> Proposal:
        """Return the proposal at hand, or raise `no_proposal`."""
        if self.draft is None:
            raise RuleViolation("no_proposal", stage=self.number)
        return self.draft


@dataclass(slots=True)
class State:
    """Everything a tournament's stream says."""

    club: UUID
    title: str
    ruleset: int
    seed: str
    day: str
    created_at: str
    version: int = 0
    entrants: dict[int, Entrant] = field(default_factory=dict)
    apart: tuple[tuple[int, ...], ...] = ()
    stages: dict[int, Stage] = field(default_factory=dict)
    penalties: list[PenaltyGiven] = field(default_factory=list)
    notice: Notice | None = None
    finished_at: str | None = None
    next_entrant: int = 1
    log: Log = field(default_factory=Log, compare=False, repr=False)
    """What it was folded from, and what was undone."""

    @property
    def written_club(self) -> UUID:
        """The club that its log names; `club` is another where that one was linked to it."""
        first = self.log[0][0]
        return first.club if isinstance(first, TournamentCreated) else self.club

    @property
    def finished(self) -> bool:
        return self.finished_at is not None

    @property
    def current(self) -> Stage | None:
        """The stage that is being played, or else the last one that was."""
        begun = [stage for stage in self.stages.values() if stage.status != "planned"]
        return begun[-1] if begun else None

    def clone(self) -> "State":
        """Return a copy to try something out on; written by hand, since `deepcopy` is slow."""
        return replace(
            self,
            entrants={number: replace(one) for number, one in self.entrants.items()},
            stages={number: stage.clone() for number, stage in self.stages.items()},
            penalties=[*self.penalties],
            log=Log(self.log),
        )

    def stage(self, number: int) -> Stage:
        """Return a stage, or raise `unknown_stage`."""
        if number not in self.stages:
            raise RuleViolation("unknown_stage", stage=number)
        return self.stages[number]

    def entrant(self, number: int) -> Entrant:
        """Return an entrant, or raise `unknown_entrant`."""
        if number not in self.entrants:
            raise RuleViolation("unknown_entrant", entrant=number)
        return self.entrants[number]

    def require_playing(self, *numbers: int) -> None:
        """Raise for the first of some entrants who is unknown or dropped out."""
        for number in numbers:
            if self.entrant(number).dropped:
                raise RuleViolation("entrant_dropped", entrant=number)

    def require_going_on(self) -> None:
        """Raise `tournament_over` once it is finished."""
        if self.finished:
            raise RuleViolation("tournament_over")

    def table(self, stage_number: int, round_number: int, number: int) -> Table | None:
        """Return a table by its numbers, or None while there is none."""
        stage = self.stages.get(stage_number)
        round_ = stage.rounds.get(round_number) if stage is not None else None
        return round_.tables.get(number) if round_ is not None else None
