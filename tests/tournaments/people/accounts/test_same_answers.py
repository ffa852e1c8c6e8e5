"""Two worlds that differ only in who has an account: every answer of every door is the same."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from tests.factories import make_user
from tests.tournaments.people.accounts.codes import switched_on

pytestmark = pytest.mark.django_db

DOORS = {
    "/login/": {"username": "someone", "password": "wrong password"},
    "/admin/login/": {"username": "someone", "password": "wrong password"},
    "/forgotten/": {"name": "someone"},
}
WORLDS = ("nobody", "plain", "locked", "second factor", "unusable password")
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+')


class CountingHasher(PBKDF2PasswordHasher):
    """The real algorithm, which counts how often its work was done."""

    iterations = 500
    hashed = 0

    def encode(self, password: Any, salt: Any, iterations: int | None = None) -> str:
        CountingHasher.hashed += 1
        return super().encode(password, salt, iterations)


@pytest.fixture(autouse=True)
def _mail_and_counting(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.SITE_URL = "club@kaiten.example", "https://k.example"
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"name_here": (2, 60), "reset": (2, 600)}


def populate(world: str) -> None:
    if world == "nobody":
        return
    account = make_user("someone", staff=True, email="someone@club.example")
    if world == "locked":
        account.is_active = False
        account.save()
    elif world == "second factor":
        switched_on(account)
    elif world == "unusable password":
        account.set_unusable_password()
        account.save()


def answers(door: str, address: str) -> Iterator[tuple[int, str, dict[str, str], int]]:
    """Yield what a stranger gets who asks until they have to wait: all but the cookies."""
    for _ in range(4):
        client = Client(REMOTE_ADDR=address)
        CountingHasher.hashed = 0
        answer = client.post(door, DOORS[door])
        headers = {name: value for name, value in answer.headers.items() if name != "Expires"}
        body = TOKEN.sub(r"\1", answer.text)
        yield answer.status_code, body, headers, CountingHasher.hashed


@pytest.mark.parametrize("door", DOORS)
def test_a_stranger_cannot_tell_whether_there_is_such_an_account(
    door: str, settings: Settings
) -> None:
    seen = {}
    for world in WORLDS:
        with transaction.atomic():
            populate(world)
            settings.CACHES = {
                name: cache | {"LOCATION": f"{world} {door}"}
                for name, cache in settings.CACHES.items()
            }
            seen[world] = list(answers(door, "192.0.2.1"))
            transaction.set_rollback(True)
    first = seen["nobody"]
    assert [status for status, *_rest in first][-1] == 429
    if door != "/forgotten/":
        assert [hashed for *_rest, hashed in first] == [1, 1, 0, 0]
    for world in WORLDS[1:]:
        assert seen[world] == first, world
