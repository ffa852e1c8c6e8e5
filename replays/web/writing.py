"""What every form that writes sends along: the version it was made for, and a key of its own."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.http import HttpRequest

from games.core.canonical import canonical_json, digest
from replays.services.append import RequestKey
from replays.web.access import actor_of

_ENVELOPE = frozenset({"csrfmiddlewaretoken", "key"})


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who writes, when, on top of which version, and under which key."""

    actor: str
    now: datetime
    expected_version: int
    request: RequestKey | None


def envelope_of(request: HttpRequest) -> Envelope:
    """Return the envelope of a posted form; sending the same form twice writes once.

    All forms of one page share its key, so what was sent is part of the key that is stored.
    """
    actor = actor_of(request)
    sent = {name: request.POST.getlist(name) for name in request.POST if name not in _ENVELOPE}
    key = request.POST.get("key", "")
    body = digest(canonical_json([request.path, sent]))
    return Envelope(
        actor=actor,
        now=datetime.now(UTC),
        expected_version=number(request.POST.get("expected_version", ""), default=0),
        request=RequestKey(f"web:{actor}", f"{key}:{body[:32]}", body) if is_key(key) else None,
    )


def followup(request: RequestKey | None, step: str) -> RequestKey | None:
    """Return the key of a further write of the same form, answered once like the first."""
    if request is None:
        return None
    return RequestKey(request.scope, f"{request.key}:{step}", request.body_digest)


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
