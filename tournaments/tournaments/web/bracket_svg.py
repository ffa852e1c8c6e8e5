"""The bracket of an elimination as shapes: whole numbers that a template puts into SVG."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.selectors.brackets import (
    LOSERS,
    BracketSlotAnswer,
    BracketTableAnswer,
    bracket_view,
)

ROW = 30
BOX = 190
GAP = 46
TOP = 30
LONGEST = 20


class Slot(NamedTuple):
    """One line of a box."""

    y: int
    text: str
    view: BracketSlotAnswer
    through: bool


class Shape(NamedTuple):
    """One table."""

    view: BracketTableAnswer
    x: int
    y: int
    height: int
    title: str
    slots: list[Slot]
    lines: list[int]
    """Where the rules between its slots are."""


class Drawing(NamedTuple):
    """A whole bracket."""

    width: int
    height: int
    box: int
    """How wide a table is."""
    heads: list[tuple[int, str]]
    links: list[str]
    shapes: list[Shape]


def drawing_of(
    tournament_id: UUID, state: State, stage: Stage, labels: Mapping[int, str]
) -> Drawing:
    view = bracket_view(tournament_id, state, stage.number, labels)
    columns = 1 + max((table.column for table in view.tables), default=-1)
    heads = [
        (index * (BOX + GAP), pgettext("tournament", "Round %(number)s") % {"number": index + 1})
        for index in range(columns)
    ]
    width = columns * (BOX + GAP) - GAP
    height = TOP + max(1, view.rows) * ROW + 4
    shapes = [_shape(table) for table in view.tables]
    return Drawing(width, height, BOX, heads, _links(shapes), shapes)


def _shape(table: BracketTableAnswer) -> Shape:
    x, y = table.column * (BOX + GAP), TOP + table.row * ROW
    title = _("Round %(round)s, table %(table)s: %(names)s") % {
        "round": table.round,
        "table": table.table,
        "names": ", ".join(slot.label or "…" for slot in table.slots),
    }
    slots = [
        Slot(
            y + index * ROW + ROW // 2 + 5,
            _short(slot.label) or ("" if slot.vacant == "open" else "–"),
            slot,
            slot.through or (table.is_final and slot.place == 1),
        )
        for index, slot in enumerate(table.slots)
    ]
    lines = [y + ROW * index for index in range(1, table.height)]
    return Shape(table, x, y, table.height * ROW, title, slots, lines)


def _links(shapes: Sequence[Shape]) -> list[str]:
    """Return the lines from each table to those that its places go on to."""
    by_key = {(shape.view.round, shape.view.table): shape for shape in shapes}
    links = []
    for shape in shapes:
        for link in shape.view.links:
            source = by_key[link.round, link.table]
            # Whoever falls out of the winners' part comes from too far off for a line.
            if shape.view.side == LOSERS and source.view.side != LOSERS:
                continue
            start = f"M{source.x + BOX} {source.y + source.height // 2}"
            middle = shape.y + link.slot * ROW + ROW // 2
            links.append(f"{start}H{shape.x - GAP // 2}V{middle}H{shape.x}")
    return links


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
