"""A real PostgreSQL and a real Valkey that go away under a real server, and come back."""

import json
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, ProgrammingError, connection, transaction
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings
from redis import Redis

from replays.http import counting
from replays.http.caching import PAUSE_SECONDS, ForgivingCache
from replays.http.counting import count
from replays.outages import is_away
from tests.factories import bearer, make_club, make_player, make_token, make_user
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer, program_environment
from tests.plugins.services import session_folder
from tests.replays.api.conftest import script
from tests.services import processes
from tests.services.databases import point_default_connection_at
from tests.services.postgres import Postgres
from tests.services.valkey import Valkey

pytestmark = pytest.mark.services

LIMIT = 40


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    server = Valkey(session_folder() / f"valkey-{uuid4().hex}")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres(session_folder() / f"postgres-{uuid4().hex}")
    yield server
    server.stop()


@pytest.fixture
def on_postgres(
    postgres: Postgres, shared_database: str, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """This process, too, uses the PostgreSQL that goes away."""
    point_default_connection_at(postgres.url)
    with django_db_blocker.unblock():
        yield
        connection.close()
    point_default_connection_at(shared_database)


@pytest.fixture(scope="module")
def site(
    valkey: Valkey, postgres: Postgres, shared_database: str, django_db_blocker: DjangoDbBlocker
) -> Iterator["Site"]:
    """A server on both, a match that waits for its first events, and who may record them."""
    point_default_connection_at(postgres.url)
    with django_db_blocker.unblock():
        call_command("migrate", verbosity=0)
        club = make_club()
        players = [str(make_player(club, f"Player{number} Test").id) for number in range(2)]
        _token, text = make_token(make_user(staff=True))
        browser = Client()
        browser.force_login(make_user("anne", staff=True))
        connection.close()
    point_default_connection_at(shared_database)
    server = LiveServer(
        program_environment(
            FreshDatabase(postgres.url),
            REDIS_URL=valkey.url,
            KAITEN_EMBEDDED_WORKER="0",
            KAITEN_THROTTLE_ANON=f"{LIMIT}/min",
        )
    )
    found = Site(server, bearer(text), f"sessionid={browser.cookies['sessionid'].value}")
    found.match = {"club": str(club.id), "game": "sushi_bar", "players": players}
    yield found
    server.stop(with_signal=signal.SIGKILL)


class Site:
    def __init__(self, server: LiveServer, token: dict[str, str], cookie: str) -> None:
        self.server = server
        self.token = token
        self.cookie = cookie
        self.match: dict[str, Any] = {}

    def ask(self, path: str, body: dict[str, Any] | None = None, **headers: str) -> SimpleNamespace:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            named |= self.token | {"Content-Type": "application/json"}
        request = urllib.request.Request(self.server.url + path, data, named)
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            text = answer.read().decode()
            return SimpleNamespace(status=answer.status, headers=answer.headers, text=text)

    def begin(self) -> str:
        answer = self.ask("/api/v1/matches", self.match)
        assert answer.status == 201, answer.text
        return json.loads(answer.text)["id"]

    def record(self, match: str, key: str) -> SimpleNamespace:
        events = {"events": script()[:1]}
        path = f"/api/v1/matches/{match}/events"
        return self.ask(path, events, If_Match='"1"', Idempotency_Key=key)


def test_writes_and_limits_go_on_without_valkey(site: Site, valkey: Valkey) -> None:
    match = site.begin()
    valkey.kill()
    started = time.monotonic()
    assert site.record(match, "away").status == 201
    # Cache and broker were both looked for, and neither for long.
    assert time.monotonic() - started < 20
    statuses = [site.ask("/api/v1/games").status for _ in range(LIMIT + 1)]
    assert statuses == [200] * LIMIT + [429]
    valkey.start()

    def shares_again() -> bool:
        assert site.record(match, "away").status == 201
        with Redis.from_url(valkey.url) as client:
            return any(client.scan_iter(match="*throttle_user*"))

    processes.wait_until(
        shares_again, process=site.server.process, log=site.server.log, what="the shared counter"
    )


def test_a_database_that_restarts_is_away_for_a_moment_and_nothing_is_lost(
    site: Site, postgres: Postgres
) -> None:
    match = site.begin()
    page = f"/matches/{match}/"
    assert site.ask(page, Cookie=site.cookie).status == 200
    postgres.stop()
    for _ in range(2):
        refused = site.record(match, "restart")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert json.loads(refused.text)["code"] == "unavailable"
        away = site.ask(page, Cookie=site.cookie)
        assert (away.status, away.headers["Retry-After"]) == (503, "5")
        assert "What was saved before is safe." in away.text
        french = site.ask(page, Cookie=site.cookie, Accept_Language="fr")
        assert "Ce qui était enregistré est à l’abri." in french.text
        part = site.ask(page, Cookie=site.cookie, HX_Request="true")
        assert (part.status, "<html" in part.text) == (503, False)
    postgres.start()
    recorded = site.record(match, "restart")
    assert recorded.status == 201, recorded.text
    assert site.ask(page, Cookie=site.cookie).status == 200
    assert site.record(match, "restart").status == 201
    # Version 1 began the match; what was sent four times stands in the log once.
    assert json.loads(site.ask(f"/api/v1/matches/{match}").text)["version"] == 2
    assert " 500 " not in site.server.words()


def test_what_postgresql_says_when_it_goes_is_told_from_a_wrong_statement(
    on_postgres: None,
) -> None:
    with pytest.raises(OperationalError) as ended:
        connection.cursor().execute("SELECT pg_terminate_backend(pg_backend_pid())")
    assert is_away(ended.value)
    connection.close()
    with pytest.raises(ProgrammingError) as wrong:
        connection.cursor().execute("SELECT nothing FROM nowhere")
    assert not is_away(wrong.value)


def test_what_django_says_after_a_loss_in_a_transaction_is_the_loss(on_postgres: None) -> None:
    def go_on_regardless() -> None:
        with transaction.atomic():
            try:
                with transaction.atomic():
                    connection.cursor().execute("SELECT pg_terminate_backend(pg_backend_pid())")
            except OperationalError:
                connection.cursor().execute("SELECT 1")

    with pytest.raises(DatabaseError) as later:
        go_on_regardless()
    assert is_away(later.value)


@pytest.fixture
def on_valkey(valkey: Valkey, settings: Settings) -> str:
    """This process counts in the Valkey that goes away."""
    settings.CACHES = settings.CACHES | {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": valkey.url,
            "KEY_PREFIX": uuid4().hex,
        }
    }
    return settings.CACHES["default"]["KEY_PREFIX"]


