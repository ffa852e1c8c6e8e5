"""One hub for each event loop: whoever looks listens here, whatever is written wakes it.

All who may see the same share a channel, which reads what is new once for them. A wake-up only
says where to look: whatever it is lost, late or doubled, positions say what was told to whom.
"""

import asyncio
import logging
import random
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar
from uuid import UUID

from django.db import connections

from replays.live.sources import Message, Reading, Source

logger = logging.getLogger(__name__)

T = TypeVar("T")
Marks = Callable[[Collection[UUID]], Mapping[UUID, object]]
"""Says for topics something that changes whenever they do."""
Ear = Callable[[Callable[[UUID], None]], Coroutine[None, None, None]]
"""Hears for as long as it is awaited what other processes write."""

HEARTBEAT = b":\n\n"
HEARTBEAT_SECONDS = 15.0
SWEEP_SECONDS = 0.5
"""So often it is looked whether anything was written that nobody told of."""
RECHECK_SECONDS = 60.0
"""So often it is asked whether somebody may still listen, though nothing happens."""
BREATH_SECONDS = 0.03
"""So long whoever wrote has the machine to themselves for their own answer."""
AT_ONCE = 10
"""So many are told before anything else has its turn: whoever records does not wait for a crowd."""
LONGEST_QUEUE = 200
"""Who is behind by more is let go, and resumes where they were."""
RETRY_SECONDS = (1.0, 4.0)
"""When a browser comes back, drawn by lot: not all in the same moment."""


class LetGo(Exception):
    """A listener does not keep up."""


