"""Erasing free text about people; the log keeps only a digest."""

from datetime import datetime
from uuid import UUID

from replays.errors import KaitenError
from replays.models import Note


def erase_note(*, match_id: UUID, version: int, now: datetime) -> None:
    """Empty the text of a note for good, or raise `unknown_note`; erasing twice is harmless."""
    notes = Note.objects.filter(stream_id=match_id, version=version)
    if not notes.exists():
        raise KaitenError("unknown_note", 404, version=version)
    notes.filter(erased_at=None).update(text="", erased_at=now)
