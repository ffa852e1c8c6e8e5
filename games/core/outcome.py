"""How a match ended: places, scores and every score broken down by its rule."""

from collections.abc import Sequence
from typing import Literal

import msgspec


class ScoreLine(msgspec.Struct, frozen=True):
    """Points that one rule gave; `rule` names its words: `rule.<rule>`."""

    rule: str
    points: int
    detail: str = ""
    """What was counted, in components' own values, such as `+3 +5 +1`."""
    round: int = 0
    """The round that gave them, in games that are scored by rounds; 0 is the match as a whole."""


Ending = Literal["complete", "abandoned", "running"]


class Outcome(msgspec.Struct, frozen=True):
    """Scores as the rules count them; `final` is False while the match could go on."""

    final: bool
    places: tuple[int, ...]
    scores: tuple[int, ...]
    breakdown: tuple[tuple[ScoreLine, ...], ...]
    ending: Ending = "complete"


def shared_places(ranks: Sequence[object], *, reverse: bool = True) -> tuple[int, ...]:
    """Return places from 1 for comparable keys, best first; equal keys share the better place."""
    ordered = sorted(ranks, reverse=reverse)  # type: ignore[type-var]
    return tuple(ordered.index(rank) + 1 for rank in ranks)


def ranked(
    breakdown: Sequence[tuple[ScoreLine, ...]],
    ties: Sequence[int] | None = None,
    *,
    final: bool,
    ending: Ending | None = None,
) -> Outcome:
    """Return the outcome of score lines; the larger number of `ties` is ahead of an equal score."""
    scores = tuple([sum([line.points for line in lines]) for lines in breakdown])
    return Outcome(
        final=final,
        places=shared_places(scores if ties is None else list(zip(scores, ties, strict=True))),
        scores=scores,
        breakdown=tuple(breakdown),
        ending=ending or ("complete" if final else "running"),
    )
