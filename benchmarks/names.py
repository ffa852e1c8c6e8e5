"""A list of similar names looked at row by row, beside comparing each with all before it."""

from time import process_time

from benchmarks.timing import Row
from tournaments.people.name_index import NameIndex
from tournaments.people.names import Name, is_same, name_of, resembles

COUNTS = (100, 1000, 4000)
MOST_COMPARED = 1000
"""Comparing 4,000 names with each other takes minutes: it is told for fewer."""
GROWTH_TARGET = 3.0
"""How much longer than ten times a list may take that is ten times as long."""


def similar_names(count: int) -> list[Name]:
    """Return names that are a slip or two apart: every one of them is near many others."""
    return [name_of(f"Prenom{number}", f"Dupont{number}") for number in range(count)]


def looked_up(names: list[Name]) -> float:
    """Return the CPU time of asking for each name which of those before it are similar."""
    started = process_time()
    index: NameIndex[int] = NameIndex()
    for number, name in enumerate(names):
        index.similar(name, most=5)
        index.add(number, name)
    return process_time() - started


def compared(names: list[Name]) -> float:
    """Return the CPU time of comparing each name with all of those before it."""
    started = process_time()
    for number, name in enumerate(names):
        [is_same(name, known) for known in names[:number] if resembles(name, known)]
    return process_time() - started


def name_rows(*, rounds: int) -> list[Row]:
    """Return what a row of a list costs, for lists of several lengths."""
    rows, first = [], 0.0
    for count in COUNTS:
        names = similar_names(count)
        ours = min(looked_up(names) for _ in range(rounds)) / count
        first = first or ours
        peer = compared(names) / count if count <= MOST_COMPARED else None
        growth = f"< {GROWTH_TARGET:.0f} x the row of {COUNTS[0]}"
        reached = ours < GROWTH_TARGET * first
        name = f"{count} similar names, CPU time"
        rows.append(Row(name, "row", ours, "each with all before it", peer, growth, reached))
    return rows
