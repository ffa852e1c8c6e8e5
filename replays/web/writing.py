"""What every form that writes sends along: the version it was made for, and a key of its own."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest

from games.core.canonical import canonical_json, digest
from replays.envelope import Envelope, RequestKey
from replays.web.access import actor_of

_ENVELOPE = frozenset({"csrfmiddlewaretoken", "key"})


def envelope_of(request: HttpRequest, note: str = "") -> Envelope:
    """Return the envelope of a posted form; sending the same form twice writes once.

    All forms of one page share its key, so what was sent is part of the key that is stored.
    """
    actor = actor_of(request)
    sent = {name: request.POST.getlist(name) for name in request.POST if name not in _ENVELOPE}
    key = request.POST.get("key", "")
    body = digest(canonical_json([request.path_info, sent]))
    request_key = RequestKey(f"web:{actor}", f"{key}:{body[:32]}", body) if is_key(key) else None
    return Envelope(actor, datetime.now(UTC), request_key, note)


def seen_version(request: HttpRequest) -> int:
    """Return the version that a posted form was made for."""
    return number(request.POST.get("expected_version"), default=0)


def arguments_of(request: HttpRequest, match_id: UUID, note: str = "") -> dict[str, Any]:
    """Return what every service that writes to a match takes from a posted form."""
    return {
        "match_id": match_id,
        "expected_version": seen_version(request),
        "envelope": envelope_of(request, note),
    }


def is_key(text: str) -> bool:
    """Say whether a text is a key that `new_key` could have made."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def new_key() -> str:
    """Return a key for a form that is about to be shown."""
    return str(uuid4())


def number(text: str | None, *, default: int) -> int:
    """Return a whole number of zero or more, or the default for anything else."""
    if text and text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    return default
