"""Who could play instead of somebody who does not come to a stage that has begun."""

from dataclasses import dataclass

from tournaments.people.names import sorting_key
from tournaments.tournaments.director.history import replaceable
from tournaments.tournaments.director.state import State
from tournaments.tournaments.web.words import Labels


@dataclass(frozen=True, slots=True)
class Alternates:
    """Those without a result in a stage, and who would come instead."""

    stage: int
    following: str
    """The name of the next alternate who is there; nothing without one."""
    replaceable: frozenset[int]
    """Who has no result in the stage."""
    others: list[tuple[int, str]]
    """Everybody who is there and not in the stage: number and name, alternates first."""


def alternates_of(state: State, labels: Labels) -> Alternates | None:
    """Return the alternates of the stage that is played, or None if nobody could come."""
    stage = state.current
    if stage is None or stage.status != "running" or state.finished or stage.rules.is_open:
        return None
    entrants = state.entrants.values()
    there = {one.number for one in entrants if one.present and not one.dropped} - {*stage.seeds}
    waiting = [number for number in stage.alternates if number in there]
    rest = sorted(there - {*waiting}, key=lambda number: sorting_key(labels[number]))
    if not there:
        return None
    return Alternates(
        stage.number,
        labels[waiting[0]] if waiting else "",
        frozenset(replaceable(stage)),
        [(number, labels[number]) for number in (*waiting, *rest)],
    )
