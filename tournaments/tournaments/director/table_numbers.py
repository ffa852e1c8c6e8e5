"""At which tables of the hall a planned round is played."""

from collections.abc import Collection, Iterator, Sequence
from itertools import count

from tournaments.tournaments.director.parts import Draft, Numbers
from tournaments.tournaments.director.state import State
from tournaments.tournaments.pairing.numbering import label_tables, missed

PlannedTable = tuple[int, Numbers]
"""The number that a plan gives a table, and who sits there."""


def numbered(
    state: State,
    planned: Sequence[PlannedTable],
    *,
    kept: Sequence[Draft] = (),
    taken: Collection[int] = (),
) -> tuple[Draft, ...]:
    """Return planned tables as a proposal, with as many entrants as possible at a table of theirs.

    Who is fixed to tables comes first; the others keep the planned number where it is free, else
    they get the lowest that is. `kept` are tables of the proposal before that stay as they are, if
    the same people meet; `taken` numbers are not given.
    """
    meeting = {frozenset(entrants) for _, entrants in planned}
    staying = {frozenset(table.entrants): table for table in kept}
    staying = {
        people: table
        for people, table in staying.items()
        if people in meeting and table.table not in taken
    }
    used = {*taken, *(table.table for table in staying.values())}
    others = [table for table in planned if frozenset(table[1]) not in staying]
    numbers = _numbers(state, others, used)
    drafts = [Draft(number, table[1]) for number, table in zip(numbers, others, strict=True)]
    return tuple(sorted([*staying.values(), *drafts], key=lambda table: table.table))


def _numbers(state: State, planned: Sequence[PlannedTable], used: set[int]) -> Iterator[int]:
    seats = [entrants for _, entrants in planned]
    fixed = {
        number: frozenset(state.entrants[number].fixed_tables) - used
        for entrants in seats
        for number in entrants
        if state.entrants[number].fixed_tables
    }
    as_planned = [number for number, _ in planned]
    fits = used.isdisjoint(as_planned) and not missed(seats, as_planned, fixed)
    labels = {} if fits else label_tables(seats, fixed)
    used = {*used, *labels.values()}
    for position, number in enumerate(as_planned):
        if position not in labels and number not in used:
            labels[position] = number
    used |= {*labels.values()}
    free = (number for number in count(1) if number not in used)
    return (
        labels[position] if position in labels else next(free) for position in range(len(seats))
    )
