"""How well the rating systems find out who is strong: simulated players whose strength is known.

`python -m benchmarks.rating_quality` prints the tables of docs/ladders.md. Everything is drawn from
seeds, so that the numbers are the same in every run. The peers of a run see the same matches:
"every pair 50 %" knows nothing, "the true strengths" knows everything, and openskill's own
`predict_win` takes the same ratings as our OpenSkill.
"""

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import NormalDist, fmean
from typing import NamedTuple
from uuid import UUID

from openskill.models import PlackettLuce

from games.core.rng import SeededRng
from tournaments.ladders.ratings.rating_system import RatingSystem, Seat, Standing
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.ratings.systems import system_of

PLAYERS = 60
SEATS = (2, 3, 4, 5, 6)
SEEDS = tuple(range(1, 9))
BINS = 10
ELO, OPENSKILL = "pairwise Elo", "OpenSkill"
BLIND, LIBRARY, TRUTH = "every pair 50 %", "openskill's predict_win", "the true strengths"
FORECASTERS = (BLIND, ELO, OPENSKILL, LIBRARY, TRUTH)
RANKERS = (ELO, OPENSKILL)
_SUREST = 1e-6
_NORMAL = NormalDist()
# A score is 50 + 10 x strength + 15 x luck in whole points, so that ties happen.
_SCORE_SKILL, _SCORE_LUCK = 10.0, 15.0


class Match(NamedTuple):
    """A table: who sat there, and which place each took."""

    players: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class World:
    """A way in which strength and luck make results."""

    title: str
    matches: int
    perform: Callable[[float, SeededRng], float]
    """What a strength comes to in one match; more is better."""
    truth: Callable[[float], float]
    """The chance to beat somebody who is weaker by so much."""


@dataclass
class Forecast:
    """The pairs that were forecast: how surprising they were, and by bin of the forecast."""

    surprise: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [0] * BINS)
    promised: list[float] = field(default_factory=lambda: [0.0] * BINS)
    observed: list[float] = field(default_factory=lambda: [0.0] * BINS)

    def add(self, chance: float, result: float) -> None:
        """Count one pair; a tie is half a win."""
        # Being wrong after a certain forecast would cost infinitely much.
        chance = min(max(chance, _SUREST), 1.0 - _SUREST)
        self.surprise.append(-result * math.log(chance) - (1.0 - result) * math.log1p(-chance))
        place = min(int(chance * BINS), BINS - 1)
        self.counts[place] += 1
        self.promised[place] += chance
        self.observed[place] += result

    @property
    def log_loss(self) -> float:
        """The mean surprise of a pair."""
        return math.fsum(self.surprise) / len(self.surprise)

    @property
    def calibration_error(self) -> float:
        """How far promised and observed lie apart, over the bins by their counts."""
        apart = [abs(p - o) for p, o in zip(self.promised, self.observed, strict=True)]
        return math.fsum(apart) / sum(self.counts)


@dataclass(frozen=True)
class Quality:
    """What came out of one world."""

    world: World
    losses: dict[str, tuple[float, ...]]
    """Log-loss by forecaster, one per seed."""
    pooled: dict[str, Forecast]
    """All the seeds together."""
    ordered: dict[str, tuple[float, ...]]
    """Share of pairs of players in the right order at the end, one per seed."""


def _logistic(difference: float) -> float:
    return 1.0 / (1.0 + math.exp(-difference))


def _uniform(rng: SeededRng) -> float:
    return (rng.below(2**52) + 0.5) / 2**52


def _gumbel(strength: float, rng: SeededRng) -> float:
    """Sorted by this, a table is an exact draw of the Plackett-Luce model."""
    return strength - math.log(-math.log(_uniform(rng)))


def _score(strength: float, rng: SeededRng) -> float:
    luck = _NORMAL.inv_cdf(_uniform(rng))
    return float(round(50.0 + _SCORE_SKILL * strength + _SCORE_LUCK * luck))


def _score_truth(difference: float) -> float:
    return _NORMAL.cdf(_SCORE_SKILL * difference / (_SCORE_LUCK * math.sqrt(2.0)))


WORLDS = (
    World("many matches", 2400, _gumbel, _logistic),
    World("few matches", 300, _gumbel, _logistic),
    World("scores with luck", 2400, _score, _score_truth),
)


def simulated(world: World, seed: int) -> tuple[list[float], list[Match]]:
    """Return the true strengths of the players and the matches they played."""
    rng = SeededRng(f"{world.title} {seed}")
    strengths = [_NORMAL.inv_cdf(_uniform(rng)) for _ in range(PLAYERS)]
    matches = []
    for _ in range(world.matches):
        free = list(range(PLAYERS))
        players = [free.pop(rng.below(len(free))) for _ in range(SEATS[rng.below(len(SEATS))])]
        shown = [world.perform(strengths[player], rng) for player in players]
        places = tuple(1 + sum(other > mine for other in shown) for mine in shown)
        matches.append(Match(tuple(players), places))
    return strengths, matches


