"""The result of one table of a bracket and the order it makes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tournaments.tournaments.formats.bracket import BracketTable
from tournaments.tournaments.formats.schedule import Reason


class LineTie(Enum):
    """Who goes through of those that tie for the last place that does."""

    BETTER_RANK = "better_rank"
    """The better rank in the former stage, then the better seed."""
    PLAY_OFF = "play_off"


class FinalTie(Enum):
    """What becomes of a tie in the final."""

    FORMER_RANK = "former_rank"
    """The rank in the former stage; who tie there too share the place."""
    PLAY_OFF = "play_off"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class TieRules:
    """What becomes of ties; without former ranks the seeds stand in for them."""

    line: LineTie = LineTie.BETTER_RANK
    final: FinalTie = FinalTie.SHARED
    former_ranks: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableResult:
    """Entrants with their places at the table, shared ones as 1, 1, 3."""

    places: tuple[tuple[int, int], ...]
    play_off: tuple[int, ...] = ()
    """The order of those who played off a tie, the winner first."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The order at a table that was played or needed no playing."""

    order: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """The place of each in `order`."""
    listed: int = 0
    """How many of them took part; the absent follow."""
    settled: int = 0
    """How many of `order` no play-off can change any more."""
    reasons: tuple[Reason | None, ...] = ()
    """Why each in `order` is behind somebody who was level: in the final the one before, elsewhere
    the last who goes through."""

    @property
    def is_settled(self) -> bool:
        """Whether no play-off is needed."""
        return self.settled == len(self.order)


def finish_of(
    result: TableResult,
    seated: Sequence[int],
    table: BracketTable,
    rules: TieRules,
    seeds: Mapping[int, int],
) -> Finish:
    """Return the order at `table` of all who were seated, the absent last."""
    level = _Level(result, table, rules, seeds)
    order = sorted(seated, key=level.whole)
    if table.is_final and rules.final is FinalTie.FORMER_RANK:
        keys: list[object] = [(level.sporting(entrant), level.former(entrant)) for entrant in order]
    else:
        keys = [level.sporting(entrant) for entrant in order]
    listed = len(result.places)
    settled = _settled(keys[:listed], len(order), table, rules)
    reasons: list[Reason | None] = [None] * len(order)
    if settled == len(order):
        for position in range(1 if table.is_final else table.through, listed):
            ahead = order[position - 1] if table.is_final else order[table.through - 1]
            reasons[position] = level.reason(order[position], ahead)
    return Finish(
        order=tuple(order),
        places=tuple(keys.index(key) + 1 for key in keys),
        listed=listed,
        settled=settled,
        reasons=tuple(reasons),
    )


class _Level:
    """What separates those at a table: what was played, then what they bring along."""

    def __init__(
        self, result: TableResult, table: BracketTable, rules: TieRules, seeds: Mapping[int, int]
    ) -> None:
        self._places = dict(result.places)
        self._play_off = {entrant: position for position, entrant in enumerate(result.play_off)}
        self._unranked = max(rules.former_ranks.values(), default=0) + 1
        self._table, self._rules, self._seeds = table, rules, seeds

    def sporting(self, entrant: int) -> tuple[int, int]:
        """What was played for: the place, then the play-off."""
        absent_place, nobody_played_off = len(self._places) + 1, len(self._play_off)
        place = self._places.get(entrant, absent_place)
        return place, self._play_off.get(entrant, nobody_played_off)

    def former(self, entrant: int) -> int:
        ranks = self._rules.former_ranks
        return ranks.get(entrant, self._unranked) if ranks else self._seeds[entrant]

    def whole(self, entrant: int) -> tuple[tuple[int, int], int, int]:
        return self.sporting(entrant), self.former(entrant), self._seeds[entrant]

    def reason(self, entrant: int, ahead: int) -> Reason | None:
        """Why somebody is behind another who has the same place; None where the places differ."""
        if self._places[entrant] != self._places[ahead]:
            return None
        if self.sporting(entrant) != self.sporting(ahead):
            return Reason.PLAY_OFF
        in_final = self._table.is_final
        if in_final and self._rules.final is not FinalTie.FORMER_RANK:
            return Reason.SHARED
        if self.former(entrant) != self.former(ahead):
            return Reason.FORMER_STAGE if self._rules.former_ranks else Reason.SEED
        return Reason.SHARED if in_final else Reason.SEED


def _settled(keys: Sequence[object], everybody: int, table: BracketTable, rules: TieRules) -> int:
    """How many of the order stand before the first tie that a play-off has to break."""
    if table.is_final:
        if rules.final is FinalTie.PLAY_OFF:
            for position in range(len(keys) - 1):
                if keys[position] == keys[position + 1]:
                    return position
    elif rules.line is LineTie.PLAY_OFF and 0 < table.through < len(keys):
        last_in = keys[table.through - 1]
        if last_in == keys[table.through]:
            return list(keys).index(last_in)
    return everybody
