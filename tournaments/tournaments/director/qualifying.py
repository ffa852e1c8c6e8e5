"""Who would play in a stage that has begun if the one before it had ended otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.stages import StartStage
from tournaments.tournaments.director.cuts import drawn_cut, settled_cut
from tournaments.tournaments.director.rankings import stage_ranking
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.cut import Cut, field_after

_NOWHERE = Context(UUID(int=0))
_BY_FORMER_STAGE = ("entry", "former", "crossed")
"""Ways of seeding a later stage that look at the ranking of the one before."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A stage that has begun and would have begun otherwise."""

    stage: int
    would_be_in: tuple[int, ...]
    """Who does not play in it and would."""
    would_be_out: tuple[int, ...]
    """Who plays in it and would not."""
    on_the_line: tuple[int, ...]
    """Whom nothing would separate on the line of the cut, where it was otherwise before."""
    tables: int
    """How many tables it has."""
    begun: int
    """How many of them have been started, reported or have a result."""


def begun_after(state: State, number: int) -> list[Stage]:
    """Return the stages after one that have begun, in order."""
    stages = state.stages.values()
    return [stage for stage in stages if stage.number > number and stage.status != "planned"]


def field_changes(before: State, after: State, number: int) -> Iterator[FieldChange]:
    """Yield the stages after one that would have begun with others, or in another order."""
    for stage in begun_after(before, number):
        if (change := field_change(before, after, stage)) is not None:
            yield change


def field_change(before: State, after: State, stage: Stage) -> FieldChange | None:
    """Return how the field of a stage would differ, or None if it would be as it was.

    Whoever declined then still does, and an order that was settled by lots or a play-off holds
    for the same people.
    """
    former = stage_ranking(before, stage.number - 1)
    willing = {*stage.seeds, *stage.alternates}
    declined = [row.entrant for row in former if row.entrant not in willing]
    was, now = _cut(before, stage), _cut(after, stage)
    same_line = now is not None and was is not None and {*now.undecided} == {*was.undecided}
    line = () if same_line or now is None else now.undecided
    field = _field(before, stage, was, declined)
    then = _field(after, stage, now, declined)
    came, left = {*then} - {*field} - {*line}, {*field} - {*then} - {*line}
    if not came and not left and not line and not _reordered(before, after, stage, declined):
        return None
    return FieldChange(
        stage.number,
        tuple(number for number in then if number in came),
        tuple(number for number in field if number in left),
        line,
        len(stage.tables),
        sum(table.begun for table in stage.tables),
    )


def _cut(state: State, stage: Stage) -> Cut | None:
    try:
        return drawn_cut(state, stage)
    except RuleViolation:
        return None  # too few would go on


def _field(
    state: State, stage: Stage, drawn: Cut | None, declined: Sequence[int]
) -> tuple[int, ...]:
    if drawn is None:
        return ()
    if drawn.undecided:
        drawn = settled_cut(state, stage, _settled(drawn, stage))
    return field_after(drawn, declined).entrants


def _settled(drawn: Cut, stage: Stage) -> list[int]:
    """Return those on the line in the order in which they came into the stage, or did not."""
    order = [*stage.seeds, *stage.alternates]
    places = {number: place for place, number in enumerate(order)}
    return sorted(drawn.undecided, key=lambda number: places.get(number, len(order)))


def _reordered(before: State, after: State, stage: Stage, declined: Sequence[int]) -> bool:
    """Whether the same people would have other seeds, where these say who meets whom.

    An order that was made by hand stays what it is.
    """
    by_seeds = stage.rules.format in CHAINED | SCHEDULED
    if not by_seeds or stage.rules.seeding not in _BY_FORMER_STAGE:
        return False
    was, now = (_seeds(state, stage, declined) for state in (before, after))
    return was == stage.seeds and now != stage.seeds


def _seeds(state: State, stage: Stage, declined: Sequence[int]) -> tuple[int, ...]:
    """Return the seeds with which a stage would begin, nobody if it could not."""
    planned = replace(state, stages=state.stages | {stage.number: Stage(stage.number, stage.rules)})
    drawn = _cut(state, stage)
    settled = _settled(drawn, stage) if drawn is not None else []
    start = StartStage(stage=stage.number, declined=tuple(declined), settled=tuple(settled))
    try:
        (started,) = start.decide(planned, _NOWHERE)
    except RuleViolation:
        return ()
    return getattr(started, "seeds", ())
