"""The bracket of an elimination as shapes: whole numbers that a template puts into SVG."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.bracket import Side, TableKey
from tournaments.tournaments.selectors.brackets import bracket_view

ROW = 30
BOX = 190
GAP = 46
TOP = 30
LONGEST = 20
_LOSERS = Side.LOSERS.value


class Slot(NamedTuple):
    """One line of a box."""

    y: int
    text: str
    full: str
    place: str
    through: bool
    vacant: bool


class Shape(NamedTuple):
    """One table."""

    x: int
    y: int
    height: int
    status: str
    told: str
    slots: tuple[Slot, ...]
    lines: tuple[int, ...]
    """Where the rules between its slots are."""
    name_x: int
    place_x: int
    address_args: tuple[int, int, int] | None
    """Stage, round and table, once it is announced."""


class Drawing(NamedTuple):
    """A whole bracket."""

    width: int
    height: int
    box: int
    """How wide a table is."""
    heads: tuple[tuple[int, str], ...]
    links: tuple[str, ...]
    shapes: tuple[Shape, ...]


def drawing_of(
    tournament_id: UUID, state: State, stage: Stage, labels: Mapping[int, str]
) -> Drawing:
    """Return the drawing of an elimination that has begun."""
    view = bracket_view(tournament_id, state, stage.number, labels)
    shapes: list[Shape] = []
    links: list[str] = []
    edges: dict[TableKey, tuple[int, int]] = {}
    losers = {(found.round, found.table) for found in view.tables if found.side == _LOSERS}
    for found in view.tables:
        key = (found.round, found.table)
        x, y = found.column * (BOX + GAP), TOP + found.row * ROW
        edges[key] = (x + BOX, y + found.height * ROW // 2)
        for link in found.links:
            # Whoever falls out of the winners' part comes from too far off for a line.
            source = edges.get((link.round, link.table))
            fallen = key in losers and (link.round, link.table) not in losers
            if source is not None and not fallen:
                middle = y + link.slot * ROW + ROW // 2
                half = x - GAP // 2
                links.append(f"M{source[0]} {source[1]}H{half}V{middle}H{x}")
        slots = tuple(
            Slot(
                y=y + index * ROW + ROW // 2 + 5,
                text=_short(slot.label) or ("" if slot.vacant == "open" else "–"),
                full=slot.label,
                place="" if slot.place is None else str(slot.place),
                through=slot.through or (found.is_final and slot.place == 1),
                vacant=bool(slot.vacant),
            )
            for index, slot in enumerate(found.slots)
        )
        told = _("Round %(round)s, table %(table)s: %(names)s") % {
            "round": found.round,
            "table": found.table,
            "names": ", ".join(slot.label or "…" for slot in found.slots),
        }
        shapes.append(
            Shape(
                x=x,
                y=y,
                height=found.height * ROW,
                status=found.state,
                told=told,
                slots=slots,
                lines=tuple(y + ROW * index for index in range(1, found.height)),
                name_x=x + 10,
                place_x=x + BOX - 10,
                address_args=(stage.number, *key) if found.match is not None else None,
            )
        )
    columns = 1 + max((found.column for found in view.tables), default=-1)
    heads = tuple(
        (index * (BOX + GAP), pgettext("tournament", "Round %(number)s") % {"number": index + 1})
        for index in range(columns)
    )
    width = columns * (BOX + GAP) - GAP
    height = TOP + max(1, view.rows) * ROW + 4
    return Drawing(width, height, BOX, heads, tuple(links), tuple(shapes))


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
