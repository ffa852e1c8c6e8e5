"""The events of a tournament's stream. Entrants are numbers, people are ids, no name is here."""

from typing import Any
from uuid import UUID

from games.core.events import Event, event_type
from games.core.upcasting import upcaster
from tournaments.tournaments.director.parts import (
    Draft,
    Entry,
    Numbers,
    Origin,
    Reported,
    Ruling,
    Seating,
)
from tournaments.tournaments.director.rules import StageRules

TOURNAMENT_STREAM = "tournament"
"""The kind of a tournament's stream; its id is the tournament's."""


class OfEntrant(Event, frozen=True):
    """Something that concerns one entrant."""

    entrant: int


class OfStage(Event, frozen=True):
    """Something that happened in a stage."""

    stage: int


class OfRound(OfStage, frozen=True):
    """Something that happened in a round."""

    round: int


class AtTable(OfRound, frozen=True):
    """Something that happened at a table."""

    table: int


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
class StageSet(OfStage, frozen=True):
    """A stage is planned, or planned differently; while it is played, it goes on by these rules."""

    rules: StageRules


@event_type("tournament.stage_dropped")
class StageDropped(OfStage, frozen=True):
    """The last stage will not be played."""


@event_type("tournament.entered")
class Entered(Event, frozen=True):
    """Players became entrants."""

    entries: tuple[Entry, ...]


@event_type("tournament.removed")
class Removed(OfEntrant, frozen=True):
    """Somebody who never played is no entrant any more."""


@event_type("tournament.present")
class Present(Event, frozen=True):
    """Entrants are there: checked in, come back after they had left, arrived at an open evening."""

    entrants: Numbers
    late: str = ""
    """What each round that they missed is worth, as an exact fraction; empty: nobody says."""


@event_type("tournament.away")
class Away(Event, frozen=True):
    """Entrants are not there (any more): they are not paired until they are back."""

    entrants: Numbers


@event_type("tournament.dropped")
class Dropped(OfEntrant, frozen=True):
    """Somebody plays on no more; what they played stays."""


@event_type("tournament.returned")
class Returned(OfEntrant, frozen=True):
    """Somebody who had dropped out plays on; what the rounds missed are worth is said."""

    late: str = ""


@event_type("tournament.kept_apart")
class KeptApart(Event, frozen=True):
    """These groups of entrants are not to meet; replaces what was said before."""

    groups: tuple[Numbers, ...]


@event_type("tournament.tables_fixed")
class TablesFixed(OfEntrant, frozen=True):
    """An entrant sits at one of these tables only; none: anywhere."""

    tables: Numbers


@event_type("tournament.affiliated")
class Affiliated(OfEntrant, frozen=True):
    """With whom an entrant should rather not sit: others of the same word."""

    club: str


@event_type("tournament.stage_started")
class StageStarted(OfStage, frozen=True):
    """A stage begins with these entrants, best seed first; alternates wait in order."""

    seeds: Numbers
    alternates: Numbers = ()


@event_type("tournament.stage_closed")
class StageClosed(OfStage, frozen=True):
    """The last round of a stage was played: its ranking stands."""

    lots: Numbers = ()
    """Entrants in the order the lots drew them, where a tie-break asks for it."""


@event_type("tournament.stage_reopened")
class StageReopened(OfStage, frozen=True):
    """A stage goes on, or back to where it was before it was closed."""


@event_type("tournament.stage_unstarted")
class StageUnstarted(OfStage, frozen=True):
    """A stage is planned again: its tables, its seeds and its penalties are gone."""

    note: str = ""
    """The digest of the reason, which is kept beside the log."""


@event_type("tournament.substituted")
class Substituted(OfStage, frozen=True):
    """Somebody takes the place that an entrant had in a stage: the seed, byes, rounds missed.

    The tables where that entrant sat are seated anew by events of their own.
    """

    entrant: int
    by: int


@event_type("tournament.round_drafted")
class RoundDrafted(OfRound, frozen=True):
    """A proposal for a round: computed, or edited by an organiser."""

    tables: tuple[Draft, ...]
    byes: Numbers = ()
    by_hand: bool = False


@event_type("tournament.draft_discarded")
class DraftDiscarded(OfStage, frozen=True):
    """The proposal is thrown away."""


@event_type("tournament.tables_published")
class TablesPublished(OfRound, frozen=True):
    """Tables of a round are announced: all of it, or those that replace withdrawn ones."""

    tables: tuple[Seating, ...]
    byes: Numbers = ()
    absent: Numbers = ()
    """Entrants of the stage who are not there and miss the round."""


@event_type("tournament.tables_withdrawn")
class TablesWithdrawn(OfRound, frozen=True):
    """Tables are taken back; with them the byes if the whole round goes.

    They have no result, except in a bracket in which others would have sat there.
    """

    tables: Numbers
    places: Numbers = ()
    """The tables of a bracket's plan that are to be announced again, by their numbers there."""
    byes: Numbers = ()
    """Who has no bye any more, since others would have come to that table of the bracket."""


