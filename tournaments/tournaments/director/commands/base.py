"""What the commands of a tournament share: their base, fields that many have, what they look up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, ClassVar
from uuid import UUID, uuid5

from games.core.errors import RuleViolation
from games.core.setup import OptionValue
from tournaments import commands
from tournaments.commands import names
from tournaments.tournaments.director.events import TournamentEvent
from tournaments.tournaments.director.state import Round, Stage, State, Table

Events = list[TournamentEvent]
StageNumber = Annotated[int, names("stage", "The number of the stage; the first is 1.")]
RoundNumber = Annotated[int, names("round", "The number of the round in its stage, from 1.")]
TableNumber = Annotated[int, names("table", "The number of the table in its round.")]
ProposedTable = Annotated[int, names("proposed_table", "The number of a table of the proposal.")]
MOST_POINTS = 1_000
LONGEST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may need from outside the stream."""

    tournament: UUID
    ratings: Mapping[int, float] = field(default_factory=dict)
    note: str = ""
    """The digest of the free text that was given with the command."""
    former_append: int = 0
    """The last version that was written before what counts last; only undoing asks for it."""
    box: Callable[[str], Mapping[str, OptionValue]] = lambda _game: {}
    """What the club has said of its box of a game."""


class Command(commands.Command[State, Context, TournamentEvent], frozen=True, kw_only=True):
    """Something an organiser or a player wants of a tournament."""

    commutes: ClassVar[bool] = False
    """Whether it may simply be judged again when somebody else was faster."""

    @property
    def beside(self) -> str:
        """The text that it has kept beside the log instead of a reason."""
        return ""


class OfStage(Command, frozen=True, kw_only=True):
    """A command that concerns one stage."""

    example: ClassVar = {"stage": 1}

    stage: StageNumber

    def running(self, state: State) -> Stage:
        """Return the stage if it is being played, or raise why it is not."""
        state.require_going_on()
        stage = state.stage(self.stage)
        if stage.status != "running":
            raise RuleViolation("stage_not_running", stage=self.stage, status=stage.status)
        return stage


class OfRound(OfStage, frozen=True, kw_only=True):
    """A command that concerns a round that was announced."""

    example: ClassVar = {"stage": 1, "round": 1}

    round: RoundNumber

    def announced(self, state: State) -> tuple[Stage, Round]:
        """Return the round and its stage, or raise why nothing can be done to them."""
        stage = self.running(state)
        return stage, stage.round(self.round)


class AtTable(OfRound, frozen=True, kw_only=True):
    """A command that concerns one table that was announced."""

    example: ClassVar = {"stage": 1, "round": 1, "table": 1}

    table: TableNumber

    @property
    def table_key(self) -> tuple[int, int, int]:
        """The numbers of stage, round and table, as events begin with them."""
        return self.stage, self.round, self.table

    def lookup(self, state: State) -> tuple[Stage, Round, Table]:
        """Return the table of a tournament that goes on, or raise why there is none."""
        state.require_going_on()
        return self.found(state)

    def found(self, state: State) -> tuple[Stage, Round, Table]:
        """Return the table with its stage and round, or raise what of it is unknown."""
        stage = state.stage(self.stage)
        round_ = stage.round(self.round)
        return stage, round_, round_.table(self.table)


def match_id(context: Context, state: State, stage: int, round_: int, table: int) -> UUID:
    """Return the id of the match of a table; seated anew, a table has another match."""
    return uuid5(context.tournament, f"{stage}/{round_}/{table}/{state.version}")


def read_points(text: str) -> Fraction:
    """Return points that can be given or taken, or raise `bad_points`."""
    points = read_number(text)
    if not 0 <= points <= MOST_POINTS:
        raise RuleViolation("bad_points", points=text[:20])
    return points


def read_number(text: str) -> Fraction:
    """Return the number that a text such as 3, 0.5 or 7/2 says, or raise `bad_points`."""
    try:
        # A few characters of an exponent make a number that no memory holds.
        if len(text) > LONGEST_NUMBER or "e" in text.lower():
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise RuleViolation("bad_points", points=text[:20]) from None
