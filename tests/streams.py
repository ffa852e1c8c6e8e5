"""A client of server-sent events, as plain as a club's own script would be."""

import http.client
import json
import select
import time
from collections.abc import Iterator, Mapping
from socket import MSG_PEEK
from typing import Any, NamedTuple
from urllib.parse import urlsplit


class Event(NamedTuple):
    id: str
    kind: str
    data: Any


class Stream:
    """An open stream; what arrives is read line by line."""

    def __init__(
        self, url: str, headers: Mapping[str, str] | None = None, seconds: float = 60
    ) -> None:
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(parts.netloc, timeout=seconds)
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        self._connection.request("GET", target, headers=dict(headers or {}))
        self.answer = self._connection.getresponse()
        self.status = self.answer.status
        self.received = b""
        """What was read so far by `until`."""

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Event]:
        """Yield events until the stream ends; signs of life are passed over."""
        fields: dict[str, str] = {}
        for raw in iter(self.answer.readline, b""):
            line = raw.decode().rstrip("\n")
            if not line:
                if "data" in fields:
                    data = json.loads(fields["data"])
                    yield Event(fields.get("id", ""), fields.get("event", "message"), data)
                fields = {}
                continue
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")

    def take(self, count: int) -> list[Event]:
        """Return the next events."""
        events = iter(self)
        return [next(events) for _ in range(count)]

    def until(self, wanted: bytes) -> None:
        """Read up to the end of the message that has these bytes in it."""
        seen = False
        while line := self.answer.readline():
            self.received += line
            seen = seen or line == wanted
            if seen and line == b"\n":
                return
        raise AssertionError(f"the stream ended before {wanted!r}")

    def is_silent_for(self, seconds: float) -> bool:
        """Say whether no message arrives within a time."""
        sock = self._connection.sock
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            # The end of a piece that was read may still be there, or a sign of life.
            if select.select([sock], [], [], left)[0] and b"id:" in sock.recv(9999, MSG_PEEK):
                return False
            time.sleep(0.01)
        return True

    def close(self) -> None:
        self._connection.close()
        self.answer.close()
