"""Free text about people: kept beside the log, its digest in the event."""

from games.core.canonical import digest, require_plain
from replays.errors import KaitenError

LONGEST_NOTE = 2_000


def clean_note(text: str | None) -> str | None:
    """Return the text of a note without surrounding space, None for an empty one."""
    if text is None:
        return None
    require_plain(text)
    cleaned = text.strip()
    if len(cleaned) > LONGEST_NOTE:
        raise KaitenError("note_too_long", 422, limit=LONGEST_NOTE)
    return cleaned or None


def note_digest(text: str | None) -> str | None:
    """Return what stands for a note in its event."""
    return None if text is None else digest(text)


def notes_for(index: int, text: str | None) -> dict[int, str]:
    """Return the note of one event of an append call."""
    return {} if text is None else {index: text}
