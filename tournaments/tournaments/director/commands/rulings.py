"""An arbiter comes to a table, rules, and may take points."""

from typing import Annotated, ClassVar

from msgspec import Meta

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import (
    AtTable,
    Context,
    Events,
    OfStage,
    RoundNumber,
    match_id,
    read_points,
)
from tournaments.tournaments.director.commands.corrections import Correction, Then, corrected
from tournaments.tournaments.director.commands.results import withdraw
from tournaments.tournaments.director.events import (
    ArbiterCalled,
    ArbiterRuled,
    Penalised,
    TableReseated,
)
from tournaments.tournaments.director.parts import EntrantNumber, Reported, Ruling
from tournaments.tournaments.director.state import State, Table

LONGEST_CITATION = 120


class CallArbiter(AtTable, frozen=True, kw_only=True):
    """Ask for an arbiter at a table."""

    commutes: ClassVar = True

    def decide(self, state: State, _context: Context) -> Events:
        _, _, table = self.lookup(state)
        return [] if table.called else [ArbiterCalled(*self.table_key)]


class Penalise(OfStage, frozen=True, kw_only=True):
    """Take points from an entrant; the reason is given beside the command."""

    example: ClassVar = {"stage": 1, "entrant": 3, "points": "1/2"}

    entrant: EntrantNumber
    points: str
    """How many, as an exact number such as 1 or 1/2."""
    round: RoundNumber = 0
    """The round it happened in; 0: none in particular."""

    def decide(self, state: State, context: Context) -> Events:
        stage = self.running(state)
        if self.round:
            stage.round(self.round)
        state.entrant(self.entrant)
        if self.entrant not in stage.seeds:
            raise RuleViolation("not_in_stage", entrants=[self.entrant])
        if not (points := read_points(self.points)):
            raise RuleViolation("bad_points", points=self.points[:20])
        return [Penalised(self.stage, self.round, self.entrant, str(points), context.note)]


class Rule(AtTable, frozen=True, kw_only=True):
    """Answer a table as arbiter; the reason is given beside the command."""

    example: ClassVar = {
        "stage": 1,
        "round": 1,
        "table": 1,
        "ruling": "penalty",
        "cited": "Rule 4.2",
        "penalties": [[1, "1"]],
    }

    ruling: Ruling
    """The result stands, is changed, the table is replayed, or somebody loses points."""
    cited: Annotated[
        str,
        Meta(description=f"The rule that was cited, in at most {LONGEST_CITATION} characters."),
    ] = ""
    result: Reported | None = None
    """The other result of a ruling that changes it."""
    then: Then = "keep"
    """What becomes of tables that were announced upon the former result, as of `correct`."""
    penalties: tuple[tuple[EntrantNumber, str], ...] = ()
    """Entrants and the points they lose, of a ruling that takes points."""

    def decide(self, state: State, context: Context) -> Events:
        changes = self.ruling == "changed" and self.result is not None
        _, _, table = self.found(state) if changes else self.lookup(state)
        if len(self.cited) > LONGEST_CITATION or not self.cited.isprintable():
            raise RuleViolation("bad_citation", limit=LONGEST_CITATION)
        events: Events = [ArbiterRuled(*self.table_key, self.ruling, self.cited, context.note)]
        if self.ruling == "changed" and self.result is not None:
            ruled = Correction(self.result, "ruling", self.then)
            events += corrected(state, self, ruled, context.note)
        if self.ruling == "replayed":
            events += _seated_again(state, self, table, context)
        if self.ruling == "penalty":
            for entrant, points in self.penalties:
                penalty = Penalise(
                    stage=self.stage, round=self.round, entrant=entrant, points=points
                )
                events += penalty.decide(state, context)
        return events


class Replay(AtTable, frozen=True, kw_only=True):
    """Let a table be played again, as a ruling: its reports and its result go.

    The match that was begun or ended there is void, with the reason that is given beside the
    command; the table gets a new one.
    """

    def decide(self, state: State, context: Context) -> Events:
        _, _, table = self.lookup(state)
        if not table.begun:
            raise RuleViolation("table_not_begun", table=self.table)
        ruling = ArbiterRuled(*self.table_key, "replayed", note=context.note)
        return [ruling, *_seated_again(state, self, table, context)]


def _seated_again(state: State, command: AtTable, table: Table, context: Context) -> Events:
    """Take what a table brought away, and give it another match of the same people."""
    events = withdraw(state, command) if table.result is not None else []
    match = match_id(context, state, *command.table_key)
    return [*events, TableReseated(*command.table_key, table.entrants, match)]
