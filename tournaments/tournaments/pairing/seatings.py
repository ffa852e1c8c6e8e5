"""The ways in which entrants with fixed tables can share them, two to a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.tournaments.pairing.numbering import Fixed, label_tables

MOST_LISTED = 6
_MOST_LARGE = 3

Blocks = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Seating:
    """Who meets because they share a table (one alone: a bye), who must not, who gives up."""

    together: Blocks
    apart: frozenset[int]
    given_up: int


def possible_seatings(fixed: Fixed, *, with_byes: bool, few: bool) -> tuple[list[Seating], bool]:
    """Return seatings that give up the fewest first, and whether these are all.

    In large fields, or with many fixed entrants, only the first few are tried; the last
    one always binds nobody, so that a round exists.
    """
    free = Seating((), frozenset(), len(fixed))
    if not fixed:
        return [free], True
    if len(fixed) > MOST_LISTED:
        return [_one_seating(fixed), free], False
    listed: list[Seating] = []
    for seating in _all_seatings(fixed, with_byes):
        listed.append(seating)
        if not few and len(listed) == _MOST_LARGE:
            return [*listed, free], False
    return [*listed, free], True


def _all_seatings(fixed: Fixed, with_byes: bool) -> Iterator[Seating]:
    everyone = sorted(fixed)
    for given_up in range(len(everyone)):
        for bound in combinations(everyone, len(everyone) - given_up):
            for blocks in _blocks(bound):
                if _all_suited(blocks, fixed):
                    yield _seating(blocks, (), given_up)
                for bye in bound if with_byes else ():
                    if (bye,) in blocks:
                        rest = tuple(block for block in blocks if block != (bye,))
                        if _all_suited(rest, fixed):
                            yield _seating(rest, ((bye,),), given_up)


def _blocks(places: Sequence[int]) -> Iterator[Blocks]:
    """Yield every way to split the places into ones and twos, ones first."""
    if not places:
        yield ()
        return
    first, rest = places[0], places[1:]
    for blocks in _blocks(rest):
        yield ((first,), *blocks)
    for position, other in enumerate(rest):
        for blocks in _blocks((*rest[:position], *rest[position + 1 :])):
            yield ((first, other), *blocks)


def _seating(blocks: Blocks, byes: Blocks, given_up: int) -> Seating:
    pairs = tuple(block for block in blocks if len(block) == 2)
    alone = frozenset(block[0] for block in blocks if len(block) == 1)
    return Seating((*pairs, *byes), alone, given_up)


def _all_suited(blocks: Blocks, fixed: Fixed) -> bool:
    labels = label_tables(blocks, fixed)
    return all(
        position in labels and all(labels[position] in fixed[place] for place in block)
        for position, block in enumerate(blocks)
    )


def _one_seating(fixed: Fixed) -> Seating:
    """Return one good seating: a table each where possible, then a second entrant per table."""
    places = sorted(fixed)
    labels = label_tables([(place,) for place in places], fixed)
    blocks = {
        labels[position]: [place] for position, place in enumerate(places) if position in labels
    }
    given_up = 0
    for position, place in enumerate(places):
        if position in labels:
            continue
        open_numbers = [n for n in sorted(fixed[place]) if len(blocks.get(n, ())) == 1]
        if open_numbers:
            blocks[open_numbers[0]].append(place)
        else:
            given_up += 1
    return _seating(tuple(tuple(block) for _, block in sorted(blocks.items())), (), given_up)
