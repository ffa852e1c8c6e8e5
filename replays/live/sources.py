"""What can be followed: a source says what is new after a position, for one kind of viewer."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple, Protocol
from uuid import UUID

import msgspec


class Message(NamedTuple):
    """One thing that happened, as it is sent."""

    position: int
    block: bytes


class Reading(NamedTuple):
    """What a source has to say after a position."""

    messages: Sequence[Message]
    position: int
    """Up to here everything is told."""
    seconds: float | None = None
    """After how long there will be more, though nobody writes anything: what is told late."""
    over: bool = False
    """True when whoever listens may know nothing any more."""
    topics: frozenset[UUID] = frozenset()
    """What it depends on beside the topics of its source, until the next reading."""


OVER = Reading((), 0, over=True)


class Source(Protocol):
    """Something that is followed by everybody who may see the same of it."""

    @property
    def key(self) -> Hashable:
        """What is equal for those who are told the same: one reading serves them all."""

    @property
    def topics(self) -> frozenset[UUID]:
        """The ids whose changes may mean something new here."""

    def read(self, after: int | None) -> Reading:
        """Return what is new after a position, or how it stands for who knows nothing yet.

        Called in a thread, whenever something may be new; it asks again who may know what.
        """


def message(position: int, event: str, data: object) -> Message:
    """Return a message of a kind as server-sent events write it; its position is its id."""
    body = msgspec.json.encode(data)  # has no line breaks
    return Message(position, b"id: %d\nevent: %b\ndata: %b\n\n" % (position, event.encode(), body))
