"""A field cut into groups that play among themselves."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from games.core.errors import RuleViolation
from tournaments.tournaments.formats.planned import planned_rounds
from tournaments.tournaments.formats.round_robin import round_robin
from tournaments.tournaments.formats.schedule import Round, Schedule, require_field, require_size


@dataclass(frozen=True, slots=True)
class Group:
    """One group, its entrants in seed order, and all its rounds."""

    number: int
    """From 1."""
    entrants: tuple[int, ...]
    schedule: Schedule


def group_name(number: int) -> str:
    """Return the name of a group by its number from 1: A to Z, then AA, AB and so on."""
    name = ""
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def snake_groups(entrants: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """Return `count` groups as equal in size as possible, dealt as a snake from the best seed.

    The entrants that do not fill a row go to the groups with the weakest favourites. Raises
    too_few_entrants where a group would have fewer than two, seeding_twice and bad_group_count.
    """
    if count < 1:
        raise RuleViolation("bad_group_count", count=count)
    field = require_field(entrants, least=2 * count)
    groups: list[list[int]] = [[] for _ in range(count)]
    for row, start in enumerate(range(0, len(field), count)):
        dealt = field[start : start + count]
        backwards = row % 2 == 1 or len(dealt) < count
        for group, entrant in zip(groups[::-1] if backwards else groups, dealt, strict=False):
            group.append(entrant)
    return tuple(tuple(group) for group in groups)


def kept_apart(
    entrants: Sequence[int], count: int, pairs: Collection[frozenset[int]]
) -> tuple[int, ...]:
    """Return the seeds in an order that deals the two of each pair into different groups.

    Seeds are exchanged one pair at a time, near ones first, as long as that parts somebody: where
    not all can be parted the rest stays. Raises what `snake_groups` does.
    """
    seeds = list(entrants)
    together = _together(seeds, count, pairs)
    while together:
        tries = []
        for pair in together:
            for place in sorted(seeds.index(entrant) for entrant in pair):
                for other in range(len(seeds)):
                    swapped = list(seeds)
                    swapped[place], swapped[other] = swapped[other], swapped[place]
                    left = len(_together(swapped, count, pairs))
                    tries.append((left, abs(place - other), place, other))
        left, _, place, other = min(tries)
        if left >= len(together):
            break
        seeds[place], seeds[other] = seeds[other], seeds[place]
        together = _together(seeds, count, pairs)
    return tuple(seeds)


def _together(
    seeds: Sequence[int], count: int, pairs: Collection[frozenset[int]]
) -> list[frozenset[int]]:
    group_of = {
        entrant: number
        for number, group in enumerate(snake_groups(seeds, count))
        for entrant in group
    }
    listed = [pair for pair in pairs if all(entrant in group_of for entrant in pair)]
    same = [pair for pair in listed if len({group_of[entrant] for entrant in pair}) == 1]
    return sorted(same, key=sorted)


def group_stage(
    entrants: Sequence[int], *, groups: int, size: int = 2, double: bool = False
) -> tuple[Group, ...]:
    """Return the groups with their schedules: round robins, or plans for tables of more than two.

    Double rounds repeat everything with the seats reversed. Raises what `snake_groups` does,
    impossible_size, and no_planned_schedule where a group has no plan for tables of `size`.
    """
    require_size(size)
    return tuple(
        Group(number, group, _schedule(group, size, double))
        for number, group in enumerate(snake_groups(entrants, groups), 1)
    )


def group_schedule(
    entrants: Sequence[int], *, groups: int, size: int = 2, double: bool = False
) -> Schedule:
    """Return the rounds of all groups played side by side, the tables in the order of the groups.

    A group with fewer rounds than others is done earlier; that is no bye. Raises what
    `group_stage` does.
    """
    schedules = [
        group.schedule.rounds
        for group in group_stage(entrants, groups=groups, size=size, double=double)
    ]
    return Schedule(tuple(map(_side_by_side, zip_longest(*schedules))))


def _side_by_side(rounds: Sequence[Round | None]) -> Round:
    played = [round_ for round_ in rounds if round_ is not None]
    return Round(
        tuple(table for round_ in played for table in round_.tables),
        tuple(entrant for round_ in played for entrant in round_.byes),
    )


def _schedule(group: tuple[int, ...], size: int, double: bool) -> Schedule:
    if size == 2:
        return round_robin(group, double=double)
    once = planned_rounds(group, size)
    if not double:
        return once
    reversed_seats = tuple(
        Round(tuple(table[::-1] for table in round_.tables), round_.byes) for round_ in once.rounds
    )
    return Schedule(once.rounds + reversed_seats)
