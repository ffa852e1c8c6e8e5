"""The order of seeds: by rating, by hand, at random or by a former stage."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.core.errors import RuleViolation
from games.core.rng import SeededRng, shuffle
from tournaments.tournaments.formats.schedule import Placing, require_field


def seed_by_rating(
    entrants: Sequence[int], ratings: Mapping[int, int | Fraction | float]
) -> tuple[int, ...]:
    """Return the entrants, the highest rating first, the unrated last in the order given.

    Raises seeding_twice.
    """
    field = require_field(entrants, least=0)
    rated = [entrant for entrant in field if entrant in ratings]
    unrated = [entrant for entrant in field if entrant not in ratings]
    return (*sorted(rated, key=lambda entrant: -ratings[entrant]), *unrated)


def seed_by_hand(entrants: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """Return `order` after checking that it names every entrant exactly once.

    Raises seeding_twice, and seeding_incomplete with who is missing or does not belong.
    """
    seeds = require_field(order, least=0)
    missing = tuple(sorted(set(entrants) - set(seeds)))
    unknown = tuple(sorted(set(seeds) - set(entrants)))
    if missing or unknown:
        raise RuleViolation("seeding_incomplete", missing=missing, unknown=unknown)
    return seeds


def seed_at_random(entrants: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return the entrants in an order that depends on who they are and on `seed` alone.

    Raises seeding_twice.
    """
    order = sorted(require_field(entrants, least=0))
    shuffle(SeededRng(seed), order)
    return tuple(order)


def seed_by_stage(entrants: Sequence[int], ranking: Sequence[Placing]) -> tuple[int, ...]:
    """Return the entrants in the order of a former stage; shared places in the order of its list.

    Raises seeding_twice, and seeding_incomplete for an entrant whom the stage has not ranked.
    """
    field = require_field(entrants, least=0)
    ranked = require_field([placing.entrant for placing in ranking], least=0)
    missing = tuple(sorted(set(field) - set(ranked)))
    if missing:
        raise RuleViolation("seeding_incomplete", missing=missing, unknown=())
    place = {placing.entrant: (placing.place, position) for position, placing in enumerate(ranking)}
    return tuple(sorted(field, key=place.__getitem__))
