"""The lines that files of whole logs share: where a log begins, and the notes beside it."""

from datetime import datetime
from uuid import UUID

import msgspec


class StreamHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stands before the events of a log: which one, and where it ends."""

    kind: str
    stream: UUID
    version: int
    head: str


class NoteRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stream: UUID
    version: int
    digest: str
    text: str
    erased_at: datetime | None
