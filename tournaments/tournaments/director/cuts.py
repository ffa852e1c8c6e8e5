"""Who goes on from one stage to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import make_bracket
from tournaments.tournaments.director.rankings import (
    group_lines,
    has_group_tables,
    stage_ranking,
    stage_standings,
)
from tournaments.tournaments.director.rules import CHAINED, StageRules
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.crossing import Qualifier, by_tier, crossed
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
from tournaments.tournaments.formats.group_cut import (
    GroupRow,
    TopOfEach,
    group_cut,
    ranked_across,
    settled_group_cut,
)
from tournaments.tournaments.standings.compare import CutPosition


@dataclass(frozen=True, slots=True)
class CutLine:
    """A cut as it stands: what decided it, who goes on, and who may step in."""

    drawn: Cut
    chosen: tuple[int, ...]
    alternates: tuple[int, ...]


def drawn_cut(state: State, stage: Stage) -> Cut:
    """Return who is in, who is tied on the line and by which tie-break it is decided."""
    former = state.stages[stage.number - 1]
    if stage.rules.cut.kind == "groups":
        return group_cut(_group_rows(state, former), _top_of_each(stage))
    rows = _rows(state, former, by_points=stage.rules.cut.kind == "points")
    return cut(rows, _rule(stage, len(rows)))


def settled_cut(state: State, stage: Stage, order: Sequence[int]) -> Cut:
    """Return the cut with an open line settled by the order of those on it."""
    if stage.rules.cut.kind == "groups":
        rows = _group_rows(state, state.stages[stage.number - 1])
        return settled_group_cut(rows, _top_of_each(stage), order)
    return settle(drawn_cut(state, stage), order)


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
        drawn = settled_cut(state, stage, order)
    out = {number for number, entrant in state.entrants.items() if entrant.dropped}
    field = field_after(drawn, {*declined, *out})
    return CutLine(drawn, field.entrants, field.alternates)


def crossed_seeds(
    state: State, stage: Stage, field: Sequence[int], order: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return those who go on from groups as seeds: nobody of one group meets before they must.

    `order` are the lots that settled the line. Outside an elimination they stand tier by tier.
    """
    lots = order if drawn_cut(state, stage).undecided else ()
    rows = ranked_across(_group_rows(state, state.stages[stage.number - 1]), lots)
    going_on = [Qualifier(row.entrant, row.group, row.rank) for row in rows if row.entrant in field]
    if stage.rules.format not in CHAINED:
        return by_tier(going_on)
    return crossed(going_on, make_bracket(stage.rules, tuple(range(1, len(going_on) + 1))))


def group_cut_sides(state: State, number: int) -> dict[int, CutPosition] | None:
    """Return on which side of the lines of its groups everybody of a stage stands.

    None where the cut after it, if there is one, goes by the ranking of the stage.
    """
    later = state.stages.get(number + 1)
    if later is None or later.rules.cut.kind != "groups":
        return None
    try:
        drawn = drawn_cut(state, later)
    except RuleViolation:
        return None
    sides = (
        (CutPosition.IN, drawn.inside),
        (CutPosition.ON_THE_LINE, drawn.undecided),
        (CutPosition.OUT, drawn.alternates),
    )
    return {entrant: side for side, entrants in sides for entrant in entrants}


def places_after_groups(former: StageRules, rules: StageRules) -> int:
    """Return how many a cut by groups lets through, as long as every group is large enough."""
    return rules.cut.each * former.groups + rules.cut.best


def _rule(stage: Stage, field: int) -> CutRule:
    match stage.rules.cut.kind:
        case "top":
            return TopN(stage.rules.cut.top)
        case "points":
            return AtLeast(Fraction(stage.rules.cut.points))
        case _:
            return TopN(max(field, 2))


def _top_of_each(stage: Stage) -> TopOfEach:
    return TopOfEach(stage.rules.cut.each, stage.rules.cut.best)


def _group_rows(state: State, former: Stage) -> list[GroupRow]:
    return [
        GroupRow(line.entrant, line.group, line.row.rank, line.row.values, line.fair)
        for line in group_lines(state, former)
    ]


def _rows(state: State, former: Stage, *, by_points: bool) -> list[Row]:
    if former.rules.format in CHAINED or former.rules.is_open:
        return [
            Row(placing.entrant, placing.place, Fraction(-placing.place))
            for placing in stage_ranking(state, former.number)
        ]
    if has_group_tables(state, former) and not by_points:
        return [
            Row(line.entrant, line.place, line.across[0], line.across)
            for line in group_lines(state, former)
        ]
    # A line that goes by rank looks at what ranks first, which need not be points.
    return [
        Row(row.entrant, row.rank, row.points if by_points else row.values[0], row.values)
        for row in stage_standings(state, former.number)
    ]
