"""That something changed, for pages that then ask for themselves again."""

import time
from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from replays import ports
from replays.live.callers import Caller
from replays.live.sources import OVER, Reading, message


class Mark(NamedTuple):
    """How something stands for somebody."""

    word: str
    """Another one whenever something changed."""
    seconds: float | None = None
    """After how long it will be another one by itself: what is told late."""
    topics: frozenset[UUID] = frozenset()
    """What it depends on beside the thing itself."""


MarkOf = Callable[[Caller, UUID], Mark | None]
"""Says how a thing stands for somebody; None: it is not there."""


class Subject(NamedTuple):
    """A kind of thing whose changes can be followed."""

    kind: str
    mark: MarkOf
    noun: str
    """What an address calls its id, but for `_id`."""


MOST_POSITIONS = 20_000

_subjects: dict[str, Subject] = {}


def register_subject(kind: str, mark: MarkOf, noun: str = "") -> None:
    """Let everything of a kind be followed; apps do so in `ready()`."""
    _subjects[kind] = Subject(kind, mark, noun or kind)


def subject(kind: str) -> Subject | None:
    return _subjects.get(kind)


class Changes(NamedTuple):
    """A thing as `replays.live.sources.Source`: positions are only good for one process."""

    caller: Caller
    subject: Subject
    id: UUID
    known: str
    """The mark of the page that follows."""

    @property
    def key(self) -> Hashable:
        return ("changes", self.subject.kind, self.id, self.caller)

    @property
    def topics(self) -> frozenset[UUID]:
        return frozenset({self.id})

    def read(self, after: int | None) -> Reading:
        mark = self.mark()
        if mark is None:
            return OVER
        word, seconds, topics = mark
        position = _positions.of(self.key, word)
        fresh = word == self.known if after is None else position <= after
        news = () if fresh else [message(position, "changed", {"mark": word})]
        return Reading(news, position, seconds, topics=topics)

    def mark(self) -> Mark | None:
        """Return how it stands; None for what the caller may not know of."""
        # First how it stands, then who may know that.
        mark = self.subject.mark(self.caller, self.id)
        if mark is None or not self.caller.holds():
            return None
        onlooker = ports.policy().onlooker(self.caller.actor)
        return None if onlooker.missing({f"{self.subject.noun}_id": self.id}) else mark


class Positions:
    """Numbers that grow with every new mark, also from one process to the next."""

    def __init__(self) -> None:
        self._last: dict[Hashable, tuple[str, int]] = {}
        self._lock = Lock()

    def of(self, key: Hashable, mark: str) -> int:
        with self._lock:
            known, number = self._last.get(key, ("", 0))
            if mark != known:
                number = max(number + 1, int(time.time() * 1000))
                self._last[key] = (mark, number)
                if len(self._last) > MOST_POSITIONS:
                    # Whoever still follows that is told once more than needed.
                    del self._last[next(iter(self._last))]
            return number


_positions = Positions()
