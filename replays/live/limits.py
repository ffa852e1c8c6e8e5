"""How many may listen at once, in all and from one address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


class Limits:
    """Counts the streams that are open in this process."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def entered(self, address: str) -> Iterator[None]:
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def is_full(self, address: str) -> bool:
        """Say whether one more is too many."""
        return (
            self._open[address] >= settings.STREAMS_PER_ADDRESS
            or self._open.total() >= settings.STREAMS
        )


limits = Limits()
