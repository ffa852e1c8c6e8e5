"""Who hears about appended events. Apps fill these registries in `ready()`; services read them."""

from collections.abc import Callable, Collection, Sequence
from uuid import UUID

import msgspec

from replays.chain import Problem, RecordedEvent

Projection = Callable[[UUID, Sequence[RecordedEvent]], None]
Handler = Callable[[UUID, int], None]
Verifier = Callable[[UUID, Sequence[RecordedEvent]], Problem | None]
Wakeup = Callable[[UUID, int], None]
Rebuild = Callable[[], str]
Wanted = Callable[[UUID, Sequence[RecordedEvent]], bool]
Follower = Callable[[UUID, Sequence[RecordedEvent]], None]


class Subscription(msgspec.Struct, frozen=True):
    """A consumer of its own topic: hears, in a worker, of appended events of some types."""

    topic: str
    hears: Callable[[str], bool]
    """Says whether events of a type are of interest; asked for every event that is appended."""
    handler: Handler
    outside: bool = False
    """True for a slow handler: it runs outside the transaction of its checkpoint."""
    wanted: Wanted | None = None
    """Says, inside the transaction of an append, whether such a stream is worth a task at all."""


_projections: dict[str, dict[str, Projection]] = {}
_followers: dict[str, dict[str, Follower]] = {}
_subscriptions: dict[str, Subscription] = {}
_verifiers: dict[str, Verifier] = {}
_comparisons: dict[str, Verifier] = {}
_wakeups: dict[str, Wakeup] = {}
_rebuilds: dict[str, Rebuild] = {}


def register_projection(kind: str, handler: Projection) -> None:
    """Run `handler(stream_id, events)` inside the transaction of every append to such a stream."""
    _projections.setdefault(kind, {})[_name(handler)] = handler


def projections_of(kind: str) -> Collection[Projection]:
    """Return the projections of one kind of stream, in the order of their registration."""
    return _projections.get(kind, {}).values()


def projected_kinds() -> list[str]:
    """Return the kinds of streams in the order in which their projections were registered."""
    return list(_projections)


def register_follower(kind: str, follower: Follower) -> None:
    """Let `follower(stream_id, events)` change or refuse what depends on such a stream.

    It runs inside the transaction of every append, after the projections, and what it raises
    undoes the append. A backup that is restored brings back both sides and asks nobody.
    """
    _followers.setdefault(kind, {})[_name(follower)] = follower


def followers_of(kind: str) -> Collection[Follower]:
    """Return who follows one kind of stream."""
    return _followers.get(kind, {}).values()


def subscribe(
    topic: str,
    types: Collection[str] | Callable[[str], bool],
    handler: Handler,
    *,
    outside: bool = False,
    wanted: Wanted | None = None,
) -> None:
    """Run `handler(stream_id, version)` in a worker after events of these types are committed.

    Types that may become more are said by a function, which is asked at each append.
    `version` is the newest such event of one append. The handler runs at least once, inside the
    transaction of its checkpoint, and is not called again for a version it has passed: it should
    read the stream as it stands and be harmless when run twice.

    A handler that thinks for long is called `outside` that transaction, so that it holds no lock;
    it may then run twice at once, or again after it has written. `wanted(stream_id, events)` is
    asked in the transaction of an append and spares what does not concern the topic a task.
    """
    known = _subscriptions.get(topic)
    if known is not None and _name(known.handler) != _name(handler):
        raise ValueError(f"topic {topic} is taken by {_name(known.handler)}")
    hears = types if callable(types) else frozenset(types).__contains__
    _subscriptions[topic] = Subscription(topic, hears, handler, outside, wanted)


def subscription(topic: str) -> Subscription | None:
    """Return the subscription of a topic, or None if nothing listens to it any more."""
    return _subscriptions.get(topic)


def topics_wanting(
    topics: Collection[str], stream_id: UUID, events: Sequence[RecordedEvent]
) -> list[str]:
    """Return those topics that want to hear about what was appended to a stream."""
    conditions = [(topic, _subscriptions[topic].wanted) for topic in topics]
    return [topic for topic, wanted in conditions if wanted is None or wanted(stream_id, events)]


def topics_for(type_: str) -> tuple[str, ...]:
    return tuple(
        subscription.topic for subscription in _subscriptions.values() if subscription.hears(type_)
    )


def register_verifier(kind: str, verifier: Verifier) -> None:
    """Let `verifier(stream_id, events)` judge what an intact chain of such a stream says."""
    _verifiers[kind] = verifier


def verifier_of(kind: str) -> Verifier | None:
    """Return what judges the content of one kind of stream, or None."""
    return _verifiers.get(kind)


def register_comparison(kind: str, comparison: Verifier) -> None:
    """Let `comparison(stream_id, events)` hold a stored, sound stream against the others."""
    _comparisons[kind] = comparison


def comparison_of(kind: str) -> Verifier | None:
    """Return what compares one kind of stream with others, or None."""
    return _comparisons.get(kind)


def on_wakeup(wakeup: Wakeup) -> None:
    """Call `wakeup(stream_id, version)` in the appending process right after each commit."""
    _wakeups[_name(wakeup)] = wakeup


def wakeups() -> Collection[Wakeup]:
    return _wakeups.values()


def on_rebuild(rebuild: Rebuild) -> None:
    """Call `rebuild()` after the rows of every stream were made again from their logs.

    It returns in a few words what it has made again.
    """
    _rebuilds[_name(rebuild)] = rebuild


def rebuilds() -> Collection[Rebuild]:
    return _rebuilds.values()


def _name(function: Callable[..., object]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
