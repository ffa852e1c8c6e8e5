"""How much work a test does: all of it under KAITEN_SOAK=1, a part of it otherwise."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

PART = 16
"""How many times less an ordinary run does, unless told otherwise."""


def soaking() -> bool:
    """Say whether all of the work is asked for."""
    return os.environ.get("KAITEN_SOAK") == "1"


def scaled(full: int, part: int = PART) -> int:
    """Return `full` in a soak run and a sixteenth or other part, at least 1, in any other."""
    return full if soaking() else max(1, full // part)


def sampled(cases: Sequence[T], every: int, first: int = 0) -> Sequence[T]:
    """Return all cases in a soak run and every so many of them, from `first` on, in any other."""
    return cases if soaking() else cases[first % every :: every]