def test_a_count_is_shared_kept_alone_and_shared_again(
    valkey: Valkey, on_valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(counting, "shared", ForgivingCache(clock=lambda: now[0]))
    key = uuid4().hex
    assert [count(key, 60).number for _ in range(2)] == [1, 2]
    assert caches["default"].get(count(key, 60).place) == 3
    valkey.kill()
    assert [count(key, 60).number for _ in range(2)] == [1, 2]
    valkey.start()
    assert count(key, 60).number == 3
    now[0] += PAUSE_SECONDS
    shared_again = count(key, 60)
    assert caches["default"].get(shared_again.place) == shared_again.number == 1


@pytest.mark.django_db
def test_wrong_passwords_are_counted_with_and_without_valkey(
    valkey: Valkey, on_valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(counting, "shared", ForgivingCache(clock=lambda: now[0]))
    name = uuid4().hex

    def knocks(count: int) -> list[int]:
        form = {"username": name, "password": "not the password"}
        return [Client().post("/login/", form).status_code for _ in range(count)]

    assert knocks(6) == [200] * 5 + [429]
    with Redis.from_url(valkey.url) as client:
        assert any(client.scan_iter(match=f"{on_valkey}*sign_in:name_here*"))
    valkey.kill()
    assert knocks(6) == [200] * 5 + [429]
    valkey.start()
    now[0] += PAUSE_SECONDS
    assert knocks(6) == [200] * 5 + [429]
