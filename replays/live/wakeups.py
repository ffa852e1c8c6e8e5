"""Whoever writes wakes the hubs: those of this process at once, those of others through Redis."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from uuid import UUID
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from replays.live.hub import Hub
from replays.models import Stream

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""So long nobody waits for a Redis that was found away."""

_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()
_marks: dict[str, Callable[[Collection[UUID]], Mapping[UUID, object]]] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(marks_of, _hear)
    return _hubs[loop]


def wake(topic: UUID, _version: int = 0) -> None:
    """Say that something about a topic may be new; never fails, and never waits for long."""
    for one in list(_hubs.values()):
        one.wake(topic)
    if settings.REDIS_URL:
        _shout.run(topic)


def close() -> None:
    """Let everybody go who listens in this process: it ends."""
    for one in list(_hubs.values()):
        one.close()


def register_marks(name: str, marks: Callable[[Collection[UUID]], Mapping[UUID, object]]) -> None:
    """Let `marks(topics)` say for those it knows what changes with them; beside their streams."""
    _marks[name] = marks


def marks_of(topics: Collection[UUID]) -> Mapping[UUID, object]:
    """Return what changes with each topic: its newest version, and what others know of it."""
    found: dict[UUID, object] = dict(
        Stream.objects.filter(pk__in=topics).values_list("pk", "version")
    )
    for marks in _marks.values():
        for topic, mark in marks(topics).items():
            found[topic] = (found.get(topic), mark)
    return found


class Shout:
    """Tells other processes through Redis; who writes does not wait for one that is away."""

    def __init__(self) -> None:
        self._ask_again = 0.0

    def run(self, topic: UUID) -> None:
        if time.monotonic() < self._ask_again:
            return
        try:
            _client(settings.REDIS_URL).publish(_channel(), topic.bytes)
        except (RedisError, OSError) as error:
            self._ask_again = time.monotonic() + PAUSE_SECONDS
            logger.warning("Redis is away, other processes look by themselves: %s", error)


_shout = Shout()


@lru_cache(maxsize=4)
def _client(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=0.5)


def _channel() -> str:
    return f"{settings.REDIS_PREFIX}live"


async def _hear(wake_hub: Callable[[UUID], None]) -> None:
    """Pass on what other processes say, for as long as this is awaited."""
    while settings.REDIS_URL:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2)
        try:
            async with client.pubsub() as ear:
                await ear.subscribe(_channel())
                async for told in ear.listen():
                    if told["type"] == "message":
                        wake_hub(UUID(bytes=told["data"]))
        except (RedisError, OSError) as error:
            logger.warning("Redis is away, news are looked for: %s", error)
        finally:
            await client.aclose()
        await asyncio.sleep(PAUSE_SECONDS)
