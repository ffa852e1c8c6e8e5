"""Many who follow one stream at once, in one event loop."""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit


class Heard(NamedTuple):
    version: int
    at: float


class Follower:
    """Somebody who comes back where they were, whatever happens to the server."""

    def __init__(self, urls: Sequence[str], path: str, last: int) -> None:
        self._urls = [urlsplit(url) for url in urls]
        self._path = path
        self._last = last
        self.heard: list[Heard] = []
        self.ready = asyncio.Event()

    async def follow(self) -> list[Heard]:
        """Listen until the last version was heard."""
        turn = 0
        while not self._is_done():
            url = self._urls[turn % len(self._urls)]
            turn += 1
            try:
                await self._listen(url.hostname or "", url.port or 80)
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.1)
        return self.heard

    def _is_done(self) -> bool:
        return bool(self.heard) and self.heard[-1].version >= self._last

    async def _listen(self, host: str, port: int) -> None:
        reader, writer = await asyncio.open_connection(host, port)
        try:
            seen = f"Last-Event-ID: {self.heard[-1].version}\r\n" if self.heard else ""
            writer.write(f"GET {self._path} HTTP/1.1\r\nHost: {host}\r\n{seen}\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.heard.append(Heard(int(line[4:]), time.time()))
                    self.ready.set()
                    if self._is_done():
                        return
        finally:
            writer.close()
