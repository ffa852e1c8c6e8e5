"""How far a bracket has been played: who sits where, what can be played, what needs no playing."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from games.core.errors import RuleViolation
from tournaments.tournaments.formats.bracket import (
    Bracket,
    BracketTable,
    FromSeed,
    FromTable,
    Side,
    Slot,
    TableKey,
)
from tournaments.tournaments.formats.table_result import Finish, TableResult, TieRules, finish_of


class Vacant(Enum):
    """A slot in which nobody sits."""

    OPEN = "open"
    """It waits for a table."""
    NOBODY = "nobody"
    """Nobody will come."""


Occupant = int | Vacant


class Status(Enum):
    """What can be said of a table of a bracket."""

    WAITING = "waiting"
    READY = "ready"
    TIED = "tied"
    """Played, but a play-off has to say who goes through."""
    PLAYED = "played"
    WALK_OVER = "walk_over"
    """Not played: no more are present than go through."""
    SKIPPED = "skipped"
    """A second grand final that is not needed."""


_UNPLAYED = Finish()


@dataclass(frozen=True, slots=True)
class TableState:
    """One table with the entrants in its slots and, once it is over, their order."""

    table: BracketTable
    occupants: tuple[Occupant, ...]
    status: Status
    finish: Finish = _UNPLAYED

    @property
    def entrants(self) -> tuple[int, ...]:
        """Who sits there, withdrawn or not, in slot order."""
        return tuple(occupant for occupant in self.occupants if isinstance(occupant, int))

    @property
    def is_over(self) -> bool:
        """Whether nothing more is expected of it."""
        return self.status in (Status.PLAYED, Status.WALK_OVER, Status.SKIPPED)


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of every table, in the order of the bracket."""

    rounds: tuple[tuple[TableState, ...], ...]

    def state(self, key: TableKey) -> TableState:
        """The state of one table. Raises no_such_table."""
        round_, number = key
        if not (1 <= round_ <= len(self.rounds) and 1 <= number <= len(self.rounds[round_ - 1])):
            raise RuleViolation("no_such_table", round=round_, table=number)
        return self.rounds[round_ - 1][number - 1]

    @property
    def is_over(self) -> bool:
        """Whether the stage has its champion."""
        return all(state.is_over for round_ in self.rounds for state in round_)


def advance(
    bracket: Bracket,
    results: Mapping[TableKey, TableResult],
    *,
    withdrawn: Collection[int] = (),
    rules: TieRules | None = None,
) -> Progress:
    """Return who sits in every slot after these results.

    Somebody who has withdrawn is absent from the tables that have no result. Where no more are
    present than go through they go through without playing; where nobody is present nobody does.
    Raises result_does_not_fit for a result of a table that cannot have it, with the reason.
    """
    walk = _Walk(bracket, results, frozenset(withdrawn), rules or TieRules())
    progress = Progress(tuple(tuple(map(walk.visit, round_)) for round_ in bracket.rounds))
    for key in results:
        if key not in walk.states:
            raise RuleViolation(
                "result_does_not_fit", round=key[0], table=key[1], reason="no_such_table"
            )
    return progress


class _Walk:
    """One pass over the tables, none before those that it waits for."""

    def __init__(
        self,
        bracket: Bracket,
        results: Mapping[TableKey, TableResult],
        withdrawn: frozenset[int],
        rules: TieRules,
    ) -> None:
        self.states: dict[TableKey, TableState] = {}
        self._entrants = bracket.entrants
        self._results = results
        self._withdrawn = withdrawn
        self._rules = rules
        self._seeds = {entrant: seed for seed, entrant in enumerate(bracket.entrants, 1)}

    def visit(self, table: BracketTable) -> TableState:
        """Find the state of one table and keep it for those that wait for it."""
        state = self._state_of(table, tuple(self._occupant(slot) for slot in table.slots))
        self.states[table.key] = state
        return state

    def _state_of(self, table: BracketTable, occupants: tuple[Occupant, ...]) -> TableState:
        result = self._results.get(table.key)
        status = None
        if Vacant.OPEN in occupants:
            status = Status.WAITING
        elif table.side is Side.RESET and self._champion_kept(table):
            status = Status.SKIPPED
        if status is not None:
            if result is not None:
                _refuse(table, "not_open")
            return TableState(table, occupants, status)
        seated = [occupant for occupant in occupants if isinstance(occupant, int)]
        present = [entrant for entrant in seated if entrant not in self._withdrawn]
        if result is not None:
            self._check(table, result, seated)
            finish = finish_of(result, seated, table, self._rules, self._seeds)
            return TableState(
                table, occupants, Status.PLAYED if finish.is_settled else Status.TIED, finish
            )
        if len(present) <= table.through:
            unplayed = TableResult(tuple((entrant, 1) for entrant in present))
            finish = finish_of(unplayed, seated, table, TieRules(), self._seeds)
            return TableState(table, occupants, Status.WALK_OVER, finish)
        return TableState(table, occupants, Status.READY)

    def _occupant(self, slot: Slot) -> Occupant:
        if isinstance(slot, FromSeed):
            return self._entrants[slot.seed - 1]
        source = self.states[slot.key]
        if slot.place > source.finish.settled:
            return Vacant.NOBODY if source.is_over else Vacant.OPEN
        # Only who was there goes through; a loser falls into the losers' part either way.
        if source.finish.listed < slot.place <= source.table.through:
            return Vacant.NOBODY
        return source.finish.order[slot.place - 1]

    def _champion_kept(self, table: BracketTable) -> bool:
        """Whether the grand final was won by the one who had not lost before."""
        slot = table.slots[0]
        assert isinstance(slot, FromTable)  # noqa: S101 - made so by double elimination
        grand_final = self.states[slot.key]
        return grand_final.finish.order[:1] == grand_final.occupants[:1]

    def _check(self, table: BracketTable, result: TableResult, seated: list[int]) -> None:
        listed = [entrant for entrant, _place in result.places]
        if len(set(listed)) != len(listed):
            _refuse(table, "entrant_twice")
        if any(entrant not in seated for entrant in listed):
            _refuse(table, "not_at_this_table")
        if any(entrant not in listed and entrant not in self._withdrawn for entrant in seated):
            _refuse(table, "entrant_missing")
        places = sorted(place for _entrant, place in result.places)
        if any(place != places.index(place) + 1 for place in places):
            _refuse(table, "impossible_places")
        played_off = result.play_off
        if len(set(played_off)) != len(played_off) or not set(played_off) <= set(listed):
            _refuse(table, "impossible_play_off")


def _refuse(table: BracketTable, reason: str) -> None:
    raise RuleViolation("result_does_not_fit", round=table.round, table=table.number, reason=reason)
