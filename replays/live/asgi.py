"""Sends server-sent events, after Django has said who may have them.

A view answers at once with nothing but headers and leaves what is to be followed in the scope of
the request. So a viewer who waits holds no thread and no connection to the database.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from replays.live import wakeups
from replays.live.hub import LetGo
from replays.live.limits import limits
from replays.live.sources import Source

logger = logging.getLogger(__name__)

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
"""What ASGI calls so."""

FOLLOWED = "kaiten.followed"
SEND_SECONDS = 20.0
"""Who takes nothing for so long is let go, and resumes where they were."""


class Followed(NamedTuple):
    """What a request is to be told of from now on."""

    source: Source
    after: int | None
    address: str
    """Where the request comes from: only so many may come from one."""


class Streaming:
    """Django, and the streams that its views allow."""

    def __init__(self, django: Application) -> None:
        self._django = django

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        start: dict[str, Any] = {}

        async def pass_on(message: Message) -> None:
            allowed = FOLLOWED in scope and message.get("status") == 200
            if allowed and message["type"] == "http.response.start":
                start.update(message)
            if not start:
                await send(message)

        await self._django(scope, receive, pass_on)
        if start:
            await self._stream(scope[FOLLOWED], start, receive, send)

    async def _stream(
        self, followed: Followed, start: Message, receive: Receive, send: Send
    ) -> None:
        with limits.entered(followed.address):
            kept = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
            await send({**start, "headers": kept})
            telling = asyncio.ensure_future(_tell(followed, send))
            leaving = asyncio.ensure_future(_gone(receive))
            try:
                await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (telling, leaving):
                    task.cancel()
                await asyncio.gather(telling, leaving, return_exceptions=True)


async def _tell(followed: Followed, send: Send) -> None:
    blocks = wakeups.hub().listen(followed.source, followed.after)
    try:
        async for block in blocks:
            async with asyncio.timeout(SEND_SECONDS):
                await send({"type": "http.response.body", "body": block, "more_body": True})
    except (LetGo, TimeoutError):
        logger.info("A viewer did not keep up and was let go.")
    finally:
        await blocks.aclose()  # type: ignore[attr-defined]
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
