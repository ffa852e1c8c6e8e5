"""Counts: what lies before each seat at the end of a match of which nothing else was recorded."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.canonical import LARGEST_INTEGER
from games.core.errors import RuleViolation
from games.core.needs import Field, Item

ANY_NUMBER = range(-LARGEST_INTEGER, LARGEST_INTEGER + 1)


def pile(
    name: str, supply: Mapping[Any, int], most: int | None = None, *, ordered: bool = False
) -> Field:
    """Return the field of a pile: any number of items, of each as many as there are."""
    return Field(
        name,
        tuple(supply),
        many=True,
        least=0,
        most=sum(supply.values()) if most is None else most,
        supply=tuple(supply.values()),
        ordered=ordered,
    )


def read_counts(
    known: Mapping[str, Sequence[Item] | None], seats: int, tables: Sequence[object]
) -> list[dict[str, Any]]:
    """Return what was counted of each seat by field, or raise `bad_tables`.

    `known` tells what a pile may hold; None stands for a single number. What is left out is empty.
    """
    if len(tables) != seats:
        raise RuleViolation("bad_tables", expected=seats, found=len(tables))
    counts = []
    for table in tables:
        if not isinstance(table, Mapping) or not table.keys() <= known.keys():
            raise RuleViolation("bad_tables", fields=list(known))
        counts.append({name: _read(name, items, table) for name, items in known.items()})
    return counts


def _read(name: str, known: Sequence[Item] | None, table: Mapping[str, Any]) -> int | list[Item]:
    if known is None:
        number = table.get(name, 0)
        if type(number) is int:
            return number
    else:
        items = table.get(name, ())
        if isinstance(items, list | tuple) and all(
            type(item) in (int, str) and item in known for item in items
        ):
            return list(items)
    raise RuleViolation("bad_tables", field=name)
