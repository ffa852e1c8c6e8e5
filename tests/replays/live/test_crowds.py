"""Many spectators, servers and brokers that die: nobody misses or doubles an event."""

import asyncio
import signal
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from games.testing.scale import scaled, soaking
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer, program_environment
from tests.replays.live.crowds import Follower
from tests.replays.sittings import Sitting
from tests.services.valkey import Valkey

pytestmark = [pytest.mark.database, pytest.mark.services]

CROWD = {"KAITEN_STREAMS_ADDRESS": "5000"}


def path_of(sitting: Sitting) -> str:
    return f"/api/v1/matches/{sitting.id}/stream"


async def in_thread(call: Callable[[], Any]) -> Any:
    def run() -> Any:
        try:
            return call()
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False)()


async def watch(
    followers: list[Follower], happen: Callable[[], Awaitable[None]]
) -> list[list[int]]:
    """Return the versions that each heard while something happened."""
    tasks = [asyncio.create_task(follower.follow()) for follower in followers]
    async with asyncio.timeout(240):
        for follower in followers:
            await follower.ready.wait()
        await happen()
        return [[heard.version for heard in await task] for task in tasks]


def test_a_crowd_hears_everything_once_and_in_order(fresh_database: FreshDatabase) -> None:
    sitting, steps = Sitting("sushi_go_party", seats=4), 12
    server = LiveServer(program_environment(fresh_database, **CROWD))
    followers = [
        Follower([server.url], path_of(sitting), steps + 1) for _ in range(max(100, scaled(1000)))
    ]

    committed = [0.0, 0.0]

    async def play() -> None:
        for _ in range(steps):
            await in_thread(sitting.play)
            committed.append(time.time())

    try:
        heard = asyncio.run(watch(followers, play))
    finally:
        server.stop(with_signal=signal.SIGKILL)
    assert heard == [list(range(1, steps + 2))] * len(followers)
    if soaking():  # alone on its machine
        lags = [one.at - committed[one.version] for each in followers for one in each.heard[1:]]
        assert statistics.quantiles(lags, n=20)[-1] < 1


def test_a_server_that_is_killed_and_comes_back_is_followed_on(
    fresh_database: FreshDatabase,
) -> None:
    sitting, env = Sitting(), program_environment(fresh_database, **CROWD)
    servers = [LiveServer(env)]
    followers = [Follower([servers[0].url], path_of(sitting), 10) for _ in range(5)]

    async def play() -> None:
        for step in range(9):
            await in_thread(sitting.play)
            if step == 3:
                servers[0].stop(with_signal=signal.SIGKILL)
            if step == 5:
                servers.append(await in_thread(lambda: LiveServer(env, port=servers[0].port)))

    try:
        heard = asyncio.run(watch(followers, play))
    finally:
        servers[-1].stop(with_signal=signal.SIGKILL)
    assert heard == [list(range(1, 11))] * 5


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    """A Valkey of this test's own, which may die."""
    server = Valkey(tmp_path / "valkey")
    yield server
    server.stop()


@pytest.fixture
def valkey_url(valkey: Valkey) -> str:
    return valkey.url


def test_two_servers_and_a_broker_that_dies_tell_everybody_everything(
    fresh_database: FreshDatabase, celery_on_valkey: dict[str, str], valkey: Valkey
) -> None:
    """What this process writes reaches both servers: through Valkey, and without it as well."""
    sitting = Sitting()
    env = program_environment(
        fresh_database, **celery_on_valkey, **CROWD, KAITEN_EMBEDDED_WORKER="0"
    )
    servers = [LiveServer(env), LiveServer(env)]
    urls = [server.url for server in servers]
    followers = [Follower([urls[number % 2]], path_of(sitting), 9) for number in range(6)]

    async def play() -> None:
        for step in range(8):
            if step == 3:
                valkey.kill()
            if step == 6:
                await in_thread(valkey.start)
            await in_thread(sitting.play)

    try:
        heard = asyncio.run(watch(followers, play))
    finally:
        for server in servers:
            server.stop(with_signal=signal.SIGKILL)
    assert heard == [list(range(1, 10))] * 6
