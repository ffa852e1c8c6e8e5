"""Answers while the database cannot be opened or is locked: 503, and 500 only for real faults."""

import pytest
from django.db import OperationalError, ProgrammingError, connection, connections, transaction
from django.test import Client, RequestFactory
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from config.unavailable import unavailable
from replays.errors import StoreBusy
from replays.http.problems import problem_of
from replays.outages import is_away
from tests.factories import bearer, make_token, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.services.databases import point_default_connection_at

GONE = "sqlite:////nowhere/at/all.sqlite3"
ENGLISH = "Wait a few seconds and try again."
FRENCH = "Patientez quelques secondes, puis réessayez."


@pytest.fixture
def visitor(fresh_database: FreshDatabase) -> Client:
    """A browser with the session of one of the staff, whose database has gone since."""
    client = Client(raise_request_exception=False)
    client.force_login(make_user("anne", staff=True))
    point_default_connection_at(GONE)
    return client


@pytest.mark.parametrize(
    "path", ["/", "/players/", "/admin/", "/matches/new/", "/there-is-no-such-page/"]
)
def test_a_page_without_its_database_is_away_for_a_moment(visitor: Client, path: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "no-store" in answer.headers["Cache-Control"]
    assert ENGLISH in answer.text
    assert FRENCH in visitor.get(path, headers={"Accept-Language": "fr"}).text


@pytest.mark.parametrize("path", ["/login/", "/admin/login/"])
def test_signing_in_without_a_database_is_no_wrong_password(visitor: Client, path: str) -> None:
    form = {"username": "anne", "password": "secret"}
    stranger = Client(raise_request_exception=False)
    assert {stranger.post(path, form).status_code for _ in range(7)} == {503}


def test_htmx_gets_a_part_of_a_page(visitor: Client) -> None:
    answer = visitor.get("/players/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert ENGLISH in answer.text
    assert "<html" not in answer.text


def test_the_api_names_a_stable_code(fresh_database: FreshDatabase) -> None:
    _token, text = make_token(make_user(staff=True))
    session = Client()
    session.force_login(make_user(staff=True))
    point_default_connection_at(GONE)
    for client, headers in ((Client(), bearer(text)), (session, {}), (Client(), {})):
        answer = client.get("/api/v1/matches", headers=headers)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "unavailable"
        assert answer.json()["title"] == "Not available right now"


def test_what_needs_no_database_goes_on(visitor: Client) -> None:
    style = Client().get("/static/kaiten/css/base.css")
    assert style.status_code == 200
    style.close()
    assert Client().get("/api/v1/games").status_code == 200
    assert visitor.get("/healthz").json()["database"] == "unreachable"


def test_a_lock_held_for_too_long_asks_for_one_second(fresh_database: FreshDatabase) -> None:
    if connection.vendor != "sqlite":
        return
    client = Client(raise_request_exception=False)
    make_user("anne")
    other = connections.create_connection("default")
    with other.cursor() as holder:
        holder.execute("BEGIN IMMEDIATE")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 20")
        answer = client.post("/login/", {"username": "anne", "password": "secret"})
        holder.execute("ROLLBACK")
    other.close()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert client.post("/login/", {"username": "anne", "password": "secret"}).status_code == 302


def test_a_broker_that_is_away_is_an_outage_and_a_command_it_refuses_is_not() -> None:
    for away in (BrokerError(), RedisConnectionError()):
        assert known(problem_of(away)).status_code == 503
    assert problem_of(ResponseError("wrong kind of value")) is None


@pytest.mark.django_db
def test_a_statement_that_is_wrong_stays_our_fault() -> None:
    with pytest.raises((OperationalError, ProgrammingError)) as raised, transaction.atomic():
        connection.cursor().execute("SELECT nothing FROM nowhere")
    assert not is_away(raised.value)
    request = RequestFactory().get("/")
    assert unavailable(request, raised.value) is None
    assert unavailable(request, ProgrammingError("cannot")) is None
    assert known(unavailable(request, StoreBusy())).status_code == 503
    assert problem_of(raised.value) is None
