"""Logs that no service would store: an intact chain that makes no sense."""

from datetime import datetime
from uuid import UUID

from replays.chain import GENESIS, RecordedEvent, sealed, timestamp
from replays.models import Anchor, StoredEvent, Stream
from replays.services.append import NewEvent


def store_unprojected(stream_id: UUID, kind: str, events: list[NewEvent], now: datetime) -> None:
    """Write events as the store does, without asking whether they fit each other."""
    rows = sealed(stream_id, events, ("cli", timestamp(now), ""), version=0, previous=GENESIS)
    head = rows[-1]
    Stream.objects.create(id=stream_id, kind=kind, version=head.version, head_hash=head.hash)
    fields = RecordedEvent.__struct_fields__
    for row in rows:
        values = {name: getattr(row, name) for name in fields}
        StoredEvent.objects.create(**{**values, "stream_id": stream_id})
    Anchor.objects.create(stream_id=stream_id, version=head.version, hash=head.hash)
