"""Those who do not keep up are let go, and resume where they were; silence has signs of life."""

import asyncio
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest

from replays.live import asgi, hub
from replays.live.sources import Reading, message

TOPIC = uuid4()


class Counting:
    """A source whose positions are as many as it is told to have."""

    key = "counting"
    topics: frozenset[UUID] = frozenset({TOPIC})

    def __init__(self) -> None:
        self.last = 0

    def read(self, after: int | None) -> Reading:
        told = [message(number, "entry", {}) for number in range((after or 0) + 1, self.last + 1)]
        return Reading(told, self.last)


async def follow(source: Counting, send: Any, after: int | None = None) -> None:
    """Follow through the application that sends, until whoever follows is let go."""

    async def django(scope: dict[str, Any], _receive: Any, reply: Any) -> None:
        scope[asgi.FOLLOWED] = asgi.Followed(source, after, "here")
        await reply({"type": "http.response.start", "status": 200, "headers": []})

    async def silence() -> Mapping[str, Any]:
        await asyncio.Event().wait()
        return {}

    async with asyncio.timeout(30):
        await asgi.Streaming(django)({"type": "http"}, silence, send)


def positions(blocks: list[bytes]) -> list[int]:
    lines = b"".join(blocks).split(b"\n")
    return [int(line[4:]) for line in lines if line.startswith(b"id: ")]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits, and look for news nowhere: this is about nothing that is stored."""
    monkeypatch.setattr(asgi, "SEND_SECONDS", 0.2)
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(hub, "SWEEP_SECONDS", 60.0)


def test_who_takes_nothing_is_let_go_and_resumes_where_they_were() -> None:
    source, taken = Counting(), list[bytes]()
    source.last = 3

    async def stuck(sent: Mapping[str, Any]) -> None:
        taken.append(sent.get("body", b""))
        if positions(taken) and sent.get("more_body"):
            await asyncio.Event().wait()

    async def later(sent: Mapping[str, Any]) -> None:
        again.append(sent.get("body", b""))
        if positions(again)[-1:] == [3]:
            raise asyncio.CancelledError

    asyncio.run(follow(source, stuck))
    [first] = positions(taken)
    again: list[bytes] = []
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(_told(source, first, later))
    assert [first, *positions(again)] == [1, 2, 3]


async def _told(source: Counting, after: int, send: Any) -> None:
    async with asyncio.timeout(30):
        await asgi._tell(asgi.Followed(source, after, "here"), send)


def test_who_is_too_far_behind_is_let_go() -> None:
    async def behind() -> None:
        listener = hub.Listener(0)
        for number in range(1, hub.LONGEST_QUEUE + 2):
            listener.offer(message(number, "entry", {}))
        with pytest.raises(hub.LetGo):
            await anext(listener.blocks())

    asyncio.run(behind())


def test_nothing_is_offered_twice_and_silence_has_a_sign_of_life() -> None:
    async def listen() -> list[bytes]:
        listener = hub.Listener(4)
        for number in (3, 4, 5, 5, 6):
            listener.offer(message(number, "entry", {}))
        blocks = listener.blocks()
        return [await anext(blocks), await anext(blocks)]

    told, sign = asyncio.run(listen())
    assert positions([told]) == [5, 6]
    assert sign == hub.HEARTBEAT
