"""What was made lately and is the same for whoever asks for it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from django.conf import settings

T = TypeVar("T")


class Kept(Generic[T]):
    """The things that were asked for last, in this process alone and not more than so many.

    A key names everything that a thing depends on. With KAITEN_DEBUG=1 each is made every time,
    because a template may have changed.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._things: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable) -> T | None:
        """Return the thing of a key, if it is there."""
        with self._lock:
            return self._things.get(key)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the thing of a key, made now if it is not there."""
        if settings.DEBUG:
            return make()
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                return self._things[key]
        thing = make()
        self.keep(key, thing)
        return thing

    def keep(self, key: Hashable, thing: T) -> None:
        """Keep a thing under a key, in the place of what was there."""
        with self._lock:
            self._things[key] = thing
            self._things.move_to_end(key)
            while len(self._things) > self.limit:
                self._things.popitem(last=False)
