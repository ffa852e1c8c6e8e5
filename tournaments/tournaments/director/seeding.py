"""The order in which entrants start in a stage."""

from collections.abc import Mapping, Sequence

from tournaments.tournaments.director.rankings import stage_ranking
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.seeding import (
    seed_at_random,
    seed_by_hand,
    seed_by_rating,
    seed_by_stage,
)


def seeds_of(
    state: State,
    stage: Stage,
    field: Sequence[int],
    *,
    ratings: Mapping[int, float],
    by_hand: Sequence[int],
) -> tuple[int, ...]:
    """Return the entrants of a stage, best seed first, by the method its rules name."""
    if by_hand:
        return seed_by_hand(field, by_hand)
    match stage.rules.seeding:
        case "rating":
            return seed_by_rating(field, ratings)
        case "random":
            return seed_at_random(field, f"{state.seed}/{stage.number}/seeding")
        case "former":
            return seed_by_stage(field, stage_ranking(state, stage.number - 1))
        case "hand":
            return seed_by_hand(field, by_hand)
        case "entry":
            return tuple(field)
