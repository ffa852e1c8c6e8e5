"""Seeds of an elimination after groups: nobody of one group meets before they must.

Tiers hold those of one rank in their groups, and follow one another: winners of groups first. Only
the order inside a tier is chosen, so that, round after round from the first on, as few pairs of one
group as possible could have met by then; of all such orders the first in the order of the ranking.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from tournaments.tournaments.formats.bracket import Bracket, FromSeed, Side, TableKey
from tournaments.tournaments.formats.crossing_search import Level, Puzzle, solve

MOST_STEPS = 5_000
"""After so many steps of the search what it has found is taken. One against one, 32 entrants of two
to eight groups need fewer than half of them."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Somebody who goes on from a group."""

    entrant: int
    group: int
    tier: int
    """The rank in the group; the lowest tier is seeded first."""


def by_tier(ranked: Sequence[Qualifier]) -> tuple[int, ...]:
    """Return the entrants tier by tier, inside a tier in the order given."""
    return tuple(one.entrant for one in sorted(ranked, key=_tier))


def crossed(
    ranked: Sequence[Qualifier], bracket: Bracket, *, most_steps: int = MOST_STEPS
) -> tuple[int, ...]:
    """Return the seeds, best first, for a bracket of as many; `ranked` is in order inside tiers."""
    tiers = [list(tier) for _, tier in groupby(sorted(ranked, key=_tier), key=_tier)]
    groups = tuple(tuple(one.group for one in tier) for tier in tiers)
    labels = iter(solve(Puzzle(groups, tuple(_levels(bracket)), most_steps)))
    seeds: list[int] = []
    for tier in tiers:
        waiting = list(tier)
        for _ in tier:
            # Of one tier and group the better one comes first.
            group = next(labels)
            chosen = next(one for one in waiting if one.group == group)
            waiting.remove(chosen)
            seeds.append(chosen.entrant)
    return tuple(seeds)


def first_meetings(bracket: Bracket) -> dict[frozenset[int], int]:
    """Return for every two seeds the first round in which they could sit at one table.

    Of a double elimination the winners' part counts.
    """
    first: dict[frozenset[int], int] = {}
    for (round_, _), seeds in _reaches(bracket).items():
        for pair in combinations(sorted(seeds), 2):
            first.setdefault(frozenset(pair), round_)
    return first


def _tier(qualifier: Qualifier) -> int:
    return qualifier.tier


def _reaches(bracket: Bracket) -> dict[TableKey, frozenset[int]]:
    """Return which seeds could come to each table of the part in which nobody has lost."""
    found: dict[TableKey, frozenset[int]] = {}
    for table in bracket.tables:
        if table.side is Side.MAIN:
            slots = [
                frozenset({slot.seed}) if isinstance(slot, FromSeed) else found[slot.key]
                for slot in table.slots
            ]
            found[table.key] = frozenset().union(*slots)
    return found


def _levels(bracket: Bracket) -> Iterator[Level]:
    """Yield who could have met by each round, as long as that is not everybody."""
    reaches, first = _reaches(bracket), first_meetings(bracket)
    for round_ in range(1, max(first.values())):
        near: list[set[int]] = [set() for _ in bracket.entrants]
        for pair, met in first.items():
            if met <= round_:
                one, other = sorted(pair)
                near[one - 1].add(other - 1)
                near[other - 1].add(one - 1)
        if all(len(others) == len(near) - 1 for others in near):
            return
        cells: list[frozenset[int]] = []
        for (played, _), seeds in sorted(reaches.items(), key=lambda item: -item[0][0]):
            cell = frozenset(seed - 1 for seed in seeds)
            if played <= round_ and not any(cell & other for other in cells):
                cells.append(cell)
        yield Level(tuple(map(frozenset, near)), tuple(cells))
