"""Who goes on from one stage to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.errors import RuleViolation
from tournaments.tournaments.director.rankings import stage_ranking, stage_standings
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.cut import (
    AtLeast,
    Cut,
    CutRule,
    Row,
    TopN,
    cut,
    field_after,
    settle,
)


@dataclass(frozen=True, slots=True)
class CutLine:
    """A cut as it stands: what decided it, who goes on, and who may step in."""

    drawn: Cut
    chosen: tuple[int, ...]
    alternates: tuple[int, ...]


def drawn_cut(state: State, stage: Stage) -> Cut:
    """Return who is in, who is tied on the line and by which tie-break it is decided."""
    by_points = stage.rules.cut.kind == "points"
    rows = _rows(state, state.stages[stage.number - 1], by_points=by_points)
    return cut(rows, _rule(stage, len(rows)))


def cut_of(
    state: State, stage: Stage, *, declined: Sequence[int] = (), order: Sequence[int] = ()
) -> CutLine:
    """Return who starts in a stage after some have declined; `order` settles an open line.

    Raises `cut_undecided` while somebody on the line is neither in nor out.
    """
    if stage.number == 1:
        raise RuleViolation("cut_without_former_stage")
    drawn = drawn_cut(state, stage)
    if drawn.undecided and order:
        drawn = settle(drawn, order)
    out = {number for number, entrant in state.entrants.items() if entrant.dropped}
    field = field_after(drawn, {*declined, *out})
    return CutLine(drawn, field.entrants, field.alternates)


def _rule(stage: Stage, field: int) -> CutRule:
    match stage.rules.cut.kind:
        case "all":
            return TopN(max(field, 2))
        case "top":
            return TopN(stage.rules.cut.top)
        case "points":
            return AtLeast(Fraction(stage.rules.cut.points))


def _rows(state: State, former: Stage, *, by_points: bool) -> list[Row]:
    if former.rules.format in CHAINED or former.rules.is_open:
        return [
            Row(placing.entrant, placing.place, Fraction(-placing.place))
            for placing in stage_ranking(state, former.number)
        ]
    # A line that goes by rank looks at what ranks first, which need not be points.
    return [
        Row(row.entrant, row.rank, row.points if by_points else row.values[0], row.values)
        for row in stage_standings(state, former.number)
    ]
