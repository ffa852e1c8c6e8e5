"""The notice that everybody is shown, with its text from beside the log."""

from datetime import datetime
from uuid import UUID

from replays.http.answers import Answer
from replays.models import Note
from tournaments.tournaments.director.state import State


class NoticeAnswer(Answer, frozen=True):
    """What organisers tell everybody."""

    text: str
    """One line of plain text."""
    since: datetime
    """When it was shown."""
    until: datetime | None
    """When it goes by itself; null: once the tournament is over."""


def notice_of(tournament_id: UUID, state: State) -> NoticeAnswer | None:
    """Return the notice that stands, also after its time; None without one or once its text was
    erased."""
    shown = state.notice
    if shown is None:
        return None
    # The same words may have been shown before: what was erased last is erased.
    told = Note.objects.filter(stream_id=tournament_id, digest=shown.note).order_by("-version")
    text = told.values_list("text", flat=True).first()
    return NoticeAnswer(text, datetime.fromisoformat(shown.since), shown.until) if text else None


def standing_notice(tournament_id: UUID, state: State, now: datetime) -> NoticeAnswer | None:
    """Return the notice as long as it stands."""
    notice = notice_of(tournament_id, state)
    over = notice is not None and notice.until is not None and notice.until <= now
    return None if over else notice
