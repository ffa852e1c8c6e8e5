"""The bracket of an elimination as shapes: whole numbers that a template puts into SVG."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.tournaments.director.bracket_tables import round_name
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.selectors import bracket_names
from tournaments.tournaments.selectors.brackets import (
    LOSERS,
    THIRD,
    BracketSlotAnswer,
    BracketTableAnswer,
    bracket_view,
)

ROW = 30
BOX = 190
GAP = 46
TOP = 30
CAPTION = 18
"""How much room the name of a table takes above it."""
LONGEST = 20
DUEL = 2


class Column(NamedTuple):
    """The tables of a round, for who reads the bracket as a list."""

    name: str
    shapes: list["Shape"]


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
    table: str
    """What it is called, with its number once it is announced."""
    caption: str
    """What it is called, where that is not what its column is called."""
    slots: list[Slot]
    lines: list[int]
    """Where the rules between its slots are."""


class Drawing(NamedTuple):
    """A whole bracket."""

    stage: int
    width: int
    height: int
    box: int
    """How wide a table is."""
    heads: list[tuple[int, str]]
    links: list[str]
    shapes: list[Shape]
    notes: list[str]
    """Which tables were level, and what decided."""

    @property
    def columns(self) -> list[Column]:
        return [
            Column(name, [shape for shape in self.shapes if shape.x == x]) for x, name in self.heads
        ]


def drawing_of(
    tournament_id: UUID, state: State, stage: Stage, labels: Mapping[int, str]
) -> Drawing:
    view = bracket_view(tournament_id, state, stage.number, labels)
    columns = 1 + max((table.column for table in view.tables), default=-1)
    names = [round_name(stage, index + 1) for index in range(columns)]
    codes = [name.code if name is not None else "" for name in names]
    captions = {
        (table.round, table.table): table.name.words
        for table in view.tables
        if table.name.code != codes[table.column]
    }
    top = TOP + (CAPTION if captions else 0)
    shapes = [
        _shape(table, top, captions.get((table.round, table.table), "")) for table in view.tables
    ]
    return Drawing(
        stage=stage.number,
        width=columns * (BOX + GAP) - GAP,
        height=top + max(1, view.rows) * ROW + 4,
        box=BOX,
        heads=[(index * (BOX + GAP), head_of(stage, index + 1)) for index in range(columns)],
        links=_links(shapes),
        shapes=shapes,
        notes=[note for table in view.tables for note in _notes(table)],
    )


def head_of(stage: Stage, number: int) -> str:
    """Return what a round is called, or its number."""
    name = bracket_names.round_name(round_name(stage, number))
    return name.words if name else pgettext("tournament", "Round %(number)s") % {"number": number}


def _title(table: BracketTableAnswer) -> str:
    if table.played_at is None:
        return table.name.words
    return bracket_names.table_at(table.name, table.played_at)


def _notes(table: BracketTableAnswer) -> list[str]:
    """Return who was level at a table and what decided, a sentence each."""
    return [
        _("%(table)s: %(names)s – %(reason)s")
        % {
            "table": _title(table),
            # Of two at a table it takes both.
            "names": ", ".join(
                one.label for one in table.slots if one == slot or len(table.slots) == DUEL
            ),
            "reason": bracket_names.reason_words(slot.reason),
        }
        for slot in table.slots
        if slot.reason
    ]


def _shape(table: BracketTableAnswer, top: int, caption: str) -> Shape:
    x, y = table.column * (BOX + GAP), top + table.row * ROW
    names = ", ".join(slot.label or "…" for slot in table.slots)
    title = _("%(table)s: %(names)s") % {"table": _title(table), "names": names}
    slots = [
        Slot(
            y + index * ROW + ROW // 2 + 5,
            _short(slot.label) or ("" if slot.vacant == "open" else "–"),
            slot,
            slot.through or ((table.is_final or table.side == THIRD) and slot.place == 1),
        )
        for index, slot in enumerate(table.slots)
    ]
    lines = [y + ROW * index for index in range(1, table.height)]
    return Shape(table, x, y, table.height * ROW, title, _title(table), caption, slots, lines)


def _links(shapes: Sequence[Shape]) -> list[str]:
    """Return the lines from each table to those that its places go on to."""
    by_key = {(shape.view.round, shape.view.table): shape for shape in shapes}
    links = []
    for shape in shapes:
        for link in shape.view.links:
            source = by_key[link.round, link.table]
            # Whoever falls out of the winners' part comes from too far off for a line, and
            # those who lose a semi-final have the same way as those who win it.
            falls = shape.view.side == LOSERS and source.view.side != LOSERS
            if falls or shape.view.side == THIRD:
                continue
            start = f"M{source.x + BOX} {source.y + source.height // 2}"
            middle = shape.y + link.slot * ROW + ROW // 2
            links.append(f"{start}H{shape.x - GAP // 2}V{middle}H{shape.x}")
    return links


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
