"""Who writes, when, why, and under which key: what travels with every write, whole."""

from datetime import datetime

import msgspec

BOT = "bot"
"""Whoever plays for the bots of a match beside people, and rolls and draws for them."""


class RequestKey(msgspec.Struct, frozen=True):
    """What makes a request the same request: whose key, which key, and the digest of its body."""

    scope: str
    key: str
    body_digest: str


class Envelope(msgspec.Struct, frozen=True):
    """Everything about a write that is not its content."""

    actor: str
    now: datetime
    request: RequestKey | None = None
    note: str = ""
    """Free text that is kept beside the log; the event holds its digest."""

    def step(self, name: str) -> "Envelope":
        """Return the envelope of a further write of the same request, answered once like it."""
        if self.request is None:
            return self
        key = RequestKey(self.request.scope, f"{self.request.key}:{name}", self.request.body_digest)
        return msgspec.structs.replace(self, request=key)
