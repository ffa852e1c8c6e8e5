"""The one table that `make bench` prints."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.timing import Row


def print_table(rows: Sequence[Row]) -> None:
    """Print ours beside the peer's, with the target of each row."""
    table = Table(title="Kaiten beside its peers (best of several, one run)")
    for heading in ("what", "Kaiten", "peer", "peer's", "ours / peer's rate", "target", ""):
        table.add_column(
            heading, justify="left" if heading in ("what", "peer", "target") else "right"
        )
    for row in rows:
        table.add_row(
            row.name,
            _rate(row.ours, row.unit),
            row.peer_name,
            "" if row.peer is None else _rate(row.peer, row.unit),
            "" if row.ratio is None else f"{row.ratio:.2f}x",
            row.target,
            {True: "reached", False: "MISSED", None: ""}[row.reached],
        )
    Console(width=132).print(table)


def _rate(seconds: float, unit: str) -> str:
    if unit == "bytes":
        return f"{seconds / 1000:,.0f} kB"
    if seconds >= 1:
        return f"{seconds:,.1f} s/{unit}"
    return f"{seconds * 1e6:,.1f} µs/{unit} · {1 / seconds:,.0f}/s"
