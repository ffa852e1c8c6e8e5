"""Streams of the API: who follows, and how a stream is described."""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from replays.http.actors import actor_of
from replays.live.answers import FULL_SECONDS, Full, follow
from replays.live.callers import Caller
from replays.live.sources import Source

STREAM = (
    "Server-sent events, each with the number to resume at as its `id` and JSON as its `data`; "
    "a line with a colon alone is a sign of life."
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The last `id` that arrived: the stream goes on after it. Browsers send it.",
)


def caller_of(request: Request) -> Caller:
    """Return who asks, for as long as they follow."""
    session = "" if request.auth is not None else _session_key(request)
    return Caller(actor_of(request), session if actor_of(request) else "")


def _session_key(request: Request) -> str:
    return request._request.session.session_key or ""


def followed(request: Request, source: Source, after: int | None = None) -> HttpResponse:
    """Return the beginning of a stream, or 429 where too many follow already."""
    try:
        return follow(request._request, source, after)
    except Full:
        raise Throttled(FULL_SECONDS) from None
