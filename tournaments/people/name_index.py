"""Many names, to be asked which of them resemble another. No database here.

Every rule of `names.resembles` has tables in which whoever it finds stands together, in the order
they came: nothing is compared that does not resemble, and the first few are enough.
"""

from collections.abc import Hashable, Iterable, Iterator
from heapq import merge
from itertools import chain
from typing import Generic, TypeVar

from tournaments.people.names import SLIPS_FROM, Name, joined

K = TypeVar("K")


class NameIndex(Generic[K]):
    """The names of a club or of a file; asking costs the same however many there are."""

    def __init__(self, names: Iterable[tuple[K, Name]] = ()) -> None:
        self._keys: list[K] = []
        self._tables: dict[Hashable, list[int]] = {}
        self._firsts, self._lasts = _Words(), _Words()
        self._lasts_of: dict[str, set[str]] = {}
        for key, name in names:
            self.add(key, name)

    def add(self, key: K, name: Name) -> None:
        number = len(self._keys)
        self._keys.append(key)
        if name.words:
            self._firsts.add(name.first)
            self._lasts.add(name.last)
            self._lasts_of.setdefault(name.first, set()).add(name.last)
        for table in _tables_of(name):
            self._tables.setdefault(table, []).append(number)

    def similar(self, name: Name, *, most: int) -> list[tuple[K, bool]]:
        """Return the keys of names that resemble one and whether they are the same, best first.

        Those that are the same come first, then as they were added; at most so many.
        """
        same = self._tables.get(_same(name), [])
        alike = {*_tables_like(name), *self._mistyped_twice(name)}
        others = merge(*(self._tables[table] for table in alike if table in self._tables))
        found: dict[K, bool] = {}
        for numbers, is_same in ((same, True), (others, False)):
            for number in numbers:
                if len(found) == most:
                    break
                found.setdefault(self._keys[number], is_same)
        return list(found.items())

    def _mistyped_twice(self, name: Name) -> Iterator[Hashable]:
        """Return the tables of names with a slip in the first and another in the last name."""
        if name.words:
            for one, other in ((name.first, name.last), (name.last, name.first)):
                firsts = self._firsts.near(one)
                lasts = self._lasts.near(other) if firsts else set()
                for first in firsts if lasts else ():
                    for last in lasts & self._lasts_of[first]:
                        yield "name", first, last


class _Words:
    """Different words, to be asked which are one slip away from another."""

    def __init__(self) -> None:
        self._tables: dict[Hashable, list[str]] = {}

    def add(self, word: str) -> None:
        if word not in self._tables:
            for table in _spellings(word):
                self._tables.setdefault(table, []).append(word)

    def near(self, word: str) -> set[str]:
        known = self._tables
        tables = (known[table] for table in _misspellings(word) if table in known)
        return set(chain.from_iterable(tables)) - {word}


def _same(name: Name) -> Hashable:
    return ("words", name.words) if name.words else ("only nickname", name.nickname)


def _tables_of(name: Name) -> Iterator[Hashable]:
    """Return the tables that a name stands in."""
    if name.nickname:
        yield from _within("nickname", name.nickname)
        if not name.words:
            yield from _within("only nickname", name.nickname)
    if not name.words:
        return
    yield "words", name.words
    yield "name", name.first, name.last
    yield from _within("whole", "".join(name.words))
    yield from _within(("after", name.first), name.last)
    yield from _within(("before", name.last), name.first)
    if name.first:
        yield "first, joined", joined(name.first)
        yield "first", name.first
        yield "first and initial", name.first, name.last[:1]
        if len(name.last) <= 1:
            yield "short", name.first, name.last


def _tables_like(name: Name) -> Iterator[Hashable]:
    """Return the tables in which everybody resembles a name."""
    # Somebody's nickname is the nickname or the first name of somebody else.
    if name.nickname:
        yield "nickname", name.nickname
        yield "first, joined", name.nickname
        yield from _near("only nickname" if name.words else "nickname", name.nickname)
    if name.first:
        yield "nickname", joined(name.first)
        yield from _short_tables(name)
    if name.words:
        yield from _near("whole", "".join(name.words))
        for first, last in ((name.first, name.last), (name.last, name.first)):
            yield "name", first, last
            yield from _near(("after", first), last)
            yield from _near(("before", last), first)


def _short_tables(name: Name) -> Iterator[Hashable]:
    """Marie is Marie D. and every Marie; Marie D. is Marie and Marie Dupont."""
    if not name.last:
        yield "first", name.first
        return
    yield "short", name.first, ""
    if len(name.last) == 1:
        yield "first and initial", name.first, name.last
    else:
        yield "short", name.first, name.last[0]


def _within(where: Hashable, word: str) -> Iterator[Hashable]:
    """Return the tables for a word in some place, by which it is found with and without a slip."""
    for table in _spellings(word):
        yield where, table


def _near(where: Hashable, word: str) -> Iterator[Hashable]:
    """Return the tables of what `names.nearly` is the word in some place."""
    yield where, word
    for table in _misspellings(word):
        yield where, table


def _spellings(word: str) -> Iterator[Hashable]:
    """Return the tables for a word: itself, and without each of its letters if it is not short."""
    yield word
    if len(word) >= SLIPS_FROM:
        rests = [word[:cut] + word[cut + 1 :] for cut in range(len(word))]
        yield from enumerate(rests)
        yield from (("one more", rest) for rest in set(rests) if len(rest) >= SLIPS_FROM)


def _misspellings(word: str) -> Iterator[Hashable]:
    """Return the tables of the words one slip away: a letter added, changed, left out, swapped."""
    if len(word) < SLIPS_FROM:
        return
    yield "one more", word
    for cut, letter in enumerate(word):
        before, after = word[:cut], word[cut + 1 :]
        yield cut, before + after
        if len(word) > SLIPS_FROM:
            yield before + after
        yield before + after[:1] + letter + after[1:]
