"""A new period from an old ladder: everybody drawn towards the mean by a chosen share."""

import math
from collections.abc import Mapping
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.ladders.ratings.rating_system import RatingSystem


def drawn_to_mean(
    ratings: Mapping[UUID, tuple[float, float]], share_percent: int, system: RatingSystem
) -> dict[UUID, tuple[float, float]]:
    """Return mu and sigma of every player, drawn to the mean mu and to a newcomer's sigma.

    Raises `bad_share` for a share that is not 0 to 100.
    """
    if not 0 <= share_percent <= 100:
        raise RuleViolation("bad_share", share=share_percent)
    if share_percent == 0 or not ratings:
        return dict(ratings)
    mean = math.fsum(mu for mu, _ in ratings.values()) / len(ratings)
    unsure = system.first().sigma
    kept = 100 - share_percent
    return {
        player: (mean + kept * (mu - mean) / 100.0, unsure + kept * (sigma - unsure) / 100.0)
        for player, (mu, sigma) in ratings.items()
    }
