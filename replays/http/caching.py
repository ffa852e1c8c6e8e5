"""The cache that counters live in: shared by all processes, or this one's own for a while."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

T = TypeVar("T")

# Nobody else waits for a server that was found away a moment ago.
PAUSE_SECONDS = 1.0


class ForgivingCache:
    """Uses the cache `default`, and the cache `local` as long as that one does not answer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ask_again = clock()

    def run(self, operation: Callable[[BaseCache], T]) -> T:
        """Return what `operation` makes of the cache that can be used now."""
        if self._clock() >= self._ask_again:
            try:
                return operation(caches["default"])
            except (RedisError, OSError) as error:
                self._ask_again = self._clock() + PAUSE_SECONDS
                logger.warning("The cache is away, this process counts alone: %s", error)
        return operation(caches["local"])


shared = ForgivingCache()
