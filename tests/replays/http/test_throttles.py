"""However many ask at once, as many pass as the limit says: in one process, and over several."""

import signal
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer, program_environment
from tests.threads import run_together

pytestmark = pytest.mark.services

LIMIT = 10
CALLERS = 50


@pytest.fixture(params=[1, 2], ids=["one_process", "two_processes_and_valkey"])
def servers(
    request: pytest.FixtureRequest, fresh_database: FreshDatabase
) -> Iterator[list[LiveServer]]:
    """One server that counts by itself, or two that count together."""
    shared = {}
    if request.param > 1:
        shared = request.getfixturevalue("celery_on_valkey") | {"KAITEN_EMBEDDED_WORKER": "0"}
    limited = shared | {"KAITEN_THROTTLE_ANON": f"{LIMIT}/min"}
    environment = program_environment(fresh_database, **limited)
    started = [LiveServer(environment) for _ in range(request.param)]
    yield started
    for server in started:
        server.stop(with_signal=signal.SIGKILL)


def ask(server: LiveServer) -> tuple[int, int]:
    """Return the status of an answer and how many seconds it says to wait."""
    try:
        urllib.request.urlopen(f"{server.url}/api/v1/games", timeout=60).close()
        return 200, 0
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, int(refused.headers["Retry-After"])


def test_of_many_at_once_as_many_pass_as_the_limit_says(servers: list[LiveServer]) -> None:
    calls = [lambda at=at: ask(servers[at % len(servers)]) for at in range(CALLERS)]
    answers = run_together(calls)
    assert sorted(status for status, _ in answers) == [200] * LIMIT + [429] * (CALLERS - LIMIT)
    assert all(1 <= wait <= 60 for status, wait in answers if status == 429)
    assert ask(servers[0])[0] == 429
