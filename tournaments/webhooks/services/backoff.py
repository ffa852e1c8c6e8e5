"""How long to wait after a receiver did not take something."""

import random
from datetime import timedelta

WAITS = [timedelta(seconds=seconds) for seconds in (5, 15, 60, 300, 900)]
WAITS += [timedelta(hours=hours) for hours in (1, 2, 4, 8, 12)]
GIVEN_UP_AFTER = timedelta(days=2)
OVERTAKEN_AFTER = 4
"""After so many tries what comes later is tried as well: the fault may be of this one alone."""


def wait_after(failures: int) -> timedelta:
    """Return how long to wait after so many failures in a row, give or take a fifth."""
    usual = WAITS[min(failures, len(WAITS)) - 1]
    return usual * random.uniform(0.8, 1.2)  # noqa: S311  (spreads load, guards nothing)
