"""The events of a tournament's stream. Entrants are numbers, people are ids, no name is here."""

from typing import Literal
from uuid import UUID

import msgspec

from games.core.events import Event, event_type
from tournaments.tournaments.director.rules import StageRules

TOURNAMENT_STREAM = "tournament"
"""The kind of a tournament's stream; its id is the tournament's."""

Kind = Literal["complete", "on_time", "early", "walk_over", "void"]
Origin = Literal["slip", "match", "players", "ruling"]
"""Where a result came from: typed in, the match itself, players who agree, an arbiter."""
Places = tuple[int, ...]
Scores = tuple[int, ...]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an event."""


class Entry(Part, frozen=True):
    """A player becomes an entrant."""

    entrant: int
    player: UUID
    club: str = ""
    """Entrants of the same (family, school, club) are not seated together without need."""
    late: str = ""
    """What each round missed is worth, as an exact fraction; empty: nobody is late."""


class Seating(Part, frozen=True):
    """Who sits at a table, in seat order, and the match that is played there."""

    table: int
    entrants: tuple[int, ...]
    match: UUID
    game: int = 0
    """Which of the stage's games."""


class Draft(Part, frozen=True):
    """A table of a proposal."""

    table: int
    entrants: tuple[int, ...]
    locked: bool = False
    game: int = 0


class Reported(Part, frozen=True):
    """How a table ended: places and raw scores by seat, never points."""

    kind: Kind = "complete"
    places: Places | None = None
    scores: Scores | None = None
    absent: tuple[int, ...] = ()
    play_off: tuple[int, ...] = ()
    """Those who played off a tie in an elimination, the winner first."""


@event_type("tournament.created")
class TournamentCreated(Event, frozen=True):
    """A tournament or an open evening of a club."""

    club: UUID
    title: str
    ruleset: int
    seed: str
    day: str = ""
    """The day it is held on, such as 2026-01-31."""


@event_type("tournament.renamed")
class TournamentRenamed(Event, frozen=True):
    """It has another title or another day."""

    title: str
    day: str = ""


@event_type("tournament.stage_set")
class StageSet(Event, frozen=True):
    """A stage is planned, or planned differently, before it begins."""

    stage: int
    rules: StageRules


@event_type("tournament.stage_dropped")
class StageDropped(Event, frozen=True):
    """The last stage will not be played."""

    stage: int


@event_type("tournament.entered")
class Entered(Event, frozen=True):
    """Players became entrants."""

    entries: tuple[Entry, ...]


@event_type("tournament.removed")
class Removed(Event, frozen=True):
    """Somebody who never played is no entrant any more."""

    entrant: int


@event_type("tournament.present")
class Present(Event, frozen=True):
    """Entrants are there: checked in, come back after they had left, arrived at an open evening."""

    entrants: tuple[int, ...]


@event_type("tournament.away")
class Away(Event, frozen=True):
    """Entrants are not there (any more): they are not paired until they are back."""

    entrants: tuple[int, ...]


@event_type("tournament.dropped")
class Dropped(Event, frozen=True):
    """Somebody plays on no more; what they played stays."""

    entrant: int


@event_type("tournament.returned")
class Returned(Event, frozen=True):
    """Somebody who had dropped out plays on; what the rounds missed are worth is said."""

    entrant: int
    late: str = ""


@event_type("tournament.kept_apart")
class KeptApart(Event, frozen=True):
    """These groups of entrants are not to meet; replaces what was said before."""

    groups: tuple[tuple[int, ...], ...]


@event_type("tournament.tables_fixed")
class TablesFixed(Event, frozen=True):
    """An entrant sits at one of these tables only; none: anywhere."""

    entrant: int
    tables: tuple[int, ...]


@event_type("tournament.affiliated")
class Affiliated(Event, frozen=True):
    """With whom an entrant should rather not sit: others of the same word."""

    entrant: int
    club: str


@event_type("tournament.stage_started")
class StageStarted(Event, frozen=True):
    """A stage begins with these entrants, best seed first; alternates wait in order."""

    stage: int
    seeds: tuple[int, ...]
    alternates: tuple[int, ...] = ()


@event_type("tournament.stage_closed")
class StageClosed(Event, frozen=True):
    """The last round of a stage was played: its ranking stands."""

    stage: int
    lots: tuple[int, ...] = ()
    """Entrants in the order the lots drew them, where a tie-break asks for it."""


@event_type("tournament.stage_reopened")
class StageReopened(Event, frozen=True):
    """A stage goes on, or back to where it was before it was closed."""

    stage: int


@event_type("tournament.round_drafted")
class RoundDrafted(Event, frozen=True):
    """A proposal for a round: computed, or edited by an organiser."""

    stage: int
    round: int
    tables: tuple[Draft, ...]
    byes: tuple[int, ...] = ()
    by_hand: bool = False


