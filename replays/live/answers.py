"""The answer to whoever wants to follow something."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.throttling import BaseThrottle

from replays.live.asgi import FOLLOWED, Followed
from replays.live.limits import limits
from replays.live.sources import Source

CONTENT_TYPE = "text/event-stream"
FULL_SECONDS = 30
WITHOUT = b"retry: 15000\n\n"
"""What a server says that cannot send anything later: ask again, and not too soon."""
LONGEST_ID = 15


class Full(Exception):
    """Too many follow already, in all or from one address."""


def last_seen(request: HttpRequest) -> int | None:
    """Return the position that a browser says it has; None for who comes for the first time."""
    sent = request.headers.get("Last-Event-ID", "")
    known = sent.isascii() and sent.isdigit() and len(sent) <= LONGEST_ID
    return int(sent) if known else None


def follow(request: HttpRequest, source: Source, after: int | None = None) -> HttpResponse:
    """Return the beginning of a stream; raise Full if there is no room for one more.

    `after` is where it begins for who comes for the first time.
    """
    scope: dict[str, Any] | None = getattr(request, "scope", None)
    address = BaseThrottle().get_ident(request)  # type: ignore[arg-type]  # any request will do
    if limits.is_full(address or ""):
        raise Full
    seen = last_seen(request)
    if scope is not None and request.method == "GET":
        scope[FOLLOWED] = Followed(source, after if seen is None else seen, address or "")
    response = HttpResponse(b"" if scope is not None else WITHOUT, content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = "private, no-store"
    # A proxy must not keep what is to arrive at once.
    response.headers["X-Accel-Buffering"] = "no"
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response
