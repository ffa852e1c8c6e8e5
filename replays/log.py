"""A match's log, decoded: the effective plies, its life, its result, its states. No database."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import content_hash
from games.core.outcome import Outcome
from games.core.replay import fold
from games.core.setup import Setup
from games.core.viewer import Viewer
from replays.chain import RecordedEvent
from replays.effective import Entry, Line, Node, Ply, Tree, line_to, link, ply_of, unread_in
from replays.errors import KaitenError, RulesMissing
from replays.events import (
    LogAmended,
    MatchCreated,
    MatchFinished,
    MatchReported,
    MatchRuled,
    MatchStopped,
    SeatTakenOver,
    Source,
    Unread,
    is_game_event,
    read_event,
)
from replays.feed import FeedRow, bare_rows, feed_rows
from replays.installed import installed_rules, missing_rules
from replays.life import Life, Result


class Log:
    """One match as recorded up to a version. Everything is computed when first asked for."""

    def __init__(
        self,
        stream_id: UUID,
        entries: Sequence[Entry],
        head_hash: str,
        known: "Log | None" = None,
    ) -> None:
        """Make the log of some entries; `known` is the one that the first of them made."""
        self.stream_id = stream_id
        self.entries = tuple(entries)
        self.head_hash = head_hash
        self.nodes: Sequence[Node] = link(self.entries, known.nodes if known else ())
        self._folded: dict[int, Any] = {}
        """States that are known, by how many plies led to them: to read, not to change."""
        created = self.entries[0].event
        if not isinstance(created, MatchCreated):
            raise RuleViolation("malformed_log", version=1)
        self.created = created
        self.version = len(self.entries)
        if known is not None:
            self._go_on_from(known)

    def _go_on_from(self, known: "Log") -> None:
        """Take over what is known of an earlier version, where only moves came after it."""
        added: list[Ply] = []
        node, end = self.nodes[-1], known.nodes[-1]
        while node is not end and node.ply is not None and node.parent is not None:
            added.insert(0, node.ply)
            node = node.parent
        if node is not end:
            return
        self.line = Line((*known.plies, *added), known.line.life)
        if "state" in vars(known):
            self._folded[len(known.plies)] = known.state

    @cached_property
    def setup(self) -> Setup:
        return self.created.setup()

    @cached_property
    def missing(self) -> RulesMissing | None:
        """Why the rules cannot be asked about this match; None where they can."""
        game = self.setup.game
        missing = missing_rules(game, self.setup.rules)
        if missing is None and (unread := unread_in(self.entries)) is not None:
            version, event = unread
            return RulesMissing(game, event.reason, version)
        return missing

    @property
    def rules(self) -> AnyRules:
        """The rules of its game, or raise RulesMissing; its life and its chain do without."""
        if self.missing is not None:
            raise self.missing
        return installed_rules(self.setup.game)

    @property
    def known_rules(self) -> AnyRules | None:
        """The rules of its game, if they can be asked."""
        return None if self.missing else self.rules

    @property
    def club_id(self) -> UUID:
        """The club that it was written for; whose it is here, `ports.People.home` says."""
        return self.created.club

    @property
    def source(self) -> Source:
        return self.created.source

    @property
    def created_at(self) -> str:
        return self.entries[0].recorded_at

    @property
    def life(self) -> Life:
        """What the life events left, at the newest version."""
        return self.nodes[self.version].life

    @property
    def status(self) -> str:
        """`open`, or how it ended."""
        return self.life.status

    @property
    def ended(self) -> bool:
        return self.life.ended

    @property
    def ending(self) -> str:
        """`complete`, `time`, `ruled`, …, or empty."""
        return self.life.ending

    @property
    def ended_at(self) -> str | None:
        return self.life.ended_at

    @property
    def players(self) -> tuple[UUID | None, ...]:
        return self.life.players

    @cached_property
    def asides(self) -> tuple[Entry, ...]:
        """The entries that are no plain moves: its life, corrections, comments."""
        return tuple(entry for entry in self.entries if not is_game_event(entry.event.type))

    @property
    def everyone(self) -> list[UUID]:
        """Whoever sat at this match at any time, in the order of their ids."""
        newcomers = [e.event.player for e in self.asides if isinstance(e.event, SeatTakenOver)]
        return sorted({player for player in (*self.created.players, *newcomers) if player})

    @cached_property
    def line(self) -> Line:
        return line_to(self.nodes[self.version])

    @property
    def plies(self) -> tuple[Ply, ...]:
        return self.line.plies

    @property
    def events(self) -> list[Event]:
        """The effective game events without their envelopes."""
        return [ply.event for ply in self.plies]

    @cached_property
    def state(self) -> Any:
        """The state after the last ply: to read, not to change."""
        before = max(self._folded, default=0)
        state = self.state_at(before) if before else self.rules.start(self.setup)
        for ply in self.plies[before:]:
            self.rules.apply(state, ply.event)
        return state

    def state_at(self, ply: int) -> Any:
        """Return a new state after the first `ply` plies, or raise `no_such_ply`."""
        if not 0 <= ply <= len(self.plies):
            raise KaitenError("no_such_ply", 404, ply=ply, last=len(self.plies))
        if ply in self._folded:
            return self._folded[ply].clone()
        if ply == len(self.plies):
            return self.state.clone()
        return fold(self.rules, self.setup, (at.event for at in self.plies[:ply]))

    def at(self, version: int) -> "Log":
        """Return the log as it was at a version, or raise `no_such_version`."""
        self.require_version(version)
        if version == self.version:
            return self
        past = Log(self.stream_id, self.entries[:version], "")
        past.missing = self.missing  # rules that cannot read the end are not asked about the start
        return past

    def require_version(self, version: int) -> None:
        """Raise `no_such_version` unless this log has one of that number."""
        if not 1 <= version <= self.version:
            raise KaitenError("no_such_version", 404, version=version, last=self.version)

    def ply_of(self, version: int) -> int:
        """Return the index of the effective ply recorded at a version, or raise `not_a_ply`."""
        for index, ply in enumerate(self.plies):
            if ply.version == version:
                return index
        raise KaitenError("not_a_ply", 422, version=version)

    @cached_property
    def amendments(self) -> tuple[Entry, ...]:
        """The corrections that count, in their order; each holds a LogAmended."""
        found: list[Entry] = []
        node: Node | None = self.nodes[self.version]
        while node is not None:
            if isinstance(node.entry.event, LogAmended):
                found.append(node.entry)
            node = node.parent
        return tuple(reversed(found))

    @cached_property
    def steps_by_version(self) -> dict[int, int]:
        """The step at which each version counts, 0 for the start; absent for what does not.

        What was corrected counts where the correction does, what is no move at the step before it.
        """
        steps = {step.entry.version: step.ply for step in self.line.life}
        steps |= {ply.version: number for number, ply in enumerate(self.plies, 1)}
        for entry in reversed(self.amendments):
            if isinstance(entry.event, LogAmended) and entry.version in steps:
                steps[entry.event.target] = steps[entry.version]
        return steps

    @property
    def over(self) -> bool:
        """True when the rules wait for nothing more; never for a game that is only reported."""
        return not self.rules.reported_only and not self.rules.needs(self.state)

    @cached_property
    def outcome(self) -> Outcome:
        outcome: Outcome = self.rules.outcome(self.state)
        return outcome

    @cached_property
    def result(self) -> Result | None:
        """What counts, or None while nothing does."""
        match self.life.verdict:
            case MatchFinished(places=places, scores=scores) if self.missing:
                return Result("derived", places, scores)
            case MatchFinished():
                return Result("derived", self.outcome.places, self.outcome.scores)
            case MatchReported(places=tuple() as places, scores=scores):
                return Result("reported", places, scores)
            case MatchRuled(places=places, scores=scores):
                return Result("ruled", places, scores)
            case MatchStopped(result="score", places=tuple() as places, scores=scores):
                return Result("derived", places, scores)
            case MatchStopped(result="places", places=tuple() as places):
                return Result("agreed", places, None)
            case _:
                return None

    @cached_property
    def content_hash(self) -> str:
        """The hash that identifies the game across runs, made of events as of today's schemas."""
        if self.missing is not None:
            raise self.missing
        return content_hash(self.setup, self.events)

    @property
    def seal_holds(self) -> bool:
        """False when the rules now compute another result than was sealed when it finished."""
        verdict = self.life.verdict
        if not isinstance(verdict, MatchFinished) or self.missing is not None:
            return True
        return (verdict.places, verdict.scores) == (self.outcome.places, self.outcome.scores)

    def states(self) -> Tree[Any]:
        """Return the states along every line of the log, rewound ones too."""
        rules, setup = self.rules, self.setup

        def step(state: Any, entry: Entry) -> None:
            if (ply := ply_of(entry)) is not None:
                rules.apply(state, ply.event)

        return Tree(start=lambda: rules.start(setup), copy=lambda state: state.clone(), step=step)

    def feed(self, viewer: Viewer, *, after: int = 0) -> list[FeedRow]:
        """Return what a viewer may know of every version after `after`."""
        if self.missing is not None:
            rows = bare_rows(self.entries, viewer)
        else:
            rows = feed_rows(self.rules, self.setup, self.entries, self.nodes, viewer)
        return [row for row in rows if row.version > after]


