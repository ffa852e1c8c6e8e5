"""Every command of a tournament as plain data: what the API, the shell, pages and admin send."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from uuid import UUID

import msgspec

from tournaments import commands
from tournaments.tournaments.director.commands import (
    entries,
    evening,
    repairs,
    results,
    rounds,
    setup,
    tables,
)
from tournaments.tournaments.director.commands.results import Then
from tournaments.tournaments.director.commands.tables import Ruling
from tournaments.tournaments.director.events import Draft, Kind, Present, Reported, TournamentEvent
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.director.state import State

Events = list[TournamentEvent]


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may need from outside the stream."""

    tournament: UUID
    ratings: Mapping[int, float] = field(default_factory=dict)
    note: str = ""
    """The digest of the free text that was given with the command."""


class Command(commands.Command[State, Context, TournamentEvent], frozen=True, kw_only=True):
    """Something an organiser or a player wants of a tournament."""

    commutes: ClassVar[bool] = False
    """Whether it may simply be judged again when somebody else was faster."""


class Rename(Command, frozen=True, kw_only=True):
    """Give the tournament another title or day."""

    title: str
    day: str = ""

    def decide(self, state: State, context: Context) -> Events:
        return setup.rename(state, self.title, self.day)


class SetStage(Command, frozen=True, kw_only=True):
    """Plan a stage, or plan it differently before it begins."""

    stage: int
    rules: StageRules

    def decide(self, state: State, context: Context) -> Events:
        return setup.set_stage(state, self.stage, self.rules)


class DropStage(Command, frozen=True, kw_only=True):
    """Take the last stage back."""

    stage: int

    def decide(self, state: State, context: Context) -> Events:
        return setup.drop_stage(state, self.stage)


class Enter(Command, frozen=True, kw_only=True):
    """Make players entrants; with `present` they are checked in at once."""

    commutes: ClassVar[bool] = True

    players: tuple[UUID, ...]
    clubs: tuple[str, ...] = ()
    late: str = ""
    present: bool = False

    def decide(self, state: State, context: Context) -> Events:
        events = entries.enter(state, self.players, clubs=self.clubs, late=self.late)
        if self.present:
            numbers = range(state.next_entrant, state.next_entrant + len(self.players))
            events.append(Present(tuple(numbers)))
        return events


class Remove(Command, frozen=True, kw_only=True):
    """Take back an entrant who never played."""

    entrant: int

    def decide(self, state: State, context: Context) -> Events:
        return entries.remove(state, self.entrant)


class CheckIn(Command, frozen=True, kw_only=True):
    """Note that entrants are there."""

    commutes: ClassVar[bool] = True

    entrants: tuple[int, ...]

    def decide(self, state: State, context: Context) -> Events:
        return entries.mark_present(state, self.entrants)


class CheckOut(Command, frozen=True, kw_only=True):
    """Note that entrants are not there."""

    commutes: ClassVar[bool] = True

    entrants: tuple[int, ...]

    def decide(self, state: State, context: Context) -> Events:
        return entries.mark_away(state, self.entrants)


class Drop(Command, frozen=True, kw_only=True):
    """Let an entrant play on no more."""

    entrant: int

    def decide(self, state: State, context: Context) -> Events:
        return entries.drop(state, self.entrant)


class BringBack(Command, frozen=True, kw_only=True):
    """Let an entrant who dropped out play on; `late` is what a missed round is worth."""

    entrant: int
    late: str = ""

    def decide(self, state: State, context: Context) -> Events:
        return entries.bring_back(state, self.entrant, late=self.late)


class KeepApart(Command, frozen=True, kw_only=True):
    """Say who is not to meet, in groups."""

    groups: tuple[tuple[int, ...], ...]

    def decide(self, state: State, context: Context) -> Events:
        return entries.keep_apart(state, self.groups)


class FixTables(Command, frozen=True, kw_only=True):
    """Let an entrant sit at some tables only."""

    entrant: int
    tables: tuple[int, ...] = ()

    def decide(self, state: State, context: Context) -> Events:
        return entries.fix_tables(state, self.entrant, self.tables)


class Affiliate(Command, frozen=True, kw_only=True):
    """Say with whom an entrant should rather not sit."""

    entrant: int
    club: str = ""

    def decide(self, state: State, context: Context) -> Events:
        return entries.affiliate(state, self.entrant, self.club)


class StartStage(Command, frozen=True, kw_only=True):
    """Begin a stage: seed it, and make the cut before it."""

    stage: int
    order: tuple[int, ...] = ()
    """All its entrants, best seed first, where that is done by hand."""
    declined: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    """The order of those on the line that nothing separates, by lot or play-off."""
    ratings: tuple[tuple[int, int], ...] = ()
    """Entrants and what they are rated; those left out are asked of the ladders."""

    def decide(self, state: State, context: Context) -> Events:
        return setup.start_stage(
            state,
            self.stage,
            ratings={**context.ratings, **dict(self.ratings)},
            by_hand=self.order,
            declined=self.declined,
            settled=self.settled,
        )


