"""Which table sizes a number of entrants is split into."""

import numpy as np

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.field import Array
from tournaments.tournaments.pairing.problem import PairingRules, Split

_MOST_OPTIONS = 8
_NEVER = 2**60
_DEVIATION = 2**20  # above any number of tables, so that it is compared first


def table_sizes(count: int, rules: PairingRules) -> tuple[Split, ...]:
    """Return the ways to split `count` entrants, the preferred first, one per number of tables.

    Fewest byes first; then the smallest sum of squared differences from the preferred size;
    then the fewest tables below it; then the fewest tables. Raises `too_few_entrants`,
    `too_many_for_tables` or `no_table_sizes`, with what would work.
    """
    check_sizes(rules)
    smallest, largest = min(rules.sizes), max(rules.sizes)
    if count < smallest:
        raise RuleViolation("too_few_entrants", count=count, least=smallest)
    rows = _costs(count, rules)
    for byes in range(count - smallest + 1 if rules.byes else 1):
        seated = count - byes
        options = [tables for tables in range(1, len(rows)) if rows[tables][seated] < _NEVER]
        if options:
            options.sort(key=lambda tables: (int(rows[tables][seated]), tables))
            return tuple(
                Split(_walk_back(rows, tables, seated, rules), byes)
                for tables in options[:_MOST_OPTIONS]
            )
    if rules.most_tables is not None and count > largest * rules.most_tables:
        raise RuleViolation(
            "too_many_for_tables",
            count=count,
            tables=rules.most_tables,
            most=largest * rules.most_tables,
        )
    raise RuleViolation("no_table_sizes", count=count, **_nearest(count, rules))


def check_split(count: int, split: Split, rules: PairingRules) -> None:
    """Raise `bad_split` unless the split seats this many by these rules."""
    fits = (
        split.sizes
        and set(split.sizes) <= set(rules.sizes)
        and (rules.most_tables is None or len(split.sizes) <= rules.most_tables)
        and 0 <= split.byes <= (count if rules.byes else 0)
        and sum(split.sizes) + split.byes == count
    )
    if not fits:
        raise RuleViolation("bad_split", count=count, sizes=list(split.sizes), byes=split.byes)


def check_sizes(rules: PairingRules) -> None:
    """Raise `bad_table_sizes` unless the sizes are 2..8 and hold the preferred one."""
    sizes = rules.sizes
    if not sizes or min(sizes) < 2 or max(sizes) > 8 or rules.preferred not in sizes:
        raise RuleViolation("bad_table_sizes", sizes=list(sizes), preferred=rules.preferred)
    if rules.most_tables is not None and rules.most_tables < 1:
        raise RuleViolation("bad_table_sizes", sizes=list(sizes), most_tables=rules.most_tables)


def size_price(size: int, rules: PairingRules) -> int:
    """Return what one table of this size adds to the price of a split."""
    return (size - rules.preferred) ** 2 * _DEVIATION + (size < rules.preferred)


def _costs(count: int, rules: PairingRules) -> list[Array]:
    """Return per number of tables the least price of seating 0..count at exactly that many."""
    tables = count // min(rules.sizes)
    if rules.most_tables is not None:
        tables = min(tables, rules.most_tables)
    first = np.full(count + 1, _NEVER, dtype=np.int64)
    first[0] = 0
    rows = [first]
    for _ in range(tables):
        row = np.full(count + 1, _NEVER, dtype=np.int64)
        for size in rules.sizes:
            if size <= count:
                reached = rows[-1][: count + 1 - size] + size_price(size, rules)
                np.minimum(row[size:], reached, out=row[size:])
        rows.append(np.minimum(row, _NEVER))
    return rows


def _walk_back(rows: list[Array], tables: int, seated: int, rules: PairingRules) -> tuple[int, ...]:
    chosen = []
    for row in range(tables, 0, -1):
        for size in sorted(set(rules.sizes), reverse=True):
            before = seated - size
            if before >= 0 and rows[row - 1][before] + size_price(size, rules) == rows[row][seated]:
                chosen.append(size)
                seated = before
                break
    return tuple(sorted(chosen, reverse=True))


def _nearest(count: int, rules: PairingRules) -> dict[str, object]:
    """Return the nearest numbers of entrants, below and above, that can be split."""
    most = count + max(rules.sizes)
    rows = _costs(most, rules)
    works = [n for n in range(1, most + 1) if any(row[n] < _NEVER for row in rows[1:])]
    return {
        "fewer": max((n for n in works if n < count), default=None),
        "more": min((n for n in works if n > count), default=None),
    }
