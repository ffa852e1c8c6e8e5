"""What it costs to be followed: a question that has no answer yet, an event for a crowd."""

import asyncio
import json
import os
import resource
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar
from uuid import UUID

import msgspec
from asgiref.sync import sync_to_async
from django.db import connections

from benchmarks.earlier import earlier_figures_of, figures_of
from benchmarks.store import LONG, OurStore, long_events
from benchmarks.timing import Row
from tests.factories import make_token
from tests.replays.live.crowds import Follower
from tests.services import processes

T = TypeVar("T")

BEFORE = "c473374"
"""The last commit whose pages asked every four seconds."""
POLL = f"poll:{LONG}"
VIEWERS = int(os.environ.get("BENCH_VIEWERS", "400"))
EVENTS, APART = 40, 0.5


class Served(NamedTuple):
    url: str
    pid: int

    @property
    def seconds(self) -> float:
        """The CPU time that the server has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """The memory that it holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20


def live_rows() -> Iterator[Row]:
    """Measure a poll beside the one of before, and an event for a crowd beside its polls."""
    [poll] = figures_of("match_cost.py", POLL)
    before = earlier_figures_of("match_cost.py", BEFORE, POLL)
    yield Row(
        "a poll with nothing new",
        "poll",
        poll,
        f"commit {BEFORE}",
        before[0] if before else None,
        "<= 1.5 ms",
        poll <= 0.0015,
    )
    with _serving() as server:
        crowd = asyncio.run(_watched(server))
    told = f"{crowd.kilobytes:.0f} kB each, p95 {crowd.lag:.2f} s after it was sent"
    name = f"an event for {VIEWERS} who follow ({told})"
    yield Row(name, "event", crowd.seconds, f"{VIEWERS} polls", VIEWERS * poll, "less", None)
    yield Row(
        f"an entry that {VIEWERS} follow, p95 of the wait",
        "entry",
        crowd.wait,
        "followed by nobody",
        crowd.wait_alone,
        "≤ 2x its time",
        crowd.wait <= 2 * crowd.wait_alone,
    )


class Crowd(NamedTuple):
    seconds: float
    """The server's CPU time for one event."""
    lag: float
    """Within this time 95 of 100 heard of an event after it was sent."""
    kilobytes: float
    """The server's memory for one who follows."""
    wait: float
    """Within this time 95 of 100 entries were answered."""
    wait_alone: float
    """The same of a match that nobody follows."""


async def _watched(server: Served) -> Crowd:
    store = OurStore(long_events()[:EVENTS])
    quiet, match_id = [await _in_thread(store.new_match) for _ in range(2)]
    token = await _in_thread(lambda: make_token()[1])
    alone = await _recorded(server, store, token, quiet)
    empty = server.megabytes
    path = f"/api/v1/matches/{match_id}/stream"
    followers = [Follower([server.url], path, EVENTS + 1) for _ in range(VIEWERS)]
    tasks = [asyncio.create_task(follower.follow()) for follower in followers]
    for follower in followers:
        await follower.ready.wait()
    full, spent = server.megabytes, server.seconds
    entries = await _recorded(server, store, token, match_id)
    heard = [await task for task in tasks]
    assert all([one.version for one in each] == list(range(1, EVENTS + 2)) for each in heard)
    lags = [one.at - entries[one.version - 2].sent for each in heard for one in each[1:]]
    return Crowd(
        seconds=(server.seconds - spent) / EVENTS,
        lag=_p95(lags),
        kilobytes=(full - empty) * 1024 / VIEWERS,
        wait=_p95([entry.answered - entry.sent for entry in entries]),
        wait_alone=_p95([entry.answered - entry.sent for entry in alone]),
    )


class Entry(NamedTuple):
    sent: float
    answered: float


async def _recorded(server: Served, store: OurStore, token: str, match_id: UUID) -> list[Entry]:
    """Record a match by HTTP as somebody at the table does."""
    events = [{"type": one.type, "payload": msgspec.to_builtins(one)} for one in store.events]
    asked = {"url": server.url, "token": token, "match": str(match_id)}
    script = Path(__file__).with_name("recorder.py")
    recorder = await asyncio.create_subprocess_exec(
        *(sys.executable, script), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    sent = json.dumps(asked | {"events": events, "apart": APART}).encode()
    told, _ = await recorder.communicate(sent)
    return [Entry(*times) for times in json.loads(told)]


def _p95(figures: list[float]) -> float:
    return statistics.quantiles(figures, n=20)[-1]


async def _in_thread(call: Callable[[], T]) -> T:
    def run() -> T:
        try:
            return call()
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False)()


@contextmanager
def _serving() -> Iterator[Served]:
    port = processes.free_port()
    environment = os.environ | {"PORT": str(port), "KAITEN_STREAMS_ADDRESS": "100000"}
    environment["KAITEN_THROTTLE_ANON"] = "1000000/min"
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        process = processes.start(command, log=log, env=environment)
        try:
            processes.wait_until(
                lambda: processes.listens(port), process=process, log=log, what="the server"
            )
            yield Served(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.kill()
            process.wait()
