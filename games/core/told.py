"""A result that people tell, held against the game: does it contradict itself, is it likely?"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.setup import Setup

_LOWEST_WINS = ("winner", "lowest")
"""The option of games in which the lowest score is the best."""


class Unlikely(NamedTuple):
    """A score far outside what the game gives."""

    seat: int
    score: int
    least: int
    most: int


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


def unlikely_score(rules: AnyRules, setup: Setup, scores: Sequence[int]) -> Unlikely | None:
    """Return the first score that the game can hardly have given; None if there is none."""
    likely = rules.likely_scores(setup)
    if likely is None:
        return None
    least, most = likely
    found = (Unlikely(seat, score, least, most) for seat, score in enumerate(scores))
    return next((one for one in found if not least <= one.score <= most), None)


def require_likely(rules: AnyRules, setup: Setup, scores: Sequence[int]) -> None:
    """Raise `score_unlikely` for a score that the game can hardly have given."""
    if (found := unlikely_score(rules, setup, scores)) is not None:
        raise RuleViolation("score_unlikely", **found._asdict())
