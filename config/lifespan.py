"""ASGI's start and end of a process around Django, which knows neither."""

import asyncio
from contextlib import suppress
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connections

from config.celery import app as celery_app
from config.embedded import Background
from config.startup import refuse_unsafe_start
from config.work import QUEUES
from replays.live.asgi import Application, Receive, Send
from replays.offline.fetching import fetch_quietly, runtime_digest
from replays.offline.offers import ARCHIVES
from replays.services.queue import broker_is_inside


class WithLifespan:
    """Django plus, where the settings ask for it, a worker in the same process."""

    def __init__(self, django: Application) -> None:
        self._django = django
        self._background: Background | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._django(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                try:
                    await asyncio.to_thread(self._start)
                except ImproperlyConfigured as error:
                    await send({"type": "lifespan.startup.failed", "message": str(error)})
                    return
                await send({"type": "lifespan.startup.complete"})
            else:
                await asyncio.to_thread(self._stop)
                await send({"type": "lifespan.shutdown.complete"})
                return

    def _start(self) -> None:
        refuse_unsafe_start()
        if settings.EMBEDDED_WORKER:
            if broker_is_inside():
                _call_back()
            self._background = Background(celery_app)
            self._background.start()
        if settings.OFFLINE:
            # Nobody waits for it, neither at the start nor at the end.
            Thread(target=_prepare_phones, daemon=True).start()

    def _stop(self) -> None:
        if self._background is not None:
            self._background.stop()
            self._background = None


def _prepare_phones() -> None:
    """Fetch what phones need, where that is wanted, and pack it: no recorder waits for that."""
    if settings.FETCH_OFFLINE:
        fetch_quietly(settings.OFFLINE_DIR)
    if (settings.OFFLINE_DIR / runtime_digest()).is_dir():
        for make in ARCHIVES.values():
            make()


def _call_back() -> None:
    """Have the first sweep send what the last process had sent: it took its broker with it."""
    try:
        # Without this a sweep would find the same work, only later.
        with suppress(DatabaseError):
            for queue in QUEUES:
                queue.call_back()
    finally:
        connections.close_all()
