"""An arbiter comes to a table, rules, and may take points."""

from typing import Annotated, ClassVar

from msgspec import Meta

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import (
    AtTable,
    Context,
    EntrantNumber,
    Events,
    OfStage,
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
from tournaments.tournaments.director.parts import Reported, Ruling
from tournaments.tournaments.director.state import State

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
    round: int = 0
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
    penalties: tuple[tuple[int, str], ...] = ()
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
            if table.result is not None:
                events += withdraw(state, self)
            match = match_id(context, state, *self.table_key)
            events.append(TableReseated(*self.table_key, table.entrants, match))
        if self.ruling == "penalty":
            for entrant, points in self.penalties:
                penalty = Penalise(
                    stage=self.stage, round=self.round, entrant=entrant, points=points
                )
                events += penalty.decide(state, context)
        return events