@event_type("tournament.table_reseated")
class TableReseated(AtTable, frozen=True):
    """Other entrants sit at a table that has no result, or in another order."""

    entrants: Numbers
    match: UUID


@event_type("tournament.table_moved")
class TableMoved(AtTable, frozen=True):
    """A table is played at another number, with all that belongs to it.

    One that stands there changes places with it.
    """

    to: int
    """The number it has now."""


@event_type("tournament.bye_given")
class ByeGiven(OfRound, frozen=True):
    """An entrant of a round has no table, for nothing they could help."""

    entrant: int


@event_type("tournament.bye_taken")
class ByeTaken(OfRound, frozen=True):
    """Somebody with a bye, or who was missing, sits at a table after all."""

    entrant: int


@event_type("tournament.table_started")
class TableStarted(AtTable, frozen=True):
    """The match of a table is being recorded."""


@event_type("tournament.result_reported")
class ResultReported(AtTable, frozen=True):
    """Somebody at the table says how it ended; the others confirm."""

    entrant: int
    report: Reported


@event_type("tournament.result_recorded", schema=2)
class ResultRecorded(AtTable, frozen=True):
    """A table has a result, or another one than before."""

    report: Reported
    """What the match of the table says, and what only a tournament knows."""
    origin: Origin
    confirmed: bool = False
    version: int = 0
    """The version of that match which says so; 0 where none was played."""


@upcaster(ResultRecorded.type, from_schema=1)
def _named_no_version(data: Any) -> Any:
    # Nobody wrote down then which version of the match was meant.
    return {**data, "version": 0}


@event_type("tournament.result_confirmed")
class ResultConfirmed(AtTable, frozen=True):
    """A provisional result stands."""


@event_type("tournament.result_withdrawn")
class ResultWithdrawn(AtTable, frozen=True):
    """A table has no result any more and is open again."""


@event_type("tournament.arbiter_called")
class ArbiterCalled(AtTable, frozen=True):
    """A table asks for an arbiter."""


@event_type("tournament.arbiter_ruled")
class ArbiterRuled(AtTable, frozen=True):
    """An arbiter answered; what follows from it (a result, a penalty) is an event of its own."""

    ruling: Ruling
    rule: str = ""
    """The rule that was cited."""
    note: str = ""
    """The digest of the reason, which is kept beside the log."""


@event_type("tournament.penalised")
class Penalised(OfRound, frozen=True):
    """An entrant loses points."""

    entrant: int
    points: str
    note: str = ""


@event_type("tournament.clock_started")
class ClockStarted(OfRound, frozen=True):
    """The time of a round runs; when it began is the moment of this event."""

    seconds: int


@event_type("tournament.clock_paused")
class ClockPaused(OfRound, frozen=True):
    """The time of a round stands still."""


@event_type("tournament.clock_resumed")
class ClockResumed(OfRound, frozen=True):
    """The time of a round runs on."""


@event_type("tournament.time_added")
class TimeAdded(AtTable, frozen=True):
    """A table, or with 0 the whole round, gets more time (or less)."""

    seconds: int


@event_type("tournament.notice_shown")
class NoticeShown(Event, frozen=True):
    """A notice for everybody stands on the pages, instead of the one that stood there."""

    note: str
    """The digest of its text, which is kept beside the log."""
    minutes: int = 0
    """How long it stands from the moment of this event; 0: until the tournament is over."""


@event_type("tournament.notice_taken_away")
class NoticeTakenAway(Event, frozen=True):
    """The notice stands no more."""


@event_type("tournament.finished")
class TournamentFinished(Event, frozen=True):
    """The tournament is over and its ranking final."""


@event_type("tournament.reopened")
class TournamentReopened(Event, frozen=True):
    """The tournament goes on, or is corrected."""


@event_type("tournament.rewound")
class TournamentRewound(Event, frozen=True):
    """The tournament is again what it was at a version: something was undone, or done again."""

    to: int
    note: str = ""
    """The digest of the reason, which is kept beside the log."""


EntrantEvent = Entered | Removed | Present | Away | Dropped | Returned | TablesFixed | Affiliated
DraftEvent = RoundDrafted | DraftDiscarded
BorderEvent = StageStarted | StageClosed | StageReopened | StageUnstarted
StageEvent = StageSet | StageDropped | BorderEvent | Substituted | DraftEvent
SeatingEvent = TablesPublished | TablesWithdrawn | TableReseated | TableMoved | ByeGiven | ByeTaken
ResultEvent = ResultReported | ResultRecorded | ResultConfirmed | ResultWithdrawn
TableEvent = TableStarted | ResultEvent | ArbiterCalled | ArbiterRuled
ClockEvent = ClockStarted | ClockPaused | ClockResumed | TimeAdded
LifeEvent = TournamentCreated | TournamentRenamed | TournamentFinished | TournamentReopened
NoticeEvent = NoticeShown | NoticeTakenAway
OtherEvent = LifeEvent | NoticeEvent | KeptApart | Penalised | TournamentRewound
TournamentEvent = EntrantEvent | StageEvent | SeatingEvent | TableEvent | ClockEvent | OtherEvent
