"""How often a password, a code or a one-time link may be tried.

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
from dataclasses import dataclass, field

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from rest_framework.throttling import BaseThrottle

from replays.http.counting import Counted, count
from tournaments.people.models import User

DEVICE_COOKIE = "kaiten_device"
DEVICE_SECONDS = 365 * 24 * 60 * 60
_SALT = "kaiten.device"

# The narrow limits, which a right password starts anew.
_OWN = frozenset({"name_here", "device", "proof", "proof_device"})

clock = time.time


@dataclass
class Attempt:
    """One try to sign in; `wait` says for how many seconds it is too early."""

    name: str
    known_device: bool
    wait: int = 0
    right: bool = False
    signed_in: bool = False
    """Right, and nothing else was asked for."""
    counters: dict[str, Counted] = field(default_factory=dict)
    """By the limit that counts."""

    def succeed(self) -> None:
        """Forget the wrong tries that came before this right one."""
        self.right = True
        self.take_back()
        for limit in _OWN & self.counters.keys():
            self.counters[limit].forget()

    def take_back(self) -> None:
        """Do not count this try: it was right, or nobody could tell."""
        for counted in self.counters.values():
            counted.take_back()


def begin(request: HttpRequest, name: str) -> Attempt:
    """Count a try to sign in as `name`; its `wait` is 0 if the password may be looked at."""
    named, address = _named(name), _address(request)
    device = _device(request, named)
    if device is not None:
        return _counted(Attempt(named, known_device=True), ("device", device))
    return _counted(
        Attempt(named, known_device=False),
        # The widest comes last: what one address may no longer try uses nothing of it up.
        ("address", address),
        ("name_here", f"{named}:{address}"),
        ("name", named),
    )


def begin_proof(request: HttpRequest, account: User) -> Attempt:
    """Count a try to prove that one is the owner of an account: its password again, or a code."""
    named = _named(account.username)
    device = _device(request, named)
    if device is not None:
        return _counted(Attempt(named, known_device=True), ("proof_device", device))
    owner = str(account.pk)
    return _counted(Attempt(named, known_device=False), ("proof", owner), ("proof_hour", owner))


def begin_link(request: HttpRequest) -> Attempt:
    """Count a look at a one-time link, to be taken back if the link is good."""
    return _counted(Attempt("", known_device=False), ("link", _address(request)))


def begin_setup(request: HttpRequest) -> Attempt:
    """Count a look at the code that opens the set-up, to be taken back if it is right."""
    here = _address(request)
    return _counted(
        Attempt("", known_device=False), ("link", here), ("setup_here", here), ("setup", "")
    )


def begin_reset(request: HttpRequest, name: str) -> Attempt:
    """Count a request for a new password, which is a mail to somebody."""
    return _counted(
        Attempt("", known_device=False),
        ("reset_here", _address(request)),
        ("reset", _named(name.lower())),
    )


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


def _counted(attempt: Attempt, *subjects: tuple[str, str]) -> Attempt:
    """Count a try at every limit that it falls under, up to the first that refuses it."""
    for limit, subject in subjects:
        tries, seconds = settings.SIGN_IN_LIMITS[limit]
        counted = attempt.counters[limit] = count(f"sign_in:{limit}:{subject}", seconds, clock())
        if counted.number > tries:
            attempt.take_back()
            attempt.wait = max(1, math.ceil(counted.left))
            break
    return attempt


def _named(name: str) -> str:
    return _digest(unicodedata.normalize("NFKC", name))


def _address(request: HttpRequest) -> str:
    # The same address that the limits of the API go by, proxies left out.
    return _digest(BaseThrottle().get_ident(request))  # type: ignore[arg-type]


def _device(request: HttpRequest, name: str) -> str | None:
    try:
        named, device = signing.loads(
            request.COOKIES.get(DEVICE_COOKIE, ""), salt=_SALT, max_age=DEVICE_SECONDS
        )
    except (signing.BadSignature, ValueError):
        return None
    return _digest(device) if named == name else None


def _digest(text: str) -> str:
    # Names are nobody's business in a cache, and keys have a length.
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
