"""An elimination stage as a drawing: where each table stands, who sits there, who goes through."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import bracket_of, progress_of
from tournaments.tournaments.director.commands.base import stage_of
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.layout import Box, layout
from tournaments.tournaments.formats.progress import TableState


@dataclass(frozen=True, slots=True)
class SlotView:
    """Somebody at a table of a bracket, or who is awaited there."""

    entrant: int | None
    label: str
    vacant: str
    """`open` while it waits for a table, `nobody` if nobody will come, empty for an entrant."""
    place: int | None
    through: bool
    """Whether this entrant goes on from here."""


@dataclass(frozen=True, slots=True)
class BracketTableView:
    """One table with its box in the drawing."""

    box: Box
    status: str
    is_final: bool
    slots: tuple[SlotView, ...]
    match: UUID | None
    """None until the table is announced."""


@dataclass(frozen=True, slots=True)
class BracketView:
    """A whole bracket: a column per round, and the number of rows the drawing takes."""

    stage: int
    columns: tuple[tuple[BracketTableView, ...], ...]
    rows: int


def bracket_view(state: State, number: int, labels: Mapping[int, str]) -> BracketView:
    """Return the bracket of an elimination that has begun.

    Raises `unknown_stage`, `no_bracket` for another format, `stage_not_running` before it begins.
    """
    stage = stage_of(state, number)
    if stage.rules.format not in CHAINED:
        raise RuleViolation("no_bracket", stage=number, format=stage.rules.format)
    if stage.status == "planned":
        raise RuleViolation("stage_not_running", stage=number, status=stage.status)
    progress = progress_of(state, stage, former_ranks(state, stage))
    drawn = layout(bracket_of(stage))
    return BracketView(
        stage=number,
        columns=tuple(
            tuple(_table(stage, box, progress.state(box.key), labels) for box in column)
            for column in drawn.columns
        ),
        rows=drawn.rows,
    )


def _table(
    stage: Stage, box: Box, found: TableState, labels: Mapping[int, str]
) -> BracketTableView:
    row = stage.rounds.get(box.key[0])
    announced = row.tables.get(box.key[1]) if row is not None else None
    finish = found.finish
    places = dict(zip(finish.order, finish.places, strict=True))
    onward = finish.order[: min(found.table.through, finish.settled, finish.listed)]
    return BracketTableView(
        box=box,
        status=found.status.value,
        is_final=found.table.is_final,
        slots=tuple(
            SlotView(
                entrant=occupant,
                label=labels[occupant],
                vacant="",
                place=places.get(occupant),
                through=not found.table.is_final and occupant in onward,
            )
            if isinstance(occupant, int)
            else SlotView(None, "", occupant.value, None, False)
            for occupant in found.occupants
        ),
        match=announced.match if announced is not None else None,
    )
