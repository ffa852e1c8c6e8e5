"""Double elimination, one against one: nobody is out before the second loss.

The bracket is laid out for the next power of two and the tables that would lack an opponent are
taken away: whoever sits there moves on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.tournaments.formats.bracket import (
    Bracket,
    BracketTable,
    FromSeed,
    FromTable,
    Side,
    Slot,
)
from tournaments.tournaments.formats.schedule import require_field


@dataclass(frozen=True, slots=True)
class _Place:
    draft: int
    place: int


_Source = FromSeed | _Place


@dataclass(frozen=True, slots=True)
class _Draft:
    """A table before rounds and numbers are known."""

    sources: tuple[_Source, _Source]
    round: int
    side: Side
    side_round: int
    level: int


def double_elimination(entrants: Sequence[int], *, reset: bool = True) -> Bracket:
    """Return the winners' and the losers' part and the grand final.

    With `reset` a grand final won by the one from the losers' part is played again, since its loser
    has lost only once; without it, one match decides. Raises too_few_entrants and seeding_twice.
    """
    field = require_field(entrants)
    drafts = _Drafts()
    depth = (len(field) - 1).bit_length()
    seeds: list[_Source | None] = [
        FromSeed(seed) if seed <= len(field) else None for seed in seed_order(depth)
    ]
    unbeaten, dropped = _winners_part(drafts, seeds)
    beaten_once = _losers_part(drafts, dropped)
    last_level = 2 * depth - 1
    final = drafts.meet(unbeaten, beaten_once, Side.FINAL, 1, last_level)
    if reset:
        drafts.meet(*final, Side.RESET, 1, last_level + 1)
    return Bracket(field, drafts.rounds())


def seed_order(depth: int) -> list[int]:
    """Return 2 ** depth seeds from top to bottom, each round folding the field (1, 4, 2, 3)."""
    order = [1]
    for _ in range(depth):
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return order


def _winners_part(
    drafts: "_Drafts", lines: list[_Source | None]
) -> tuple[_Source | None, list[list[_Source | None]]]:
    """Play the winners' part on paper; return its winner and the losers of each round."""
    dropped: list[list[_Source | None]] = []
    while len(lines) > 1:
        number = len(dropped) + 1
        level = max(1, 2 * (number - 1))  # the losers' round into which its losers fall
        met = [
            drafts.meet(one, two, Side.MAIN, number, level)
            for one, two in zip(lines[::2], lines[1::2], strict=True)
        ]
        lines = [winner for winner, _loser in met]
        dropped.append([loser for _winner, loser in met])
    return lines[0], dropped


def _losers_part(drafts: "_Drafts", dropped: list[list[_Source | None]]) -> _Source | None:
    """Play the losers' part on paper; return its winner."""
    lines = dropped[0]
    for drop in range(1, len(dropped)):
        number = 2 * drop - 1
        met = [
            drafts.meet(one, two, Side.LOSERS, number, number)
            for one, two in zip(lines[::2], lines[1::2], strict=True)
        ]
        mask = crossing(drop, len(met))
        lines = [
            drafts.meet(dropped[drop][index ^ mask], winner, Side.LOSERS, number + 1, number + 1)[0]
            for index, (winner, _loser) in enumerate(met)
        ]
    return lines[0]


def crossing(drop: int, tables: int) -> int:
    """Return the mask that sends losers of a winners' round to far tables of the losers' part.

    Loser i of `tables` goes to table i ^ mask. Seen from the top bit the masks are the bits of the
    drop's number from the lowest up (0, 10, 01, 11, 001 ...): any two differ as early as possible,
    so that who met in the winners' part meet again as late as possible.
    """
    mask = 0
    bit = tables // 2
    while bit and drop:
        mask |= bit * (drop % 2)
        bit //= 2
        drop //= 2
    return mask


class _Drafts:
    """Tables in the order they are drafted, none before one that it waits for."""

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []

    def meet(
        self,
        one: _Source | None,
        two: _Source | None,
        side: Side,
        side_round: int,
        level: int,
    ) -> tuple[_Source | None, _Source | None]:
        """Seat two; return where winner and loser come from. Without an opponent one moves on."""
        if one is None or two is None:
            return one or two, None
        # A bye in the winners' part skips its round, as in single elimination.
        earliest = side_round if side is Side.MAIN else 1
        number = max(earliest, 1 + self._round_of(one), 1 + self._round_of(two))
        self._drafts.append(_Draft((one, two), number, side, side_round, level))
        index = len(self._drafts) - 1
        return _Place(index, 1), _Place(index, 2)

    def _round_of(self, source: _Source) -> int:
        return self._drafts[source.draft].round if isinstance(source, _Place) else 0

    def rounds(self) -> tuple[tuple[BracketTable, ...], ...]:
        """Number the tables: each in the first round in which it can be played."""
        rounds: list[list[BracketTable]] = [[] for _ in range(self._drafts[-1].round)]
        made: list[BracketTable] = []
        for draft in self._drafts:
            tables = rounds[draft.round - 1]
            table = BracketTable(
                round=draft.round,
                number=len(tables) + 1,
                slots=tuple(_slot(source, made) for source in draft.sources),
                through=1,
                is_final=draft is self._drafts[-1],
                side=draft.side,
                side_round=draft.side_round,
                level=draft.level,
            )
            tables.append(table)
            made.append(table)
        return tuple(tuple(tables) for tables in rounds)


def _slot(source: _Source, made: list[BracketTable]) -> Slot:
    if isinstance(source, FromSeed):
        return source
    table = made[source.draft]
    return FromTable(table.round, table.number, source.place)
