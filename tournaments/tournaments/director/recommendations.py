"""Which table sizes serve a Swiss stage over all its rounds, by how many will play."""

from fractions import Fraction

from tournaments.tournaments.director.games import seats_of
from tournaments.tournaments.director.pairings import aims_of
from tournaments.tournaments.director.rankings import scoring_of
from tournaments.tournaments.director.rules import MOST_SEATS, StageRules
from tournaments.tournaments.director.state import State
from tournaments.tournaments.pairing.problem import PairingRules
from tournaments.tournaments.pairing.recommending import (
    Outlook,
    Points,
    recommend,
    sensible_sizes,
)

SEED = "recommended"
"""Whoever asks gets the same answer: results are drawn from this, not from a tournament's seed."""


def outlooks_of(rules: StageRules, players: int) -> tuple[Outlook, ...]:
    """Return what a stage comes to with each sensible set of sizes, the best for its aims first.

    Empty for formats that seat by themselves. Raises `too_large_to_try`, or why so many cannot be
    seated at all.
    """
    seats = seats_of(rules.game)
    if rules.format != "swiss" or rules.preferred not in seats:
        return ()
    limits = [limit for limit in (rules.most_tables, rules.game.boxes) if limit is not None]
    pairing = PairingRules(
        sizes=(rules.preferred,),
        preferred=rules.preferred,
        most_tables=min(limits) if limits else None,
        byes=rules.byes,
        aims=aims_of(rules.aims),
        seed=SEED,
    )
    sizes = sensible_sizes(rules.preferred, seats)
    return recommend(players, rules.rounds, pairing, sizes, _points(rules))


def expected_players(state: State, number: int) -> int:
    """Return how many will play a stage as far as one can tell; 0: nobody knows."""
    entrants = sum(not entrant.dropped for entrant in state.entrants.values())
    stage = state.stages.get(number)
    if stage is not None and stage.rules.cut.kind == "top":
        return min(entrants, stage.rules.cut.top) if entrants else stage.rules.cut.top
    return entrants


def _points(rules: StageRules) -> Points:
    """Return what places are worth; shares of a score that nobody knows fall evenly."""
    scheme = scoring_of(rules).scheme
    if not scheme.is_share:
        return tuple(scheme.row(size) if size > 1 else () for size in range(MOST_SEATS + 1))
    return tuple(
        tuple(Fraction(2 * (size - place), size * (size + 1)) for place in range(size))
        for size in range(MOST_SEATS + 1)
    )
