"""Counts within windows of time that hold however many count at once, in whatever process."""

import time
from contextlib import suppress
from typing import NamedTuple

from django.core.cache.backends.base import BaseCache

from replays.http.caching import shared


class Counted(NamedTuple):
    """One more of something, and the window it was counted in."""

    key: str
    place: str
    """Where the count of this window is kept."""
    number: int
    """Which one it is in its window, from 1."""
    left: float
    """Seconds until the window is over."""

    def forget(self) -> None:
        """Begin a new window with the next."""
        shared.run(lambda cache: cache.delete_many([self.key, self.place]))

    def take_back(self) -> None:
        """Let it not have happened."""

        def one_less(cache: BaseCache) -> None:
            with suppress(ValueError):
                cache.decr(self.place)

        shared.run(one_less)


def count(key: str, seconds: int, now: float | None = None) -> Counted:
    """Count one more in the window of a key; windows begin with the first and last so long.

    Nothing is read and then written: who opens a window and who is the how-many-th in it is
    decided by the cache.
    """
    moment = time.time() if now is None else now

    def one_more(cache: BaseCache) -> Counted:
        since = cache.get_or_set(key, moment, seconds)
        if since is None or moment >= since + seconds:
            since = moment
            cache.set(key, since, seconds)
        place = f"{key}:{since}"
        cache.add(place, 0, seconds)
        number = 1
        # It may have gone between the two lines: a cache owes nobody anything.
        with suppress(ValueError):
            number = cache.incr(place)
        return Counted(key, place, number, min(seconds, since + seconds - moment))

    return shared.run(one_more)
