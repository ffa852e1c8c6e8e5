"""The result of one table of a bracket and the order it makes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tournaments.tournaments.formats.bracket import BracketTable


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
    places = dict(result.places)
    absent_place = len(places) + 1
    nobody_played_off = len(result.play_off)
    unranked = max(rules.former_ranks.values(), default=0) + 1
    positions = {entrant: position for position, entrant in enumerate(result.play_off)}

    def sporting(entrant: int) -> tuple[int, int]:
        """What was played for: the place, then the play-off."""
        place = places.get(entrant, absent_place)
        return place, positions.get(entrant, nobody_played_off)

    def former(entrant: int) -> int:
        return rules.former_ranks.get(entrant, unranked) if rules.former_ranks else seeds[entrant]

    def whole(entrant: int) -> tuple[tuple[int, int], int, int]:
        return sporting(entrant), former(entrant), seeds[entrant]

    order = sorted(seated, key=whole)
    if table.is_final and rules.final is FinalTie.FORMER_RANK:
        keys: list[object] = [(sporting(entrant), former(entrant)) for entrant in order]
    else:
        keys = [sporting(entrant) for entrant in order]
    return Finish(
        order=tuple(order),
        places=tuple(keys.index(key) + 1 for key in keys),
        listed=len(places),
        settled=_settled(keys[: len(places)], len(order), table, rules),
    )


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