@event_type("tournament.draft_discarded")
class DraftDiscarded(Event, frozen=True):
    """The proposal is thrown away."""

    stage: int


@event_type("tournament.tables_published")
class TablesPublished(Event, frozen=True):
    """Tables of a round are announced: all of it, or those that replace withdrawn ones."""

    stage: int
    round: int
    tables: tuple[Seating, ...]
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    """Entrants of the stage who are not there and miss the round."""


@event_type("tournament.tables_withdrawn")
class TablesWithdrawn(Event, frozen=True):
    """Tables without a result are taken back; with them the byes if the whole round goes."""

    stage: int
    round: int
    tables: tuple[int, ...]


@event_type("tournament.table_reseated")
class TableReseated(Event, frozen=True):
    """Other entrants sit at a table that has no result, or in another order."""

    stage: int
    round: int
    table: int
    entrants: tuple[int, ...]
    match: UUID


@event_type("tournament.bye_given")
class ByeGiven(Event, frozen=True):
    """An entrant of a round has no table, for nothing they could help."""

    stage: int
    round: int
    entrant: int


@event_type("tournament.bye_taken")
class ByeTaken(Event, frozen=True):
    """Somebody with a bye, or who was missing, sits at a table after all."""

    stage: int
    round: int
    entrant: int


@event_type("tournament.table_started")
class TableStarted(Event, frozen=True):
    """The match of a table is being recorded."""

    stage: int
    round: int
    table: int


@event_type("tournament.result_reported")
class ResultReported(Event, frozen=True):
    """Somebody at the table says how it ended; the others confirm."""

    stage: int
    round: int
    table: int
    entrant: int
    report: Reported


@event_type("tournament.result_recorded")
class ResultRecorded(Event, frozen=True):
    """A table has a result, or another one than before."""

    stage: int
    round: int
    table: int
    report: Reported
    origin: Origin
    confirmed: bool = False


@event_type("tournament.result_confirmed")
class ResultConfirmed(Event, frozen=True):
    """A provisional result stands."""

    stage: int
    round: int
    table: int


@event_type("tournament.result_withdrawn")
class ResultWithdrawn(Event, frozen=True):
    """A table has no result any more and is open again."""

    stage: int
    round: int
    table: int


@event_type("tournament.arbiter_called")
class ArbiterCalled(Event, frozen=True):
    """A table asks for an arbiter."""

    stage: int
    round: int
    table: int


@event_type("tournament.arbiter_ruled")
class ArbiterRuled(Event, frozen=True):
    """An arbiter answered; what follows from it (a result, a penalty) is an event of its own."""

    stage: int
    round: int
    table: int
    ruling: Literal["stands", "changed", "replayed", "penalty"]
    rule: str = ""
    """The rule that was cited."""
    note: str = ""
    """The digest of the reason, which is kept beside the log."""


@event_type("tournament.penalised")
class Penalised(Event, frozen=True):
    """An entrant loses points."""

    stage: int
    round: int
    entrant: int
    points: str
    note: str = ""


@event_type("tournament.clock_started")
class ClockStarted(Event, frozen=True):
    """The time of a round runs; when it began is the moment of this event."""

    stage: int
    round: int
    seconds: int


@event_type("tournament.clock_paused")
class ClockPaused(Event, frozen=True):
    """The time of a round stands still."""

    stage: int
    round: int


@event_type("tournament.clock_resumed")
class ClockResumed(Event, frozen=True):
    """The time of a round runs on."""

    stage: int
    round: int


@event_type("tournament.time_added")
class TimeAdded(Event, frozen=True):
    """A table, or with 0 the whole round, gets more time (or less)."""

    stage: int
    round: int
    table: int
    seconds: int


@event_type("tournament.finished")
class TournamentFinished(Event, frozen=True):
    """The tournament is over and its ranking final."""


@event_type("tournament.reopened")
class TournamentReopened(Event, frozen=True):
    """The tournament goes on, or is corrected."""


TournamentEvent = (
    TournamentCreated
    | TournamentRenamed
    | StageSet
    | StageDropped
    | Entered
    | Removed
    | Present
    | Away
    | Dropped
    | Returned
    | KeptApart
    | TablesFixed
    | Affiliated
    | StageStarted
    | StageClosed
    | StageReopened
    | RoundDrafted
    | DraftDiscarded
    | TablesPublished
    | TablesWithdrawn
    | TableReseated
    | ByeGiven
    | ByeTaken
    | TableStarted
    | ResultReported
    | ResultRecorded
    | ResultConfirmed
    | ResultWithdrawn
    | ArbiterCalled
    | ArbiterRuled
    | Penalised
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | TimeAdded
    | TournamentFinished
    | TournamentReopened
)
