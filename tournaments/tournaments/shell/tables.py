"""Tables as a terminal shows them."""

from collections.abc import Container, Iterable, Sequence

from django.utils.translation import gettext as _
from rich.console import Console
from rich.table import Table

from tournaments.tournaments.selectors.bracket_names import TableNameAnswer

WIDTH = 120
Cell = object


def table(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, whole: Container[str] = ()
) -> str:
    """Return rows below their columns; cells of `whole` columns are never broken into lines."""
    shown_table = Table()
    for column in columns:
        # An id that is broken into two lines cannot be copied.
        is_whole = column == _("Id") or column in whole
        shown_table.add_column(column, overflow="fold", no_wrap=is_whole)
    for row in rows:
        shown_table.add_row(*map(str, row))
    console = Console(width=WIDTH, no_color=True, markup=False)
    with console.capture() as shown:
        console.print(shown_table)
    return shown.get().rstrip("\n")


def called(number: int, name: TableNameAnswer | None) -> str:
    """Return the number of a table, below it what it is called in a bracket."""
    return f"{number}\n{name.words}" if name is not None else str(number)
