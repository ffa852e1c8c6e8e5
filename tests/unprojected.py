"""Logs that no service would store: an intact chain that makes no sense."""

from replays.chain import GENESIS, RecordedEvent, sealed, timestamp
from replays.models import Anchor, StoredEvent, Stream


def store_unprojected(stream_id, kind, events, now):
    """Write events as the store does, without asking whether they fit each other."""
    rows = sealed(stream_id, events, ("cli", timestamp(now), ""), version=0, previous=GENESIS)
    head = rows[-1]
    Stream.objects.create(id=stream_id, kind=kind, version=head.version, head_hash=head.hash)
    fields = RecordedEvent.__struct_fields__
    for row in rows:
        values = {name: getattr(row, name) for name in fields}
        StoredEvent.objects.create(**{**values, "stream_id": stream_id})
    Anchor.objects.create(stream_id=stream_id, version=head.version, hash=head.hash)
