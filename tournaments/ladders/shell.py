"""Ladders as text for a terminal."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from rich.console import Console
from rich.table import Table

from tournaments.ladders.models import Ladder, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.ratings.rating_system import Change
from tournaments.ladders.selectors.forecasts import Planned
from tournaments.ladders.selectors.players import shown_around
from tournaments.ladders.selectors.tables import LadderLine
from tournaments.ladders.words import change_words, ladder_title, rating_text, signed_text
from tournaments.people.selectors.players import labels_of

WIDTH = 120
PROVISIONAL = "?"


def ladder_lines(ladders: Iterable[Any]) -> str:
    """Return counted ladders, one line each."""
    columns = (_("Id"), _("Title"), _("Club"), _("Status"), _("Players"), _("Matches"))
    rows = [
        (
            row.id,
            ladder_title(row),
            row.club.name,
            row.get_status_display(),
            row.player_count,
            row.match_count,
        )
        for row in ladders
    ]
    return _table(columns, rows)


def table_text(ladder: Ladder, lines: Sequence[LadderLine]) -> str:
    """Return the table of a ladder; a question mark stands behind provisional ratings."""
    columns = (
        "",
        _("Player"),
        _("Rating"),
        _("Since last week"),
        _("Matches"),
        _("Won"),
        _("Last match"),
    )
    rows = [
        (
            "–" if line.rank is None else line.rank,
            line.label,
            rating_text(line.shown, ladder.system) + (PROVISIONAL if line.provisional else ""),
            "" if line.gained is None else signed_text(line.gained, ladder.system),
            line.matches,
            line.firsts,
            "" if line.last_at is None else date_format(line.last_at, "SHORT_DATE_FORMAT"),
        )
        for line in lines
    ]
    return _table(columns, rows, title=ladder_title(ladder))


def rules_text(rules: dict[str, Any]) -> str:
    """Return rules as `key=value`, as they can be typed again."""
    return "\n".join(f"{name}={_typed(value)}" for name, value in sorted(rules.items()))


def changes_text(ladder: Ladder, rows: Sequence[RatedMatch], player_id: Any) -> str:
    """Return what the last matches changed for a player, each told in a sentence."""
    tables = [(row, changes_of(row.changes)) for row in rows]
    labels = labels_of({one.player for _row, table in tables for one in table})
    sentences = [
        _explained(ladder, row, one, {other.player: other.place for other in table}, labels)
        for row, table in tables
        for one in table
        if one.player == player_id
    ]
    return "\n".join([ladder_title(ladder), *sentences])


def planned_text(ladder: Ladder, table: Sequence[Planned]) -> str:
    """Return what is expected of a table and what its result, if there is one, would change."""
    labels = labels_of([seat.player for seat in table])
    places = {seat.player: seat.change.place for seat in table if seat.change}
    rows = [
        (
            labels.get(seat.player, "?"),
            rating_text(seat.shown, ladder.system),
            f"{seat.chance.first:.1%}" if seat.chance else "",
            f"{seat.chance.score:.1%}" if seat.chance else "",
            change_words(seat.change, places, labels, ladder.system) if seat.change else "",
        )
        for seat in table
    ]
    columns = (
        _("Player"),
        _("Rating"),
        _("Chance to win"),
        _("Opponents beaten"),
        _("What would change"),
    )
    return _table(columns, rows, title=ladder_title(ladder))


def _typed(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _explained(
    ladder: Ladder, row: RatedMatch, one: Change, places: dict[UUID, int], labels: dict[UUID, str]
) -> str:
    before, after = (rating_text(value, ladder.system) for value in shown_around(ladder, one))
    day = date_format(row.ended_at, "SHORT_DATE_FORMAT")
    words = change_words(one, places, labels, ladder.system)
    return f"{day}  {row.match_id}  {before} → {after}  {words}"


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "") -> str:
    table = Table(title=title or None)
    words = {_("Id"), _("Club"), _("Title"), _("Status"), _("Player"), _("What would change")}
    for column in columns:
        # An id that is broken into two lines cannot be copied.
        justify: Literal["left", "right"] = "left" if column in words else "right"
        table.add_column(column, justify=justify, no_wrap=column == _("Id"))
    for row in rows:
        table.add_row(*map(str, row))
    console = Console(width=WIDTH, no_color=True, markup=False)
    with console.capture() as shown:
        console.print(table)
    return shown.get().rstrip("\n")
