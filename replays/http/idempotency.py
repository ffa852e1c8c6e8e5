"""The envelope of a request. Idempotency-Key: sent twice, it is done once and answered twice."""

import re
from datetime import UTC, datetime
from typing import Any

from rest_framework.request import Request

from games.core.canonical import canonical_json, digest
from replays.envelope import Envelope, RequestKey
from replays.http.actors import actor_of
from replays.http.problems import Refusal

LONGEST_KEY = 200
_KEY = re.compile(r"[!-~]{1,200}", re.ASCII)


def envelope_of(request: Request, note: str | None = None) -> Envelope:
    """Return who asks for a write, now, under the key that came with the request."""
    return Envelope(actor_of(request), datetime.now(UTC), request_key(request), note or "")


def request_key(request: Request) -> RequestKey | None:
    """Return the key of a request, bound to who sent it, to its address and to its body."""
    sent = request.headers.get("Idempotency-Key")
    if sent is None:
        return None
    if not _KEY.fullmatch(sent):
        raise Refusal("bad_idempotency_key", most=LONGEST_KEY)
    body: Any = request.data
    canonical_request = canonical_json(
        [request.method, request.path, request.META["QUERY_STRING"], body]
    )
    return RequestKey(
        scope=f"api:{actor_of(request)}", key=sent, body_digest=digest(canonical_request)
    )
