"""Pairwise Elo: every pair at a table is a small match of two, and K is split over the opponents.

Every pair is computed once, from the side of the stronger player, and what one gains the other
loses; a player's parts are added up with `math.fsum`, which rounds once. So the order of the seats
changes nothing, not even the last digit.
"""

import math
from collections.abc import Sequence

from games.core.errors import RuleViolation
from tournaments.ladders.ratings.rating_system import Chance, Change, Part, Seat, Standing
from tournaments.ladders.ratings.rules import LadderRules

SCALE = 400.0
"""So many points of difference make the stronger one win ten times as often."""
MOST_FIRST = 10_000
"""The highest rating a player can begin with."""


def expected(mine: float, other: float) -> float:
    """Return the share of a pair that the ratings promise; the two shares add up to exactly 1."""
    if mine < other:
        return 1.0 - 1.0 / (1.0 + math.pow(10.0, (mine - other) / SCALE))
    return 1.0 / (1.0 + math.pow(10.0, (other - mine) / SCALE))


class PairwiseElo:
    """Elo for tables of any size, by the rules of a ladder."""

    def __init__(self, rules: LadderRules) -> None:
        self._start = float(rules.start)
        self._factor = rules.k.factor
        self._margin = rules.margin

    def first(self, mu: float | None = None) -> Standing:
        """Return the standing of a newcomer; raises `bad_start_rating` for one out of bounds."""
        if mu is None:
            return Standing(self._start, 0.0)
        if not 0.0 < mu <= MOST_FIRST:
            raise RuleViolation("bad_start_rating", value=mu, most=MOST_FIRST)
        return Standing(mu, 0.0)

    def rate(self, seats: Sequence[Seat], standings: Sequence[Standing]) -> tuple[Change, ...]:
        count = len(seats)
        if count < 2 or count != len(standings):
            raise ValueError("a rating takes two seats or more, and one standing for each")
        factors = [float(self._factor(standing.matches)) for standing in standings]
        steps = [factor / (count - 1) for factor in factors]
        parts: list[list[Part]] = [[] for _ in seats]
        margin = self._margin
        for i, one in enumerate(seats):
            mine, step, place, my_parts = standings[i].mu, steps[i], one.place, parts[i]
            # Pairs come in the order of the seats, so that the parts of everybody do too.
            for j in range(i + 1, count):
                other = seats[j]
                share = expected(mine, standings[j].mu)
                if place == other.place:
                    gain = 0.5 - share
                else:
                    gain = 1.0 - share if place < other.place else -share
                    if margin is not None:
                        gain *= margin.weight(one.score, other.score)
                my_parts.append(Part(other.player, step * gain))
                parts[j].append(Part(one.player, steps[j] * -gain))
        return tuple(
            Change(
                seat.player,
                seat.place,
                before,
                before.mu + math.fsum([part[1] for part in mine_of]),
                0.0,
                factor,
                tuple(mine_of),
            )
            for seat, before, factor, mine_of in zip(seats, standings, factors, parts, strict=True)
        )

    def shown(self, mu: float, _sigma: float) -> float:
        """Return the rating itself."""
        return mu

    def chances(self, standings: Sequence[Standing]) -> tuple[Chance, ...]:
        if len(standings) < 2:
            raise ValueError("a planned table takes two seats or more")
        ratings = [standing.mu for standing in standings]
        best = max(ratings)
        strengths = [math.pow(10.0, (rating - best) / SCALE) for rating in ratings]
        total = math.fsum(strengths)
        return tuple(
            Chance(
                strengths[i] / total,
                math.fsum(expected(mine, other) for j, other in enumerate(ratings) if j != i)
                / (len(ratings) - 1),
            )
            for i, mine in enumerate(ratings)
        )
