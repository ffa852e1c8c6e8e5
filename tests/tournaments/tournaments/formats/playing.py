"""Brackets played to the end: every result comes from a seeded generator."""

from collections.abc import Collection, Iterator

from games.core.errors import RuleViolation
from games.core.rng import SeededRng, shuffle
from tournaments.tournaments.formats.bracket import (
    Bracket,
    BracketTable,
    FromSeed,
    FromTable,
    TableKey,
)
from tournaments.tournaments.formats.progress import Progress, Status, TableState, advance
from tournaments.tournaments.formats.table_result import TableResult


def field_of(count: int) -> list[int]:
    """Entrants whose numbers differ from their seeds, so that mixing them up shows."""
    return [100 + seed for seed in range(1, count + 1)]


def result(*order: int) -> TableResult:
    """A result without ties, the winner first."""
    return TableResult(tuple((entrant, place) for place, entrant in enumerate(order, 1)))


def ready(progress: Progress) -> Iterator[TableState]:
    """The tables that can be played now."""
    return (state for round_ in progress.rounds for state in round_ if state.status is Status.READY)


def play(
    bracket: Bracket, seed: object, *, withdrawn: Collection[int] = ()
) -> tuple[Progress, dict[TableKey, TableResult]]:
    """Play every table that can be played, one wave after the other, with random orders."""
    rng = SeededRng(str(seed))
    results: dict[TableKey, TableResult] = {}
    while True:
        progress = advance(bracket, results, withdrawn=withdrawn)
        waiting = list(ready(progress))
        if not waiting:
            return progress, results
        for state in waiting:
            order = [entrant for entrant in state.entrants if entrant not in withdrawn]
            shuffle(rng, order)
            results[state.table.key] = result(*order)


def favourites_win(bracket: Bracket) -> tuple[Progress, dict[TableKey, TableResult]]:
    """Play every table so that the better seed is always ahead."""
    results: dict[TableKey, TableResult] = {}
    while True:
        progress = advance(bracket, results)
        waiting = list(ready(progress))
        if not waiting:
            return progress, results
        for state in waiting:
            results[state.table.key] = result(*sorted(state.entrants, key=bracket.entrants.index))


def can_sit(bracket: Bracket) -> dict[TableKey, list[frozenset[int]]]:
    """The seeds that any results could bring to each slot of each table."""
    found: dict[TableKey, list[frozenset[int]]] = {}
    for table in bracket.tables:
        found[table.key] = [
            frozenset({slot.seed})
            if isinstance(slot, FromSeed)
            else frozenset().union(*found[slot.key])
            for slot in table.slots
        ]
    return found


def fed_places(tables: Iterator[BracketTable]) -> list[FromTable]:
    """Every slot that waits for a table."""
    return [slot for table in tables for slot in table.slots if isinstance(slot, FromTable)]


def refusal(call: object, *args: object, **options: object) -> RuleViolation:
    """Call and return the refusal that it must raise."""
    try:
        answer = call(*args, **options)  # type: ignore[operator]
    except RuleViolation as violation:
        return violation
    raise AssertionError(f"not refused: {answer!r}")
