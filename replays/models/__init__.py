"""The tables of the event store and the projections of matches."""

from replays.models.matches import Match, MatchSeat
from replays.models.store import (
    Anchor,
    Checkpoint,
    Heartbeat,
    Import,
    Note,
    Outbox,
    Queued,
    Request,
    StoredEvent,
    Stream,
    Verification,
)

__all__ = [
    "Anchor",
    "Checkpoint",
    "Heartbeat",
    "Import",
    "Match",
    "MatchSeat",
    "Note",
    "Outbox",
    "Queued",
    "Request",
    "StoredEvent",
    "Stream",
    "Verification",
]
