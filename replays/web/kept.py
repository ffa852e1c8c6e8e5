"""Pieces of pages that were made lately and are the same for whoever asks for them."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.conf import settings


class Kept:
    """The pieces that were asked for last, in this process alone and not more than so many.

    A key names everything that a piece depends on. With KAITEN_DEBUG=1 each is made every time,
    because a template may have changed.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._pieces: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        """Return the piece of a key, made now if it is not there."""
        if settings.DEBUG:
            return make()
        with self._lock:
            piece = self._pieces.get(key)
            if piece is not None:
                self._pieces.move_to_end(key)
                return piece
        piece = make()
        with self._lock:
            self._pieces[key] = piece
            while len(self._pieces) > self.limit:
                self._pieces.popitem(last=False)
        return piece
