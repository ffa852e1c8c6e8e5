"""Counters of each test's own, and somebody with an account."""

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

if TYPE_CHECKING:
    from pytest_django import Settings

    from tournaments.people.models import User


@pytest.fixture(autouse=True)
def _own_counters(settings: "Settings", monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.people import sign_in

    local = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {
        name: {"BACKEND": local, "LOCATION": uuid4().hex} for name in ("default", "local")
    }
    # They stand still, however slow the machine is.
    now = sign_in.clock()
    monkeypatch.setattr(sign_in, "clock", lambda: now)


@pytest.fixture
def anne(db: None) -> "User":
    from tests.factories import make_user

    return make_user("anne", email="anne@club.example")
