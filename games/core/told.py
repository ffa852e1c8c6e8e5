"""A result that people tell, held against the game: does it contradict itself?"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from games.core.contract import AnyRules
from games.core.errors import RuleViolation

_LOWEST_WINS = ("winner", "lowest")
"""The option of games in which the lowest score is the best."""


def lowest_wins(options: Mapping[str, object]) -> bool:
    """Whether the lowest score is the best with these options."""
    option, lowest = _LOWEST_WINS
    return options.get(option) == lowest


def require_agreement(
    rules: AnyRules | None,
    options: Mapping[str, object],
    scores: Sequence[int],
    places: Sequence[int],
) -> None:
    """Raise `places_contradict_scores` where a better score has no better place.

    Equal scores may be separated. A game may say that its places do not follow the scores; None
    stands for one that is not installed.
    """
    if not getattr(rules, "places_follow_scores", True):
        return
    sign = -1 if lowest_wins(options) else 1
    seats = sorted(range(len(scores)), key=lambda seat: (-sign * scores[seat], places[seat]))
    for ahead, behind in pairwise(seats):
        if scores[ahead] != scores[behind] and places[ahead] >= places[behind]:
            raise RuleViolation(
                "places_contradict_scores",
                scores=[scores[ahead], scores[behind]],
                places=[places[ahead], places[behind]],
            )
