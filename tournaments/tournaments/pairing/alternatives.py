"""The same round with other table sizes: every sensible split with its figures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.problem import (
    Candidate,
    LockedTable,
    PairingRules,
    Proposal,
    Split,
)
from tournaments.tournaments.pairing.proposing import propose, rules_beside
from tournaments.tournaments.pairing.sizes import table_sizes

MOST_ALTERNATIVES = 4
"""Each is a whole round to work out."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A split of a round, locked tables included, and the best round with these sizes."""

    split: Split
    proposal: Proposal


def compare_splits(
    candidates: Sequence[Candidate],
    rules: PairingRules,
    locked: Sequence[LockedTable] = (),
    also: Split | None = None,
) -> tuple[Alternative, ...]:
    """Return the round for one split per number of tables, the preferred first.

    At most `MOST_ALTERNATIVES`, and `also` one that somebody has in mind. Raises what `propose`
    does where there is no split at all.
    """
    seated = {entrant for table in locked for entrant in table.entrants}
    free = sum(candidate.id not in seated for candidate in candidates)
    if not free:
        return ()
    splits: list[Split] = []
    try:
        found = table_sizes(free, rules_beside(rules, len(locked), free))
        splits += [whole_split(split, locked) for split in found[:MOST_ALTERNATIVES]]
    except RuleViolation:
        if also is None:
            raise
    if also is not None and also not in splits:
        splits.append(also)
    alternatives = []
    for split in splits:
        wider = replace(rules, sizes=tuple(sorted({*rules.sizes, *split.sizes})))
        rest = free_split(split, locked, len(candidates))
        alternatives.append(Alternative(split, propose(candidates, wider, locked, rest)))
    return tuple(alternatives)


def whole_split(split: Split, locked: Sequence[LockedTable]) -> Split:
    """Return the sizes of all tables where those of the free ones are known."""
    sizes = [*split.sizes, *(len(table.entrants) for table in locked)]
    return Split(tuple(sorted(sizes, reverse=True)), split.byes)


def free_split(split: Split, locked: Sequence[LockedTable], count: int) -> Split:
    """Return what of a split is left beside the locked tables; raises `bad_split`."""
    sizes = sorted(split.sizes, reverse=True)
    for table in locked:
        if len(table.entrants) not in sizes:
            raise RuleViolation("bad_split", count=count, sizes=list(split.sizes), byes=split.byes)
        sizes.remove(len(table.entrants))
    return Split(tuple(sizes), split.byes)
