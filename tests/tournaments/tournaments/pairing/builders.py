"""Fields with a past: rounds played at random, and rules with a bit of everything."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.problem import (
    Aim,
    Candidate,
    PairingRules,
    Proposal,
    ProposedTable,
)
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.pairing.sizes import table_sizes

POINTS = (5, 3, 2, 1, 0, 0, 0, 0)


@dataclass
class Evening:
    """Entrants whose rounds are played at random, one after the other."""

    count: int
    rules: PairingRules
    rng: random.Random
    entrants: dict[int, Candidate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for entrant in range(1, self.count + 1):
            self.entrants.setdefault(entrant, Candidate(entrant))

    @property
    def candidates(self) -> list[Candidate]:
        return [self.entrants[entrant] for entrant in sorted(self.entrants)]

    def play(self, proposal: Proposal) -> None:
        """Give everybody a random place at their table."""
        for table in proposal.tables:
            order = self.rng.sample(table.entrants, len(table.entrants))
            small = len(table.entrants) < self.rules.preferred
            for seat, entrant in enumerate(table.entrants):
                before = self.entrants[entrant]
                starts = [*before.starts, *[0] * (8 - len(before.starts))]
                starts[seat] += 1
                meetings = dict(before.meetings)
                for other in table.entrants:
                    if other != entrant:
                        meetings[other] = meetings.get(other, 0) + 1
                self.entrants[entrant] = replace(
                    before,
                    score=before.score + POINTS[order.index(entrant)],
                    meetings=meetings,
                    small_tables=before.small_tables + small,
                    starts=tuple(starts),
                )
        for entrant in proposal.byes:
            before = self.entrants[entrant]
            self.entrants[entrant] = replace(before, score=before.score + 3, byes=before.byes + 1)

    def rounds(self, number: int) -> Iterator[tuple[list[Candidate], Proposal]]:
        """Yield the field and its proposal round after round."""
        for _ in range(number):
            proposal = propose(self.candidates, self.rules)
            yield self.candidates, proposal
            self.play(proposal)


def random_past(
    count: int, rules: PairingRules, rounds: int, rng: random.Random
) -> list[Candidate]:
    """Return a field after rounds that were seated at random, byes and small tables included."""
    evening = Evening(count, rules, rng)
    for _ in range(rounds):
        order = rng.sample(range(1, count + 1), count)
        tables = []
        for number, size in enumerate(table_sizes(count, rules)[0].sizes, start=1):
            tables.append(ProposedTable(number, tuple(order[:size])))
            order = order[size:]
        evening.play(figures_of(tables, order, evening.candidates, rules))
    return evening.candidates


def with_constraints(
    candidates: Sequence[Candidate], rules: PairingRules, rng: random.Random, tables: int
) -> tuple[list[Candidate], PairingRules]:
    """Add clubs, prohibited pairs, fixed tables, uneven scores and an order of aims."""
    ids = [candidate.id for candidate in candidates]
    pairs = [frozenset(rng.sample(ids, 2)) for _ in range(rng.randrange(4))]
    fixed = {
        entrant: frozenset(rng.sample(range(1, tables + 2), min(tables, rng.choice((1, 1, 2)))))
        for entrant in rng.sample(ids, min(len(ids), rng.randrange(4)))
    }
    clubs = rng.choice((("",), ("", "red"), ("red", "blue", "", "green")))
    extra = rng.choice((Fraction(0), Fraction(1, 2), Fraction(1, 3)))
    changed = [
        replace(
            candidate,
            club=rng.choice(clubs),
            fixed_tables=fixed.get(candidate.id, frozenset()),
            score=candidate.score + extra * rng.randrange(3),
        )
        for candidate in candidates
    ]
    aims = list(rules.aims)
    if rng.random() < 0.4:
        aims.remove(Aim.SCORES)
        aims.insert(0, Aim.SCORES)
    elif rng.random() < 0.3:
        rng.shuffle(aims)
    return changed, replace(rules, prohibited=frozenset(pairs), aims=tuple(aims))
