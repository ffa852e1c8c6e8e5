"""Wrong passwords: how many are let through, at both doors, and who is not kept out by them."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.signals import user_login_failed
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from tests.answers import Answer
from tests.factories import make_user
from tournaments.people import sign_in

pytestmark = pytest.mark.django_db

DOORS = ("/login/", "/admin/login/")
NOW = 1_700_000_000.0
WRONG = "not the password"


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clock:
    local = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {
        name: {"BACKEND": local, "LOCATION": uuid4().hex} for name in ("default", "local")
    }
    time = Clock()
    monkeypatch.setattr(sign_in, "clock", time)
    return time


@pytest.fixture
def hashed() -> Iterator[list[Any]]:
    """Every password that was really looked at and found wrong."""
    seen = []

    def note(**kwargs: Any) -> None:
        seen.append(kwargs["credentials"]["username"])

    user_login_failed.connect(note)
    yield seen
    user_login_failed.disconnect(note)


def knock(
    door: str = "/login/",
    name: str = "anne",
    password: str = WRONG,
    *,
    at: str = "192.0.2.1",
    client: Client | None = None,
    **headers: Any,
) -> Answer:
    form = {"username": name, "password": password}
    return (client or Client()).post(door, form, REMOTE_ADDR=at, headers=headers)


@pytest.mark.parametrize("door", DOORS)
def test_the_sixth_wrong_password_has_to_wait(door: str, hashed: list[Any]) -> None:
    make_user("anne", staff=True)
    assert [knock(door).status_code for _ in range(5)] == [200] * 5
    refused = knock(door)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert "Too many wrong passwords. Wait 60 seconds and try again." in refused.text
    assert 'name="password"' in refused.text
    assert len(hashed) == 5
    spoken: dict[str, Any] = {"Accept-Language": "fr"}
    french = knock(door, **spoken)
    assert "Trop de mots de passe erronés. Patientez 60 secondes, puis réessayez." in french.text


@pytest.mark.parametrize("door", DOORS)
def test_the_right_password_has_to_wait_as_well_and_then_works(door: str, clock: Clock) -> None:
    make_user("anne", staff=True)
    for _ in range(5):
        knock(door)
    clock.now += 59.5
    early = knock(door, password="secret")
    assert (early.status_code, early.headers["Retry-After"]) == (429, "1")
    assert "Wait 1 second and" in early.text
    clock.now += 0.5
    assert knock(door, password="secret").status_code == 302


def test_both_doors_count_together() -> None:
    for number in range(5):
        assert knock(DOORS[number % 2]).status_code == 200
    assert [knock(door).status_code for door in DOORS] == [429, 429]


def test_a_name_nobody_has_is_answered_alike(hashed: list[Any]) -> None:
    make_user("anne")
    known = [knock(name="anne") for _ in range(7)]
    unknown = [knock(name="nobody-of-this-name") for _ in range(7)]
    for one, other in zip(known, unknown, strict=True):
        assert one.status_code == other.status_code
        assert one.headers.get("Retry-After") == other.headers.get("Retry-After")
    assert len(hashed) == 10


def test_another_address_is_not_kept_out() -> None:
    make_user("anne")
    for _ in range(6):
        knock()
    assert knock(password="secret").status_code == 429
    assert knock(password="secret", at="192.0.2.2").status_code == 302


def test_one_address_cannot_go_through_many_names(clock: Clock) -> None:
    answers = [knock(name=f"guess{number}").status_code for number in range(22)]
    assert answers == [200] * 20 + [429] * 2
    assert knock(name="guess99", at="192.0.2.2").status_code == 200
    clock.now += 60
    assert knock(name="guess99").status_code == 200


def test_many_addresses_cannot_go_through_one_name_for_long(clock: Clock) -> None:
    make_user("anne")
    answers = [knock(at=f"192.0.2.{number}") for number in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert answers[-1].headers["Retry-After"] == "20"
    assert knock(name="boris", at="192.0.2.1").status_code == 200
    clock.now += 20
    assert knock(password="secret", at="192.0.2.99").status_code == 302


def test_refused_tries_use_nothing_up() -> None:
    make_user("anne")
    for _ in range(50):
        knock()
    assert knock(password="secret", at="192.0.2.2").status_code == 302
    assert knock(name="boris").status_code == 200


@pytest.mark.parametrize("door", DOORS)
def test_strangers_cannot_keep_out_a_browser_that_was_here_before(door: str) -> None:
    make_user("anne", staff=True)
    own = Client()
    assert knock(door, password="secret", client=own).status_code == 302
    own.post("/logout/")
    for number in range(30):
        knock(at=f"192.0.2.{number % 4}")
    assert knock(door, password="secret").status_code == 429
    assert knock(door, password="secret", client=own).status_code == 302


def test_a_known_browser_may_not_guess_either_nor_for_another_name() -> None:
    make_user("anne")
    own = Client()
    knock(password="secret", client=own)
    own.post("/logout/")
    assert [knock(client=own).status_code for _ in range(6)] == [200] * 5 + [429]
    assert [knock(client=own, name="boris").status_code for _ in range(6)] == [200] * 5 + [429]


def test_a_forged_cookie_is_no_known_browser() -> None:
    forger = Client()
    forger.cookies[sign_in.DEVICE_COOKIE] = "WyJhIiwiYiJd:1tXyZ0:forged"
    assert [knock(client=forger).status_code for _ in range(6)] == [200] * 5 + [429]


def test_a_right_password_clears_what_came_before() -> None:
    make_user("anne")
    for _ in range(4):
        knock()
    assert knock(password="secret").status_code == 302
    assert [knock().status_code for _ in range(6)] == [200] * 5 + [429]


def test_right_passwords_do_not_use_up_the_address() -> None:
    make_user("anne")
    assert {knock(password="secret").status_code for _ in range(30)} == {302}


def test_whoever_is_signed_in_stays_so() -> None:
    make_user("anne")
    own = Client()
    knock(password="secret", client=own)
    for _ in range(30):
        knock()
    assert own.get("/login/", REMOTE_ADDR="192.0.2.1").status_code == 302


def test_the_address_is_the_one_the_api_goes_by(settings: Settings) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    make_user("anne")

    def through_the_proxy(address: str, password: str = WRONG) -> int:
        forwarded: dict[str, Any] = {"X-Forwarded-For": f"10.9.9.9, {address}"}
        return knock(password=password, **forwarded).status_code

    assert [through_the_proxy("198.51.100.1") for _ in range(6)] == [200] * 5 + [429]
    assert through_the_proxy("198.51.100.2", "secret") == 302


def test_an_empty_form_is_no_try(hashed: list[Any]) -> None:
    for _ in range(10):
        assert knock(password="").status_code == 200
    assert knock().status_code == 200
    assert hashed == ["anne"]


def test_a_cache_that_forgets_half_of_a_count_breaks_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_user("anne")
    knock()
    caches["default"].clear()
    assert knock(password="secret").status_code == 302
