"""A client of server-sent events, as plain as a club's own script would be."""

import http.client
import json
import select
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit


class Event(NamedTuple):
    id: str
    kind: str
    data: Any


class Stream:
    """An open stream; what arrives is read line by line."""

    def __init__(
        self, url: str, headers: Mapping[str, str] | None = None, seconds: float = 20
    ) -> None:
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(parts.netloc, timeout=seconds)
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        self._connection.request("GET", target, headers=dict(headers or {}))
        self.answer = self._connection.getresponse()
        self.status = self.answer.status

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

    def is_silent_for(self, seconds: float) -> bool:
        """Say whether nothing arrives within a time."""
        readable, _, _ = select.select([self._connection.sock], [], [], seconds)
        return not readable

    def close(self) -> None:
        self._connection.close()
        self.answer.close()