def measured(world: World, seeds: Sequence[int] = SEEDS) -> Quality:
    """Rate the matches of every seed, forecasting those of the second half before rating them."""
    pooled = {name: Forecast() for name in FORECASTERS}
    losses: dict[str, list[float]] = {name: [] for name in FORECASTERS}
    ordered: dict[str, list[float]] = {name: [] for name in RANKERS}
    for seed in seeds:
        strengths, matches = simulated(world, seed)
        one = {name: Forecast() for name in FORECASTERS}
        for name, rules in ((ELO, LadderRules()), (OPENSKILL, LadderRules(system="openskill"))):
            system = system_of(rules)
            final = _rated(system, matches, name, (one, pooled))
            shown = [system.shown(standing.mu, standing.sigma) for standing in final]
            ordered[name].append(_ordered_right(shown, strengths))
        for match in matches[len(matches) // 2 :]:
            for i, j, result in _pairs(match):
                truth = world.truth(strengths[match.players[i]] - strengths[match.players[j]])
                for forecasts in (one, pooled):
                    forecasts[TRUTH].add(truth, result)
                    forecasts[BLIND].add(0.5, result)
        for name in FORECASTERS:
            losses[name].append(one[name].log_loss)
    return Quality(
        world,
        {name: tuple(values) for name, values in losses.items()},
        pooled,
        {name: tuple(values) for name, values in ordered.items()},
    )


def _rated(
    system: RatingSystem,
    matches: Sequence[Match],
    name: str,
    collected: Sequence[dict[str, Forecast]],
) -> list[Standing]:
    """Return the standings after all matches, the second half of them forecast one by one."""
    library = PlackettLuce()
    ids = [UUID(int=number) for number in range(PLAYERS)]
    standings = [system.first()] * PLAYERS
    for number, match in enumerate(matches):
        before = [standings[player] for player in match.players]
        if number >= len(matches) // 2:
            first = [chance.first for chance in system.chances(before)]
            for i, j, result in _pairs(match):
                for forecasts in collected:
                    forecasts[name].add(first[i] / (first[i] + first[j]), result)
                if name == OPENSKILL:
                    pair = [[library.rating(before[k].mu, before[k].sigma)] for k in (i, j)]
                    chance = library.predict_win(pair)[0]
                    for forecasts in collected:
                        forecasts[LIBRARY].add(chance, result)
        seats = [
            Seat(ids[player], place)
            for player, place in zip(match.players, match.places, strict=True)
        ]
        for player, change in zip(match.players, system.rate(seats, before), strict=True):
            standings[player] = Standing(change.mu, change.sigma, change.before.matches + 1)
    return standings


def _pairs(match: Match) -> list[tuple[int, int, float]]:
    """Return each pair of seats once, with the result of the first of the two."""
    return [
        (
            i,
            j,
            0.5 if match.places[i] == match.places[j] else float(match.places[i] < match.places[j]),
        )
        for i, j in combinations(range(len(match.places)), 2)
    ]


def _ordered_right(shown: Sequence[float], strengths: Sequence[float]) -> float:
    return fmean(
        (shown[i] > shown[j]) == (strengths[i] > strengths[j])
        for i, j in combinations(range(len(shown)), 2)
    )


def quality_lines(qualities: Sequence[Quality]) -> list[str]:
    """Return the table of all worlds, in Markdown."""
    lines = [
        "| matches | forecast by | log-loss (lowest to highest seed) | pairs ordered right "
        "| calibration error |",
        "|---|---|---|---|---|",
    ]
    for quality in qualities:
        for name in FORECASTERS:
            losses = quality.losses[name]
            right = f"{100 * fmean(quality.ordered[name]):.1f} %" if name in RANKERS else ""
            lines.append(
                f"| {quality.world.title} | {name} "
                f"| {fmean(losses):.4f} ({min(losses):.4f} to {max(losses):.4f}) "
                f"| {right} | {100 * quality.pooled[name].calibration_error:.1f} % |"
            )
    return lines


def calibration_lines(quality: Quality) -> list[str]:
    """Return, for one world, what each bin promised and what happened, in Markdown."""
    lines = [
        f"| forecast | {ELO}: pairs | promised | happened | {OPENSKILL}: pairs | promised "
        "| happened |",
        "|---|---|---|---|---|---|---|",
    ]
    for place in range(BINS):
        cells = [f"{100 * place // BINS} to {100 * (place + 1) // BINS} %"]
        for name in RANKERS:
            forecast = quality.pooled[name]
            count = forecast.counts[place]
            cells.append(f"{count:,}")
            for total in (forecast.promised[place], forecast.observed[place]):
                cells.append(f"{100 * total / count:.1f} %" if count else "–")
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def main() -> int:
    """Print the tables of every world."""
    qualities = [measured(world) for world in WORLDS]
    print("\n".join(quality_lines(qualities)))
    for quality in qualities:
        print(f"\n{quality.world.title}:\n")
        print("\n".join(calibration_lines(quality)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
