"""Idempotency-Key: the same request sent twice is done once and answered twice."""

import re
from typing import Any

from rest_framework.request import Request

from games.core.canonical import canonical_json, digest
from replays.http.actors import actor_of
from replays.http.problems import Refusal
from replays.services.append import RequestKey

LONGEST_KEY = 200
_KEY = re.compile(r"[!-~]{1,200}", re.ASCII)


def request_key(request: Request) -> RequestKey | None:
    """Return the key of a request, bound to who sent it, to its address and to its body."""
    sent = request.headers.get("Idempotency-Key")
    if sent is None:
        return None
    if not _KEY.fullmatch(sent):
        raise Refusal("bad_idempotency_key", most=LONGEST_KEY)
    body: Any = request.data
    asked = canonical_json([request.method, request.path, request.META["QUERY_STRING"], body])
    return RequestKey(scope=f"api:{actor_of(request)}", key=sent, body_digest=digest(asked))
