"""Streams of the API: who follows, and how a stream is described."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from games.core.canonical import LARGEST_INTEGER
from replays.http.actors import actor_of
from replays.http.problems import Refusal
from replays.http.schema import operation
from replays.live.answers import CONTENT_TYPE, FULL_SECONDS, Full, follow
from replays.live.callers import Caller
from replays.live.changes import Changes, subject
from replays.live.sources import Source

_STREAM = (
    "Server-sent events, each with the number to resume at as its `id` and JSON as its `data`; "
    "a line with a colon alone is a sign of life."
)
_LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The last `id` that arrived: the stream goes on after it. Browsers send it.",
)

AFTER = OpenApiParameter("after", int, description="Only what is newer than this version.")


def streams(name: str, summary: str, *refused: int, parameters: Sequence[Any] = ()) -> Any:
    """Describe an operation that sends events for as long as somebody listens."""
    answer = {(200, CONTENT_TYPE): OpenApiResponse(OpenApiTypes.STR, description=_STREAM)}
    return operation(name, summary, answer, *refused, parameters=[*parameters, _LAST_EVENT_ID])


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


def position_of(request: Request) -> int:
    """Return the position that `after` names, 0 when it was not sent, or `bad_parameter`."""
    sent = request.query_params.get("after", "0")
    if sent.isascii() and sent.isdigit() and len(sent) <= 15:
        return int(sent)
    raise Refusal("bad_parameter", parameter="after", least=0, most=LARGEST_INTEGER)


def changes(request: Request, kind: str, id_: UUID) -> HttpResponse:
    """Return the beginning of a stream that says whenever something changes, and how it is now."""
    what = subject(kind)
    if what is None:
        raise Http404
    return followed(request, Changes(caller_of(request), what, id_, known=""))