class CloseStage(Command, frozen=True, kw_only=True):
    """End a stage whose tables all have a result."""

    stage: int
    lots: tuple[int, ...] = ()

    def decide(self, state: State, context: Context) -> Events:
        return setup.close_stage(state, self.stage, lots=self.lots)


class ReopenStage(Command, frozen=True, kw_only=True):
    """Go on with a closed stage."""

    stage: int

    def decide(self, state: State, context: Context) -> Events:
        return setup.reopen_stage(state, self.stage)


class Propose(Command, frozen=True, kw_only=True):
    """Propose the next round; locked tables of the proposal at hand stay."""

    stage: int

    def decide(self, state: State, context: Context) -> Events:
        return rounds.draft_round(state, self.stage)


class Swap(Command, frozen=True, kw_only=True):
    """Let two entrants of the proposal change places."""

    stage: int
    one: int
    other: int

    def decide(self, state: State, context: Context) -> Events:
        return rounds.swap(state, self.stage, self.one, self.other)


class Move(Command, frozen=True, kw_only=True):
    """Seat an entrant of the proposal at another table; 0 is a bye."""

    stage: int
    entrant: int
    table: int

    def decide(self, state: State, context: Context) -> Events:
        return rounds.move(state, self.stage, self.entrant, self.table)


class Lock(Command, frozen=True, kw_only=True):
    """Keep a table of the proposal as it is, or let it go."""

    stage: int
    table: int
    locked: bool = True

    def decide(self, state: State, context: Context) -> Events:
        return rounds.lock(state, self.stage, self.table, locked=self.locked)


class Edit(Command, frozen=True, kw_only=True):
    """Replace the whole proposal."""

    stage: int
    tables: tuple[Draft, ...]
    byes: tuple[int, ...] = ()

    def decide(self, state: State, context: Context) -> Events:
        return rounds.edit_draft(state, self.stage, self.tables, self.byes)


class Discard(Command, frozen=True, kw_only=True):
    """Throw the proposal away."""

    stage: int

    def decide(self, state: State, context: Context) -> Events:
        return rounds.discard_draft(state, self.stage)


class Publish(Command, frozen=True, kw_only=True):
    """Announce the proposal at hand."""

    stage: int

    def decide(self, state: State, context: Context) -> Events:
        return rounds.publish(state, self.stage, context.tournament)


