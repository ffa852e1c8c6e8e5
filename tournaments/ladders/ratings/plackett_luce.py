"""OpenSkill's Plackett-Luce: the numbers are the library's own, the parts explain them.

A table is read as a row of stages: first the winner is drawn from everybody, then the second from
those who are left, and so on. Winning a stage against somebody gives what they had of its chances;
losing one costs what the loser had of them, and that goes to the account of who won it.
"""

import math
from collections.abc import Sequence

from openskill.models import PlackettLuce

from games.core.errors import RuleViolation
from tournaments.ladders.ratings.rating_system import Chance, Change, Part, Seat, Standing
from tournaments.ladders.ratings.rules import LadderRules

MOST_FIRST = 100
"""The highest mu a player can begin with: the model raises e to it and overflows far above."""


class OpenSkill:
    """The Plackett-Luce model of the openskill library, at its own defaults."""

    def __init__(self, _rules: LadderRules) -> None:
        self._model = PlackettLuce()

    def first(self, mu: float | None = None) -> Standing:
        """Return the standing of a newcomer; raises `bad_start_rating` for one out of bounds."""
        if mu is None:
            return Standing(self._model.mu, self._model.sigma)
        if not 0.0 < mu <= MOST_FIRST:
            raise RuleViolation("bad_start_rating", value=mu, most=MOST_FIRST)
        return Standing(mu, self._model.sigma)

    def rate(self, seats: Sequence[Seat], standings: Sequence[Standing]) -> tuple[Change, ...]:
        if len(seats) < 2 or len(seats) != len(standings):
            raise ValueError("a rating takes two seats or more, and one standing for each")
        # The library adds up in the order it is given: one order for all makes the seats' own
        # order irrelevant to the last digit.
        order = sorted(range(len(seats)), key=lambda index: seats[index].player)
        after = self._model.rate(
            [[self._model.rating(standings[i].mu, standings[i].sigma)] for i in order],
            ranks=[float(seats[i].place) for i in order],
        )
        rated = dict(zip(order, (team[0] for team in after), strict=True))
        raw = self._raw_parts(seats, standings)
        return tuple(
            Change(
                seat.player,
                seat.place,
                before,
                rated[i].mu,
                rated[i].sigma,
                0.0,
                _adding_up(raw[i], rated[i].mu - before.mu),
            )
            for i, (seat, before) in enumerate(zip(seats, standings, strict=True))
        )

    def _raw_parts(self, seats: Sequence[Seat], standings: Sequence[Standing]) -> list[list[Part]]:
        """Return the terms of the model's mu change of every seat, by opponent."""
        variances = [standing.sigma**2 + self._model.tau**2 for standing in standings]
        spread = _spread(variances, self._model.beta)
        strengths = _strengths(standings, spread)
        places = [seat.place for seat in seats]
        # What a winner of this place had to beat: everybody who came in there or behind.
        left = [
            math.fsum(s for s, place in zip(strengths, places, strict=True) if place >= mine)
            for mine in places
        ]
        tied = [places.count(place) for place in places]
        parts: list[list[Part]] = []
        for i, mine in enumerate(places):
            scale = variances[i] / spread
            row = []
            for j, other in enumerate(places):
                if j == i:
                    continue
                gain = 0.0
                if mine <= other:
                    gain += strengths[j] / left[i] / tied[i]
                if other <= mine:
                    gain -= strengths[i] / left[j] / tied[j]
                row.append(Part(seats[j].player, scale * gain))
            parts.append(row)
        return parts

    def shown(self, mu: float, sigma: float) -> float:
        """Return the library's ordinal: what a player is almost surely worth at least."""
        return mu - 3.0 * sigma

    def chances(self, standings: Sequence[Standing]) -> tuple[Chance, ...]:
        if len(standings) < 2:
            raise ValueError("a planned table takes two seats or more")
        spread = _spread([standing.sigma**2 for standing in standings], self._model.beta)
        strengths = _strengths(standings, spread)
        total = math.fsum(strengths)
        return tuple(
            Chance(
                mine / total,
                math.fsum(mine / (mine + other) for j, other in enumerate(strengths) if j != i)
                / (len(strengths) - 1),
            )
            for i, mine in enumerate(strengths)
        )


def _spread(variances: Sequence[float], beta: float) -> float:
    """Return the model's c: how much the results of a whole table are spread."""
    return math.sqrt(math.fsum(variance + beta**2 for variance in variances))


def _strengths(standings: Sequence[Standing], spread: float) -> list[float]:
    """Return how likely each is to win a stage, up to a common factor; the best has 1."""
    best = max(standing.mu for standing in standings)
    return [math.exp((standing.mu - best) / spread) for standing in standings]


def _adding_up(parts: Sequence[Part], delta: float) -> tuple[Part, ...]:
    """Return the parts with what is missing to `delta` spread evenly over them."""
    missing = (delta - math.fsum(part.delta for part in parts)) / len(parts)
    return tuple(Part(part.opponent, part.delta + missing) for part in parts)
