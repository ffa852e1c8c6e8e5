"""How often a password may be tried.

Every try is counted before the password is looked at, and given back if it was right: parallel
guesses get no further than others. Names are counted whether or not there is such an account.

Strangers must not be able to keep an owner out. A browser that has signed in to a name before
carries a signed cookie and has a counter of its own, which nobody else can use up. Windows are
short and begin with the first try; a refused try counts nowhere.
"""

import hashlib
import math
import secrets
import time
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.core.cache.backends.base import BaseCache
from django.http import HttpRequest, HttpResponse
from rest_framework.throttling import BaseThrottle

from replays.http.caching import shared

DEVICE_COOKIE = "kaiten_device"
DEVICE_SECONDS = 365 * 24 * 60 * 60
_SALT = "kaiten.device"

# The narrow limits, which a right password starts anew.
_OWN = frozenset({"name_here", "device"})

clock = time.time


@dataclass
class Attempt:
    """One try to sign in; `wait` says for how many seconds it is too early."""

    name: str
    known_device: bool
    wait: int = 0
    right: bool = False
    counters: list["Counted"] = field(default_factory=list)

    def succeed(self) -> None:
        """Forget the wrong tries that came before this right one."""
        self.right = True
        self.take_back()
        own = [counted for counted in self.counters if counted.limit in _OWN]
        keys = [key for counted in own for key in (counted.key, counted.place)]
        shared.run(lambda cache: cache.delete_many(keys))

    def take_back(self) -> None:
        """Do not count this try: it was right, or nobody could tell."""
        for counted in self.counters:
            shared.run(partial(_take_back, place=counted.place))


class Counted(NamedTuple):
    """A try as one of the limits sees it."""

    limit: str
    key: str
    place: str
    tries: int
    left: float
    """Seconds until this window is over."""


def begin(request: HttpRequest, name: str) -> Attempt:
    """Count a try to sign in as `name`; its `wait` is 0 if the password may be looked at."""
    named = _digest(unicodedata.normalize("NFKC", name))
    # The same address that the limits of the API go by, proxies left out.
    address = _digest(BaseThrottle().get_ident(request))  # type: ignore[arg-type]
    device = _device(request, named)
    attempt = Attempt(name=named, known_device=device is not None)
    for limit, subject in _subjects(named, address, device):
        tries, seconds = settings.SIGN_IN_LIMITS[limit]
        counted = _count(limit, f"sign_in:{limit}:{subject}", seconds)
        attempt.counters.append(counted)
        if counted.tries > tries:
            attempt.take_back()
            attempt.wait = max(1, math.ceil(counted.left))
            break
    return attempt


def remember_device(attempt: Attempt, answer: HttpResponse) -> None:
    """Give the browser of a right try a counter of its own for the next time."""
    if attempt.known_device:
        return
    answer.set_cookie(
        DEVICE_COOKIE,
        signing.dumps([attempt.name, secrets.token_hex(16)], salt=_SALT),
        max_age=DEVICE_SECONDS,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def _subjects(name: str, address: str, device: str | None) -> Sequence[tuple[str, str]]:
    if device is not None:
        return [("device", device)]
    # The widest comes last: what one address may no longer try uses nothing of it up.
    return [("address", address), ("name_here", f"{name}:{address}"), ("name", name)]


def _device(request: HttpRequest, name: str) -> str | None:
    try:
        named, device = signing.loads(
            request.COOKIES.get(DEVICE_COOKIE, ""), salt=_SALT, max_age=DEVICE_SECONDS
        )
    except (signing.BadSignature, ValueError):
        return None
    return _digest(device) if named == name else None


def _count(limit: str, key: str, seconds: int) -> Counted:
    now = clock()

    def count(cache: BaseCache) -> Counted:
        since = cache.get_or_set(key, now, seconds)
        if since is None or now >= since + seconds:
            since = now
            cache.set(key, since, seconds)
        place = f"{key}:{since}"
        cache.add(place, 0, seconds)
        tries = 1
        # It may have gone between the two lines: a cache owes nobody anything.
        with suppress(ValueError):
            tries = cache.incr(place)
        return Counted(limit, key, place, tries, min(seconds, since + seconds - now))

    return shared.run(count)


def _take_back(cache: BaseCache, place: str) -> None:
    with suppress(ValueError):
        cache.decr(place)


def _digest(text: str) -> str:
    # Names are nobody's business in a cache, and keys have a length.
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