def make_log(stream_id: UUID, rows: Iterable[RecordedEvent], known: Log | None = None) -> Log:
    """Return the log that recorded events make; raise RuleViolation if they make none.

    Where the package of its game is missing or too old, `missing` says so. `known` is the log of
    the same match that the first of the events made.
    """
    recorded = list(rows)
    before = known.entries if known else ()
    entries = decode_rows(recorded[len(before) :], before)
    return Log(stream_id, entries, recorded[-1].hash if recorded else "", known)


def decode_rows(rows: Iterable[RecordedEvent], before: Sequence[Entry] = ()) -> list[Entry]:
    """Return the decoded entries of recorded events, upcast to the schemas of today.

    `before` are those of the events that come before them.
    """
    entries = list(before)
    version = 0
    try:
        for row in rows:
            version = row.version
            event = read_event(row.type, row.schema, row.payload)
            if isinstance(event, Unread):
                _require_own(event, entries)
            entries.append(Entry(version, event, row.actor, row.recorded_at))
    except RuleViolation as violation:
        raise RuleViolation(violation.code, **violation.params, version=version) from violation
    return entries


def _require_own(event: Unread, before: Sequence[Entry]) -> None:
    """Raise unless an event can be of the game of its match: a newer package might read it."""
    created = before[0].event if before else None
    game = created.game if isinstance(created, MatchCreated) else ""
    if not event.type.startswith(f"{game}.") and missing_rules(game, 1) is None:
        raise RuleViolation("unknown_event_type", type=event.type)


def version_in(violation: RuleViolation) -> int:
    """Return the version that a refusal to read a log names."""
    version = violation.params.get("version")
    return version if isinstance(version, int) else 1