class Listener:
    """Somebody who listens to a channel."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.over = False
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()

    def offer(self, message: Message) -> None:
        if message.position > self.position:
            self.position = message.position
            self._waiting.append(message.block)
            self._news.set()

    def end(self) -> None:
        """Let the listener have what is waiting, and then nothing more."""
        self.over = True
        self._news.set()

    async def blocks(self) -> AsyncIterator[bytes]:
        """Yield what comes, and a sign of life now and then."""
        while not (self.over and not self._waiting):
            if len(self._waiting) > LONGEST_QUEUE:
                raise LetGo
            if self._waiting:
                # What is there goes out together: one event of the loop for all of it.
                block = b"".join(self._waiting)
                self._waiting.clear()
                yield block
                continue
            self._news.clear()
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                yield HEARTBEAT


class Channel:
    """A source and everybody who listens to it."""

    def __init__(self, hub: "Hub", source: Source, position: int) -> None:
        self.source = source
        self.position = position
        self.topics = source.topics
        self.listeners: set[Listener] = set()
        self.woken = asyncio.Event()
        self._hub = hub

    async def run(self) -> None:
        """Read whenever something may be new, until nobody listens any more."""
        seconds: float | None = None
        failed = 0
        while self.listeners:
            wait = RECHECK_SECONDS if seconds is None else min(seconds, RECHECK_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.woken.wait()
                    await asyncio.sleep(BREATH_SECONDS)
            self.woken.clear()
            try:
                reading = await self._hub.read(self.source, self.position)
            except Exception:
                # The database is away, or a log is damaged: nobody is told anything that is not
                # so, and whoever listens stays. A later look may find more.
                if not failed:
                    logger.warning("A live feed could not be read.", exc_info=True)
                failed += 1
                seconds = min(RECHECK_SECONDS, SWEEP_SECONDS * 2**failed)
                continue
            seconds, failed = reading.seconds, 0
            await self._tell(reading)

    async def _tell(self, reading: Reading) -> None:
        # First how far it is: whoever joins in a pause has read as much, or reads again.
        self.position = max(self.position, reading.position)
        self.topics = self.source.topics | reading.topics
        for number, listener in enumerate(list(self.listeners), 1):
            for message in reading.messages:
                listener.offer(message)
            if reading.messages and number % AT_ONCE == 0:
                await asyncio.sleep(0)
        if reading.over:
            for listener in self.listeners:
                listener.end()
            self.listeners.clear()


class Hub:
    """Everything that is followed in one event loop."""

    def __init__(self, marks: Marks, ear: Ear | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._marks = marks
        self._ear = ear
        self._seen: dict[UUID, object] = {}
        self._channels: dict[Hashable, Channel] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._attending: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="live")
        self._closed = False

    @property
    def listening(self) -> int:
        """How many listen."""
        return sum(len(channel.listeners) for channel in self._channels.values())

    def wake(self, topic: UUID) -> None:
        """Look at whatever depends on a topic; may be called from every thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, {topic})

    def close(self) -> None:
        """Let everybody go; may be called from every thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._close)

    async def read(self, source: Source, after: int | None) -> Reading:
        return await self._in_thread(lambda: source.read(after))

    async def listen(self, source: Source, after: int | None) -> AsyncIterator[bytes]:
        """Yield what a source says after a position, for as long as somebody listens."""
        low, high = RETRY_SECONDS
        yield b"retry: %d\n\n" % random.uniform(low * 1000, high * 1000)  # noqa: S311  (no secret)
        reading = await self.read(source, after)
        while True:
            for one in reading.messages:
                yield one.block
            if reading.over or self._closed:
                return
            channel = self._channels.get(source.key)
            if channel is None or reading.position >= channel.position:
                break
            # The others were told of more meanwhile.
            reading = await self.read(source, reading.position)
        listener = Listener(reading.position)
        channel = self._join(source, listener)
        # Something may have been written since that reading, before this one was to be woken.
        channel.woken.set()
        try:
            async for block in listener.blocks():
                yield block
        finally:
            self._leave(channel, listener)

    def _join(self, source: Source, listener: Listener) -> Channel:
        channel = self._channels.get(source.key)
        if channel is None:
            channel = self._channels[source.key] = Channel(self, source, listener.position)
            channel.listeners.add(listener)
            self._start(self._run(channel))
        channel.listeners.add(listener)
        if self._attending is None:
            self._attending = self._start(self._attend())
        return channel

    async def _run(self, channel: Channel) -> None:
        try:
            await channel.run()
        finally:
            if self._channels.get(channel.source.key) is channel:
                del self._channels[channel.source.key]

    def _leave(self, channel: Channel, listener: Listener) -> None:
        channel.listeners.discard(listener)
        if not channel.listeners:
            if self._channels.get(channel.source.key) is channel:
                del self._channels[channel.source.key]
            channel.woken.set()

    async def _attend(self) -> None:
        """Hear what is written elsewhere for as long as anybody listens."""
        hearing = self._start(self._ear(self.wake)) if self._ear is not None else None
        try:
            while self._channels:
                await asyncio.sleep(SWEEP_SECONDS)
                await self._sweep()
        finally:
            self._attending = None
            if hearing is not None:
                hearing.cancel()

    async def _sweep(self) -> None:
        """Find what was written without a word: by another program, or while Redis was away."""
        topics = self._topics()
        try:
            marks = await self._in_thread(lambda: self._marks(topics))
        except Exception:
            logger.warning("Nobody could look for news.", exc_info=True)
            return
        moved = {topic for topic, mark in marks.items() if self._seen.get(topic) != mark}
        self._seen = dict(marks)
        self._wake(moved)

    def _topics(self) -> frozenset[UUID]:
        return frozenset().union(*(one.topics for one in self._channels.values()))

    def _wake(self, topics: Collection[UUID]) -> None:
        for channel in self._channels.values():
            if not channel.topics.isdisjoint(topics):
                channel.woken.set()

    def _close(self) -> None:
        self._closed = True
        for channel in self._channels.values():
            for listener in channel.listeners:
                listener.end()

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(self._threads, _closing, call)


def _closing(call: Callable[[], T]) -> T:
    """Call, and keep no connection to a database: a viewer who waits needs none."""
    try:
        return call()
    finally:
        connections.close_all()
