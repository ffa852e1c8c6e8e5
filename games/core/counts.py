"""Counts: what lies before each seat at the end of a match of which nothing else was recorded."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core.errors import RuleViolation
from games.core.needs import Field, Item

Known = Sequence[Item] | type[int] | None
"""What a field of a count holds: a pile of these items, a pile of numbers, or a single number."""


def pile(
    name: str,
    supply: Mapping[Any, int],
    most: int | None = None,
    *,
    least: int = 0,
    round: int = 0,
    **more: bool,
) -> Field:
    """Return the field of a pile: any number of items, of each as many as there are."""
    return Field(
        name,
        tuple(supply),
        many=True,
        least=least,
        most=sum(supply.values()) if most is None else most,
        supply=tuple(supply.values()),
        round=round,
        **more,
    )


def rounds_to_count(fields: Iterable[Field]) -> int:
    """Return how often a match is counted: at the end of each round, or once at its end."""
    return max((field.round for field in fields), default=0) or 1


def fields_of_round(fields: Sequence[Field], number: int) -> tuple[Field, ...]:
    """Return what is counted at the end of a round; what is of the whole match comes last."""
    last = rounds_to_count(fields)
    return tuple(field for field in fields if (field.round or last) == number)


def joined_tables(
    fields: Sequence[Field], seats: int, rounds: Mapping[int, Sequence[object]]
) -> list[dict[str, Any]]:
    """Return the tables of a whole match from those of its rounds; a missing round is empty.

    Raises `bad_tables` for what is not counted in its round.
    """
    joined: list[dict[str, Any]] = [
        {field.name: [] if field.many else 0 for field in fields} for _ in range(seats)
    ]
    for number, tables in rounds.items():
        names = [field.name for field in fields_of_round(fields, number)]
        if len(tables) != seats or not names:
            raise RuleViolation("bad_tables", expected=seats, found=len(tables))
        for whole, table in zip(joined, tables, strict=True):
            if not isinstance(table, Mapping) or not table.keys() <= set(names):
                raise RuleViolation("bad_tables", fields=names)
            whole.update(table)
    return joined


def read_counts(
    known: Mapping[str, Known], seats: int, tables: Sequence[object]
) -> list[dict[str, Any]]:
    """Return what was counted of each seat by field, or raise `bad_tables`; left out is empty."""
    if len(tables) != seats:
        raise RuleViolation("bad_tables", expected=seats, found=len(tables))
    counts = []
    for table in tables:
        if not isinstance(table, Mapping) or not table.keys() <= known.keys():
            raise RuleViolation("bad_tables", fields=list(known))
        counts.append({name: _read(name, items, table) for name, items in known.items()})
    return counts


def require_box(piles: Iterable[Sequence[Item]], box: Mapping[Any, int], **option: str) -> None:
    """Raise `tally_too_many` if more of something was counted than there is in the box."""
    held = Counter(item for pile in piles for item in pile)
    for item, found in sorted(held.items()):
        if found > box.get(item, 0):
            there = box.get(item, 0)
            raise RuleViolation("tally_too_many", item=[item], found=found, box=there, **option)


def _read(name: str, known: Known, table: Mapping[str, Any]) -> Any:
    value = table.get(name, 0 if known is None else ())
    if known is None:
        if type(value) is int:
            return value
    elif isinstance(value, list | tuple) and all(_is_known(known, item) for item in value):
        return list(value)
    raise RuleViolation("bad_tables", field=name)


def _is_known(known: Sequence[Item] | type[int], item: object) -> bool:
    if isinstance(known, type):
        return type(item) is known
    return isinstance(item, str) and item in known
