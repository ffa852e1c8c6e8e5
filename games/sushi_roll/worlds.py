"""Every way in which the dice that nobody noted can lie on the belts.

A table says for each belt which kinds surely lie there without a known face and how many dice are
blank, and then which dice a blank can be: it stands for every choice of these. Naming a die takes
the best known one that it can be (its kind, else a blank), because whatever another die would
leave behind is also left possible that way. A die that leaves a belt unnamed may be any: then there
are several tables, and what can be is what one of them explains.

A table is one integer, so that moving a die is an addition: chunk by chunk the belts, from the red
one on, with their packed kinds and above them the number of blanks; the last chunk is the pool.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.sushi_roll.components import BELT_SIZE, UNIT, unpack

MOST_TABLES = 30_000
"""If a swap would lead to more, its two belts are told in one chunk from then on."""

_CHUNK = 28
_POOL = _CHUNK * max(BELT_SIZE)
_CHUNKS = tuple(range(0, _POOL, _CHUNK))
_WHOLE = (1 << _CHUNK) - 1
_BLANK = 1 << 20
_KINDS = _BLANK - 1
_MASKS = {unit: 15 * unit for unit in UNIT.values()}
_SORTS = _MASKS | {_BLANK: 255 * _BLANK}
"""A die of each sort that a chunk counts, and where it counts them."""


class Worlds(NamedTuple):
    """Tables, and the chunk that tells each belt; what one chunk tells of two is not kept apart."""

    tables: frozenset[int]
    chunks: tuple[int, ...]

    @property
    def settled(self) -> bool:
        """True when one table tells every belt."""
        return len(self.tables) == 1 and len({*self.chunks}) == len(self.chunks)

    @property
    def unknown(self) -> int:
        """All dice without a known face, and those in the bag, packed."""
        table = next(iter(self.tables))
        return sum([table >> chunk & _KINDS for chunk in (*_CHUNKS, _POOL)])

    def certain(self, belt: int) -> int:
        """Return the dice that surely lie on a belt without a known face, packed."""
        chunk = self.chunks[belt]
        if self.chunks.count(chunk) > 1:
            return 0
        found = {table >> chunk & _KINDS for table in self.tables}
        if len(found) == 1:
            return found.pop()
        return sum([min([kinds & mask for kinds in found]) for mask in _MASKS.values()])

    def may_hold(self, belt: int, kind: str) -> bool:
        own, blank, left, _, _ = _naming(self.chunks[belt], UNIT[kind])
        return any(table & own or (table & blank and table & left) for table in self.tables)

    def in_pool(self, kind: str) -> bool:
        return any(table >> _POOL & _MASKS[UNIT[kind]] for table in self.tables)

    def with_dice(self, belt: int, kinds: int) -> "Worlds":
        """Return the worlds after packed dice of known kinds joined those without a known face."""
        more = kinds << self.chunks[belt]
        return Worlds(frozenset([table + more for table in self.tables]), self.chunks)

    def without(self, belt: int, kind: str) -> "Worlds":
        """Return the worlds after a die of a kind left a belt; no tables if none can be there."""
        own, blank, left, one, guess = _naming(self.chunks[belt], UNIT[kind])
        tables = {table - one for table in self.tables if table & own}
        guessed = {
            table - guess
            for table in self.tables
            if not table & own and table & blank and table & left
        }
        if tables:  # a guess says nothing new where its table with one kind less is told already
            guessed = {
                table
                for table in guessed
                if not any(table & mask and table + less in tables for mask, less in _forgetting())
            }
        return Worlds(frozenset(tables | guessed), self.chunks)


def one_world(kinds: Sequence[int], blanks: Sequence[int], pool: int) -> Worlds:
    """Return the world of belts, from the red one on, with these packed kinds and blanks."""
    table = pool << _POOL
    for chunk, packed, number in zip(_CHUNKS, kinds, blanks, strict=False):
        table += packed + number * _BLANK << chunk
    return Worlds(frozenset((table,)), _CHUNKS[: len(kinds)])


def dice_told(table: int, chunk: int) -> list[str | None]:
    """Return what a table tells in a chunk: kinds, and None for a blank."""
    told = table >> chunk
    return [*unpack(told & _KINDS), *[None] * (told % (_WHOLE + 1) // _BLANK)]


def pool_told(table: int) -> int:
    return table >> _POOL


@lru_cache(maxsize=1)  # what is checked is applied next
def moved(worlds: Worlds, giver: int, receiver: int, *, back: bool) -> Worlds:
    """Return the worlds after any die without a known face went to a belt, and one came back."""
    source, target = worlds.chunks[giver], worlds.chunks[receiver]
    there = _moves(source, target)
    returns = _moves(target, source) if back else ((-1, 0),)
    tables: set[int] = set()
    for table in worlds.tables:
        gone = [way for mask, way in there if table & mask]
        tables.update([table + way + b for mask, b in returns if table & mask for way in gone])
        if len(tables) > MOST_TABLES:
            return _merged(worlds, source, target)
    return Worlds(frozenset(tables), worlds.chunks)


def _merged(worlds: Worlds, source: int, target: int) -> Worlds:
    """Return what is left to say of two chunks if nobody can tell their dice apart."""
    dice = [(table, table >> source & _WHOLE) for table in worlds.tables]
    return Worlds(
        frozenset([table + (moved << target) - (moved << source) for table, moved in dice]),
        tuple([target if chunk == source else chunk for chunk in worlds.chunks]),
    )


@cache
def _naming(chunk: int, unit: int) -> tuple[int, int, int, int, int]:
    """Return where a kind, blanks and the kind's dice in the pool are; the die, and it guessed."""
    mask, one = _MASKS[unit], unit << chunk
    blank = _BLANK << chunk
    return mask << chunk, 255 * blank, mask << _POOL, one, blank + (unit << _POOL)


@cache
def _moves(source: int, target: int) -> tuple[tuple[int, int], ...]:
    """Return for each sort of dice where it is on a belt, and the change if one goes to another."""
    return tuple(
        (mask << source, (unit << target) - (unit << source)) for unit, mask in _SORTS.items()
    )


@cache
def _forgetting() -> tuple[tuple[int, int], ...]:
    """Return for each kind on each belt where it is, and the change if one becomes blank."""
    return tuple(
        (mask << chunk, (_BLANK - unit << chunk) + (unit << _POOL))
        for chunk in _CHUNKS
        for unit, mask in _MASKS.items()
    )
