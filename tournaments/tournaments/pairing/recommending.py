"""Which table sizes serve a whole stage: its rounds are tried with each sensible set of them.

Nobody knows the results yet. They are drawn from a seed, as if all were equally strong.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from games.core.errors import RuleViolation
from games.core.rng import SeededRng, shuffle
from tournaments.tournaments.pairing.problem import (
    Candidate,
    Figures,
    PairingRules,
    Proposal,
    Split,
)
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.pairing.sizes import table_sizes

MOST_TRIED = 200
"""So many players at most: the more there are, the less it matters."""
MOST_ROUNDS_TRIED = 12
_SMALL = 4
USUAL_FIELDS = range(6, 41)
_KEPT = 64
"""How many answers are remembered: a page asks the same again and again."""

Points = tuple[tuple[Fraction, ...], ...]
"""What the places of a table are worth; the position is its size."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a stage comes to with these sizes, all rounds together."""

    sizes: tuple[int, ...]
    split: Split
    """How each round is seated while nobody comes or leaves."""
    repeats: int
    """Meetings of two who have met before."""
    small_tables: int
    """Tables below the preferred size."""
    byes: int
    figures: Figures


def usual_sizes(preferred: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the sizes that serve most fields where nobody knows how many will come.

    Of those that seat every usual field the ones with the fewest meetings: none above the
    preferred size, and no smaller ones than needed.
    """
    sets = _around(preferred, seats)
    full = [sizes for sizes in sets if all(_seats(sizes, count) for count in USUAL_FIELDS)]
    return full[0] if full else max(sets, key=len)


def sensible_sizes(preferred: int, seats: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return sets of sizes around the preferred one: the usual one, then the widest first.

    A wide one goes on working when somebody leaves.
    """
    usual = usual_sizes(preferred, seats)
    others = [sizes for sizes in _around(preferred, seats) if sizes != usual]
    return (usual, *sorted(others, key=len, reverse=True))


def _around(preferred: int, seats: Sequence[int]) -> list[tuple[int, ...]]:
    # One below the preferred size, or half of it: 7 can be seated at 3 to 6, not at 5 and 6.
    lowest = preferred - 1 if preferred <= _SMALL else (preferred + 1) // 2
    lows = range(preferred, lowest - 1, -1)
    sets = [
        tuple(size for size in sorted(seats) if low <= size <= high)
        for high in (preferred, preferred + 1)
        for low in lows
    ]
    return list(dict.fromkeys(sizes for sizes in sets if preferred in sizes)) or [tuple(seats)]


def _seats(sizes: tuple[int, ...], count: int) -> bool:
    return any(
        min(sizes) * tables <= count <= max(sizes) * tables for tables in range(1, count + 1)
    )


@lru_cache(maxsize=_KEPT)
def recommend(
    count: int, rounds: int, rules: PairingRules, sizes: tuple[tuple[int, ...], ...], points: Points
) -> tuple[Outlook, ...]:
    """Return what each set of sizes comes to, the one that serves the aims of the rules first.

    Sets that split the field alike are named once, by the first of them; sets that cannot seat it
    are left out. Raises `too_large_to_try`, or what `table_sizes` does if none can.
    """
    if count > MOST_TRIED or rounds > MOST_ROUNDS_TRIED:
        raise RuleViolation("too_large_to_try", players=MOST_TRIED, rounds=MOST_ROUNDS_TRIED)
    splits: dict[Split, PairingRules] = {}
    problem: RuleViolation | None = None
    for own in sizes:
        tried = replace(rules, sizes=own, quick=True)
        try:
            splits.setdefault(table_sizes(count, tried)[0], tried)
        except RuleViolation as violation:
            problem = problem or violation
    if not splits and problem is not None:
        raise problem
    outlooks = [_outlook(count, rounds, tried, split, points) for split, tried in splits.items()]
    return tuple(sorted(outlooks, key=lambda one: (one.byes, _compared(one, rules))))


def _compared(outlook: Outlook, rules: PairingRules) -> tuple[Fraction, ...]:
    # Whose byes they are hangs on results that are made up.
    _, _, *aims = outlook.figures.in_order(rules.aims)
    return tuple(aims)


@dataclass(slots=True)
class _Player:
    score: Fraction = Fraction(0)
    meetings: Counter[int] = field(default_factory=Counter)
    starts: Counter[int] = field(default_factory=Counter)
    small_tables: int = 0
    byes: int = 0

    def candidate(self, number: int) -> Candidate:
        held = tuple(self.starts[seat] for seat in range(max(self.starts, default=-1) + 1))
        return Candidate(
            number, self.score, dict(self.meetings), self.small_tables, self.byes, held
        )


def _outlook(count: int, rounds: int, rules: PairingRules, split: Split, points: Points) -> Outlook:
    """Play all rounds with results that the seed draws."""
    rng = SeededRng(f"{rules.seed}/results")
    players = {number: _Player() for number in range(1, count + 1)}
    figures, small = Figures(), 0
    for round_ in range(1, rounds + 1):
        field_ = [player.candidate(number) for number, player in players.items()]
        own = replace(rules, seed=f"{rules.seed}/{round_}")
        proposal = propose(field_, own, split=split)
        figures += proposal.figures
        small += sum(len(table.entrants) < rules.preferred for table in proposal.tables)
        _play(players, proposal, rules.preferred, points, rng)
    return Outlook(rules.sizes, split, figures.repeats, small, split.byes * rounds, figures)


def _play(
    players: Mapping[int, _Player],
    proposal: Proposal,
    preferred: int,
    points: Points,
    rng: SeededRng,
) -> None:
    for table in proposal.tables:
        order = list(table.entrants)
        shuffle(rng, order)
        for place, number in enumerate(order):
            players[number].score += points[len(order)][place]
        for seat, number in enumerate(table.entrants):
            player = players[number]
            player.meetings.update(other for other in table.entrants if other != number)
            player.starts[seat] += 1
            player.small_tables += len(order) < preferred
    for number in proposal.byes:
        players[number].byes += 1
        players[number].score += points[preferred][0]
