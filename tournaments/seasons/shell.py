"""A season as the command line prints it."""

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _
from rich.console import Console
from rich.table import Table

from tournaments.seasons.evenings import Mark
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.seasons import SeasonLine, SeasonView

WIDTH = 160


def season_lines(seasons: Iterable[Season]) -> str:
    """Return one line per season: id, status, evenings, title."""
    rows = [
        f"{season.id}  {season.get_status_display()}  {season.evenings}/{season.planned}  "
        f"{season.title}"
        for season in seasons
    ]
    return "\n".join(rows)


def season_text(view: SeasonView) -> str:
    """Return the table of a season; results in brackets do not count."""
    table = Table(title=view.state.title)
    table.add_column(_("Place"), justify="right")
    table.add_column(_("Player"))
    table.add_column(_("Points"), justify="right")
    for head in view.evenings:
        table.add_column(str(head.number) if head.over else f"{head.number}…", justify="right")
    if not view.state.closed:
        table.add_column(_("Can reach"), justify="right")
    for line in view.lines:
        table.add_row(*_cells(line, view))
    console = Console(width=WIDTH, no_color=True)
    with console.capture() as shown:
        console.print(table)
    return shown.get() + "\n".join(_below(view))


def points_text(points: Fraction) -> str:
    """Return points exactly: a whole number, or one with a fraction."""
    whole, rest = divmod(abs(points), 1)
    sign = "-" if points < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def _cells(line: SeasonLine, view: SeasonView) -> list[str]:
    place = "–" if line.place is None else f"{line.place}{'=' if line.shared else ''}"
    evenings = [_mark(mark) for mark in line.marks_under(view.evenings)]
    cells = [place, line.label, points_text(line.points), *evenings]
    if not view.state.closed:
        cells.append("–" if line.reach is None else points_text(line.reach))
    return cells


def _mark(mark: Mark | None) -> str:
    if mark is None or not mark.attended:
        return ""
    return points_text(mark.points) if mark.counts else f"({points_text(mark.points)})"


def _below(view: SeasonView) -> list[str]:
    lines: list[str] = []
    if view.champions:
        names = ", ".join(view.labels.get(one, str(one)) for one in view.champions)
        lines.append(_("Champion: %(names)s") % {"names": names})
    if view.change is not None:
        lines.append(
            _(
                "A later correction would change this closed season. "
                "Nothing changes until it is opened again."
            )
        )
        for shift in view.change.shifts:
            words = {
                "name": view.labels.get(shift.player, str(shift.player)),
                "before": "–" if shift.place is None else shift.place,
                "now": "–" if shift.place_now is None else shift.place_now,
            }
            lines.append(_("%(name)s: place %(before)s, now %(now)s") % words)
    return lines
