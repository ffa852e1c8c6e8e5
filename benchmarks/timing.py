"""Best-of-several timing; batches are taken in turn so that all meet the same noise."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

Batch = Callable[[], int]
"""Does some work and returns how many units it did."""

Prepare = Callable[[], Batch]
"""Makes what a batch needs, outside the measured time."""


@dataclass(frozen=True)
class Row:
    """One line of the table: seconds per unit (or bytes) of ours and of the peer."""

    name: str
    unit: str
    ours: float
    peer_name: str
    peer: float | None
    target: str
    reached: bool | None

    @property
    def ratio(self) -> float | None:
        """How many times our rate is the peer's; above 1 we are faster."""
        return None if self.peer is None else self.peer / self.ours


def best_of(
    prepares: list[Prepare], *, rounds: int, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Return the best seconds per unit of each batch over `rounds` rounds, taken in turn."""
    best = [float("inf")] * len(prepares)
    for _ in range(rounds):
        for index, prepare in enumerate(prepares):
            batch = prepare()
            gc.collect()
            gc.disable()
            started = clock()
            units = batch()
            spent = clock() - started
            gc.enable()
            best[index] = min(best[index], spent / units)
    return best
