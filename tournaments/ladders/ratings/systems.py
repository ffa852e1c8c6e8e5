"""Which rating system a ladder uses."""

from functools import cache

from tournaments.ladders.ratings import elo, plackett_luce
from tournaments.ladders.ratings.rating_system import RatingSystem
from tournaments.ladders.ratings.rules import LadderRules


@cache
def system_of(rules: LadderRules) -> RatingSystem:
    match rules.system:
        case "elo":
            return elo.PairwiseElo(rules)
        case "openskill":
            return plackett_luce.OpenSkill(rules)


def most_first(rules: LadderRules) -> float:
    """Return the highest rating that a start list may give in the system of the rules."""
    return elo.MOST_FIRST if rules.system == "elo" else plackett_luce.MOST_FIRST