class WithdrawTables(Command, frozen=True, kw_only=True):
    """Take announced tables back that have not begun; without numbers, the whole round."""

    stage: int
    round: int
    tables: tuple[int, ...] | None = None

    def decide(self, state: State, context: Context) -> Events:
        return rounds.withdraw_tables(state, self.stage, self.round, self.tables)


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and who sits there, in seat order."""

    table: int
    entrants: tuple[int, ...]


class Reseat(Command, frozen=True, kw_only=True):
    """Seat announced tables anew that have not begun."""

    stage: int
    round: int
    tables: tuple[Seats, ...]

    def decide(self, state: State, context: Context) -> Events:
        wanted = [(seats.table, seats.entrants) for seats in self.tables]
        return tables.reseat(state, self.stage, self.round, wanted, context.tournament)


class Repair(Command, frozen=True, kw_only=True):
    """Seat an announced round anew, as little as possible, for those who are there now."""

    stage: int
    round: int

    def decide(self, state: State, context: Context) -> Events:
        return repairs.repair(state, self.stage, self.round, context.tournament)


class BeginTable(Command, frozen=True, kw_only=True):
    """Seat entrants of an open evening at a new table."""

    commutes: ClassVar[bool] = True

    stage: int = 1
    game: int = 0
    entrants: tuple[int, ...]

    def decide(self, state: State, context: Context) -> Events:
        return evening.begin_table(state, self.stage, self.game, self.entrants, context.tournament)


class StartTable(Command, frozen=True, kw_only=True):
    """Begin to record the match of a table."""

    commutes: ClassVar[bool] = True

    stage: int
    round: int
    table: int

    def decide(self, state: State, context: Context) -> Events:
        return results.start(state, self.stage, self.round, self.table)


class Outcome(Command, frozen=True, kw_only=True):
    """How a table ended: places and scores by seat; places follow from scores where left out."""

    stage: int
    round: int
    table: int
    kind: Kind = "complete"
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    absent: tuple[int, ...] = ()
    play_off: tuple[int, ...] = ()

    def reported(self) -> Reported:
        """Return the part of the command that is stored."""
        return Reported(self.kind, self.places, self.scores, self.absent, self.play_off)


class Record(Outcome, frozen=True, kw_only=True):
    """Give a table its result."""

    commutes: ClassVar[bool] = True

    def decide(self, state: State, context: Context) -> Events:
        return results.record(state, self.stage, self.round, self.table, self.reported())


class Correct(Outcome, frozen=True, kw_only=True):
    """Give a table another result than the one it has.

    `then` says what becomes of a round that was paired upon it: it is kept, what of it has not
    begun is taken back to be paired anew, or its open tables are void.
    """

    then: Then = "keep"

    def decide(self, state: State, context: Context) -> Events:
        return results.correct(
            state, self.stage, self.round, self.table, self.reported(), then=self.then
        )


class Report(Outcome, frozen=True, kw_only=True):
    """Say as somebody at the table how it ended."""

    commutes: ClassVar[bool] = True

    entrant: int

    def decide(self, state: State, context: Context) -> Events:
        return results.report(
            state, self.stage, self.round, self.table, self.entrant, self.reported()
        )


class Confirm(Command, frozen=True, kw_only=True):
    """Let a provisional result stand."""

    commutes: ClassVar[bool] = True

    stage: int
    round: int
    table: int

    def decide(self, state: State, context: Context) -> Events:
        return results.confirm(state, self.stage, self.round, self.table)


class WithdrawResult(Command, frozen=True, kw_only=True):
    """Open a table again."""

    stage: int
    round: int
    table: int

    def decide(self, state: State, context: Context) -> Events:
        return results.withdraw(state, self.stage, self.round, self.table)


class CallArbiter(Command, frozen=True, kw_only=True):
    """Ask for an arbiter at a table."""

    commutes: ClassVar[bool] = True

    stage: int
    round: int
    table: int

    def decide(self, state: State, context: Context) -> Events:
        return tables.call_arbiter(state, self.stage, self.round, self.table)


class Rule(Command, frozen=True, kw_only=True):
    """Answer a table as arbiter; the reason is given beside the command."""

    stage: int
    round: int
    table: int
    ruling: Ruling
    cited: str = ""
    result: Reported | None = None
    """The other result of a ruling that changes it."""
    penalties: tuple[tuple[int, str], ...] = ()
    """Entrants and the points they lose."""

    def decide(self, state: State, context: Context) -> Events:
        return tables.rule(
            state,
            self.stage,
            self.round,
            self.table,
            self.ruling,
            context.tournament,
            cited=self.cited,
            note=context.note,
            report=self.result,
            penalties=self.penalties,
        )


class Penalise(Command, frozen=True, kw_only=True):
    """Take points from an entrant; the reason is given beside the command."""

    stage: int
    entrant: int
    points: str
    round: int = 0

    def decide(self, state: State, context: Context) -> Events:
        return tables.penalise(
            state, self.stage, self.round, self.entrant, self.points, note=context.note
        )


class StartClock(Command, frozen=True, kw_only=True):
    """Let the time of a round run."""

    stage: int
    round: int
    minutes: int | None = None

    def decide(self, state: State, context: Context) -> Events:
        return tables.start_clock(state, self.stage, self.round, self.minutes)


class PauseClock(Command, frozen=True, kw_only=True):
    """Stop the time of a round for a while."""

    stage: int
    round: int

    def decide(self, state: State, context: Context) -> Events:
        return tables.pause_clock(state, self.stage, self.round)


class ResumeClock(Command, frozen=True, kw_only=True):
    """Let the time of a round run on."""

    stage: int
    round: int

    def decide(self, state: State, context: Context) -> Events:
        return tables.resume_clock(state, self.stage, self.round)


class AddTime(Command, frozen=True, kw_only=True):
    """Give a table, or with 0 the whole round, more time."""

    stage: int
    round: int
    seconds: int
    table: int = 0

    def decide(self, state: State, context: Context) -> Events:
        return tables.add_time(state, self.stage, self.round, self.seconds, self.table)


class Finish(Command, frozen=True, kw_only=True):
    """End the tournament."""

    def decide(self, state: State, context: Context) -> Events:
        return setup.finish(state)


class Reopen(Command, frozen=True, kw_only=True):
    """Go on with a finished tournament."""

    def decide(self, state: State, context: Context) -> Events:
        return setup.reopen(state)


_catalogue: commands.Catalogue[Command] = commands.Catalogue(
    Rename,
    SetStage,
    DropStage,
    Enter,
    Remove,
    CheckIn,
    CheckOut,
    Drop,
    BringBack,
    KeepApart,
    FixTables,
    Affiliate,
    StartStage,
    CloseStage,
    ReopenStage,
    Propose,
    Swap,
    Move,
    Lock,
    Edit,
    Discard,
    Publish,
    WithdrawTables,
    Reseat,
    Repair,
    BeginTable,
    StartTable,
    Record,
    Correct,
    Report,
    Confirm,
    WithdrawResult,
    CallArbiter,
    Rule,
    Penalise,
    StartClock,
    PauseClock,
    ResumeClock,
    AddTime,
    Finish,
    Reopen,
)
"""In the order of a tournament's life."""
command_names = _catalogue.names
command_class = _catalogue.named
read_command = _catalogue.read
