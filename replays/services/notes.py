"""Free text about people, of which the log keeps only a digest: erased, or brought in by a file."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from replays.errors import KaitenError
from replays.models import Note
from replays.records.whole import NoteRow


def erase_note(*, match_id: UUID, version: int, now: datetime) -> None:
    """Empty the text of a note for good, or raise `unknown_note`; erasing twice is harmless."""
    notes = Note.objects.filter(stream_id=match_id, version=version)
    if not notes.exists():
        raise KaitenError("unknown_note", 404, version=version)
    notes.filter(erased_at=None).update(text="", erased_at=now)


def store_notes(rows: Iterable[NoteRow]) -> None:
    """Put the notes of a file beside the logs they came with."""
    Note.objects.bulk_create(
        Note(
            stream_id=row.stream,
            version=row.version,
            digest=row.digest,
            text=row.text,
            erased_at=row.erased_at,
        )
        for row in rows
    )
